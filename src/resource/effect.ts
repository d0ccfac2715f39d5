/**
 * Writes with an effect outside the database, such as sending a message. What is intended commits first, as a task; the
 * effect happens after that, outside any transaction; the answer is made from what became of the task. So a crash at any
 * moment leaves a task that tells what is known, and nothing is done twice.
 */
import type { Database, Db, Topic, Tx } from '../db/database.ts'
import { isUnavailable } from '../db/faults.ts'
import type { ApiError, Problems } from '../errors.ts'
import type { Fields, Input, Sent } from './field.ts'
import type { Answer, Effect, Write, WriteContext } from './resource.ts'

/** A creation with an effect; `check` is as in a TypedWrite. */
interface EffectWrite<F extends Fields, Found> {
  fields: F
  unknown: 'refuse' | 'ignore'
  doc: string
  example: Write['example']
  answers: NonNullable<Write['answers']>
  check(db: Db, context: WriteContext, input: Sent<F>, problems: Problems): Promise<Found>
  begin(tx: Tx, context: WriteContext, input: Input<F>, found: Found): Promise<string>
  outcome: Effect['outcome']
}

/** Declares a creation with an effect. */
export function effectWrite<F extends Fields, Found>(declaration: EffectWrite<F, Found>): Write & { effect: Effect } {
  const { begin, outcome, ...rest } = declaration
  const effect = { begin, outcome } as Effect
  return {
    ...rest,
    creates: true,
    run: () => Promise.reject(new Error('A write with an effect is not run in one transaction.')),
    effect,
  } as unknown as Write & { effect: Effect }
}

/** Told in this process when a task has its outcome. */
export const SETTLED: Topic<{ church_id: number; task: string }> = { name: 'settled' }

/** A database that is away for a moment is no answer: what was begun goes on, and whoever gave up would do it again. */
function untilAvailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

/** Tasks of other processes are looked at so often. */
const LOOK_MS = 500

/**
 * Waits for the outcome of a task.
 * @param patience milliseconds
 * @returns undefined when it is still under way after that
 */
export async function outcomeOf(
  database: Database,
  { outcome }: Effect,
  church: number,
  task: string,
  patience: number,
): Promise<Answer | ApiError | undefined> {
  const end = performance.now() + patience
  let hear: () => void = () => undefined
  const stop = database.listen(SETTLED, settled => {
    if (settled.church_id === church && settled.task === task) hear()
  })
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      // Listens before it looks: what is told in between is not missed.
      const heard = new Promise<void>(resolve => {
        hear = resolve
        timer = setTimeout(resolve, LOOK_MS)
      })
      const found = await outcome(database.read, church, task).catch(untilAvailable)
      if (found !== undefined || performance.now() >= end) {
        clearTimeout(timer)
        return found
      }
      await heard
      clearTimeout(timer)
    }
  } finally {
    stop()
  }
}
