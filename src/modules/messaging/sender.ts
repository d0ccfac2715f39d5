/**
 * Sends what was queued. It hears of a task after the commit that queued it, hands each message to its provider at the
 * provider's pace, and writes down what became of it. Messages of other churches and providers wait for none of this.
 */
import { setMaxListeners } from 'node:events'
import { isUnavailable } from '../../db/faults.ts'
import type { EventChurch } from '../../events/record.ts'
import { Batcher } from '../../lib/batcher.ts'
import type { Log } from '../../lib/log.ts'
import { Pace } from '../../lib/pace.ts'
import type { Doing } from '../../resource/step.ts'
import { VaultError } from '../../vault.ts'
import { deliver, failure, type SendContext, type SendDeps } from './delivery.ts'
import { INTERRUPTED, type SendOutcome, writeOutcomes } from './outcomes.ts'
import type { Provider } from './provider.ts'
import { activeAccounts, type OpenAccount } from './provider-accounts.ts'
import { type NewTask, TASKS } from './queue.ts'
import { applyReceipts } from './receipts.ts'
import { giveUpOrphans, loadTask, markSending, renewClaim, type WaitingMessage } from './tasks.ts'

export interface SenderOptions extends SendDeps, Doing {
  providers: readonly Provider[]
  log: Log
}

const SWEEP_MS = 2_000
const RENEW_MS = 5_000
const RETRY_MS = 500
/** Messages of a task that are not handed over by then are not sent: whoever asked is waiting for an answer. */
const PATIENCE_MS = 30_000

/** The sender of messages of one node. */
export class Sender {
  readonly #options: SenderOptions
  readonly #paces = new Map<string, Pace>()
  readonly #running = new Set<Promise<void>>()
  /** Ends the waiting of each task at work. */
  readonly #jobs = new Set<AbortController>()
  #stopping = false
  #stopListening: (() => void) | undefined
  #sweepTimer: NodeJS.Timeout | undefined

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Begins to send what is queued by this process, and to look after what others left. */
  start(): void {
    this.#stopListening = this.#options.listen(TASKS, task => this.#track(this.#run(task)))
    const sweep = (): void => {
      this.#track(
        this.sweep().finally(() => {
          if (!this.#stopping) this.#sweepTimer = setTimeout(sweep, SWEEP_MS).unref()
        }),
      )
    }
    sweep()
  }

  /** Hands nothing more over: what waits, and what is queued from now on, ends as interrupted. */
  halt(): void {
    this.#stopping = true
    clearTimeout(this.#sweepTimer)
    for (const job of this.#jobs) job.abort()
  }

  /** Halts, and waits for what was handed over to be answered and written down. */
  async stop(): Promise<void> {
    this.halt()
    while (this.#running.size > 0) await Promise.all(this.#running)
    this.#stopListening?.()
  }

  /** Ends what nobody is at work on; applies receipts that came too early. */
  async sweep(): Promise<void> {
    const { read, take, log } = this.#options
    const given = await giveUpOrphans(read, take, log)
    if (given > 0) log.warn({ tasks: given }, 'Messages of a sender that died were given up')
    await applyReceipts(read, take)
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch(error => {
        if (isUnavailable(error)) this.#options.log.warn({ err: error }, 'Messages: the database cannot be reached')
        else this.#options.log.error({ err: error }, 'Messages could not be sent; they will be given up')
      })
      .finally(() => this.#running.delete(tracked))
    this.#running.add(tracked)
  }

  async #run({ church_id, task_id }: NewTask): Promise<void> {
    const { read, take } = this.#options
    const { church, messages } = await loadTask(read, church_id, task_id)
    const [first] = messages
    if (church === undefined || first === undefined) return
    const outcomes = new Batcher<SendOutcome, undefined>(batch => this.#write(church, batch))
    const accounts = await this.#accounts(church, first.channel)
    if (typeof accounts === 'string' || accounts.length === 0) {
      const error = typeof accounts === 'string' ? accounts : 'no_provider'
      await Promise.allSettled(messages.map(({ id }) => outcomes.add(failure(id, error))))
      return
    }
    const renewal = setInterval(() => this.#track(take(renewClaim, church, task_id)), RENEW_MS)
    const order = this.#order(church, accounts)
    try {
      const sent = await Promise.allSettled(
        messages.map(async message => {
          const outcome = await this.#one(order, message)
          await outcomes.add(outcome)
        }),
      )
      for (const one of sent) if (one.status === 'rejected') throw one.reason
    } finally {
      clearInterval(renewal)
      order.end()
    }
  }

  /** Messages that got no turn were surely not handed over. */
  async #one(order: SendContext, message: WaitingMessage): Promise<SendOutcome> {
    const outcome = await deliver(this.#options, order, message)
    if (outcome !== undefined) return outcome
    return failure(message.id, this.#stopping ? INTERRUPTED : 'timed_out: the provider was too slow')
  }

  #order(church: EventChurch, accounts: readonly OpenAccount[]): SendContext & { end(): void } {
    const { take } = this.#options
    const job = new AbortController()
    setMaxListeners(0, job.signal)
    this.#jobs.add(job)
    const timer = setTimeout(() => job.abort(), PATIENCE_MS)
    const paces = accounts.map(account => this.#pace(church, account))
    const paceOf = (account: OpenAccount): Pace => paces[accounts.indexOf(account)] ?? this.#pace(church, account)
    job.signal.addEventListener('abort', () => {
      for (const pace of paces) pace.leave(job)
    })
    const marks = new Batcher<number, boolean>(ids => take(markSending, church, ids))
    if (this.#stopping) job.abort()
    return {
      church,
      accounts,
      over: job.signal,
      turn: async (account, work) => (job.signal.aborted ? undefined : await paceOf(account).run(job, work)),
      rest: (account, milliseconds) => paceOf(account).rest(milliseconds),
      mark: message => marks.add(message),
      end: () => {
        clearTimeout(timer)
        this.#jobs.delete(job)
        for (const [key, pace] of this.#paces) if (pace.idle) this.#paces.delete(key)
      },
    }
  }

  /** Shared by all tasks of a church that go through the same account. */
  #pace({ id }: EventChurch, { provider }: OpenAccount): Pace {
    const key = `${id}/${provider.name}`
    const pace = this.#paces.get(key) ?? new Pace(provider.rate)
    this.#paces.set(key, pace)
    return pace
  }

  /** The accounts of a channel, or why they cannot be used. */
  async #accounts(church: EventChurch, channel: WaitingMessage['channel']): Promise<OpenAccount[] | string> {
    const { read, vault, providers, log } = this.#options
    try {
      return await activeAccounts(read, vault, providers, { church, channel })
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      log.error({ err: error, church: church.slug }, 'The settings of a provider cannot be opened')
      return 'provider_settings: the secrets of the provider cannot be opened'
    }
  }

  /**
   * Tries until the database has it: what a provider took must not be forgotten because the database was away. An outcome
   * that the database refuses holds up no other.
   */
  async #write(church: EventChurch, batch: readonly SendOutcome[]): Promise<undefined[]> {
    for (;;) {
      try {
        await this.#options.take(writeOutcomes, church, batch)
        return batch.map(() => undefined)
      } catch (error) {
        if (!isUnavailable(error)) return await this.#writeEach(church, batch, error)
        if (this.#stopping) throw error
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  async #writeEach(church: EventChurch, batch: readonly SendOutcome[], fault: unknown): Promise<undefined[]> {
    if (batch.length === 1) throw fault
    const written = await Promise.allSettled(batch.map(one => this.#options.take(writeOutcomes, church, [one])))
    for (const [index, one] of written.entries()) {
      const known = { err: one.status === 'rejected' ? one.reason : undefined, message: batch[index]?.message_id }
      if (one.status === 'rejected') this.#options.log.error(known, 'The outcome of a message could not be written')
    }
    return batch.map(() => undefined)
  }
}
