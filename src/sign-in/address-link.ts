/** The link by which somebody who is signed in shows that their address is theirs. */
import { paragraphs } from '../notices/mailer.ts'
import type { Say } from '../texts/language.ts'
import type { Vault } from '../vault.ts'

const USE = 'address of an account'
const GOOD_S = 3_600

interface Owner {
  id: string
  email: string
}

const signed = ({ id, email }: Owner, end: string): string => `${id}\n${email}\n${end}`

/** What the link holds: good for an hour, for this account with this address. @param now in seconds */
export function addressToken(vault: Vault, owner: Owner, now: number): string {
  const end = String(Math.floor(now) + GOOD_S)
  return `${end}.${vault.sign(USE, signed(owner, end))}`
}

/** Whether a link was mailed to this account, lately. @param now in seconds */
export function isAddressToken(vault: Vault, owner: Owner, token: string, now: number): boolean {
  const [end = '', signature = ''] = token.split('.')
  return /^\d{1,12}$/.test(end) && Number(end) > now && vault.verify(USE, signed(owner, end), signature)
}

/** The mail with the link. */
export const addressMail = (say: Say, link: string): { subject: string; text: string } => ({
  subject: say('Confirm your email address for Sexton'),
  text: paragraphs(
    say('Hello,'),
    say(
      'Someone who is signed in to Sexton with this address asked to confirm it. If this was you, open this link within an hour, in the browser where you are signed in:',
    ),
    link,
    say(
      'If this was not you, do not open the link. If someone is using your address, reset the password on the sign-in page: that makes the account yours.',
    ),
  ),
})
