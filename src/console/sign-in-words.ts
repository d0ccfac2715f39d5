/** What the sign-in library refuses, in our words: its own are English and for programmers, and pages say only what is marked. */
import { because } from '../texts/because.ts'

const TOO_LATE = because('That took too long. Sign in with your password again.')
const NO_APP = because('No authenticator app is set up for your account.')
const OTHER_SITE = because('Blocked: the request came from another site.')

/** By the library's codes. What is not here is never met on our pages; they would say that it did not work. */
const WORDS: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: because('The email address or the password is wrong.'),
  INVALID_EMAIL: because('This is not an email address.'),
  INVALID_PASSWORD: because('The password is wrong.'),
  INVALID_CODE: because('The code is wrong. Enter the one that the app shows now.'),
  INVALID_BACKUP_CODE: because('This recovery code is wrong or was already used.'),
  INVALID_TOKEN: because('This link has expired or was already used. Ask for a new one.'),
  INVALID_TWO_FACTOR_COOKIE: TOO_LATE,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: because('Too many wrong codes. Sign in with your password again.'),
  TOTP_NOT_ENABLED: NO_APP,
  TWO_FACTOR_NOT_ENABLED: NO_APP,
  TOTP_ALREADY_ENABLED: because('Your account has an authenticator app already.'),
  BACKUP_CODES_NOT_ENABLED: because('Your account has no recovery codes.'),
  UNAUTHORIZED: because('Sign in first.'),
  INVALID_ORIGIN: OTHER_SITE,
  MISSING_OR_NULL_ORIGIN: OTHER_SITE,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: OTHER_SITE,
}

/** The words for a code of the library; undefined for one that pages never meet. */
export const wordsOfCode = (code: unknown): string | undefined =>
  typeof code === 'string' && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined
