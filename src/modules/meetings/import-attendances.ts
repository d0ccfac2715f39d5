/** Imports who was at which meeting: all rows or none, in one transaction (decisions, Meetings). */
import type { Db } from '../../db/database.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { importer } from '../../resource/import-declaration.ts'
import type { Importing } from '../../resource/import-record.ts'
import { type ImportReport, inBatches, leftOutNote, refuse } from '../../resource/import-report.ts'
import type { RowNames } from '../../resource/in-files.ts'
import { because } from '../../texts/because.ts'
import { branchFinder } from '../church/branch-names.ts'
import { namesInFile } from '../people/names-in-files.ts'
import { type PhoneFinder, phoneFinder } from '../people/people-by-phone.ts'
import { peopleInFiles } from '../people/people-in-files.ts'
import { byOf } from './agent.ts'
import { attendanceFields, markFields } from './fields.ts'
import { judgeMarks, type MarkRow, stillThere, writeMarks } from './import-marks.ts'
import { markAliases, markMeanings } from './import-meanings.ts'
import { type FindMeeting, type MeantMeeting, meetingColumns, meetingFinder, saidMeeting } from './import-meetings.ts'
import { meetingsOf, tellMeetings } from './import-write.ts'
import type { SaidMeeting } from './meetings-in-files.ts'

const BATCH = 1_000

const importFields = { ...meetingColumns, ...markFields, person_id: attendanceFields.person_id.settable() }

const MORE = ['local_time', 'branch', 'member_no', 'email', 'phone', 'name']

type Row = CheckedRow<typeof importFields>

const COLUMNS: Omit<ImportColumns<typeof importFields>, 'ignoreUnknown'> = {
  fields: importFields,
  more: MORE,
  aliases: { ...markAliases, ...peopleInFiles.aliases },
  readOnly: Object.keys(attendanceFields).filter(name => !(name in importFields)),
}

/**
 * Imports attendance by name. The last word on each holds, as in the API: a row that says what is on record is left out,
 * one that says otherwise changes it. Meetings that are over take rows, too; those that are not on record are made.
 */
export const importAttendances = importer<MarkRow>({
  columns:
    'held_on, service (the name of the meeting), local_time and branch; member_no, email, phone, name or person_id; state, role, first_time, note',
  meanings: markMeanings(importFields, MORE),
  understands: ['names'],
  read: readMarks,
  judge: judgeMarks,
  async write(tx, importing, rows) {
    const people = await stillThere(tx, importing.church.id, rows)
    const all = await meetingsOf(
      tx,
      importing,
      rows.map(row => ({ ...row, mark: { ...row.mark, person_id: people(row) } })),
    )
    importing.keep((await Promise.all(all.map(one => writeMarks(tx, importing.church.id, one)))).flat())
    await tellMeetings(
      tx,
      importing.church,
      byOf(importing.caller),
      all.map(({ held }) => held.id),
    )
  },
})

/** A row that is read, with whom and which meeting it names. */
interface ReadMark {
  row: Row
  person: number | undefined
  said: SaidMeeting
}

async function readMarks(db: Db, importing: Importing, report: ImportReport): Promise<MarkRow[]> {
  const { church, file, options, progress } = importing
  const columns: ImportColumns<typeof importFields> = {
    ...COLUMNS,
    ignoreUnknown: options.ignoreUnknown === true,
    leftOut: names => report.notes.push(leftOutNote(names)),
  }
  const findBranch = await branchFinder(db, church)
  const byName = await namesInFile(db, church, options.names, false)
  const read: ReadMark[] = []
  for await (const batch of inBatches(readRows(file, columns, church, progress), BATCH)) {
    const findPerson = await peopleInFiles.finder(db, church, batch.map(personNames))
    const byPhone = await phoneFinder(
      db,
      church,
      batch.flatMap(row => barePhone(row) ?? []),
    )
    await byName.look(batch.flatMap(row => bareName(row) ?? []))
    for (const row of batch) {
      const [phone, name] = [barePhone(row), bareName(row)]
      const person =
        phone !== undefined
          ? phoned(byPhone, phone, row)
          : name !== undefined
            ? namedIn(byName, name, options.names?.match === true, row)
            : findPerson(personNames(row), row.problems)?.id
      const isNamed = ['person_id', 'member_no', 'email', 'phone', 'name'].some(name => row.problems.has(name))
      if (person === undefined && !isNamed)
        row.problems.add('member_no', because('is required, or email, phone or name'))
      read.push({ row, person, said: saidMeeting(row, findBranch) })
    }
  }
  byName.tell(report)
  return settle(
    read,
    await meetingFinder(
      db,
      importing,
      read.map(({ said }) => said),
    ),
    report,
  )
}

/** The telephone of a row that names somebody by nothing better: a family may share one. */
function barePhone({ input, more }: Row): string | undefined {
  const isNamed = input.person_id != null || peopleInFiles.columns.some(column => more.has(column))
  return isNamed ? undefined : more.get('phone')
}

/** Who is meant by a telephone; why nobody is, says the row. */
function phoned(byPhone: PhoneFinder, text: string, { problems }: Row): number | undefined {
  const found = byPhone.sole(text, 'phone', problems)
  if (found === undefined && !problems.has('phone')) problems.add('phone', because('is that of nobody on record'))
  return found?.id
}

/** The name of a row that says nothing better. */
const bareName = (row: Row): string | undefined => {
  const isNamed =
    row.input.person_id != null || ['phone', ...peopleInFiles.columns].some(column => row.more.has(column))
  return isNamed ? undefined : row.more.get('name')
}

/** Who is meant by a name; why nobody is, says the row. */
function namedIn(
  byName: Awaited<ReturnType<typeof namesInFile>>,
  name: string,
  looks: boolean,
  { line, problems }: Row,
): number | undefined {
  const found = byName.find(name, line)
  if (found !== undefined) return found.id
  const may = byName.may(name).map(one => `${one.name} (${one.member_no})`)
  problems.add(
    'name',
    !looks
      ? because('is not looked up: switch on finding people by their names, or write their member numbers')
      : may.length > 0
        ? because('may mean {either}: say who it is', { either: may.join(' or ') })
        : because('is that of nobody on record'),
  )
  return undefined
}

const personNames = ({ input, more }: Row): RowNames => ({
  field: 'person_id',
  id: input.person_id ?? undefined,
  texts: more,
})

/** Tells the meeting of each row; what is said twice of one person is refused. */
function settle(read: readonly ReadMark[], find: FindMeeting, report: ImportReport): MarkRow[] {
  const said = new Map<MeantMeeting, Map<number, number>>()
  return read.flatMap(({ row, person = 0, said: of }): MarkRow[] => {
    report.rows += 1
    const { line, key, input, problems } = row
    const meeting = find(of, problems)
    const lines = (meeting && said.get(meeting)) ?? new Map<number, number>()
    const before = lines.get(person)
    if (before !== undefined)
      problems.add('row', because('names somebody whom line {line} names of the same meeting', { line: before }))
    if (meeting === undefined || problems.any) {
      refuse(report, row)
      return []
    }
    said.set(meeting, lines.set(person, line))
    const { state = 'present', role, first_time, note } = input
    const mark = {
      person_id: person,
      state,
      ...(role !== undefined && { role }),
      ...(first_time !== undefined && { first_time }),
      ...(note !== undefined && { note }),
    }
    return [{ line, key, said: of, meeting, mark }]
  })
}
