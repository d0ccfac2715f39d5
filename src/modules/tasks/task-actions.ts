/** What people of the console do with a task. */
import type { TextRow, Tx } from '../../db/database.ts'
import { type ActionContext, action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import { lookUpReferences } from '../../resource/references.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import type { Values } from '../../resource/rows.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { assigned, checkMember, checkOne, DO_TASKS } from './assignee.ts'
import { LONGEST_NOTE, taskChanges, type taskFields, taskPrinter } from './fields.ts'
import { follow, stateOf, tasks } from './tasks.ts'

type Task = RecordOf<typeof taskFields>

const id = field.ref().required()
const addition = field
  .text(LONGEST_NOTE)
  .nullable()
  .settable()
  .label('Note', 'Added below what is noted already')
  .example('She will come on Sunday')

/** Sets what differs, and what follows from it. */
async function set(
  tx: Tx,
  context: ActionContext,
  before: TextRow,
  values: Values<typeof taskFields>,
): Promise<Json<Task>> {
  const { id: church } = context.caller.church
  const after = await changeRow(tx, { name: 'tasks', printer: taskPrinter }, church, before, values)
  if (after !== before) await follow(tx, context, { before, after })
  return new Json<Task>(taskPrinter.print(after))
}

/** The note with what was added; what no longer fits in pushes the oldest words out. */
export function noted(before: string | null, added: string | null | undefined): string | null {
  if (added === null || added === undefined || added === '') return before
  return before === null ? added : [...`${before}\n${added}`].slice(-LONGEST_NOTE).join('')
}

const stateAfter = (context: ActionContext, before: TextRow, status: string, now: string): Values<typeof taskFields> =>
  stateOf(context.caller, taskPrinter.column(before, 'status'), status, now)

export const markDone = action({
  name: 'tasks.done',
  label: 'Done',
  logged: 'Did a task',
  asks: 'What came of it?',
  submit: 'Mark as done',
  done: 'Done. Thank you.',
  may: within(DO_TASKS),
  fields: { id, outcome: taskChanges.outcome, note: addition },
  on: tasks,
  when: { status: ['open', 'done'] },
  offered: { status: ['open'] },
  detail: ({ outcome = null }) => ({ outcome }),
  async run(tx, context, { outcome, note }, _prepared, before) {
    return await set(tx, context, before, {
      ...(outcome !== undefined && { outcome }),
      note: noted(taskPrinter.column(before, 'note'), note),
      ...stateAfter(context, before, 'done', tx.now),
    })
  },
})

export const dropTask = action({
  name: 'tasks.drop',
  label: 'a task|Drop',
  logged: 'Dropped a task',
  asks: 'Why need nobody do it any more?',
  submit: 'Drop the task',
  done: 'Dropped. Nobody is reminded of it any more.',
  may: within(STAFF),
  fields: { id, note: addition },
  on: tasks,
  when: { status: ['open', 'dropped'] },
  offered: { status: ['open'] },
  async run(tx, context, { note }, _prepared, before) {
    return await set(tx, context, before, {
      note: noted(taskPrinter.column(before, 'note'), note),
      ...stateAfter(context, before, 'dropped', tx.now),
    })
  },
})

export const reopenTask = action({
  name: 'tasks.reopen',
  label: 'Open again',
  logged: 'Opened a task again',
  done: 'The task is open again.',
  may: within(DO_TASKS),
  fields: { id },
  on: tasks,
  offered: { status: ['done', 'dropped'] },
  run: (tx, context, _input, _prepared, before) =>
    set(tx, context, before, stateAfter(context, before, 'open', tx.now)),
})

const { assignee_membership_id, assignee_person_id } = taskChanges
const assignees = { assignee_membership_id, assignee_person_id }

/** Its dialog is made by hand: it offers the team. */
export const assignTask = action({
  name: 'tasks.assign',
  logged: 'Gave a task to somebody',
  done: 'They will be reminded of it.',
  may: within(STAFF),
  fields: { id, ...assignees },
  on: tasks,
  async check(db, { caller, house }, sent, problems) {
    await checkMember(db, caller, sent, problems)
    await lookUpReferences(db, { caller, house }, assignees, sent, problems)
    // Of somebody who cannot be used it is said that, and no more.
    if (!problems.has('assignee_membership_id')) checkOne(sent, problems)
  },
  async run(tx, context, { id: _id, ...sent }, _prepared, before) {
    const branch = Number(taskPrinter.column(before, 'branch_id'))
    return await set(tx, context, before, await assigned(tx, context.caller, sent, branch))
  },
})
