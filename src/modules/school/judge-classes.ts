/** The classes of a file, judged whole: what its rows say of one class together, and beside what is on record. */
import type { Db } from '../../db/database.ts'
import { Problems } from '../../errors.ts'
import { groupBy } from '../../lib/group.ts'
import type { Importing } from '../../resource/import-record.ts'
import { addRefusal, type ImportReport, noteChange } from '../../resource/import-report.ts'
import type { FromRow } from '../../resource/import-rows.ts'
import { because } from '../../texts/because.ts'
import { gradesOf, spelt } from '../child-details/grades.ts'
import { judgeMembers } from '../groups/import-members.ts'
import { closedNamesakes } from '../groups/namesakes.ts'
import type { MeantClass, NamedClass } from './classes-in-files.ts'
import { checkOrder } from './grades.ts'

/** The grades of a class. */
export interface Grades {
  grade_from?: string
  grade_to?: string
}

/** A row whose class and people are known. */
export interface ClassRow extends FromRow {
  /** Its place in the file. */
  at: number
  said: NamedClass
  meant: MeantClass
  grades: Grades
  teacher?: number
  pupil?: number
}

/** The grades that rows of one class say together. */
export const gradesIn = (rows: readonly Pick<ClassRow, 'grades'>[]): Grades =>
  Object.assign({}, ...rows.map(({ grades }) => grades))

/** What of a class would change: by field, what stands and what the file says. */
export function changesOf(
  meant: MeantClass,
  grades: Grades,
  known: readonly string[],
): Record<string, [before: string | null, after: string]> {
  const all = Object.entries(grades) as [keyof Grades, string][]
  return Object.fromEntries(
    all.flatMap(([name, grade]) => {
      const after = spelt(grade, known)
      return meant[name] === after ? [] : [[name, [meant[name], after] as const]]
    }),
  )
}

/** Refuses rows whose class cannot be what they say together, and notes what changes. */
export async function judgeClasses(
  db: Db,
  { caller }: Importing,
  rows: readonly ClassRow[],
  report: ImportReport,
): Promise<ClassRow[]> {
  const known = await gradesOf(db, caller.church.id)
  const wrong: Wrong = new Map()
  for (const of of groupBy(rows, ({ meant }) => meant).values()) judgeGrades(of, known, wrong)
  judgePupils(rows, wrong)
  await judgePlaces(db, caller, rows, wrong)
  const accepted = rows.filter(row => wrong.get(row)?.any !== true)
  for (const row of rows) {
    const problems = wrong.get(row)
    if (problems?.any) addRefusal(report, { line: row.line, errors: { ...problems.errors } })
  }
  for (const [meant, of] of groupBy(accepted, ({ meant: one }) => one)) {
    const changes = changesOf(meant, gradesIn(of), known)
    const [first] = of
    if (first === undefined || meant.id === undefined || Object.keys(changes).length === 0) continue
    noteChange(report, { line: first.line, name: meant.name, changes })
  }
  const names = accepted.map(({ meant }) => meant.name)
  report.notes.unshift(...(await closedNamesakes(db, caller, names)))
  return accepted
}

/** What is wrong with rows, as far as it is known. */
type Wrong = Map<ClassRow, Problems>

const problemsOf = (wrong: Wrong, row: ClassRow): Problems => {
  const problems = wrong.get(row) ?? new Problems()
  wrong.set(row, problems)
  return problems
}

/** Rows of a class say the same of its grades, and these stand the right way round. */
function judgeGrades(rows: readonly ClassRow[], known: readonly string[], wrong: Wrong): void {
  const said = new Map<string, { grade: string; line: number }>()
  for (const row of rows) {
    for (const [name, grade] of Object.entries(row.grades)) {
      const before = said.get(name)
      if (before === undefined) said.set(name, { grade: spelt(grade, known), line: row.line })
      else if (before.grade !== spelt(grade, known))
        problemsOf(wrong, row).add(
          name,
          because('is another than in line {line}, of the same class', { line: before.line }),
        )
    }
  }
  const [first] = rows
  if (first === undefined || said.size === 0) return
  const { grade_from, grade_to } = { ...first.meant, ...gradesIn(rows) }
  for (const row of rows) checkOrder({ grade_from, grade_to }, known, problemsOf(wrong, row))
}

/** A pupil stands in a class once. */
function judgePupils(rows: readonly ClassRow[], wrong: Wrong): void {
  const classes = groupBy(rows, ({ meant }) => meant)
  const lines = new Map<MeantClass, Map<number, number>>()
  for (const row of rows) {
    const { meant, pupil, line } = row
    if (pupil === undefined) continue
    const before = lines.get(meant) ?? new Map<number, number>()
    if (before.has(pupil))
      problemsOf(wrong, row).add(
        'pupil',
        because('stands in this class in line {line} already', { line: before.get(pupil) ?? 0 }),
      )
    const teaches = classes.get(meant)?.find(({ teacher }) => teacher === pupil)
    if (teaches !== undefined)
      problemsOf(wrong, row).add('pupil', because('is a teacher of the class in line {line}', { line: teaches.line }))
    lines.set(meant, before.set(pupil, line))
  }
}

/** They are alive, and a class that is on record takes them, and has places for all of them. */
async function judgePlaces(
  db: Db,
  caller: Importing['caller'],
  rows: readonly ClassRow[],
  wrong: Wrong,
): Promise<void> {
  const joining = rows.flatMap(row => {
    if (wrong.get(row)?.any) return []
    return (['pupil', 'teacher'] as const).flatMap(as => {
      const person_id = row[as]
      return person_id === undefined ? [] : [{ row, as, group_id: row.meant.id ?? 0, person_id }]
    })
  })
  for (const [at, { errors }] of await judgeMembers(db, caller, joining)) {
    const { row, as } = joining[at] ?? {}
    if (row === undefined || as === undefined) continue
    for (const [name, problem] of Object.entries(errors)) {
      problemsOf(wrong, row).add(name === 'person_id' ? as : 'name', problem)
    }
  }
}
