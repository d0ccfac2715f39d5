/**
 * Hashing a password takes a tenth of a second on purpose, and the suites sign hundreds of people in: in their processes
 * it takes a sixteenth of that. What the service itself asks for is in `sign-in/password-cost.test.ts`.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const CHEAPER = 16

/** What is hashed as the product hashes it. */
export const fullScrypt = crypto.scrypt

crypto.scrypt = ((password, salt, length, options, done) =>
  fullScrypt(password, salt, length, { ...options, N: (options.N ?? CHEAPER) / CHEAPER }, done)) as typeof crypto.scrypt
syncBuiltinESMExports()
