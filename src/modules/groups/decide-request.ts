/** A leader or the staff decide on a request to join; who is not on record is put there when they are accepted. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { fold } from '../../lib/fold.ts'
import type { Caller } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { personFor } from '../people/create.ts'
import { authorOf } from '../people/history.ts'
import { diedAmong } from '../people/living.ts'
import { addMembers, holdGroup, type LockedGroup } from './add-members.ts'
import { type RequestChange, requestPrinter } from './request-fields.ts'
import { ofGroupsInSight } from './sight.ts'
import { untellLeaders } from './tell-leaders.ts'

const REQUESTS = { name: 'join_requests', alone: requestPrinter, limitTo: 'branch_id', sight: ofGroupsInSight } as const

const { column } = requestPrinter

/**
 * Decides once; the same decision again changes nothing, so two leaders who accept at once make one member.
 * @returns the row as `requestPrinter` expects it
 * @throws ApiError `not_found`; `no_places`; `validation_failed` for one on which was decided otherwise,
 * whose group is paused or closed, or who has died
 */
export async function decide(tx: Tx, caller: Caller, id: number, { status, reason }: RequestChange): Promise<TextRow> {
  const church = caller.church.id
  const seen = await findOne(tx, REQUESTS, caller, id)
  if (seen === undefined) throw new ApiError('not_found')
  const group = await holdGroup(tx, church, Number(column(seen, 'group_id')))
  const before = (await findOne(tx, REQUESTS, caller, id, [], sql`for no key update`)) ?? seen
  const now = column(before, 'status')
  if (status === undefined || now === status) return before
  const problems = new Problems()
  if (now !== 'pending') problems.add('status', because('is {status} already', { status: now ?? '' }))
  else if (status === 'accepted' && (await hasDied(tx, church, before)))
    problems.add('status', because('cannot be accepted: who asks is on record as deceased'))
  problems.throwIfAny()
  const by = authorOf(caller)
  const person_id = status === 'accepted' ? await accept(tx, caller, group, before) : undefined
  await untellLeaders(tx, church, id)
  const decided = { status, reason, person_id, decided_by: by.name, decided_at: tx.now }
  return await changeRow(tx, { name: 'join_requests', printer: requestPrinter }, church, before, decided)
}

/** Whoever was alive when they asked may have died since. */
async function hasDied(tx: Tx, church: number, request: TextRow): Promise<boolean> {
  const known = column(request, 'person_id')
  return known !== null && (await diedAmong(tx, church, [Number(known)])).size > 0
}

/** @returns the id of who is a member now */
async function accept(tx: Tx, caller: Caller, group: LockedGroup, request: TextRow): Promise<number> {
  const known = column(request, 'person_id')
  const id = known === null ? await newcomer(tx, caller, group, request) : Number(known)
  const who = sql`id = ${id} and not removed`
  const by = authorOf(caller)
  await addMembers(tx, caller.church, group, who, { role: 'member', source: 'request', by, bulk: false })
  return id
}

/** Somebody on record who has not died has the name and an address of who asks; a family may share an address, and a name. */
async function newcomer(tx: Tx, caller: Caller, group: LockedGroup, request: TextRow): Promise<number> {
  const words = (column(request, 'name') ?? '').trim().split(/\s+/)
  const [first_name = ''] = words
  const last_name = words.slice(1).join(' ') || null
  const alike = sql`(status <> 'deceased' and (folded(full_name) = ${fold(words.join(' '))} or folded(first_name) = ${fold(first_name)}))`
  const { email, phone } = { email: column(request, 'email'), phone: column(request, 'phone') }
  // Who reads people must not learn from it that a confidential group exists.
  const source = group.hidden ? 'console' : 'group'
  const person = { first_name, last_name, email, phone, branch_id: group.branch_id, source }
  return await personFor(tx, caller, person, alike)
}
