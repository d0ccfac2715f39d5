/** Where the sign-in library answers. */
export const SIGN_IN_ROOT = '/console/auth'

/** Asks for a link to a new password; answered by us, the library does its part behind it. */
export const RESET_REQUEST = '/request-password-reset'

/** What of the sign-in library is served, with the fields that it is given: it could do more, such as show the tokens of sessions. */
const FIELDS: Record<string, readonly string[]> = {
  '/sign-in/email': ['email', 'password'],
  '/sign-out': [],
  [RESET_REQUEST]: ['email'],
  '/reset-password': ['newPassword', 'token'],
  '/change-password': ['currentPassword', 'newPassword'],
  '/two-factor/enable': ['password'],
  '/two-factor/verify-totp': ['code', 'trustDevice'],
  '/two-factor/verify-backup-code': ['code', 'trustDevice'],
  '/two-factor/generate-backup-codes': ['password'],
}

/** The link of a mail has its token in the path. */
export const RESET_LINK = /^\/reset-password\/[A-Za-z0-9_-]+$/

/** @param path behind the root, as the library will read it */
export const isServed = (path: string): boolean => Object.hasOwn(FIELDS, path) || RESET_LINK.test(path)

/**
 * A path as the log may show it: those of mailed links hold a token that is good for a new password. Of what is not
 * served nothing is shown either: it may be such a link, mistyped.
 */
export function shownPath(path: string): string {
  if (path.startsWith(`${SIGN_IN_ROOT}/`) && !Object.hasOwn(FIELDS, path.slice(SIGN_IN_ROOT.length)))
    return `${SIGN_IN_ROOT}/…`
  return path.replace(/(reset-password)[^a-z].*/i, '$1/…')
}

/** Of what was sent to a path, what the library is given. */
export const servedFields = (path: string, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS[path]?.includes(name)))

/**
 * What of an address lies behind the root. Read from the address as the library gets it, and not from what was sent:
 * parsing turns `\` into `/` and leaves out `..`, so that `/reset-password/..\list-sessions` is `/list-sessions`.
 * @returns undefined for an address that is not below the root
 */
export const behindRoot = ({ pathname }: URL): string | undefined =>
  pathname.startsWith(`${SIGN_IN_ROOT}/`) ? pathname.slice(SIGN_IN_ROOT.length) : undefined
