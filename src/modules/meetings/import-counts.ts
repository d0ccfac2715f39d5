/** The head counts of an import: held against what is on record, and written. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { ImportedRecord } from '../../resource/import-kept.ts'
import type { Importing } from '../../resource/import-record.ts'
import { addRefusal, type ImportReport, leaveOut, noteChange } from '../../resource/import-report.ts'
import type { FromRow } from '../../resource/import-rows.ts'
import { CLASS_IS_CLOSED } from '../../texts/import-refusals.ts'
import { msg } from '../../texts/language.ts'
import type { Said } from '../../texts/said.ts'
import { ofClosedClasses } from './closed-classes.ts'
import { type AboutMeeting, tellMade } from './import-meetings.ts'
import type { OfMeeting } from './import-write.ts'
import { saidMeeting, shownMeeting } from './meetings-in-files.ts'
import { type Count, headcountPrinter, recordCounts } from './record-counts.ts'

const { column } = headcountPrinter

/** A row that is accepted. */
export interface CountRow extends FromRow, AboutMeeting {
  /** Each of another category. */
  counts: Count[]
  counted_by?: string
}

/** Counts by category in small letters; null for one that was taken back. */
export type Counted = Map<string, { id: number; count: number | null }>

/** What is counted of meetings, by their ids. */
export async function countedOf(db: Db, church: number, meetings: readonly number[]): Promise<Map<number, Counted>> {
  const found = await db.all<{ id: number; meeting_id: number; category: string; count: number | null }>(
    sql`select id, meeting_id, category, count from headcounts
      where church_id = ${church} and meeting_id = any(${idArray([...new Set(meetings)])}) and room_id = 0 order by id`,
  )
  const counted = new Map<number, Counted>()
  for (const { id, meeting_id, category, count } of found) {
    const of = counted.get(meeting_id) ?? new Map()
    counted.set(meeting_id, of.set(category.toLowerCase(), { id, count }))
  }
  return counted
}

/** What counts say otherwise than what stands; null where nobody counted. */
const changesOf = (
  counted: Counted,
  counts: readonly Count[],
): [category: string, before: number | null, after: number | null][] =>
  counts.flatMap(({ category, count }) => {
    const before = counted.get(category.toLowerCase())?.count ?? null
    return before === count ? [] : [[category, before, count]]
  })

/** Men: 84. */
const saidCount = (category: string, count: number): Said => ({
  message: msg('{category}: {count, number}'),
  values: { category: { word: category }, count },
})

/** Leaves out what is on record as it is, and notes what changes. */
export async function judgeCounts(
  db: Db,
  { church }: Importing,
  rows: readonly CountRow[],
  report: ImportReport,
): Promise<CountRow[]> {
  const meetings = rows.flatMap(({ meeting }) => meeting.id ?? [])
  const [counted, closed] = await Promise.all([
    countedOf(db, church.id, meetings),
    ofClosedClasses(db, church.id, meetings),
  ])
  const accepted = rows.filter(({ line, meeting, counts }) => {
    const changes = changesOf(counted.get(meeting.id ?? 0) ?? new Map(), counts)
    if (changes.length > 0 && closed.has(meeting.id ?? 0)) {
      addRefusal(report, { line, errors: { service: CLASS_IS_CLOSED } })
      return false
    }
    const name = shownMeeting(church, meeting)
    const told = counts.flatMap(({ category, count }) => (count === null ? [] : [{ category, count }]))
    const taken_for = told.map(({ category, count }) => `${count} ${category}`).join(', ')
    const taken_said = { all: told.map(({ category, count }) => saidCount(category, count)) }
    if (changes.length === 0)
      leaveOut(report, { line, name, taken_for, taken_said, reasons: ['meeting'], possible: false })
    const others = changes.filter(([, before]) => before !== null)
    if (others.length > 0) {
      noteChange(report, {
        line,
        name,
        said: saidMeeting(meeting),
        changes: Object.fromEntries(others.map(([category, ...sides]) => [category, sides])),
      })
    }
    return changes.length > 0
  })
  tellMade(report, accepted)
  return accepted
}

/** Records the counts of a meeting. @returns what is kept of them, by category, to be taken back */
export async function writeCounts(
  tx: Tx,
  church: number,
  { held, rows }: OfMeeting<CountRow>,
): Promise<ImportedRecord[]> {
  const records: ImportedRecord[] = []
  const counted = (await countedOf(tx, church, [held.id])).get(held.id) ?? new Map()
  for (const { line, counts, counted_by } of rows) {
    const changes = changesOf(counted, counts)
    if (changes.length === 0) continue
    const now = changes.map(([category, , count]) => ({ category, count }))
    const { rows: stored } = await recordCounts(tx, church, held, now, { source: 'import', counted_by })
    const record = { line, resource: 'headcounts', record_id: Number(column(stored[0] ?? [], 'id')) }
    const written = Object.fromEntries(changes.map(([category, , count]) => [category, count]))
    const before = Object.fromEntries(changes.map(([category, count]) => [category, count]))
    const isNew = changes.every(([, count]) => count === null)
    records.push(isNew ? { ...record, action: 'created', written } : { ...record, action: 'updated', written, before })
  }
  return records
}
