/** Who belongs to a group on a day, and as what they come: the same for every roll. */
import { type Sql, sql } from '../../db/sql.ts'

/**
 * Memberships of a group on a day, over `group_members`. On the day that somebody leaves they are not expected any more, so that
 * who moves to another group that day is on one roll.
 */
export const membersOn = ({ church, group, held_on }: { church: number; group: number; held_on: string }): Sql =>
  sql`church_id = ${church} and group_id = ${group} and ${onDay(held_on)}`

/** Whether a membership is one of a day, over `joined_on` and `left_on`. */
export const onDay = (held_on: string): Sql =>
  sql`(joined_on <= ${held_on}::date and (left_on is null or left_on > ${held_on}::date))`

/** As what members of a group come to its meetings. */
const COMES_AS = { leader: 'leader', assistant: 'helper', member: 'attendee', guest: 'visitor' } as const

/** As what somebody comes. @param role in the group; undefined for who is no member */
export const comesAs = (role: string | undefined): (typeof COMES_AS)[keyof typeof COMES_AS] =>
  role === undefined ? 'visitor' : (COMES_AS[role as keyof typeof COMES_AS] ?? 'attendee')

/**
 * Names as whoever has no account sees them: first names with an initial, and with the whole last name where two would be the
 * same. Enough to know each other by.
 */
export function shortNames(members: readonly { first_name: string; last_name: string | null }[]): string[] {
  const short = members.map(({ first_name, last_name }) => {
    const [initial] = last_name ?? ''
    return initial === undefined ? first_name : `${first_name} ${initial}.`
  })
  return short.map((name, at) => {
    const isAlone = short.indexOf(name) === short.lastIndexOf(name)
    const { first_name = '', last_name } = members[at] ?? {}
    return isAlone || !last_name ? name : `${first_name} ${last_name}`
  })
}
