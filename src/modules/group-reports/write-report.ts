/** POST and PATCH of reports: a report of a meeting is made once, and what is there already is found (decisions, Groups). */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Sent } from '../../resource/field.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import { because } from '../../texts/because.ts'
import { ofGroupsInSight } from '../groups/sight.ts'
import { isHelper, mayMark } from '../meetings/expected.ts'
import { heldOf } from '../meetings/meeting-row.ts'
import { type Addressee, findAddressees } from '../people/addressees.ts'
import { checkSaid } from './check-report.ts'
import { type NewReport, newReport, type ReportChange, reportChanges, reportPrinter } from './fields.ts'
import { handIn } from './hand-in.ts'
import { lockMeant, type Meant } from './meant-meeting.ts'
import { SEEN_REPORTS } from './report-row.ts'
import { handingOf, returnReport } from './who-hands-in.ts'

const { column, print } = reportPrinter

/** Who came, by the ids that were sent: another where two records were merged. */
export type People = readonly number[] | undefined

/** What a body refers to. */
interface Found extends Meant {
  came: People
}

export const createReport = write({
  fields: newReport,
  creates: true,
  unknown: 'ignore',
  doc: 'Hands in the report of a meeting, or keeps it as a draft; one that is there already is found',
  example: { group_id: 1, held_on: '2026-03-04', present: 9, visitors: 2, offering: 150_000, topic: 'Prayer' },
  refusals: ['wrong_state'],
  meta: { duplicate: { type: 'boolean', description: 'True when it was on record: nothing was changed' } },
  check,
  async run(tx: Tx, { caller, clock }: WriteContext, input: NewReport, { came, ...meant }: Found): Promise<Answer> {
    const { status = 'submitted', meeting_id: _, group_id: __, held_on: ___, came_ids: ____, ...said } = input
    const meeting = await lockMeant(tx, caller, meant, clock.now())
    await checkKnown(tx, caller, meeting, came)
    const handing = { ...handingOf(caller), said, came: came && { ids: came }, status }
    const { row, outcome } = await handIn(tx, caller.church, meeting, handing, clock.now())
    if (outcome === 'created') return { status: 201, data: print(row), created: Number(column(row, 'id')) }
    return { status: 200, data: print(row), ...(outcome === 'same' && { meta: { duplicate: true } }) }
  },
})

async function check(db: Db, context: WriteContext, input: Sent<typeof newReport>, problems: Problems): Promise<Found> {
  checkSaid(input, problems)
  const { meeting_id, group_id, held_on } = input
  if (meeting_id === undefined && !problems.has('meeting_id')) {
    if (group_id === undefined && held_on === undefined) {
      problems.add('meeting_id', 'is required, or group_id with held_on')
    } else if (group_id === undefined) problems.add('group_id', 'is required with held_on')
    else if (held_on === undefined) problems.add('held_on', 'is required with group_id')
  }
  const named = { ...(meeting_id !== undefined && { meeting_id }), ...(group_id !== undefined && { group_id }) }
  const [found, came] = await Promise.all([
    lookUpReferences(db, context, newReport, named, problems),
    peopleOf(db, context.caller, input.came_ids, problems),
  ])
  const [meeting, group] = [found.get('meeting_id')?.id, found.get('group_id')?.id]
  if (meeting !== undefined) await checkGroup(db, context.caller, meeting, group, problems)
  return { meeting, group, held_on, came }
}

/** Names a meeting of no group, and a group that is not that of the meeting. */
async function checkGroup(
  db: Db,
  { church }: Caller,
  meeting: number,
  group: number | undefined,
  problems: Problems,
): Promise<void> {
  const found = await db.first<{ group_id: number | null }>(
    sql`select group_id from meetings where church_id = ${church.id} and id = ${meeting}`,
  )
  if (found?.group_id == null) problems.add('meeting_id', because('names no meeting of a group'))
  else if (group !== undefined && group !== found.group_id)
    problems.add('group_id', because('is not the group of that meeting'))
}

/** Of somebody who is not there, and of somebody whom who asks does not know: in the same words. */
const CANNOT_USE = because('names people that you cannot use')

/** Those who are named: of the caller's sight, or members of the groups that the caller sees. */
export async function peopleOf(
  db: Db,
  caller: Caller,
  ids: readonly number[] | undefined,
  problems: Problems,
): Promise<People> {
  if (ids === undefined) return undefined
  const known = await findAddressees(db, { ...caller, visible: null }, ids)
  // Helpers see no people of the church: they know those of their groups.
  const seen = isHelper(caller) ? new Map<number, Addressee>() : await findAddressees(db, caller, ids)
  const others = ids.filter(id => !seen.has(id) && known.has(id))
  const members = await membersAmong(
    db,
    caller,
    others.map(id => known.get(id)?.id ?? id),
  )
  const isMeant = (id: number): boolean => seen.has(id) || members.has(known.get(id)?.id ?? 0)
  if (!ids.every(isMeant)) problems.add('came_ids', CANNOT_USE)
  return [...new Set(ids.map(id => known.get(id)?.id ?? id))]
}

/** Of people those who are in a group that a caller sees, or on a roll of it: somebody of another branch may be. */
async function membersAmong(db: Db, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const { church, visible } = caller
  if (ids.length === 0) return new Set()
  const inSight = every([
    sql`church_id = ${church.id} and person_id = any(${idArray(ids)})`,
    ...(visible === null ? [] : [sql`branch_id = any(${idArray(visible)})`]),
    ofGroupsInSight(caller) ?? sql`true`,
  ])
  const onRolls = isHelper(caller) ? sql`union select person_id from attendances where ${inSight}` : sql``
  const rows = await db.all<{ person_id: number }>(sql`select person_id from group_members where ${inSight} ${onRolls}`)
  return new Set(rows.map(({ person_id }) => person_id))
}

/**
 * Nobody is found by trying ids (decision 0023): whom a helper does not know from this meeting is refused as who is not there.
 * @param meeting its row @throws ApiError `validation_failed`
 */
export async function checkKnown(db: Db, caller: Caller, meeting: TextRow, came: People): Promise<void> {
  const problems = new Problems()
  if (!(await mayMark(db, caller, heldOf(meeting), came ?? []))) problems.add('came_ids', CANNOT_USE)
  problems.throwIfAny()
}

interface FoundChange {
  came: People
}

export const updateReport = write({
  fields: reportChanges,
  creates: false,
  unknown: 'ignore',
  doc: 'Changes a report that is a draft or was returned, hands it in, or returns it',
  example: { status: 'returned', returned_because: 'Please add who came.' },
  refusals: ['wrong_state'],
  async check(db: Db, { caller }: WriteContext, input: ReportChange, problems: Problems, id): Promise<FoundChange> {
    // Of what is out of sight nothing is said that could be said of what is there.
    if ((await findOne(db, SEEN_REPORTS, caller, id)) === undefined) throw new ApiError('not_found')
    const { status, returned_because, ...said } = input
    checkSaid(said, problems)
    if (status === 'returned') {
      if (!returned_because && !problems.has('returned_because')) problems.add('returned_because', 'is required')
      for (const name of Object.keys(said)) problems.add(name, 'goes without the status returned')
    } else if (returned_because) problems.add('returned_because', 'goes with the status returned')
    return { came: await peopleOf(db, caller, input.came_ids, problems) }
  },
  async run(tx: Tx, { caller, clock }: WriteContext, input, { came }, id): Promise<Answer> {
    const { status, returned_because, came_ids: _, ...said } = input
    const seen = await findOne(tx, SEEN_REPORTS, caller, id)
    if (seen === undefined) throw new ApiError('not_found')
    if (status === 'returned') {
      const before = (await findOne(tx, SEEN_REPORTS, caller, id, [], sql`for no key update`)) ?? seen
      return { status: 200, data: print(await returnReport(tx, caller, before, returned_because ?? '', clock.now())) }
    }
    const meant = { meeting: Number(column(seen, 'meeting_id')), group: undefined, held_on: undefined }
    const meeting = await lockMeant(tx, caller, meant, clock.now())
    await checkKnown(tx, caller, meeting, came)
    const stays = column(seen, 'status') === 'submitted' ? 'submitted' : 'draft'
    const named = came && { ids: came }
    const handing = { ...handingOf(caller), said, came: named, status: status ?? stays } as const
    const { row } = await handIn(tx, caller.church, meeting, handing, clock.now())
    return { status: 200, data: print(row) }
  },
})
