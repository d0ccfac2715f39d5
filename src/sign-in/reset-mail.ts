/** Mails the link by which a forgotten password is replaced. */
import type { Config } from '../config.ts'
import type { Background } from '../lib/background.ts'
import type { Log } from '../lib/log.ts'
import { Mailer, paragraphs } from '../notices/mailer.ts'
import { languageNamed } from '../texts/catalogues.ts'

/** Sends the link to its user; returns before it is sent, so that nobody can tell from the time whether it is. */
export type SendReset = (user: { email: string }, url: string) => void

/** Without mail settings nobody gets a link: the log says so, and never the link. */
export function resetMail({ smtpUrl, mailFrom, language }: Config, log: Log, background: Background): SendReset {
  if (smtpUrl === '') {
    return () =>
      log.warn({}, 'Somebody forgot their password, but mail is not set up: SEXTON_SMTP_URL and SEXTON_MAIL_FROM')
  }
  const { say } = languageNamed(language)
  const mailer = new Mailer({ url: smtpUrl, from: mailFrom })
  return ({ email }, url) => {
    // Without their name, which somebody else may have chosen: a mail of ours begins with words of ours.
    const text = paragraphs(
      say('Hello,'),
      say('Use this link within an hour to choose a new password:'),
      url,
      say('If you did not ask for this, you can ignore this email: your password stays as it is.'),
    )
    const mail = { to: [email], subject: say('Choose a new password for Sexton'), text, name: `reset-${Date.now()}` }
    background.begin('A link to a new password could not be mailed', stop => mailer.send(mail, stop))
  }
}
