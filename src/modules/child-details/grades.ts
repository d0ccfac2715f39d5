/** The grades of a church's children, the youngest first: classes are for some of them, and who moves up goes to the next. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Longest name of a grade, in characters. */
export const LONGEST_GRADE = 40

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

/** What is said of a child, with the grade as the church spells it. */
export async function withGradeSpelt<T extends { grade?: string | null }>(
  db: Pick<Db, 'first'>,
  church: number,
  change: T,
): Promise<T> {
  const { grade } = change
  return grade ? { ...change, grade: spelt(grade, await gradesOf(db, church)) } : change
}

/** Where a grade stands; -1 for one that the church does not know. */
export const gradeRank = (grade: string, known: readonly string[]): number => known.findIndex(one => isSame(one, grade))

/** The grade after one; undefined after the last, and for one that the church does not know. */
export function gradeAfter(grade: string, known: readonly string[]): string | undefined {
  const rank = gradeRank(grade, known)
  return rank === -1 ? undefined : known[rank + 1]
}
