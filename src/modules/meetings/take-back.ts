/** How meetings, marks and head counts are taken back that an import recorded (decisions, Imports; Meetings). */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import {
  CHANGED,
  changedSince,
  idsOf,
  type Judged,
  judgedBy,
  type KeptRecord,
  partFields,
  type TakeBack,
  type Undoing,
} from '../../resource/take-back.ts'
import { dateIn } from '../../texts/forms.ts'
import { languageFor } from '../../texts/spoken.ts'
import type { StayReason } from '../../texts/stay-reasons.ts'
import type { attendances } from './attendances.ts'
import { ofClosedClasses } from './closed-classes.ts'
import { type Counted, countedOf } from './import-counts.ts'
import { tellMeetings } from './import-write.ts'
import { type Held, heldOf, meetingPrinter } from './meeting-row.ts'
import { shownMeeting } from './meetings-in-files.ts'
import { attendancePrinter, knownMarks, type Mark, recordMarks } from './record-attendance.ts'
import { recordCounts } from './record-counts.ts'

/** Meetings by their ids. */
async function heldByIds(db: Db, church: number, ids: readonly number[]): Promise<Map<number, Held>> {
  const rows = await db.text(sql`select ${meetingPrinter.columns} from meetings as t
    where church_id = ${church} and id = any(${idArray([...new Set(ids)])})`)
  return new Map(rows.map(row => [heldOf(row).id, heldOf(row)]))
}

/**
 * Tells others once of each meeting of which something went back in a step, by when it was written: of what somebody has changed since
 * nothing did, though it is among the records. Nothing is recorded of a cancelled one, so nothing goes back.
 */
async function tellOf(
  tx: Tx,
  { church, by }: Undoing,
  resource: string,
  records: readonly KeptRecord[],
): Promise<void> {
  const table = resource === 'headcounts' ? sql`headcounts` : sql`attendances`
  const found = await tx.all<{ id: number }>(sql`select id from meetings
    where church_id = ${church.id} and status <> 'cancelled' and id in (select meeting_id from ${table}
      where church_id = ${church.id} and id = any(${idArray(idsOf(records))}))
      and exists (select 1 from ${table} as set where set.church_id = ${church.id} and set.meeting_id = meetings.id
        and set.updated_at = ${tx.now}::timestamptz) order by 1`)
  await tellMeetings(
    tx,
    church,
    by,
    found.map(({ id }) => id),
  )
}

/**
 * Over `attendances as mark` or `headcounts as counted`: what the same import brought, and will have taken back before the meeting.
 * Those that stay are a subquery, which PostgreSQL hashes; a list whose values it is not to know it would go through for each mark.
 */
function goesToo({ church, id, kept }: Undoing, resource: 'attendances' | 'headcounts'): Sql {
  const going = sql`r.church_id = ${church.id} and r.import_id = ${id} and r.resource = ${resource} and r.undo is null
    and r.record_id not in (select unnest(${idArray(kept.get(resource) ?? [])}))`
  return resource === 'attendances'
    ? sql`exists (select 1 from import_records as r where ${going} and r.record_id = mark.id)`
    : sql`exists (select 1 from import_records as r
        join headcounts as own on own.church_id = ${church.id} and own.id = r.record_id and own.meeting_id = counted.meeting_id
        cross join lateral jsonb_object_keys(r.written) as said
        where ${going} and lower(said) = lower(counted.category))`
}

/** A meeting that an import made is cancelled where nothing is recorded of it but what came along, and nobody changed it. */
export const takeBackMeetings: TakeBack = {
  resource: 'meetings',
  holds: true,
  async judge(db, undoing, records) {
    const { church, id } = undoing
    const since = sql`church_id = ${church.id} and meeting_id = t.id and updated_at > i.completed_at`
    const found = await db.all<{
      id: number
      name: string
      held_on: string
      status: string
      edited: boolean
      used: boolean
    }>(
      sql`select t.id, t.name, t.held_on::text as held_on, t.status, t.edited_at is not null as edited,
        exists (select 1 from attendances as mark where ${since} and state <> 'undone' and not ${goesToo(undoing, 'attendances')})
          or exists (select 1 from headcounts as counted where ${since} and count is not null
            and not ${goesToo(undoing, 'headcounts')})
          or exists (select 1 from class_sessions
            where church_id = ${church.id} and meeting_id = t.id and status <> 'discarded') as used
      from meetings as t join imports as i on i.church_id = ${church.id} and i.id = ${id}
      where t.church_id = ${church.id} and t.id = any(${idArray(idsOf(records))})`,
    )
    return new Map(
      found.map((one): [number, Judged] => {
        const reasons: StayReason[] = one.edited ? [CHANGED] : one.used ? [{ code: 'used' }] : []
        return [one.id, judgedBy(shownMeeting(church, one), reasons)]
      }),
    )
  },
  async remove(tx, { church }, records) {
    await tx.run(sql`update meetings set status = 'cancelled', untold = false, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = any(${idArray(idsOf(records))})`)
  },
  async restore() {
    throw new Error('No import changes meetings.')
  },
}

const { columns, column } = attendancePrinter

/** Rows of marks by id, each with the status of its meeting, who it is about and what it was at. */
async function marksByIds(db: Db, church: number, ids: readonly number[]): Promise<Map<number, TextRow>> {
  const rows = await db.text(sql`select ${columns}, meeting.status,
      coalesce(person.full_name, 'Somebody') || ' at ' || meeting.name
    from attendances as t join meetings as meeting on meeting.church_id = ${church} and meeting.id = t.meeting_id
      left join people as person on person.church_id = ${church} and person.id = t.person_id
    where t.church_id = ${church} and t.id = any(${idArray(ids)})`)
  return new Map(rows.map(row => [Number(column(row, 'id')), row]))
}

const partMark = (row: TextRow, record: KeptRecord) =>
  partFields(name => column(row, name as keyof typeof attendances.fields), record)

/** Why something stays that a closed class holds. */
const CLOSED: StayReason = { code: 'closed' }

/** Why a mark that a file took back stays so: its meeting was cancelled since, and nobody comes to one that is not held. */
const CANCELLED: StayReason = { code: 'cancelled' }

const isCancelled = (row: TextRow): boolean => row.at(-2) === 'cancelled'

function markStays(row: TextRow, record: KeptRecord, isClosed: boolean): StayReason[] {
  if (isClosed) return [CLOSED]
  const { changed } = partMark(row, record)
  if (column(row, 'person_id') === null) return [{ code: 'forgotten' }]
  if (record.action === 'updated') return isCancelled(row) ? [CANCELLED] : changedSince(changed)
  if (column(row, 'state') === 'undone') return [{ code: 'removed' }]
  return changed.length > 0 ? [CHANGED] : []
}

/** Those of marks that a closed class holds. */
async function closedOf(db: Db, church: number, rows: Iterable<TextRow>): Promise<(row: TextRow) => boolean> {
  const meetingOf = (row: TextRow): number => Number(column(row, 'meeting_id'))
  const closed = await ofClosedClasses(db, church, [...rows].map(meetingOf))
  return row => closed.has(meetingOf(row))
}

/** Sets what marks say, meeting by meeting; what a closed class holds stays. */
async function setMarks(
  tx: Tx,
  church: number,
  rows: readonly TextRow[],
  said: (row: TextRow) => Omit<Mark, 'person_id'>,
): Promise<void> {
  const isClosed = await closedOf(tx, church, rows)
  const named = rows.filter(row => column(row, 'person_id') !== null && !isClosed(row))
  const byMeeting = groupBy(named, row => Number(column(row, 'meeting_id')))
  const meetings = await heldByIds(tx, church, [...byMeeting.keys()])
  for (const [id, of] of byMeeting) {
    const held = meetings.get(id)
    const marks = of.map(row => ({ ...said(row), person_id: Number(column(row, 'person_id')) }))
    const known = await knownMarks(tx, church, id, marks)
    if (held !== undefined) await recordMarks(tx, church, held, { marks, known, source: 'import' })
  }
}

/** Marks are undone; those that an import changed say again what they did. */
export const takeBackMarks: TakeBack = {
  resource: 'attendances',
  async judge(db, { church }, records) {
    const rows = await marksByIds(db, church.id, idsOf(records))
    const isClosed = await closedOf(db, church.id, rows.values())
    return new Map(
      records.flatMap((record): [number, Judged][] => {
        const row = rows.get(record.record_id)
        if (row === undefined) return []
        const name = `${row.at(-1) ?? ''} · ${dateIn(languageFor(church), column(row, 'held_on') ?? '')}`
        return [[record.record_id, judgedBy(name, markStays(row, record, isClosed(row)))]]
      }),
    )
  },
  async remove(tx, { church }, records) {
    const rows = await marksByIds(tx, church.id, idsOf(records))
    await setMarks(tx, church.id, [...rows.values()], () => ({ state: 'undone' }))
  },
  async restore(tx, { church }, record) {
    const rows = [...(await marksByIds(tx, church.id, [record.record_id])).values()].filter(row => !isCancelled(row))
    await setMarks(tx, church.id, rows, row => partMark(row, record).back)
  },
  settle: (tx, undoing, records) => tellOf(tx, undoing, 'attendances', records),
}

/** What of a meeting an import counted, and what of it still stands. */
interface CountedMeeting {
  held: Held
  counted: Counted
  /** Whether it is one of a closed class. */
  isClosed: boolean
}

async function countedByIds(
  db: Db,
  church: number,
  records: readonly KeptRecord[],
): Promise<Map<number, CountedMeeting>> {
  const rows = await db.all<{ id: number; meeting_id: number }>(sql`select id, meeting_id from headcounts
    where church_id = ${church} and id = any(${idArray(idsOf(records))})`)
  const ids = rows.map(({ meeting_id }) => meeting_id)
  const [meetings, counted, closed] = await Promise.all([
    heldByIds(db, church, ids),
    countedOf(db, church, ids),
    ofClosedClasses(db, church, ids),
  ])
  return new Map(
    rows.flatMap(({ id, meeting_id }): [number, CountedMeeting][] => {
      const held = meetings.get(meeting_id)
      if (held === undefined) return []
      return [[id, { held, counted: counted.get(meeting_id) ?? new Map(), isClosed: closed.has(meeting_id) }]]
    }),
  )
}

/** Categories of a record whose count is another by now. */
const recounted = ({ written }: KeptRecord, { counted }: CountedMeeting): string[] =>
  Object.entries(written).flatMap(([category, count]) =>
    (counted.get(category.toLowerCase())?.count ?? null) === count ? [] : [category],
  )

/** Sets the counts of a record to what they were, where those of the import still stand. */
async function countBack(tx: Tx, church: number, record: KeptRecord, of: CountedMeeting): Promise<void> {
  if (of.isClosed) return
  const others = recounted(record, of)
  const back = Object.keys(record.written).filter(category => !others.includes(category))
  const counts = back.map(category => ({ category, count: (record.before?.[category] ?? null) as number | null }))
  await recordCounts(tx, church, of.held, counts, { source: 'import' })
}

/** Nobody counted, again; where somebody had, it is what they did. */
export const takeBackCounts: TakeBack = {
  resource: 'headcounts',
  async judge(db, { church }, records) {
    const found = await countedByIds(db, church.id, records)
    return new Map(
      records.flatMap((record): [number, Judged][] => {
        const of = found.get(record.record_id)
        if (of === undefined) return []
        const others = recounted(record, of)
        const made = others.length > 0 ? [CHANGED] : []
        const reasons = of.isClosed ? [CLOSED] : record.action === 'created' ? made : changedSince(others)
        return [[record.record_id, judgedBy(shownMeeting(church, of.held), reasons)]]
      }),
    )
  },
  async remove(tx, { church }, records) {
    const found = await countedByIds(tx, church.id, records)
    for (const record of records) {
      const of = found.get(record.record_id)
      if (of !== undefined) await countBack(tx, church.id, record, of)
    }
  },
  async restore(tx, { church }, record) {
    const of = (await countedByIds(tx, church.id, [record])).get(record.record_id)
    if (of !== undefined) await countBack(tx, church.id, record, of)
  },
  settle: (tx, undoing, records) => tellOf(tx, undoing, 'headcounts', records),
}
