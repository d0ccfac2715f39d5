/** The link by which somebody who is signed in shows that their address is theirs. */
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
export const addressMail = (link: string): { subject: string; text: string } => ({
  subject: 'Confirm your address for Sexton',
  text: `Hello,\n\nsomebody who is signed in to Sexton with this address asked to confirm it. If it was you, open this link within an hour, where you are signed in:\n\n${link}\n\nIf it was not you, do nothing. Should they use your address, ask for a new password on the sign-in page: that makes the account yours.\n`,
})
