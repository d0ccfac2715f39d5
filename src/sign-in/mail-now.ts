/** Sends one mail while who asked for it waits. */
import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { Mailer, MailFault } from '../notices/mailer.ts'

const TIMEOUT_MS = 8_000

/** What became of a mail: `off` where mail is not set up. */
export type Mailed = 'sent' | 'failed' | 'off'

/** @param to one address */
export async function mailNow(
  { smtpUrl, mailFrom }: Config,
  { to, subject, text }: { to: string; subject: string; text: string },
): Promise<Mailed> {
  if (smtpUrl === '') return 'off'
  const mailer = new Mailer({ url: smtpUrl, from: mailFrom, timeout: TIMEOUT_MS })
  try {
    await mailer.send({ to: [to], subject, text, name: randomUUID() }, new AbortController().signal)
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return 'failed'
  } finally {
    mailer.close()
  }
}
