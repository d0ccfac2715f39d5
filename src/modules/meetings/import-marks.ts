/** The marks of an import: held against what is on record, and written. */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { changedMeanwhile } from '../../resource/import-file.ts'
import type { ImportedRecord } from '../../resource/import-kept.ts'
import type { Importing } from '../../resource/import-record.ts'
import { addRefusal, type ImportReport, leaveOut, noteChange } from '../../resource/import-report.ts'
import type { FromRow } from '../../resource/import-rows.ts'
import { differs } from '../../resource/rows.ts'
import { because } from '../../texts/because.ts'
import { CLASS_IS_CLOSED } from '../../texts/import-refusals.ts'
import { msg } from '../../texts/language.ts'
import type { SaidValue } from '../../texts/said.ts'
import { ofClosedClasses } from './closed-classes.ts'
import { type AboutMeeting, tellMade } from './import-meetings.ts'
import type { OfMeeting } from './import-write.ts'
import { saidMeeting, shownMeeting } from './meetings-in-files.ts'
import { attendancePrinter, knownMarks, type Mark, recordMarks } from './record-attendance.ts'

const { columns, column } = attendancePrinter

/** A row that is accepted. */
export interface MarkRow extends FromRow, AboutMeeting {
  mark: Mark & { state: string }
}

/** What is on record of the people whom rows name, at their meetings. */
async function onRecord(
  db: Db,
  church: number,
  rows: readonly MarkRow[],
): Promise<Map<string, { row: TextRow; name: string }>> {
  const of = rows.flatMap(({ meeting, mark }) =>
    meeting.id === undefined ? [] : [[meeting.id, mark.person_id] as const],
  )
  const found = await db.text(sql`select ${columns}, person.full_name
    from unnest(${idArray(of.map(([id]) => id))}, ${idArray(of.map(([, person]) => person))}) as given (meeting, person)
      join attendances as t on t.church_id = ${church} and t.meeting_id = given.meeting and t.person_id = given.person
      join people as person on person.church_id = ${church} and person.id = t.person_id`)
  return new Map(
    found.map(row => [`${column(row, 'meeting_id')} ${column(row, 'person_id')}`, { row, name: row.at(-1) ?? '' }]),
  )
}

const ofPerson = (name: string, text: SaidValue): SaidValue => ({
  message: msg('{name}: {text}'),
  values: { name, text },
})

/** Leaves out what is on record as it is, and notes what changes. */
export async function judgeMarks(
  db: Db,
  { church }: Importing,
  rows: readonly MarkRow[],
  report: ImportReport,
): Promise<MarkRow[]> {
  const [known, closed] = await Promise.all([
    onRecord(db, church.id, rows),
    ofClosedClasses(
      db,
      church.id,
      rows.flatMap(({ meeting }) => meeting.id ?? []),
    ),
  ])
  const accepted = rows.filter(({ line, meeting, mark }) => {
    const found = known.get(`${meeting.id} ${mark.person_id}`)
    const changes = found === undefined ? {} : changesOf(found.row, mark)
    const isSame = found !== undefined && Object.keys(changes).length === 0
    if (!isSame && closed.has(meeting.id ?? 0)) {
      addRefusal(report, { line, errors: { service: CLASS_IS_CLOSED } })
      return false
    }
    if (found === undefined) return true
    const name = `${found.name} · ${shownMeeting(church, meeting)}`
    if (isSame) {
      const taken_said = ofPerson(found.name, { word: mark.state })
      const taken = { taken_for: `${found.name}, ${mark.state}`, taken_said }
      leaveOut(report, { line, name, ...taken, reasons: ['meeting'], possible: false })
    } else {
      noteChange(report, { line, id: mark.person_id, name, said: ofPerson(found.name, saidMeeting(meeting)), changes })
    }
    return !isSame
  })
  tellMade(report, accepted)
  return accepted
}

/** By field, what stands and what a mark says otherwise. */
function changesOf(row: TextRow, mark: Mark): Record<string, [before: unknown, after: unknown]> {
  const names = (['state', 'role', 'first_time', 'note'] as const).filter(name => {
    return mark[name] !== undefined && differs(column(row, name), mark[name])
  })
  return Object.fromEntries(names.map(name => [name, [saidIn(row, name), mark[name]]]))
}

/** Whom rows mean by now: records may have been merged since they were read. @throws ImportError */
export async function stillThere(tx: Tx, church: number, rows: readonly MarkRow[]): Promise<(row: MarkRow) => number> {
  const found = await tx.all<{ sent: number; id: number }>(sql`select sent.id as sent, kept.id from people as sent
      join people as kept on kept.church_id = ${church} and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${church} and not kept.removed
      and sent.id = any(${idArray([...new Set(rows.map(({ mark }) => mark.person_id))])})`)
  const people = new Map(found.map(({ sent, id }) => [sent, id]))
  return ({ line, mark }) => {
    const person = people.get(mark.person_id)
    if (person === undefined) throw changedMeanwhile(line, { person_id: because('is that of nobody on record') })
    return person
  }
}

/** Records the marks of a meeting. @returns what is kept of them, to be taken back */
export async function writeMarks(
  tx: Tx,
  church: number,
  { held, rows }: OfMeeting<MarkRow>,
): Promise<ImportedRecord[]> {
  const marks = rows.map(({ mark }) => mark)
  const people = new Set<number>()
  for (const { line, mark } of rows) {
    if (people.has(mark.person_id))
      throw changedMeanwhile(line, { person_id: because('was merged with somebody of another line') })
    people.add(mark.person_id)
  }
  const known = await knownMarks(tx, church, held.id, marks)
  const marked = await recordMarks(tx, church, held, { marks, known, source: 'import' })
  return rows.flatMap(({ line, mark }, at): ImportedRecord[] => {
    const after = marked.rows[at] ?? []
    const before = known.get(mark.person_id)
    const record = { line, resource: 'attendances', record_id: Number(column(after, 'id')) }
    if (before === undefined) return [{ ...record, action: 'created', written: wholeMark(after) }]
    const changes = Object.entries(changesOf(before.row, mark))
    if (changes.length === 0) return []
    const [written, was] = [1, 0].map(side => Object.fromEntries(changes.map(([name, of]) => [name, of[side]])))
    return [{ ...record, action: 'updated', written: written ?? {}, before: was ?? {} }]
  })
}

/** What a mark says. */
type Said = 'state' | 'role' | 'first_time' | 'note'

const saidIn = (row: TextRow, name: Said): unknown =>
  name === 'first_time' ? column(row, name) === 't' : column(row, name)

const wholeMark = (row: TextRow): Record<Said, unknown> => ({
  state: saidIn(row, 'state'),
  role: saidIn(row, 'role'),
  first_time: saidIn(row, 'first_time'),
  note: saidIn(row, 'note'),
})
