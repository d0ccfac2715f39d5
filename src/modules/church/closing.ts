/** A church leaves: it is closed at once, may be taken back while it waits, and is removed after that (archive/remove-church.ts). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { postNotice } from '../../notices/notice.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { NOBODY, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { msg } from '../../texts/language.ts'
import { followed, raiseAccountVersion } from './node-lease.ts'

/** Days that a church waits, unless said otherwise. */
export const WAITING_DAYS = 30
const MOST_DAYS = 365

/** No owner is limited to a branch. */
const may = within(['owner'])

/** When a church that is closed will be gone. */
export interface Closed {
  slug: string
  remove_at: string
}

/** Closes it, in the caller's transaction. @throws ApiError `validation_failed` where it is closed already */
async function close(tx: Tx, { church, by }: Caller, days: number): Promise<{ version: number; shown: Closed }> {
  const closed = await tx.first<{ remove_at: string }>(sql`
    update churches set status_before = status, status = 'closing', closed_at = ${tx.now}::timestamptz,
      closed_by = ${by.kind === 'person' ? by.name : null}, remove_at = ${tx.now}::timestamptz + ${days} * interval '1 day',
      updated_at = ${tx.now}::timestamptz
    where id = ${church.id} and status in ('active', 'inactive') returning remove_at`)
  if (closed === undefined) throw wrong('slug', because('is being closed already'))
  const remove_at = printTimestamp(closed.remove_at)
  await postNotice(tx, church.id, {
    kind: 'church_closed',
    title: msg('{church} was closed'),
    body: msg(
      'Nobody can use {church} any more, and everything on record will be deleted for good on {day}. An owner can open it again until then: sign in to the console.',
    ),
    values: { church: church.name, day: { date: remove_at.slice(0, 10) } },
  })
  return { version: await raiseAccountVersion(tx), shown: { slug: church.slug, remove_at } }
}

const wrong = (name: string, problem: string): ApiError =>
  new ApiError('validation_failed', { errors: { [name]: problem } })

export const closeChurch = action({
  name: 'church.close',
  logged: 'Closed the church, to be deleted',
  may,
  fields: { slug: field.text(64).required().doc('Typed to confirm') },
  stepUp: true,
  alone: true,
  target: () => '',
  async check(_db, { caller }, { slug }, problems: Problems) {
    if (slug !== caller.church.slug)
      problems.add('slug', because('must be "{slug}", to confirm', { slug: caller.church.slug }))
  },
  run: async (tx, { caller }) => await close(tx, caller, WAITING_DAYS),
  finish: followed<Closed>,
})

/** The same by whoever runs the service, with a waiting time of their choice. */
export const closeByHand = action({
  name: 'church.close_by_hand',
  may: NOBODY,
  fields: { days: field.integer(0, MOST_DAYS).settable() },
  alone: true,
  run: async (tx, { caller }, { days }) => await close(tx, caller, days ?? WAITING_DAYS),
  finish: followed<Closed>,
})

/** Takes a church back that waits to be removed. It is then as it was before. */
export const keepChurch = action({
  name: 'church.keep',
  logged: 'Opened the church again',
  may,
  fields: {},
  stepUp: true,
  whileClosing: true,
  target: () => '',
  async run(tx, { caller: { church } }) {
    const kept = await tx.run(sql`update churches set status = status_before, status_before = null, closed_at = null,
        closed_by = null, remove_at = null, updated_at = ${tx.now}::timestamptz
      where id = ${church.id} and status = 'closing'`)
    if (kept === 0)
      throw new ApiError('church_inactive', { message: because('This church is not waiting to be removed.') })
    return { version: await raiseAccountVersion(tx), shown: { slug: church.slug } }
  },
  finish: followed<{ slug: string }>,
})
