/** What becomes of a prayer request: it is prayed for, answered, closed (decisions, Care). */
import type { Database, TextRow, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { checkBody } from '../../resource/body.ts'
import type { Church } from '../../resource/caller.ts'
import * as field from '../../resource/types.ts'
import { LONGEST, prayerRequestPrinter } from './fields.ts'

const { column, columns, print } = prayerRequestPrinter

/**
 * Counts one prayer. A request that was open is prayed for from now on.
 * @returns JSON text of the prayer request
 * @throws ApiError `not_found`, or `validation_failed` when it is closed
 */
export async function prayFor(database: Database, church: Church, id: number): Promise<string> {
  return await follow(database, church, id, before => {
    const problems = new Problems()
    if (column(before, 'status') === 'closed') problems.add('status', `prayer request ${id} is closed`)
    problems.throwIfAny()
    return sql`prayed_count = prayed_count + 1, status = case status when 'open' then 'praying' else status end`
  })
}

const answerFields = { answer: field.text(LONGEST).required() }

/**
 * Records how a request was answered, of whatever status it is. Another answer replaces the first and leaves
 * `answered_at`; the same words again change nothing.
 * @returns JSON text of the prayer request
 * @throws ApiError `not_found`, or `validation_failed` for an answer that is empty or too long
 */
export async function answerPrayer(database: Database, church: Church, id: number, answer: string): Promise<string> {
  const { input, problems } = checkBody(answerFields, { json: { answer } }, true, church)
  problems.throwIfAny()
  return await follow(database, church, id, (before, tx) => {
    if (column(before, 'status') === 'answered' && column(before, 'answer') === input.answer) return undefined
    return sql`status = 'answered', answer = ${input.answer},
      answered_at = coalesce(answered_at, ${tx.now}::timestamptz)`
  })
}

/**
 * Closes a request: nobody prays for it any more. An answer stays. Closing it again changes nothing.
 * @returns JSON text of the prayer request
 * @throws ApiError `not_found`
 */
export async function closePrayer(database: Database, church: Church, id: number): Promise<string> {
  return await follow(database, church, id, before =>
    column(before, 'status') === 'closed' ? undefined : sql`status = 'closed'`,
  )
}

/** Changes one request; `change` returns what to set, or nothing where all stays as it is. */
async function follow(
  database: Database,
  church: Church,
  id: number,
  change: (before: TextRow, tx: Tx) => Sql | undefined,
): Promise<string> {
  return await database.write(church.id, async tx => {
    const [before] = await tx.text(sql`select ${columns} from prayer_requests as t
      where church_id = ${church.id} and id = ${id} for no key update`)
    if (before === undefined) throw noSuchRequest(id)
    const sets = change(before, tx)
    if (sets === undefined) return print(before)
    const [row = []] = await tx.text(sql`update prayer_requests as t set ${sets}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id} returning ${columns}`)
    return print(row)
  })
}

/** What whoever names a request that the church does not have is told. */
export const noSuchRequest = (id: number): ApiError =>
  new ApiError('not_found', { message: `This church has no prayer request ${id}.` })
