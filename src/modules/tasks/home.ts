/** One's own tasks on the home page: those that are overdue first. */
import { idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import { personOf } from '../../resource/caller.ts'
import { within } from '../../resource/roles.ts'
import { DO_TASKS } from './assignee.ts'

/** Tasks that the card shows. */
const SHOWN = 20

/** A task of one's own. */
export interface MyTask {
  id: number
  title: string
  kind: string
  due_on: string
  overdue: boolean
  /** Whom it is about. */
  full_name: string | null
  phone: string | null
}

/** The open tasks of whoever asks. */
export interface MyTasks {
  tasks: MyTask[]
  /** All of them, also those that are not shown. */
  total: number
}

export const homeTasks = view({
  name: 'home.tasks',
  may: within(DO_TASKS),
  fields: {},
  async run({ read, clock }, caller): Promise<MyTasks> {
    const { visible } = caller
    const { id, timezone } = caller.church
    const mine = sql`t.church_id = ${id} and t.assignee_membership_id = ${personOf(caller).membership} and t.status = 'open'`
    const day = today(clock.now(), timezone)
    const [tasks, count] = await Promise.all([
      read.all<MyTask>(sql`select t.id, t.title, t.kind, t.due_on, t.due_on < ${day}::date as overdue, p.full_name, p.phone
        from tasks as t left join people as p on p.church_id = ${id} and p.id = t.person_id and not p.removed
          and ${visible === null ? sql`true` : sql`p.branch_id = any(${idArray(visible)})`}
        where ${mine} order by t.due_on, t.id limit ${SHOWN}`),
      read.first<{ n: number }>(sql`select count(*)::integer as n from tasks as t where ${mine}`),
    ])
    return { tasks, total: count?.n ?? 0 }
  },
})
