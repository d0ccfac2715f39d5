/** Which class a row of a file means: by its name, its branch and its school year. */
import type { Db } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { fold } from '../../lib/fold.ts'
import type { Caller } from '../../resource/caller.ts'
import { sightOf } from '../../resource/limit.ts'
import { because } from '../../texts/because.ts'
import { defaultBranch } from '../church/visible-branch.ts'
import { groupsInSight } from '../groups/sight.ts'
import { currentYear, taughtYears } from './school-years.ts'

/** Over the columns of `school_classes`. */
const SIGHTED = { limitTo: 'branch_id', sight: groupsInSight } as const

/** What a row says of its class. Without a branch or a year the class is told by the others. */
export interface NamedClass {
  name: string
  branch_id?: number | undefined
  school_year_id?: number | undefined
}

/** The class that a row means; one that is not on record is made. Rows that mean the same one get the same object. */
export interface MeantClass {
  /** Of its group; absent where it is made. */
  id?: number
  name: string
  branch_id: number
  school_year_id: number | null
  grade_from: string | null
  grade_to: string | null
}

interface Known extends MeantClass {
  id: number
  search: string
  /** Whether its year is one that is taught now, or it has none. */
  taught: boolean
}

/** Finds the class of each row; what cannot be is added to its problems. */
export type FindClass = (said: NamedClass, problems: Problems) => MeantClass | undefined

/** Looks among the classes in the caller's sight that are not closed. */
export async function classFinder(db: Db, caller: Caller): Promise<FindClass> {
  const church = caller.church.id
  const known = await db.all<Known>(sql`select id, name, search, branch_id, school_year_id, grade_from, grade_to,
      school_year_id is null or school_year_id in (${taughtYears(church)}) as taught
    from school_classes
    where ${every([sql`church_id = ${church}`, sql`status <> 'closed'`, ...sightOf(SIGHTED, caller)])} order by id`)
  const year = (await currentYear(db, church)) ?? null
  const made = new Map<string, MeantClass>()
  return ({ name, branch_id, school_year_id }, problems) => {
    const search = fold(name)
    const named = known.filter(one => one.search === search && (branch_id ?? one.branch_id) === one.branch_id)
    const same = named.filter(one =>
      school_year_id === undefined ? one.taught : one.school_year_id === school_year_id,
    )
    if (same.length > 1) {
      const branches = new Set(same.map(one => one.branch_id))
      problems.add('name', branches.size > 1 ? SEVERAL_BRANCHES : SEVERAL)
      return undefined
    }
    const [found] = same
    if (found !== undefined) return found
    const place = { branch_id: branch_id ?? defaultBranch(caller), school_year_id: school_year_id ?? year }
    const key = `${place.branch_id} ${place.school_year_id} ${search}`
    const one = made.get(key) ?? { name, ...place, grade_from: null, grade_to: null }
    made.set(key, one)
    return one
  }
}

const SEVERAL = because('names several classes of this year')
const SEVERAL_BRANCHES = because('names classes of several branches: say the branch')
