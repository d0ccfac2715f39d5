/** What a class is beside the group that it is: its year, its grades, the class after it (decisions, School). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { because } from '../../texts/because.ts'
import { gradesOf, spelt } from '../child-details/grades.ts'
import { checkOrder } from './grades.ts'

/** What a class is beside its group. */
export interface ClassDetails {
  school_year_id?: number | null
  grade_from?: string | null
  grade_to?: string | null
  next_group_id?: number | null
}

/** Nobody asks to join a class, unless that is opened in its group. */
export const OF_A_CLASS = { kind: 'class', joining: 'closed' } as const

/**
 * Writes the details of a class; what is not named stays, and what stands already changes nothing.
 * @param id of its group, which is locked or new
 * @throws ApiError `validation_failed`
 */
export async function setDetails(tx: Tx, church: number, id: number, input: ClassDetails): Promise<void> {
  const before = await tx.first<Required<ClassDetails>>(sql`select school_year_id, grade_from, grade_to, next_group_id
    from class_details where church_id = ${church} and group_id = ${id}`)
  const known = await gradesOf(tx, church)
  const spelling = (grade: string | null | undefined) => (grade ? spelt(grade, known) : grade)
  const { school_year_id, grade_from, grade_to, next_group_id } = {
    school_year_id: null,
    grade_from: null,
    grade_to: null,
    next_group_id: null,
    ...before,
    ...input,
    ...(input.grade_from && { grade_from: spelling(input.grade_from) }),
    ...(input.grade_to && { grade_to: spelling(input.grade_to) }),
  }
  const problems = new Problems()
  checkOrder({ grade_from: grade_from ?? null, grade_to: grade_to ?? null }, known, problems)
  if (next_group_id === id) problems.add('next_group_id', because('names the class itself'))
  problems.throwIfAny()
  await tx.run(sql`insert into class_details as t (church_id, group_id, school_year_id, grade_from, grade_to, next_group_id,
      created_at, updated_at)
    values (${church}, ${id}, ${school_year_id}, ${grade_from}, ${grade_to}, ${next_group_id}, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz)
    on conflict (church_id, group_id) do update set school_year_id = excluded.school_year_id,
      grade_from = excluded.grade_from, grade_to = excluded.grade_to, next_group_id = excluded.next_group_id,
      updated_at = excluded.updated_at
    where (t.school_year_id, t.grade_from, t.grade_to, t.next_group_id)
      is distinct from (excluded.school_year_id, excluded.grade_from, excluded.grade_to, excluded.next_group_id)`)
}
