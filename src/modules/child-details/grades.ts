/** The grades of a church's children, the youngest first: who moves up goes to the next. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** The grades of a church, the youngest first. */
export async function gradesOf(db: Pick<Db, 'first'>, church: number): Promise<string[]> {
  const found = await db.first<{ grades: string[] }>(
    sql`select school_grades as grades from churches where id = ${church}`,
  )
  return found?.grades ?? []
}

/** A grade as the church spells it; one that it does not know stays as it is. */
export async function spelt<T extends { grade?: string | null }>(
  db: Pick<Db, 'first'>,
  church: number,
  change: T,
): Promise<T> {
  const { grade } = change
  if (!grade) return change
  const grades = await gradesOf(db, church)
  return { ...change, grade: grades.find(one => one.toLowerCase() === grade.toLowerCase()) ?? grade }
}
