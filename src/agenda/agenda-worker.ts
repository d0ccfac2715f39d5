/**
 * Does what is due: claims hints of the agenda and takes the step of each. Any node may; one that dies leaves claims that run
 * out, and what it was doing is rolled back.
 */
import { isUnavailable } from '../db/faults.ts'
import { groupBy } from '../lib/group.ts'
import { findChurch } from '../modules/church/churches.ts'
import type { Church } from '../resource/caller.ts'
import type { Worker } from '../resource/module.ts'
import { step } from '../resource/step.ts'
import {
  type AgendaParts,
  type ClaimedHint,
  claimHints,
  dueHints,
  type Hint,
  type Kind,
  letGo,
  moveHint,
} from './hints.ts'
import { sweepAgenda } from './sweep.ts'

const LOOK_MS = 1_000
const SWEEP_MS = 3_600_000
/** Hints of a church that are claimed at once: as many wait for a claim to run out when a node is killed. */
const CLAIM = 20
/** Steps at the same time: most of the connections are for requests. */
const WIDTH = 4

/** The worker of one node. */
export class AgendaWorker implements Worker {
  readonly #parts: AgendaParts
  readonly #stopping = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()

  constructor(parts: AgendaParts) {
    this.#parts = parts
  }

  start(): void {
    this.#again(LOOK_MS, stop => doDue(this.#parts, stop))
    this.#again(SWEEP_MS, stop => sweepAgenda(this.#parts, stop))
  }

  halt(): void {
    this.#stopping.abort()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async stop(): Promise<void> {
    this.halt()
    await Promise.all(this.#running)
  }

  #again(pause: number, work: (stop: AbortSignal) => Promise<unknown>): void {
    const { signal } = this.#stopping
    const round = work(signal)
      .then(
        () => undefined,
        error => this.#parts.log.warn({ err: error }, 'The agenda could not be read and will be tried again'),
      )
      .finally(() => {
        this.#running.delete(round)
        if (signal.aborted) return
        const timer = setTimeout(() => {
          this.#timers.delete(timer)
          this.#again(pause, work)
        }, pause).unref()
        this.#timers.add(timer)
      })
    this.#running.add(round)
  }
}

/** Does all that is due now, in rounds: none of a church is begun again before all others have had their turn. @param stop begins nothing more */
export async function doDue(parts: AgendaParts, stop?: AbortSignal): Promise<void> {
  // Where nothing was claimed, nothing is due, or another node is at it.
  while ((await doRound(parts, stop)) > 0 && !stop?.aborted) {}
}

/** Does the oldest hints of every church that has some. @returns how many were claimed */
async function doRound(parts: AgendaParts, stop?: AbortSignal): Promise<number> {
  const had = new Set<number>()
  const batches: Hint[][] = []
  let claimed = 0
  let looking: Promise<boolean> | undefined
  async function look(): Promise<boolean> {
    const { hints, more } = await dueHints(parts.read, parts.kinds, parts.clock.now(), had)
    for (const [church, mine] of groupBy(hints, ({ church_id }) => church_id)) {
      had.add(church)
      batches.push(mine.slice(0, CLAIM))
    }
    return more
  }
  let more = true
  const work = async (): Promise<void> => {
    while (!stop?.aborted) {
      const batch = batches.shift()
      if (batch !== undefined) claimed += await doBatch(parts, batch, stop)
      else if (!more) return
      else {
        looking ??= look().finally(() => {
          looking = undefined
        })
        more = await looking
      }
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  return claimed
}

/** Claims hints of one church and takes their steps, one after the other. @returns how many were claimed */
async function doBatch(parts: AgendaParts, [...hints]: readonly Hint[], stop?: AbortSignal): Promise<number> {
  const [first] = hints
  if (first === undefined) return 0
  const claimed = await parts.take(claimHints, { id: first.church_id }, hints)
  const church = claimed.length === 0 ? undefined : await findChurch(parts, first.slug)
  for (const [index, hint] of claimed.entries()) {
    if (stop?.aborted || church?.status !== 'active') {
      await parts.take(letGo, { id: hint.church_id }, claimed.slice(index))
      return 0
    }
    await doOne(parts, church, hint)
  }
  return claimed.length
}

/** Takes one step. What fails is logged and waits for its claim to run out: it is tried again, and stops no other. */
async function doOne({ take, kinds, log }: AgendaParts, church: Church, hint: ClaimedHint): Promise<void> {
  const kind = kinds.get(hint.kind)
  if (kind === undefined) return
  try {
    await take(stepOf(kind), church, hint)
  } catch (error) {
    const { kind: name, record_id, tries } = hint
    const said = { err: error, church: church.slug, kind: name, record: record_id, tries }
    log[isUnavailable(error) ? 'warn' : 'error'](said, 'What is due could not be done and will be tried again')
  }
}

const stepOf = ({ kind, run }: Kind) =>
  step({
    name: `agenda.${kind}`,
    by: 'worker',
    async run(tx, context, hint: ClaimedHint): Promise<void> {
      await moveHint(tx, hint, await run(tx, context, hint.record_id))
    },
  })
