/** Children of the demo church, with what has to be known of some of them. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'
import { gradesOf } from './grades.ts'

const NOTES = ['peanuts', 'asthma', 'no milk', 'hearing aid'] as const

/** Years of age in the first grade of a church. */
const FIRST_AGE = 4

/** Adds them. Care notes are sealed, so the demo has none. */
export async function childrenInDemo(tx: Tx, { id: church, people, day }: DemoChurch): Promise<void> {
  const grades = await gradesOf(tx, church)
  const year = Number(day.slice(0, 4))
  const children = people.flatMap(({ id, branch_id, dob }, at) => {
    const grade = grades[year - Number(dob.slice(0, 4)) - FIRST_AGE]
    return grade === undefined ? [] : [{ id, branch_id, grade, at }]
  })
  const rows = children.map(({ id, branch_id, grade }, at) => ({
    person: id,
    branch: branch_id,
    grade,
    note: at % 5 === 0 ? NOTES[(at / 5) % NOTES.length] : null,
    photo: at % 3 !== 0,
  }))
  await tx.run(sql`insert into child_details (church_id, person_id, branch_id, grade, label_note, photo_ok, created_at, updated_at)
    select ${church}, one.person, one.branch, one.grade, one.note, one.photo, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from ${listed(rows, 'person bigint, branch bigint, grade text, note text, photo boolean')}
      as one (person, branch, grade, note, photo, place) order by one.place`)
}
