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

/** @param path behind the root; the link of a mail has its token in the path */
export const isServed = (path: string): boolean => SERVED.includes(path) || /^\/reset-password\/[^/]+$/.test(path)
