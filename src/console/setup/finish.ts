/** Writes down which first steps a church has behind it, each once, with their events. */

import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type EventChurch, record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { object } from '../../resource/event.ts'
import { fulfilledSteps, STEPS, type StepName, storedSteps } from './steps.ts'

const text = { type: 'string' } as const
const total = { type: 'integer' } as const

export const setupStepDone = specified(
  'dashboard.setup_step_done',
  object({
    step: text,
    title: text,
    skipped: { type: 'boolean', description: 'Put aside by hand instead of done' },
    done: { type: 'integer', description: 'How many steps are done or skipped, this one with them' },
    total,
  }),
)

export const setupCompleted = specified(
  'dashboard.setup_completed',
  object({
    total,
    skipped: { type: 'integer', description: 'How many steps were skipped' },
    completed_at: { type: 'string', format: 'date-time' },
  }),
)

/** What people say of steps. */
export interface Said {
  /** Done, by word of a person. */
  confirmed?: readonly StepName[]
  /** Put aside by a person; a step that the records show to be done is done nevertheless. */
  skipped?: readonly StepName[]
}

/**
 * Stores the steps that are newly done, in the caller's transaction: those that the records show, and those that people
 * say. Records `dashboard.setup_step_done` for each and `dashboard.setup_completed` with the last. The row of the
 * church is locked: of many who do this at once, one stores a step.
 */
export async function finishSteps(tx: Tx, church: EventChurch, { confirmed = [], skipped = [] }: Said): Promise<void> {
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const stored = new Map((await storedSteps(tx, church.id)).map(one => [one.step, one.skipped]))
  const fulfilled = await fulfilledSteps(tx, church.id)
  const done = (step: StepName): boolean => fulfilled.has(step) || confirmed.includes(step)
  const fresh = STEPS.filter(({ step }) => !stored.has(step) && (done(step) || skipped.includes(step)))
  for (const { step, title } of fresh) {
    stored.set(step, !done(step))
    await tx.run(sql`insert into setup_steps (church_id, step, skipped, done_at)
      values (${church.id}, ${step}, ${!done(step)}, ${tx.now}::timestamptz)`)
    const data = { step, title, skipped: !done(step), done: behind(stored), total: STEPS.length }
    await record(tx, church, setupStepDone, JSON.stringify(data))
  }
  if (fresh.length === 0 || behind(stored) < STEPS.length) return
  const put = STEPS.filter(({ step }) => stored.get(step)).length
  const data = { total: STEPS.length, skipped: put, completed_at: printTimestamp(tx.now) }
  await record(tx, church, setupCompleted, JSON.stringify(data))
}

/** How many steps are done or skipped. */
const behind = (stored: ReadonlyMap<string, boolean>): number => STEPS.filter(({ step }) => stored.has(step)).length
