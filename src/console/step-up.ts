/** Who is signed in confirms that it is they, by the password or by a passkey, before what matters most. */
import { NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import type { Reply, Request } from '../http/message.ts'
import { passwordGuess } from '../sign-in/asked.ts'
import { guess } from '../sign-in/guesses.ts'
import { optionsToProve, provenBy, siteOf } from '../sign-in/passkeys.ts'
import { because } from '../texts/because.ts'
import { answered } from './answered.ts'
import type { Session } from './member.ts'
import type { ConsoleParts } from './parts.ts'
import { jsonOf, textOf } from './sent.ts'

/** @param part `options` for what a browser needs to use a passkey; empty for the confirmation itself @throws ApiError */
export async function answerStepUp(
  parts: ConsoleParts,
  session: Session,
  part: string,
  request: Request,
): Promise<Reply> {
  const { database, baseUrl } = parts
  const json = await jsonOf(request)
  if (part === 'options') {
    const options = await optionsToProve(database, siteOf(baseUrl()), 'confirm', session.user.id)
    return answered('POST /step-up/options', options)
  }
  if (part !== '') throw new ApiError('not_found')
  if (json.passkey === undefined) await byPassword(parts, session, textOf(json, 'password'))
  else await byPasskey(parts, session, json.passkey)
  await database.write(NO_CHURCH, tx =>
    tx.run(sql`update sessions set stepped_up_at = ${tx.now}::timestamptz where id = ${session.id}`),
  )
  return answered('POST /step-up', {})
}

async function byPassword({ database, signIn }: ConsoleParts, session: Session, password: string): Promise<void> {
  const { id, email } = session.user
  const { subject, pace } = await passwordGuess(database, email, { user: id, session })
  const judge = await guess(database, subject, pace)
  const { password: context, internalAdapter } = await (await signIn()).$context
  const account = await internalAdapter.findCredentialAccount(id)
  const right = account?.password != null && (await context.verify({ hash: account.password, password }))
  await judge(right ? 'right' : 'wrong')
  if (!right) throw new ApiError('validation_failed', { errors: { password: because('is not yours') } })
}

async function byPasskey({ database, baseUrl }: ConsoleParts, { user }: Session, answer: unknown): Promise<void> {
  const proven = await provenBy(database, siteOf(baseUrl()), 'confirm', answer, user.id)
  if (proven === undefined) {
    throw new ApiError('validation_failed', {
      errors: { passkey: because('was not accepted; try again, or enter your password') },
    })
  }
}
