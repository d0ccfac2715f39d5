/** Mails an invitation to whom it is for. */
import type { Config } from '../config.ts'
import { Mailer, MailFault } from '../notices/mailer.ts'

/** Whoever invites waits for it. */
const TIMEOUT_MS = 8_000

/** What became of the mail: `off` where mail is not set up. */
export type Mailed = 'sent' | 'failed' | 'off'

/** @param link by which they join: it is in the mail, and nowhere else that lasts */
export async function mailInvitation(
  { smtpUrl, mailFrom }: Config,
  { email, church, invitedBy, link }: { email: string; church: string; invitedBy: string | null; link: string },
): Promise<Mailed> {
  if (smtpUrl === '') return 'off'
  const mailer = new Mailer({ url: smtpUrl, from: mailFrom, timeout: TIMEOUT_MS })
  const by = invitedBy === null ? 'You were invited' : `${invitedBy} invites you`
  const text = `Hello,\n\n${by} to look after ${church} with Sexton. This link is good once, for seven days:\n\n${link}\n\nIf you did not expect it, do nothing.\n`
  try {
    const subject = `Invitation to ${church}`
    await mailer.send({ to: [email], subject, text, name: `invitation-${Date.now()}` }, new AbortController().signal)
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return 'failed'
  } finally {
    mailer.close()
  }
}
