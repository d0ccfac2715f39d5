/** Sessions of classes that nobody closed on their day: until somebody does, their meetings stay open (decisions, School). */
import { every, sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { sightOf } from '../../resource/limit.ts'
import { within } from '../../resource/roles.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { classSessions } from './class-sessions.ts'

/** One of them. */
export interface LeftOpen {
  id: number
  class_name: string
  held_on: string
}

/** More of them are found in the list of sessions. */
const MOST = 100

/** Those of classes that the caller sees, of days that are over where each of them is; the oldest first. */
export const leftOpenView = view({
  name: 'sessions_left_open',
  may: within(SEE_GROUPS),
  fields: {},
  async run({ read, clock }, caller): Promise<LeftOpen[]> {
    const church = caller.church.id
    const open = every([sql`church_id = ${church}`, sql`status = 'open'`, ...sightOf(classSessions, caller)])
    return await read.all<LeftOpen>(sql`
      with open as (select id, group_id, branch_id, held_on from class_sessions where ${open})
      select open.id, g.name as class_name, open.held_on
      from open join groups as g on g.church_id = ${church} and g.id = open.group_id
        join branches as b on b.church_id = ${church} and b.id = open.branch_id
      where open.held_on < (${clock.now().toISOString()}::timestamptz at time zone b.timezone)::date
      order by open.held_on, open.id limit ${MOST}`)
  },
})
