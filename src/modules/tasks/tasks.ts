/** Tasks: what somebody has to do by a day (decisions, Tasks). */

import type { TextRow, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Caller } from '../../resource/caller.ts'
import { creates } from '../../resource/creation.ts'
import type { Sent } from '../../resource/field.ts'
import {
  belongingTo,
  branch,
  changedSince,
  consoleOnly,
  date,
  described,
  flag,
  id,
  oneOf,
} from '../../resource/filter.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { STAFF } from '../../resource/roles.ts'
import type { Values } from '../../resource/rows.ts'
import { updates } from '../../resource/update.ts'
import { authorOf } from '../people/history.ts'
import { assigned, checkOne, DO_TASKS } from './assignee.ts'
import { TASK_KINDS, TASK_STATUSES, taskChanges, taskFields, taskPrinter } from './fields.ts'
import { scheduleReminders } from './remind-of-task.ts'

/** Over the columns of `tasks`: helpers see what is assigned to them; all others what is of their branches. */
export function tasksInSight({ by }: Caller): Sql | undefined {
  if (by.kind !== 'person' || by.role !== 'helper') return undefined
  return sql`assignee_membership_id = ${by.membership}`
}

/** Who did it, as the record tells. */
export const doerOf = (caller: Caller): string => {
  const { kind, name } = authorOf(caller)
  return name ?? kind
}

/** What follows from a new status. @param before the status until now */
export function stateOf(
  caller: Caller,
  before: string | null,
  status: string | undefined,
  now: string,
): Values<typeof taskFields> {
  if (status === undefined || status === before) return {}
  return status === 'done'
    ? { status, done_at: now, done_by: doerOf(caller) }
    : { status, done_at: null, done_by: null }
}

const ASSIGNEE = ['assignee_membership_id', 'assignee_person_id'] as const

/** A task was changed: its reminders are those of what it is now. Links that were sent to whoever had it are taken back. */
export async function follow(
  tx: Tx,
  { caller, clock }: { caller: Caller; clock: Clock },
  { before, after }: { before: TextRow; after: TextRow },
): Promise<void> {
  const church = caller.church
  const { column } = taskPrinter
  const reassigned = ASSIGNEE.some(name => column(before, name) !== column(after, name))
  await scheduleReminders(tx, church, Number(column(after, 'id')), clock.now(), reassigned)
}

export const tasks = resource({
  name: 'tasks',
  explained: {
    says: 'What somebody has to do by a day, such as calling a first-time visitor. Give it to somebody of the team, who is reminded of it.',
    chapter: 'groups-and-classes#tasks-and-prayer-requests',
  },
  singular: 'Task',
  words: { one: 'task', many: 'tasks' },
  may: { read: DO_TASKS, write: STAFF },
  icon: 'done',
  title: 'title',
  found: { part: 'search', where: sql`status = 'open'`, by: [['due_on'], ['assignee_name']] },
  page: [
    { title: 'To do', fields: ['kind', 'person_id', 'assignee_name', 'due_on', 'note'] },
    { title: 'What came of it', fields: ['outcome', 'done_at', 'done_by', 'subject_kind', 'branch_id'] },
  ],
  command: 'task',
  limitTo: 'branch_id',
  sight: tasksInSight,
  fields: taskFields,
  listedBy: [{ by: 'person_id', rank: 30, columns: ['title', 'due_on', 'status', 'assignee_name'] }],
  list: {
    columns: ['title', 'due_on', 'status', 'assignee_name', 'person_id', 'kind', 'outcome'],
    terminal: ['id', 'title', 'due_on', 'status', 'assignee_name', 'full_name', 'kind', 'outcome'],
    filters: {
      status: described(
        'One status',
        oneOf(TASK_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      kind: described(
        'One kind',
        oneOf(TASK_KINDS, wanted => sql`kind = ${wanted}`),
      ),
      mine: consoleOnly(
        described(
          '1 for those that are assigned to who asks',
          flag((wanted, { by }) => {
            if (!wanted) return undefined
            return by.kind === 'person' ? sql`assignee_membership_id = ${by.membership}` : sql`false`
          }),
        ),
      ),
      overdue: described(
        '1 for open ones that were due before today',
        flag((wanted, { church }, now) =>
          wanted ? sql`status = 'open' and due_on < ${today(now, church.timezone)}::date` : undefined,
        ),
      ),
      assignee_membership_id: described(
        'Assigned to one of the team',
        id(wanted => sql`assignee_membership_id = ${wanted}`),
      ),
      assignee_person_id: described('Assigned to one person on record', belongingTo('people', 'assignee_person_id')),
      person_id: described('About one person', belongingTo('people', 'person_id')),
      due_to: described(
        'Due on this day or before',
        date(day => sql`due_on <= ${day}::date`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: 'due_on',
    sorts: ['id', '-id', 'due_on', '-due_on'],
    doc: 'Tasks of any status, oldest first',
  },
  one: { doc: 'One task' },
  import: { brings: { status: ['open'], done_at: [] } },
  create: creates(taskFields, (): Resource<typeof taskFields> => tasks, {
    doc: 'Adds a task',
    example: { title: 'Call Ada about the choir', kind: 'call', person_id: 1, due_on: '2026-11-30' },
    branchOf: 'person_id',
    check: checkOne,
    async follows(tx, { caller }, values) {
      const { assignee_membership_id, assignee_person_id, branch_id = 0 } = values as Sent<typeof taskFields>
      if (assignee_membership_id || assignee_person_id) {
        return await assigned(tx, caller, { assignee_membership_id, assignee_person_id }, branch_id ?? 0)
      }
      const { by } = caller
      return by.kind === 'person' && assignee_membership_id === undefined
        ? { assignee_membership_id: by.membership }
        : {}
    },
    async also(tx, { church }, printed, { clock }) {
      await scheduleReminders(tx, church, JSON.parse(printed).id, clock.now(), true)
    },
  }),
  update: updates(taskChanges, (): Resource<typeof taskFields> => tasks, {
    doc: 'Changes a task, or what became of it',
    example: { status: 'done', outcome: 'reached' },
    check: checkOne,
    async follows(tx, { caller }, before, { status, ...sent }) {
      const state = stateOf(caller, taskPrinter.column(before, 'status'), status, tx.now)
      const branch = Number(taskPrinter.column(before, 'branch_id'))
      return { ...(await assigned(tx, caller, sent, branch)), ...state }
    },
    async also(tx, context, changed) {
      await follow(tx, context, changed)
      return undefined
    },
  }),
})
