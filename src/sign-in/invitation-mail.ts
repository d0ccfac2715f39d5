/**
 * The mail of an invitation. It is sent in our name to an address that somebody has typed, so it begins with our words, says
 * who invites, and shows names as names: one line each, quoted, not too long.
 */
import { asLine } from '../lib/line.ts'

/** Characters of a name that are shown. */
const SHOWN = 80

/** Who invites, as the mail says it. */
export interface MailInviter {
  name: string
  email: string
  /** Whether they have shown that the address is theirs. */
  email_verified: boolean
}

const quoted = (name: string): string => `“${asLine(name, SHOWN)}”`

function whoInvites(inviter: MailInviter | undefined): string {
  if (inviter === undefined) return 'whoever runs this service'
  const { name, email, email_verified } = inviter
  return `${quoted(name)}, ${email_verified ? email : `who signs in as ${email} (not confirmed)`}`
}

/** @param link by which they join: it is in the mail, and nowhere else that lasts */
export function invitationMail(
  church: string,
  inviter: MailInviter | undefined,
  link: string,
): { subject: string; text: string } {
  const lines = [
    'Hello,',
    '',
    'You have been invited to help look after a church that uses Sexton.',
    '',
    `Church: ${quoted(church)}`,
    `Invited by: ${whoInvites(inviter)}`,
    '',
    'To join, open this link. It works once, within seven days, and is only for you:',
    '',
    link,
    '',
    'If you do not know who invited you, you can ignore this email: nobody can join in your name without the link.',
    '',
  ]
  return { subject: `Invitation to ${quoted(church)} on Sexton`, text: lines.join('\n') }
}
