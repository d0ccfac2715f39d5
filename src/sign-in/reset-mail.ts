/** Mails the link by which a forgotten password is replaced. */
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { Mailer } from '../notices/mailer.ts'

/** Sends the link to its user. */
export type SendReset = (user: { email: string; name: string }, url: string) => Promise<void>

/** Without mail settings nobody gets a link: the log says so, and never the link. */
export function resetMail({ smtpUrl, mailFrom }: Config, log: Log): SendReset {
  if (smtpUrl === '') {
    return () => {
      log.warn({}, 'Somebody forgot their password, but mail is not set up: SEXTON_SMTP_URL and SEXTON_MAIL_FROM')
      return Promise.resolve()
    }
  }
  const mailer = new Mailer({ url: smtpUrl, from: mailFrom })
  return async ({ email, name }, url) => {
    const text = `${name},\n\nhere you can choose a new password, within an hour:\n\n${url}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`
    await mailer.send(
      { to: [email], subject: 'A new password for Sexton', text, name: `reset-${Date.now()}` },
      new AbortController().signal,
    )
  }
}
