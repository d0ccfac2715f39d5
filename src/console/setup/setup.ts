/** What the console does with the first steps of a church: shows them, stores those that are done, skips others. */
import type { Db, Tx } from '../../db/database.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { type ActionContext, action, view } from '../../resource/action.ts'
import { ADMINISTRATORS, churchWide } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { hasDemo } from './demo-marks.ts'
import { finishSteps, type Said } from './finish.ts'
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
  /** There are records of the demo, which can be removed. */
  demo: boolean
}

async function readSetup(db: Db, church: number): Promise<Setup> {
  const [fulfilled, rows, demo] = await Promise.all([
    fulfilledSteps(db, church),
    storedSteps(db, church),
    hasDemo(db, church),
  ])
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
    demo,
  }
}

const may = churchWide(ADMINISTRATORS)

async function finish(tx: Tx, { caller: { church } }: ActionContext, said: Said): Promise<Setup> {
  await finishSteps(tx, church, said)
  return await readSetup(tx, church.id)
}

/** Writes down what is done. */
export const finishSetup = action({
  name: 'setup.finish',
  logged: 'Finished first steps',
  may,
  fields: {},
  run: (tx, context) => finish(tx, context, {}),
})

export const confirmSetup = action({
  name: 'setup.confirm',
  logged: 'Confirmed first steps',
  may,
  fields: { steps: field.enumList(CONFIRMABLE).required() },
  target: ({ steps }) => steps.join(', '),
  run: (tx, context, { steps }) => finish(tx, context, { confirmed: steps }),
})

export const skipSetup = action({
  name: 'setup.skip',
  logged: 'Skipped first steps',
  may,
  fields: { steps: field.enumList(STEP_NAMES).required() },
  target: ({ steps }) => steps.join(', '),
  run: (tx, context, { steps }) => finish(tx, context, { skipped: steps }),
})

export const setupView = view({
  name: 'setup',
  may,
  fields: {},
  run: ({ read }, { church }) => readSetup(read, church.id),
})
