/** What the console does with the first steps of a church: shows them, stores those that are done, skips others. */
import type { Db } from '../../db/database.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Caller } from '../../resource/caller.ts'
import { type ConsoleParts, type Operation, operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { finishSteps } from './finish.ts'
import { CONFIRMABLE, fulfilledSteps, STEP_NAMES, STEPS, type StepName, storedSteps } from './steps.ts'

/** One step, as the home page shows it. */
export interface SetupStep {
  step: StepName
  title: string
  /** People may say that it is done. */
  confirmable: boolean
  optional: boolean
  /** The records show that it is done, stored or not. */
  fulfilled: boolean
  skipped: boolean
  /** Null until it is stored as done or skipped. */
  done_at: string | null
}

/** The first steps of a church. */
export interface Setup {
  steps: SetupStep[]
  /** How many are done or skipped. */
  done: number
  total: number
  /** Something is done that is not stored yet: `setup.finish` stores it. */
  unstored: boolean
  completed: boolean
}

async function readSetup(db: Db, church: number): Promise<Setup> {
  const [fulfilled, rows] = await Promise.all([fulfilledSteps(db, church), storedSteps(db, church)])
  const stored = new Map(rows.map(row => [row.step, row]))
  const steps = STEPS.map((one): SetupStep => {
    const { skipped = false, done_at = null } = stored.get(one.step) ?? {}
    const fulfils = fulfilled.has(one.step)
    return { ...one, fulfilled: fulfils, skipped, done_at: done_at && printTimestamp(done_at) }
  })
  const done = steps.filter(({ done_at }) => done_at !== null).length
  return {
    steps,
    done,
    total: STEPS.length,
    unstored: steps.some(({ fulfilled: is, done_at }) => is && done_at === null),
    completed: done === STEPS.length,
  }
}

async function finish(
  { database }: ConsoleParts,
  caller: Caller,
  said: Parameters<typeof finishSteps>[2],
): Promise<string> {
  const { church } = caller
  const setup = await database.write(church.id, async tx => {
    await finishSteps(tx, church, said)
    return await readSetup(tx, church.id)
  })
  return JSON.stringify(setup)
}

const finishOperation = operation({
  name: 'setup.finish',
  fields: {},
  stepUp: false,
  run: (parts, caller) => finish(parts, caller, {}),
})

const confirmOperation = operation({
  name: 'setup.confirm',
  fields: { steps: field.enumList(CONFIRMABLE).required() },
  stepUp: false,
  target: ({ steps = [] }) => steps.join(', '),
  run: (parts, caller, { steps = [] }) => finish(parts, caller, { confirmed: steps }),
})

const skipOperation = operation({
  name: 'setup.skip',
  fields: { steps: field.enumList(STEP_NAMES).required() },
  stepUp: false,
  target: ({ steps = [] }) => steps.join(', '),
  run: (parts, caller, { steps = [] }) => finish(parts, caller, { skipped: steps }),
})

export const SETUP_OPERATIONS: readonly Operation[] = [finishOperation, confirmOperation, skipOperation]

export const SETUP_VIEW = view({
  name: 'setup',
  fields: {},
  async run({ database }, caller) {
    return JSON.stringify(await readSetup(database.read, caller.church.id))
  },
})
