/** The tasks of the demo church: a handful, two of them overdue, one done. */
import type { Tx } from '../../db/database.ts'
import { addDays } from '../../lib/calendar.ts'
import { insertRow } from '../../resource/creation.ts'
import type { DemoChurch } from '../../resource/demo.ts'
import { taskPrinter } from './fields.ts'

/** What is to be done with whom, so many days from today. */
const TASKS = [
  { title: 'Call to welcome a first-time guest', kind: 'call', days: -4 },
  { title: 'Visit at home after the operation', kind: 'visit', days: -1 },
  { title: 'Send the dates of the next membership class', kind: 'message', days: 0 },
  { title: 'Ask about helping in the choir', kind: 'call', days: 2 },
  { title: 'Bring the communion cups to the branch', kind: 'other', days: 5 },
  { title: 'Call about the baptism', kind: 'call', days: -6, done: true },
] as const

/** Adds them. Nobody is reminded of them. */
export async function assignInDemo(tx: Tx, { id: church, branches, people, day }: DemoChurch): Promise<void> {
  for (const [at, { title, kind, days, ...more }] of TASKS.entries()) {
    const about = kind === 'other' ? undefined : people[at * 7 + 3]
    const assignee = people[at * 5 + 1]
    await insertRow(tx, { name: 'tasks', printer: taskPrinter }, church, {
      title,
      kind,
      due_on: addDays(day, days),
      branch_id: about?.branch_id ?? branches[0],
      person_id: about?.id,
      assignee_person_id: assignee?.id,
      ...('done' in more && { status: 'done', outcome: 'reached', done_at: tx.now, done_by: 'link' }),
    })
  }
}
