/** Gifts that are on record go into an open batch, or come out of it again: those of an online payment or a report, say. */
import type { Tx } from '../../db/database.ts'
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { GOODS } from '../contributions/fields.ts'
import { batches } from './batches.ts'
import { type ShownBatch, shownBatch } from './outcome.ts'

/** Gifts of one action. */
const MOST_GIFTS = 500

const fields = {
  id: field.ref().required(),
  gift_ids: field.idList(MOST_GIFTS).required().label('Gifts'),
}

interface Moved {
  id: number
  branch_id: number
  status: string
  method: string
  batch_id: number | null
}

/** The gifts, locked. @throws ApiError `validation_failed` naming those that cannot be used */
async function lockGifts(
  tx: Tx,
  { church, visible }: Caller,
  ids: readonly number[],
  ok: (gift: Moved) => boolean,
  why: string,
): Promise<Moved[]> {
  const seen = visible === null ? sql`true` : sql`branch_id = any(${idArray(visible)})`
  const gifts = await tx.all<Moved>(sql`select id, branch_id, status, method, batch_id from contributions
    where church_id = ${church.id} and id = any(${idArray(ids)}) and ${seen} order by id for no key update`)
  const problems = new Problems()
  const wrong = ids.filter(id => !gifts.some(gift => gift.id === id && ok(gift)))
  if (wrong.length > 0) problems.add('gift_ids', `${wrong.join(', ')} ${why}`)
  problems.throwIfAny()
  return gifts
}

async function move(
  tx: Tx,
  caller: Caller,
  id: number,
  gifts: readonly Moved[],
  batch: number | null,
): Promise<ShownBatch> {
  const church = caller.church.id
  await tx.run(sql`update contributions set batch_id = ${batch}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = any(${idArray(gifts.map(gift => gift.id))})`)
  // The totals stay; the version of the data must not.
  const [one] = gifts
  if (one !== undefined) {
    await tally(tx, church, 'contributions', [{ id: one.id, branch_id: one.branch_id, status: one.status, n: 0 }])
  }
  await tx.run(sql`update batches set updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id}`)
  return await shownBatch(tx, caller, id)
}

export const putIntoBatch = action({
  name: 'batches.put_in',
  logged: 'Put gifts into a batch',
  done: 'The gifts are in the batch.',
  may: within(FINANCE),
  fields,
  on: batches,
  when: { status: ['open'], kind: ['counting'] },
  detail: ({ gift_ids }) => ({ count: gift_ids.length }),
  async run(tx, { caller }, { id, gift_ids }) {
    const free = ({ status, method, batch_id }: Moved): boolean =>
      status === 'posted' && method !== GOODS && (batch_id === null || batch_id === id)
    const why = because('cannot be put in: void, in another batch, goods, or unknown')
    const gifts = await lockGifts(tx, caller, gift_ids, free, why)
    return await move(tx, caller, id, gifts, id)
  },
})

export const takeOutOfBatch = action({
  name: 'batches.take_out',
  logged: 'Took gifts out of a batch',
  done: 'The gifts are on record without the batch.',
  may: within(FINANCE),
  fields,
  on: batches,
  when: { status: ['open'] },
  detail: ({ gift_ids }) => ({ count: gift_ids.length }),
  async run(tx, { caller }, { id, gift_ids }) {
    const gifts = await lockGifts(
      tx,
      caller,
      gift_ids,
      ({ batch_id }) => batch_id === id,
      because('are not in this batch'),
    )
    return await move(tx, caller, id, gifts, null)
  },
})
