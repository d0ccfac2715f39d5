/** Imports head counts: a row for each category, or one for a meeting with a column for each (decisions, Meetings). */

import type { Db } from '../../db/database.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { importer } from '../../resource/import-declaration.ts'
import type { Importing } from '../../resource/import-record.ts'
import { type ImportReport, leftOutNote, refuse } from '../../resource/import-report.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { numberIn } from '../../texts/forms.ts'
import { ENGLISH } from '../../texts/language.ts'
import { branchFinder } from '../church/branch-names.ts'
import { byOf } from './agent.ts'
import { headcountFields, LONGEST_CATEGORY, MOST_COUNTED } from './fields.ts'
import { type CountRow, judgeCounts, writeCounts } from './import-counts.ts'
import { countAliases, countMeanings, USUAL_CATEGORIES } from './import-meanings.ts'
import { type FindMeeting, type MeantMeeting, meetingColumns, meetingFinder, saidMeeting } from './import-meetings.ts'
import { meetingsOf, tellMeetings } from './import-write.ts'
import type { SaidMeeting } from './meetings-in-files.ts'
import { type Count, categoriesOf, spelt } from './record-counts.ts'

const importFields = {
  ...meetingColumns,
  category: field
    .line(LONGEST_CATEGORY)
    .settable()
    .usual(...USUAL_CATEGORIES),
  counted_by: headcountFields.counted_by,
}

const MORE = ['local_time', 'branch', 'count']

/** Of people who were counted as a whole. */
const EVERYBODY = 'all'

type Row = CheckedRow<typeof importFields>

/** Imports head counts. Meetings that are over take rows, too; those that are not on record are made. */
export const importHeadcounts = importer<CountRow>({
  columns:
    'held_on, service (the name of the meeting), local_time and branch; category and count, or a column for each category (men, women, …); counted_by',
  meanings: countMeanings(importFields, [...MORE, ...USUAL_CATEGORIES]),
  understands: [],
  read: readCounts,
  judge: judgeCounts,
  async write(tx, importing, rows) {
    const all = await meetingsOf(tx, importing, rows)
    for (const one of all) importing.keep(await writeCounts(tx, importing.church.id, one))
    await tellMeetings(
      tx,
      importing.church,
      byOf(importing.caller),
      all.map(({ held }) => held.id),
    )
  },
})

/** Categories that may be columns: name of the column → the category. */
function wideColumns(categories: readonly string[]): Map<string, string> {
  const taken = new Set([...Object.keys(importFields), ...MORE])
  const all = [...USUAL_CATEGORIES, ...categories].map(one => [columnOf(one), spelt(one, categories)] as const)
  return new Map(all.filter(([name]) => !taken.has(name)))
}

/** As `readCells` compares titles. */
const columnOf = (category: string): string => category.toLowerCase().replace(/[\s-]+/g, '_')

async function readCounts(db: Db, importing: Importing, report: ImportReport): Promise<CountRow[]> {
  const { church, file, options, progress } = importing
  const [findBranch, categories] = await Promise.all([branchFinder(db, church), categoriesOf(db, church.id)])
  const wide = wideColumns(categories)
  const columns: ImportColumns<typeof importFields> = {
    fields: importFields,
    more: [...MORE, ...wide.keys()],
    // What the church counts by is meant as it says.
    aliases: Object.fromEntries(Object.entries(countAliases).filter(([title]) => !wide.has(title))),
    readOnly: ['id', 'group_id', 'source', 'created_at', 'updated_at'],
    ignoreUnknown: options.ignoreUnknown === true,
    leftOut: names => report.notes.push(leftOutNote(names)),
  }
  const read: { row: Row; said: SaidMeeting; counts: Count[] }[] = []
  for await (const rows of readRows(file, columns, church, progress)) {
    for (const row of rows) {
      const counts = countsOf(row, wide, categories)
      read.push({ row, counts, said: saidMeeting(row, findBranch) })
    }
  }
  const find = await meetingFinder(
    db,
    importing,
    read.map(({ said }) => said),
  )
  const before = new Map<MeantMeeting, Map<string, number>>()
  return read.flatMap(one => settle(one, find, before, report))
}

/** Tells the meeting of a row; what is said twice of one category is refused. @param before lines by meeting and category */
function settle(
  { row, said, counts }: { row: Row; said: SaidMeeting; counts: Count[] },
  find: FindMeeting,
  before: Map<MeantMeeting, Map<string, number>>,
  report: ImportReport,
): CountRow[] {
  report.rows += 1
  const { line, key, input, problems } = row
  const meeting = find(said, problems)
  const lines = (meeting && before.get(meeting)) ?? new Map<string, number>()
  for (const { category } of counts) {
    const other = lines.get(category.toLowerCase())
    if (other !== undefined)
      problems.add(columnOf(category), because('is counted in line {line}, of the same meeting', { line: other }))
  }
  if (meeting === undefined || problems.any) {
    refuse(report, row)
    return []
  }
  for (const { category } of counts) lines.set(category.toLowerCase(), line)
  before.set(meeting, lines)
  const { counted_by } = input
  return [{ line, key, said, meeting, counts, ...(counted_by != null && { counted_by }) }]
}

/** The counts of a row: those of its columns, or the one that it names. A sum beside its parts must be theirs. */
function countsOf(
  { input, more, problems }: Row,
  wide: ReadonlyMap<string, string>,
  categories: readonly string[],
): Count[] {
  const number = (name: string): number | undefined => {
    const text = more.get(name)
    if (text === undefined) return undefined
    const count = /^(\d+|\d{1,3}([,\u202f\u00a0 ]\d{3})+)(\.0+)?$/.test(text)
      ? Number.parseInt(text.replace(/[^\d.]/g, ''), 10)
      : -1
    if (count >= 0 && count <= MOST_COUNTED) return count
    problems.add(name, because('must be a whole number from 0 to {most}', { most: numberIn(ENGLISH, MOST_COUNTED) }))
    return undefined
  }
  const count = number('count')
  const parts = [...wide].flatMap(([name, category]): Count[] => {
    const part = number(name)
    return part === undefined ? [] : [{ category, count: part }]
  })
  if ([...wide.keys()].some(name => more.has(name))) {
    if (input.category !== undefined)
      problems.add('category', because('says the same as the columns of categories: keep the one or the others'))
    const sum = parts.reduce((all, part) => all + (part.count ?? 0), 0)
    if (count !== undefined && !problems.any && count !== sum)
      problems.add('count', because('is {count}, but the columns beside it add up to {sum}', { count, sum }))
    return parts
  }
  if (!more.has('count')) problems.add('count', because('is missing: write 0 where nobody was counted'))
  return count === undefined ? [] : [{ category: spelt(input.category ?? EVERYBODY, categories), count }]
}
