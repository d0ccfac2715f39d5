/** Imports what is known of children: the last word on each holds, and nothing is emptied (decisions, Children; Imports). */
import type { Db } from '../../db/database.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { importer } from '../../resource/import-declaration.ts'
import { targetsOf } from '../../resource/import-meanings.ts'
import type { Importing } from '../../resource/import-record.ts'
import { type ImportReport, leftOutNote, refuse } from '../../resource/import-report.ts'
import type { RowNames } from '../../resource/in-files.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { type FindPerson, personFinder } from '../people/people-anyhow.ts'
import { peopleInFiles } from '../people/people-in-files.ts'
import { NO_SUCH_PERSON } from '../people/visible-person.ts'
import { type ChildChange, changedFields, childFields } from './fields.ts'
import { gradesOf, spelt } from './grades.ts'
import { childrenSeen, type DetailsRow, judgeDetails, writeDetails } from './write-details.ts'

const importFields = { person_id: field.ref('people').settable().label('Child'), ...changedFields }
const MORE = [...peopleInFiles.columns, 'child']
const ALIASES = {
  ...peopleInFiles.aliases,
  name: 'child',
  child_name: 'child',
  allergies: 'label_note',
  allergy: 'label_note',
  note_on_labels: 'label_note',
  photos: 'photo_ok',
  may_be_photographed: 'photo_ok',
  whom_to_call: 'emergency_name',
  emergency_contact: 'emergency_name',
  number_to_call: 'emergency_phone',
}

type Row = CheckedRow<typeof importFields>

export const importDetails = importer<DetailsRow>({
  columns:
    'member_no, email or child (whole name, member number or e-mail); grade, label_note (allergies), photo_ok, emergency_name, emergency_phone. Care notes are told in confidence, and come in no file',
  meanings: {
    targets: targetsOf({ ...changedFields, person_id: importFields.person_id }, MORE),
    titles: {
      ...Object.fromEntries(Object.entries(ALIASES).map(([title, target]) => [title.replaceAll('_', ' '), target])),
      'member no': 'member_no',
      email: 'email',
      'medical notes': 'label_note',
      'emergency phone': 'emergency_phone',
      'photo permission': 'photo_ok',
    },
    needs: [['child', 'member_no', 'email', 'person_id'], Object.keys(changedFields)],
  },
  understands: [],
  read: readDetails,
  judge: judgeDetails,
  write: writeDetails,
})

const namesOf = ({ input, more }: Row): RowNames => ({ field: 'person_id', id: input.person_id, texts: more })

async function readDetails(db: Db, importing: Importing, report: ImportReport): Promise<DetailsRow[]> {
  const { church, caller, file, options, progress } = importing
  const columns: ImportColumns<typeof importFields> = {
    fields: importFields,
    more: MORE,
    aliases: ALIASES,
    readOnly: Object.keys(childFields).filter(name => !(name in importFields)),
    ignoreUnknown: options.ignoreUnknown === true,
    leftOut: names => report.notes.push(leftOutNote(names)),
  }
  const rows: Row[] = []
  for await (const some of readRows(file, columns, church, progress)) rows.push(...some)
  const [findNamed, findChild, known] = await Promise.all([
    peopleInFiles.finder(db, church, rows.map(namesOf)),
    personFinder(
      db,
      caller,
      rows.flatMap(({ more }) => more.get('child') ?? []),
    ),
    gradesOf(db, church.id),
  ])
  const named = rows.map(row => ({ row, person: meantBy(row, findNamed, findChild) }))
  const seen = await childrenSeen(
    db,
    caller,
    named.flatMap(({ person }) => person ?? []),
  )
  const lines = new Map<number, number>()
  return named.flatMap(({ row, person = 0 }): DetailsRow[] => {
    report.rows += 1
    const { line, key, input, problems } = row
    if (person !== 0 && !seen.has(person)) problems.add(columnOf(row), NO_SUCH_PERSON)
    if (lines.has(person))
      problems.add(columnOf(row), because('names the child of line {line}', { line: lines.get(person) ?? 0 }))
    const { person_id: _, ...said } = input
    if (!problems.any && Object.keys(said).length === 0) problems.add('row', because('says nothing of the child'))
    if (problems.any) {
      refuse(report, row)
      return []
    }
    lines.set(person, line)
    const change = { ...said, ...(said.grade && { grade: spelt(said.grade, known) }) } as ChildChange
    return [{ line, key, person_id: person, name: seen.get(person) ?? '', change }]
  })
}

/** The column by which a row names its child. */
const columnOf = ({ input, more }: Row): string =>
  input.person_id === undefined
    ? ([...peopleInFiles.columns, 'child'].find(name => more.has(name)) ?? 'child')
    : 'person_id'

/** Whom a row names; all its ways must name the same child. */
function meantBy(
  row: Row,
  findNamed: Awaited<ReturnType<typeof peopleInFiles.finder>>,
  findChild: FindPerson,
): number | undefined {
  const { input, more, problems } = row
  const isNumbered = input.person_id !== undefined || peopleInFiles.columns.some(column => more.has(column))
  const byNumber = isNumbered ? findNamed(namesOf(row), problems)?.id : undefined
  const byName = findChild('child', more.get('child'), problems)
  if (!isNumbered && !more.has('child')) problems.add('member_no', because('is required, or email or child'))
  if (byNumber !== undefined && byName !== undefined && byNumber !== byName)
    problems.add('child', because('is somebody else'))
  return byNumber ?? byName
}
