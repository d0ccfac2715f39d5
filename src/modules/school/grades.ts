/** The list of a church's grades, and the grades of a class (decisions, School). */
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action, view } from '../../resource/action.ts'
import { churchWide, STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { gradeRank, gradesOf, LONGEST_GRADE } from '../child-details/grades.ts'
import { SEE_GROUPS } from '../groups/groups.ts'

const MOST_GRADES = 40

/** Names grades of a class that stand the wrong way round. */
export function checkOrder(
  { grade_from, grade_to }: { grade_from?: string | null; grade_to?: string | null },
  known: readonly string[],
  problems: Problems,
): void {
  if (!grade_from || !grade_to) return
  const [first, last] = [gradeRank(grade_from, known), gradeRank(grade_to, known)]
  if (first !== -1 && last !== -1 && last < first) problems.add('grade_to', because('must not come before grade_from'))
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
      problems.add('grades', because('must name each once'))
    if (grades.some(one => [...one].length > LONGEST_GRADE)) {
      problems.add('grades', because('must be at most {most} characters each', { most: LONGEST_GRADE }))
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
