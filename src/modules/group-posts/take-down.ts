/** Takes a post down: whoever has not had it gets it no more. What was sent cannot be recalled. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { ofGroupsInSight } from '../groups/sight.ts'
import { type BatchCounts, countsOf, stopSending } from '../messaging/batches.ts'
import { authorOf } from '../people/history.ts'
import { type PostChange, postPrinter } from './fields.ts'

const POSTS = { name: 'group_posts', alone: postPrinter, limitTo: 'branch_id', sight: ofGroupsInSight } as const

const { column } = postPrinter

/**
 * Takes it down once; the same again changes nothing, nor does who says nothing of its status.
 * @returns the row as `postPrinter` expects it
 * @throws ApiError `not_found`; `validation_failed` for one that is to be shown again
 */
export async function takeDown(
  tx: Tx,
  caller: Caller,
  id: number,
  { status, reason }: Partial<PostChange>,
): Promise<TextRow> {
  const church = caller.church.id
  const before = await findOne(tx, POSTS, caller, id, [], sql`for no key update`)
  if (before === undefined) throw new ApiError('not_found')
  const problems = new Problems()
  if (status === undefined && reason) problems.add('reason', 'is said with status taken_down')
  problems.throwIfAny()
  if (status === undefined || column(before, 'status') === status) return before
  if (status === 'shown') problems.add('status', because('is taken_down already: write the post again'))
  problems.throwIfAny()
  const batches = await tx.all<{ id: number }>(sql`select id from message_batches
    where church_id = ${church} and post_id = ${id} and finished_at is null order by id for no key update`)
  for (const batch of batches) await stopSending(tx, church, batch.id)
  const taken = { status, reason, taken_down_by: authorOf(caller).name, taken_down_at: tx.now }
  return await changeRow(tx, { name: 'group_posts', printer: postPrinter }, church, before, taken)
}

/** How far the messages of a post are, by channel. */
export interface PostSending extends BatchCounts {
  channel: string
  finished: boolean
}

/** In the order of its channels. @throws ApiError `not_found` */
export async function sendingOf(read: Db, caller: Caller, id: number): Promise<PostSending[]> {
  const church = caller.church.id
  const post = await findOne(read, POSTS, caller, id)
  if (post === undefined) throw new ApiError('not_found')
  const batches = await read.all<{ id: number; channel: string; finished: boolean }>(sql`select id, channel,
      finished_at is not null as finished
    from message_batches where church_id = ${church} and post_id = ${id} order by id`)
  return await Promise.all(
    batches.map(async ({ id: batch, channel, finished }) => ({
      channel,
      finished,
      ...(await countsOf(read, church, batch)),
    })),
  )
}
