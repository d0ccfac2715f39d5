/**
 * A forgotten password. The answer is given before anything is looked up, so that it tells nobody who has an account: neither
 * by what it says nor by how long it takes. What is done for an account is done afterwards.
 */
import { ApiError, Problems } from '../errors.ts'
import type { Reply } from '../http/message.ts'
import { success } from '../http/respond.ts'
import { isEmailAddress } from '../lib/email.ts'
import { guess, MAILS } from '../sign-in/guesses.ts'
import { because } from '../texts/because.ts'
import type { ConsoleParts } from './parts.ts'
import { admitTry } from './tries.ts'

/** Where the link of the mail leads in the end. */
const PAGE = '/reset'

/** @param from the client's address, as it is counted @throws ApiError `validation_failed`, `rate_limited` */
export function askForReset(parts: ConsoleParts, email: string, from: string): Reply {
  const problems = new Problems()
  if (!isEmailAddress(email)) problems.add('email', because('must be an email address'))
  problems.throwIfAny()
  admitTry(parts, `reset ${from}`)
  parts.background.begin('A link to a new password could not be mailed', () => mailLink(parts, email))
  return success({ status: 200, data: '{}' })
}

/** Mails a link where the address has an account, and not too often. */
async function mailLink({ database, signIn }: ConsoleParts, email: string): Promise<void> {
  try {
    await guess(database, `reset mail/${email}`, MAILS)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return
    throw error
  }
  await (await signIn()).api.requestPasswordReset({ body: { email, redirectTo: PAGE } })
}
