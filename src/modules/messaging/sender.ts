/**
 * Sends what was queued. It hears of a task after the commit that queued it, hands each message to its provider at the
 * provider's pace, and writes down what became of it. Messages of other churches and providers wait for none of this.
 */
import type { Database } from '../../db/database.ts'
import { isUnavailable } from '../../db/faults.ts'
import type { EventChurch } from '../../events/record.ts'
import { Gathering } from '../../lib/gathering.ts'
import type { Log } from '../../lib/log.ts'
import { Pace } from '../../lib/pace.ts'
import type { Network } from '../../outgoing/request.ts'
import { type Vault, VaultError } from '../../vault.ts'
import { deliver, failure } from './delivery.ts'
import { INTERRUPTED, type Outcome, writeOutcomes } from './outcomes.ts'
import type { Provider } from './provider.ts'
import { activeAccounts, type OpenAccount } from './provider-accounts.ts'
import { type NewTask, TASKS } from './queue.ts'
import { applyReceipts } from './receipts.ts'
import { giveUpOrphans, loadTask, markSending, renewClaim, type WaitingMessage } from './tasks.ts'

export interface SenderOptions {
  database: Database
  vault: Vault
  network: Network
  providers: readonly Provider[]
  log: Log
  /** Public address of the service. */
  baseUrl(): string
}

const SWEEP_MS = 2_000
const RENEW_MS = 5_000
const RETRY_MS = 500
/** Messages of a task that are not handed over by then are not sent: whoever asked is waiting for an answer. */
const PATIENCE_MS = 30_000

/** One task at work. */
interface Job {
  church: EventChurch
  accounts: readonly OpenAccount[]
  /** No message is begun after this moment of performance.now(). */
  until: number
  marks: Gathering<number, boolean>
  outcomes: Gathering<Outcome, undefined>
}

/** The sender of messages of one node. */
export class Sender {
  readonly #options: SenderOptions
  readonly #paces = new Map<string, Pace>()
  readonly #running = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  #stopListening: (() => void) | undefined
  #sweepTimer: NodeJS.Timeout | undefined

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Begins to send what is queued by this process, and to look after what others left. */
  start(): void {
    this.#stopListening = this.#options.database.listen(TASKS, task => this.#track(this.#run(task)))
    const sweep = (): void => {
      this.#track(
        this.sweep().finally(() => {
          if (!this.#stop.signal.aborted) this.#sweepTimer = setTimeout(sweep, SWEEP_MS).unref()
        }),
      )
    }
    sweep()
  }

  /** Hands nothing more over; waits for what was handed over to be answered. */
  async stop(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#sweepTimer)
    await Promise.all(this.#running)
    this.#stopListening?.()
  }

  /** Ends what nobody is at work on; applies receipts that came too early. */
  async sweep(): Promise<void> {
    const { database, log } = this.#options
    const given = await giveUpOrphans(database)
    if (given > 0) log.warn({ tasks: given }, 'Messages of a sender that died were given up')
    await applyReceipts(database)
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
    const { database } = this.#options
    const until = performance.now() + PATIENCE_MS
    const { church, messages } = await loadTask(database.read, church_id, task_id)
    const [first] = messages
    if (church === undefined || first === undefined) return
    const outcomes = new Gathering<Outcome, undefined>(batch => this.#write(church, batch))
    const accounts = await this.#accounts(church, first.channel)
    if (typeof accounts === 'string' || accounts.length === 0) {
      const error = typeof accounts === 'string' ? accounts : 'no_provider'
      await Promise.all(messages.map(({ id }) => outcomes.add(failure(id, error))))
      return
    }
    const marks = new Gathering<number, boolean>(ids => markSending(database, church_id, ids))
    const renewal = setInterval(() => this.#track(renewClaim(database, church_id, task_id)), RENEW_MS)
    try {
      const job = { church, accounts, until, marks, outcomes }
      await Promise.all(messages.map(message => this.#one(job, message)))
    } finally {
      clearInterval(renewal)
      for (const [key, pace] of this.#paces) if (pace.idle) this.#paces.delete(key)
    }
  }

  /** The accounts of a channel, or why they cannot be used. */
  async #accounts(church: EventChurch, channel: WaitingMessage['channel']): Promise<OpenAccount[] | string> {
    const { database, vault, providers, log } = this.#options
    try {
      return await activeAccounts(database.read, vault, church, channel, providers)
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      log.error({ err: error, church: church.slug }, 'The settings of a provider cannot be opened')
      return 'provider_settings: the secrets of the provider cannot be opened'
    }
  }

  async #one(job: Job, message: WaitingMessage): Promise<void> {
    const outcome = await this.#pace(job).run(async () => {
      if (this.#stop.signal.aborted) return failure(message.id, INTERRUPTED)
      if (performance.now() > job.until) return failure(message.id, 'timed_out: the provider was too slow')
      if (!(await job.marks.add(message.id))) return undefined
      const { database, network, baseUrl } = this.#options
      return await deliver(
        { database, network, vault: this.#options.vault, baseUrl: baseUrl(), stop: this.#stop.signal },
        job,
        message,
      )
    })
    if (outcome !== undefined) await job.outcomes.add(outcome)
  }

  /** Shared by all tasks of a church that go through the same account. Push has several; the first one's will do. */
  #pace({ church, accounts }: Job): Pace {
    const provider = accounts[0]?.provider
    const key = `${church.id}/${provider?.name}`
    const pace = this.#paces.get(key) ?? new Pace(provider?.rate ?? { perSecond: 1, atOnce: 1 })
    this.#paces.set(key, pace)
    return pace
  }

  /** Tries until the database has it: what a provider took must not be forgotten because the database was away. */
  async #write(church: EventChurch, batch: readonly Outcome[]): Promise<undefined[]> {
    for (;;) {
      try {
        await writeOutcomes(this.#options.database, church, batch)
        return batch.map(() => undefined)
      } catch (error) {
        if (!isUnavailable(error) || this.#stop.signal.aborted) throw error
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    }
  }
}
