/** Applies a promotion: everybody moves in one transaction, or nobody does (decisions, School). */
import type { Tx } from '../../db/database.ts'
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { authorOf } from '../people/history.ts'
import { tagPeople } from '../people/tag-many.ts'
import { joinAll, recount, shownPromotion, type Years } from './draft.ts'
import { promotionApplied } from './events.ts'
import { setStatus } from './graduates.ts'
import {
  carryClasses,
  checkPlaces,
  holdClasses,
  holdYearsOf,
  keepChanged,
  type Moving,
  moveGrades,
  moveMembers,
  peopleWith,
  settle,
  skipChanged,
} from './move-up.ts'
import { MAY_PROMOTE, promotions } from './promotions.ts'
import { checkSeen, checkUpToDate } from './up-to-date.ts'

/** A promotion that is locked. */
interface Locked extends Years {
  carries: boolean
  revision: number
  graduate_status: string | null
  graduate_tag: string | null
}

/** How many of each there were. */
interface Counts {
  moved: number
  graduated: number
  stayed: number
  left: number
  skipped: number
}

export const applyPromotion = action({
  name: 'promotions.apply',
  label: 'Apply',
  logged: 'Applied a promotion',
  asks: 'Apply this promotion?',
  confirm: 'All pupils move now, at once. You can undo it for 60 days.',
  submit: 'Apply',
  done: 'Everybody has moved up.',
  may: MAY_PROMOTE,
  stepUp: true,
  fields: {
    id: field.ref().required(),
    revision: field
      .integer(0)
      .settable()
      .label('Revision', 'Nobody moves where the draft has another one by then')
      .doc('The one that was seen'),
    over_capacity: field
      .boolean()
      .settable()
      .label('Fill classes beyond their places', 'Otherwise nobody moves where a class would be overfull'),
  },
  asShown: ['revision'],
  on: promotions,
  when: { status: ['draft'] },
  async run(tx, { caller, note }, { id, over_capacity = false, revision }) {
    const { church } = caller
    const moving = { church, id }
    const locked = await lockedOf(tx, moving)
    const { from_year_id, to_year_id, carries } = locked
    if (revision !== undefined) checkSeen(locked, revision)
    await joinAll(tx)
    const classes = await holdClasses(tx, moving)
    await holdYearsOf(tx, moving, [from_year_id, to_year_id])
    await skipChanged(tx, moving)
    await checkUpToDate(tx, moving, locked)
    if (!over_capacity) await checkPlaces(tx, moving)
    await moveMembers(tx, moving, classes)
    await moveGrades(tx, moving)
    await graduate(tx, caller, moving, locked)
    const carried = carries ? await carryClasses(tx, church.id, from_year_id, to_year_id) : []
    await settle(tx, moving, 'planned', 'done')
    await tx.run(sql`update promotions set status = 'applied', applied_at = ${tx.now}::timestamptz,
      applied_by = ${authorOf(caller).name}, carried = ${idArray(carried)} where church_id = ${church.id} and id = ${id}`)
    await recount(tx, church.id, id)
    note({ detail: { ...(await tellApplied(tx, caller, id)) } })
    return await shownPromotion(tx, caller, id)
  },
})

/** @throws ApiError `validation_failed` where a promotion of these years is applied */
async function lockedOf(tx: Tx, { church, id }: Moving): Promise<Locked> {
  const locked =
    await tx.first<Locked>(sql`select from_year_id, to_year_id, carries, revision, graduate_status, graduate_tag
    from promotions
    where church_id = ${church.id} and id = ${id}`)
  if (locked === undefined) throw new Error(`Promotion ${id} is gone.`)
  const other = await tx.first<{ id: number }>(sql`select id from promotions where church_id = ${church.id}
    and from_year_id = ${locked.from_year_id} and to_year_id = ${locked.to_year_id} and status = 'applied'`)
  const problems = new Problems()
  if (other !== undefined)
    problems.add('id', because('promotion {id} of the same years is applied: undo it first', { id: other.id }))
  problems.throwIfAny()
  return locked
}

async function graduate(
  tx: Tx,
  caller: Caller,
  moving: Moving,
  { graduate_status, graduate_tag }: Locked,
): Promise<void> {
  if (graduate_status === null && graduate_tag === null) return
  const { church } = caller
  const by = authorOf(caller)
  const people = await peopleWith(tx, moving, 'planned', 'graduate')
  const wanted = new Map(graduate_status === null ? [] : people.map(id => [id, graduate_status] as const))
  const changed = await setStatus(tx, church, wanted, by)
  const before = new Map(changed.flatMap(({ id, before: status }) => (status === null ? [] : [[id, status] as const])))
  const tagged = graduate_tag === null ? [] : await tagPeople(tx, caller, people, graduate_tag)
  await keepChanged(tx, moving, before, tagged)
}

async function tellApplied(tx: Tx, caller: Caller, id: number): Promise<Counts> {
  const church = caller.church.id
  const found = await tx.first<
    Counts & { from_year: string; to_year: string }
  >(sql`select t.moved, t.graduated, t.stayed,
      t.left_count as "left", t.skipped, one.name as from_year, other.name as to_year
    from promotions as t join school_years as one on one.church_id = ${church} and one.id = t.from_year_id
      join school_years as other on other.church_id = ${church} and other.id = t.to_year_id
    where t.church_id = ${church} and t.id = ${id}`)
  if (found === undefined) throw new Error(`Promotion ${id} is gone.`)
  const { from_year, to_year, ...counts } = found
  const told = { applied_by: authorOf(caller), applied_at: printTimestamp(tx.now) }
  const data = { promotion: { id, from_year, to_year }, ...counts, ...told }
  await record(tx, caller.church, promotionApplied, JSON.stringify(data))
  return counts
}
