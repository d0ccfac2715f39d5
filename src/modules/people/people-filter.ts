/** The filters of the list of people in one text, as in its address: `status=member&branch_id=2`. */
import type { Sql } from '../../db/sql.ts'
import { InvalidParameter, Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { conditionsOf } from '../../resource/list-conditions.ts'
import { people } from './people.ts'

/** They order the list and choose a page of it: whoever matches is on one of them. */
const OF_THE_PAGE = ['page', 'per_page', 'sort', 'include_deleted']

/** The parameters that demand something. */
export const wantedOf = (filter: string): [string, string][] =>
  [...new URLSearchParams(filter)].filter(([key, value]) => !OF_THE_PAGE.includes(key) && value !== '')

/**
 * What the filters demand, over the columns of `people`, with the branch limit of the caller; removed people never match.
 * @throws ApiError `validation_failed` naming `filter`
 */
export function readPeopleFilter(caller: Caller, filter: string, now: Date): Sql[] {
  const wanted = wantedOf(filter)
  const problems = new Problems()
  const strangers = wanted.map(([key]) => key).filter(key => !Object.hasOwn(people.list.filters, key))
  // Whoever leaves a filter out reaches more people than was meant.
  if (strangers.length > 0) problems.add('filter', `has no parameter ${[...new Set(strangers)].join(', ')}`)
  problems.throwIfAny()
  const repeated = wanted.map(([key]) => key).filter((key, index, all) => all.indexOf(key) !== index)
  try {
    return conditionsOf(people, { values: new Map(wanted), repeated: new Set(repeated) }, caller, now)
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error
    problems.add('filter', `cannot be read: ${error.message}`)
    problems.throwIfAny()
    throw error
  }
}
