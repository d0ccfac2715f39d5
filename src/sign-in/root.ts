/** Where the sign-in library answers. */
export const SIGN_IN_ROOT = '/console/auth'

/** What of the sign-in library is served: it could do more, such as show the tokens of sessions. */
const SERVED = [
  '/sign-in/email',
  '/sign-out',
  '/request-password-reset',
  '/reset-password',
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/generate-backup-codes',
]

/** @param path behind the root, as the library will read it; the link of a mail has its token in the path */
export const isServed = (path: string): boolean =>
  SERVED.includes(path) || /^\/reset-password\/[A-Za-z0-9_-]+$/.test(path)

/**
 * A path as the log may show it: those of mailed links hold a token that is good for a new password. Of what is not
 * served nothing is shown either: it may be such a link, mistyped.
 */
export function shownPath(path: string): string {
  if (path.startsWith(`${SIGN_IN_ROOT}/`) && !SERVED.includes(path.slice(SIGN_IN_ROOT.length)))
    return `${SIGN_IN_ROOT}/…`
  return path.replace(/(reset-password)[^a-z].*/i, '$1/…')
}

/**
 * What of an address lies behind the root. Read from the address as the library gets it, and not from what was sent:
 * parsing turns `\` into `/` and leaves out `..`, so that `/reset-password/..\list-sessions` is `/list-sessions`.
 * @returns undefined for an address that is not below the root
 */
export const behindRoot = ({ pathname }: URL): string | undefined =>
  pathname.startsWith(`${SIGN_IN_ROOT}/`) ? pathname.slice(SIGN_IN_ROOT.length) : undefined
