/** What becomes of a pupil at the end of the year, unless somebody decides otherwise (decisions, School). Pure. */
import { gradeAfter, gradeRank } from '../child-details/grades.ts'
import type { MoveAction } from './fields.ts'

/** A class that pupils come from or go to. */
export interface PlanClass {
  id: number
  branch_id: number
  school_year_id: number | null
  grade_from: string | null
  grade_to: string | null
  next_group_id: number | null
}

/** What everybody is planned by. */
export interface PlanYear {
  /** Of the church, the youngest first. */
  grades: readonly string[]
  /** Those that take pupils. */
  classes: ReadonlyMap<number, PlanClass>
  to_year_id: number
  /** The new year has no classes of its own: those of the old one go on into it. */
  carries: boolean
}

/** What is planned. */
export interface Planned {
  action: MoveAction
  to_group_id: number | null
  grade_after: string | null
}

/** Whether a class is for children of a grade; undefined where it does not say, or the church does not know the grade. */
export function covers(
  { grade_from, grade_to }: PlanClass,
  grade: string,
  grades: readonly string[],
): boolean | undefined {
  const rank = gradeRank(grade, grades)
  const first = gradeRank(grade_from ?? grade_to ?? '', grades)
  const last = gradeRank(grade_to ?? grade_from ?? '', grades)
  return rank === -1 || first === -1 || last === -1 ? undefined : first <= rank && rank <= last
}

/**
 * A pupil goes to the class after theirs, where that is for the grade that they come into; else to the only class of the new year
 * and their branch that is. No class of the year that ends takes anybody where the new one has its own. Whoever is still young enough for a class that goes on stays in it. After the last class they graduate.
 */
export function planFor(from: PlanClass, grade: string | null, year: PlanYear): Planned {
  const after = grade === null ? undefined : gradeAfter(grade, year.grades)
  const target = targetOf(from, after, year)
  const grade_after = after ?? grade ?? (target && onlyGradeOf(target)) ?? null
  if (target === undefined) return { action: 'graduate', to_group_id: null, grade_after }
  if (target.id === from.id) return { action: 'stay', to_group_id: null, grade_after }
  return { action: 'move', to_group_id: target.id, grade_after }
}

function targetOf(from: PlanClass, grade: string | undefined, year: PlanYear): PlanClass | undefined {
  const { grades, classes, carries, to_year_id } = year
  if (carries && grade !== undefined && covers(from, grade, grades)) return from
  const named = from.next_group_id === null ? undefined : classes.get(from.next_group_id)
  const next = carries || named?.school_year_id === to_year_id ? named : undefined
  // The class after theirs is one of the year that ends: they wait in theirs until somebody decides.
  const otherwise = next ?? (named && from)
  if (grade === undefined || (next !== undefined && covers(next, grade, grades) !== false)) return otherwise
  if (carries) return next
  const fitting = [...classes.values()].filter(
    one => one.school_year_id === to_year_id && one.branch_id === from.branch_id && covers(one, grade, grades),
  )
  return fitting.length === 1 ? fitting[0] : otherwise
}

const onlyGradeOf = ({ grade_from, grade_to }: PlanClass): string | null =>
  grade_to === null || grade_to === grade_from ? grade_from : null

/** The grade of a pupil for whom somebody decided. */
export function gradeByHand(
  action: MoveAction,
  grade: string | null,
  target: PlanClass | undefined,
  grades: readonly string[],
): string | null {
  if (action === 'stay' || action === 'leave') return grade
  if (grade === null) return (target && onlyGradeOf(target)) ?? null
  const after = gradeAfter(grade, grades) ?? grade
  // Into a class of their own grade, and not of the next: the year is done again.
  return target && covers(target, after, grades) === false && covers(target, grade, grades) ? grade : after
}
