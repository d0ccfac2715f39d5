/** Mails the link by which a forgotten password is replaced. */
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Background } from '../lib/background.ts'
import type { Log } from '../lib/log.ts'
import { Mailer, paragraphs } from '../notices/mailer.ts'
import { languageFor } from '../texts/spoken.ts'
import type { MailedUser } from './account-mail.ts'

/** Sends the link to its user; returns before it is sent, so that nobody can tell from the time whether it is. */
export type SendReset = (user: { id: string; email: string }, url: string) => void

/** Without mail settings nobody gets a link: the log says so, and never the link. */
export function resetMail(
  { smtpUrl, mailFrom, language }: Config,
  { read }: Pick<Database, 'read'>,
  log: Log,
  background: Background,
): SendReset {
  if (smtpUrl === '') {
    return () =>
      log.warn({}, 'Somebody forgot their password, but mail is not set up: SEXTON_SMTP_URL and SEXTON_MAIL_FROM')
  }
  const mailer = new Mailer({ url: smtpUrl, from: mailFrom })
  return ({ id, email }, url) =>
    background.begin('A link to a new password could not be mailed', async stop => {
      const user = await read.first<Pick<MailedUser, 'language'>>(sql`select language from users where id = ${id}`)
      const { say } = languageFor({ language, country: null }, user?.language)
      // Without their name, which somebody else may have chosen: a mail of ours begins with words of ours.
      const text = paragraphs(
        say('Hello,'),
        say('Use this link within an hour to choose a new password:'),
        url,
        say('If you did not ask for this, you can ignore this email: your password stays as it is.'),
      )
      const subject = say('Choose a new password for Sexton')
      return await mailer.send({ to: [email], subject, text, name: `reset-${Date.now()}` }, stop)
    })
}
