/** Imports classes with their teachers and pupils: all rows or none, in one transaction (decisions, School). */
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../resource/caller.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { importer } from '../../resource/import-declaration.ts'
import { targetsOf } from '../../resource/import-meanings.ts'
import type { Importing } from '../../resource/import-record.ts'
import { type ImportReport, leftOutNote, refuse } from '../../resource/import-report.ts'
import { type BroughtStates, checkStates, stateColumns } from '../../resource/import-states.ts'
import type { RowNames } from '../../resource/in-files.ts'
import { because } from '../../texts/because.ts'
import { branchFinder, branchNames } from '../church/branch-names.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { type FindPerson, personFinder } from '../people/people-anyhow.ts'
import { classFields } from './class-fields.ts'
import { classFinder, type FindClass, type NamedClass } from './classes-in-files.ts'
import { type ClassRow, judgeClasses } from './judge-classes.ts'
import { writeClasses } from './write-classes.ts'
import { yearsInFiles } from './years-in-files.ts'

/** What is paused or closed takes nobody. */
const BRINGS: BroughtStates = { status: ['active'] }

const { name, branch_id, school_year_id, grade_from, grade_to } = classFields
const importFields = {
  name,
  branch_id,
  school_year_id,
  grade_from,
  grade_to,
  ...stateColumns(classFields, BRINGS),
}
const PEOPLE = ['teacher', 'pupil'] as const
const MORE = ['branch', 'school_year', ...PEOPLE]
const ALIASES = {
  class: 'name',
  class_name: 'name',
  grade: 'grade_from',
  child: 'pupil',
  student: 'pupil',
  ...yearsInFiles.aliases,
}

type Row = CheckedRow<typeof importFields>

/**
 * Imports classes, each told by its name, branch and school year: those that are not there are made. People are on record
 * already, and named by their whole name, member number or e-mail.
 */
export const importClasses = importer<ClassRow>({
  columns:
    'class, branch, school_year, grade, grade_to, teacher and pupil (each by whole name, member number or e-mail)',
  meanings: {
    targets: targetsOf(importFields, MORE),
    titles: {
      class: 'name',
      'class name': 'name',
      campus: 'branch',
      year: 'school_year',
      grade: 'grade_from',
      teacher: 'teacher',
      pupil: 'pupil',
      child: 'pupil',
      student: 'pupil',
    },
    needs: [['name']],
    known: async (db, church) => ({ ...(await branchNames(db, church)), ...(await yearsInFiles.known?.(db, church)) }),
  },
  understands: [],
  read: readClasses,
  judge: judgeClasses,
  write: writeClasses,
})

async function readClasses(db: Db, importing: Importing, report: ImportReport): Promise<ClassRow[]> {
  const { church, caller, file, options, progress } = importing
  const columns: ImportColumns<typeof importFields> = {
    fields: importFields,
    more: MORE,
    aliases: ALIASES,
    readOnly: [...Object.keys(classFields).filter(one => !(one in importFields)), 'group', 'parent'],
    ignoreUnknown: options.ignoreUnknown === true,
    leftOut: names => report.notes.push(leftOutNote(names)),
  }
  const rows: Row[] = []
  for await (const some of readRows(file, columns, church, progress)) rows.push(...some)
  const texts = rows.flatMap(({ more }) => PEOPLE.flatMap(one => more.get(one) ?? []))
  const [findPerson, named, find] = await Promise.all([
    personFinder(db, caller, texts),
    namedIn(db, caller, rows),
    classFinder(db, caller),
  ])
  return rows.flatMap((row, at): ClassRow[] => {
    report.rows += 1
    checkStates(row, BRINGS)
    const said = named(row)
    const read = settle(row, said, find, findPerson)
    if (row.problems.any) refuse(report, row)
    return row.problems.any || read === undefined ? [] : [{ ...read, at }]
  })
}

/** What rows say of their classes; what is wrong with that is added to their problems. */
async function namedIn(db: Db, caller: Caller, rows: readonly Row[]): Promise<(row: Row) => NamedClass> {
  const yearOf = ({ input, more }: Row): RowNames => ({
    field: 'school_year_id',
    id: input.school_year_id ?? undefined,
    texts: more,
  })
  const [findBranch, findYear] = await Promise.all([
    branchFinder(db, caller.church),
    yearsInFiles.finder(db, caller.church, rows.map(yearOf), caller),
  ])
  return row => {
    const { input, more, problems } = row
    const branch = findBranch(input.branch_id ?? undefined, more.get('branch'), problems)
    const isSeen = branch === undefined || caller.visible === null || caller.visible.includes(branch)
    if (!isSeen) problems.add(more.has('branch') ? 'branch' : 'branch_id', NO_SUCH_BRANCH)
    const saysYear = input.school_year_id != null || more.has('school_year')
    const year = saysYear ? findYear(yearOf(row), problems)?.id : undefined
    return { name: input.name ?? '', branch_id: branch, school_year_id: year }
  }
}

/** A row with its class and people; undefined where there is no telling. */
function settle(
  row: Row,
  said: NamedClass,
  findClass: FindClass,
  findPerson: FindPerson,
): Omit<ClassRow, 'at'> | undefined {
  const { line, key, input, more, problems } = row
  const [teacher, pupil] = PEOPLE.map(one => findPerson(one, more.get(one), problems))
  const meant = problems.any ? undefined : findClass(said, problems)
  if (meant === undefined) return undefined
  if (pupil !== undefined && pupil === teacher) problems.add('pupil', because('is the teacher of the class, too'))
  const grades = Object.fromEntries(
    (['grade_from', 'grade_to'] as const).flatMap(one => (input[one] == null ? [] : [[one, input[one]]])),
  )
  return { line, key, said, meant, grades, ...(teacher && { teacher }), ...(pupil && { pupil }) }
}
