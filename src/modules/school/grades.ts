/** The grades of a church's children: short texts, the youngest first (decisions, School). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action, view } from '../../resource/action.ts'
import { churchWide, STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { SEE_GROUPS } from '../groups/groups.ts'

/** Longest name of a grade, in characters. */
export const LONGEST_GRADE = 40
const MOST_GRADES = 40

/** Told apart without case: `reception` is `Reception`. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The grades of a church, the youngest first. */
export async function gradesOf(db: Pick<Db, 'first'>, church: number): Promise<string[]> {
  const found = await db.first<{ grades: string[] }>(
    sql`select school_grades as grades from churches where id = ${church}`,
  )
  return found?.grades ?? []
}

/** A grade as the church spells it; one that it does not know stays as it is. */
export const spelt = (grade: string, known: readonly string[]): string => known.find(one => isSame(one, grade)) ?? grade

/** Where a grade stands; -1 for one that the church does not know. */
export const placeOf = (grade: string, known: readonly string[]): number => known.findIndex(one => isSame(one, grade))

/** The grade after one; undefined after the last, and for one that the church does not know. */
export function gradeAfter(grade: string, known: readonly string[]): string | undefined {
  const place = placeOf(grade, known)
  return place === -1 ? undefined : known[place + 1]
}

/** Names grades of a class that stand the wrong way round. */
export function checkOrder(
  { grade_from, grade_to }: { grade_from?: string | null; grade_to?: string | null },
  known: readonly string[],
  problems: Problems,
): void {
  if (!grade_from || !grade_to) return
  const [first, last] = [placeOf(grade_from, known), placeOf(grade_to, known)]
  if (first !== -1 && last !== -1 && last < first) problems.add('grade_to', 'must not come before grade_from')
}

/** What grades there are, in their order; what children and classes have already stays. */
export const setGrades = action({
  name: 'school_classes.set_grades',
  logged: 'Changed the grades of the Sunday school',
  done: 'Grades saved.',
  may: churchWide(STAFF),
  fields: { grades: field.texts(MOST_GRADES, 1).required().label('Grades') },
  target: () => '',
  detail: ({ grades }) => ({ grades }),
  async run(tx, { caller: { church } }, { grades }) {
    const problems = new Problems()
    if (new Set(grades.map(one => one.toLowerCase())).size < grades.length)
      problems.add('grades', 'must name each once')
    if (grades.some(one => [...one].length > LONGEST_GRADE)) {
      problems.add('grades', `must be at most ${LONGEST_GRADE} characters each`)
    }
    problems.throwIfAny()
    await tx.run(sql`update churches set school_grades = ${grades}::text[] where id = ${church.id}`)
    return { grades: await gradesOf(tx, church.id) }
  },
})

/** The grades of the church, for forms and settings. */
export const gradesView = view({
  name: 'school_grades',
  may: within(SEE_GROUPS),
  fields: {},
  run: async ({ read }, { church }): Promise<{ grades: string[] }> => ({ grades: await gradesOf(read, church.id) }),
})
