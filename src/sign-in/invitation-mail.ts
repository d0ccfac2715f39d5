/**
 * The mail of an invitation. It is sent in our name to an address that somebody has typed, so it begins with our words, says
 * who invites, and shows names as names: one line each, quoted, not too long.
 */
import { asLine } from '../lib/line.ts'
import { paragraphs } from '../notices/mailer.ts'
import type { Say } from '../texts/language.ts'

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

function whoInvites(say: Say, inviter: MailInviter | undefined): string {
  if (inviter === undefined) return say('Invited by: whoever runs this service')
  const { email, email_verified } = inviter
  const who = { name: quoted(inviter.name), email }
  if (email_verified) return say('Invited by: {name}, {email}', who)
  return say('Invited by: {name}, who signs in as {email} (not confirmed)', who)
}

/** @param link by which they join: it is in the mail, and nowhere else that lasts */
export function invitationMail(
  say: Say,
  church: string,
  inviter: MailInviter | undefined,
  link: string,
): { subject: string; text: string } {
  const name = { church: quoted(church) }
  const text = paragraphs(
    say('Hello,'),
    say('You have been invited to help look after a church that uses Sexton.'),
    `${say('Church: {church}', name)}\n${whoInvites(say, inviter)}`,
    say('To join, open this link. It works once, within seven days, and is only for you:'),
    link,
    say(
      'If you do not know who invited you, you can ignore this email: nobody can join in your name without the link.',
    ),
  )
  return { subject: say('Invitation to {church} on Sexton', name), text }
}
