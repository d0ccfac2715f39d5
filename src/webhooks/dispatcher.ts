/**
 * Sends what waits. Each endpoint has a lane; a lane is held by one node at a time. What this process commits goes
 * straight into the lane in memory; everything else (other nodes' events, repetitions, what a dead node left) is found
 * by a notification or by the sweep of each second. The table is the queue: memory may be lost at any moment.
 */
import type { Config } from '../config.ts'
import { type Database, NO_CHURCH } from '../db/database.ts'
import type { Session } from '../db/session.ts'
import { DELIVERIES, type NewDelivery, WAITING } from '../events/record.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Resolve } from '../outgoing/resolve.ts'
import type { Vault } from '../vault.ts'
import { LANE_WIDTH, type Lane } from './lane.ts'
import { AHEAD_MS, PRESENCE, presenceOf, release } from './lane-store.ts'
import { Lanes } from './lanes.ts'
import { Outlet } from './outlet.ts'
import { Results } from './results.ts'
import { Sending } from './sending.ts'
import { Sharing } from './sharing.ts'
import { CHANGED, CHANNEL, type ChangedEndpoint, readWake, wake } from './wake.ts'

/** What a dispatcher needs. */
interface DispatcherOptions {
  database: Database
  config: Config
  log: Log
  clock: Clock
  /** Opens the secrets that events are signed with. */
  vault: Vault
  /** Id of this node, as its lease has it. */
  node: string
  resolve: Resolve
  /** Certificates to trust in place of the usual authorities. */
  ca?: string | undefined
}

const SWEEP_MS = 1_000
/** Without a sweep for so long nothing new is sent: by then another node may hold the lanes. */
const TRUST_MS = 10_000
/** After its session broke, a node takes no lanes for so long: others may have lost theirs, too, and are coming back. */
const GRACE_MS = 3_000
const NOTIFY_MS = 5
/** How long requests that are cut off may take to notice. */
const CUT_MS = 1_000

/** The sender of one node. */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #lanes: Lanes
  readonly #results: Results
  readonly #sending: Sending
  readonly #sharing: Sharing
  #session: Session | undefined
  #stopListening: (() => void)[] = []
  /** Endpoints that have something to send and whose lane is not held here, or that changed: endpoint → church. */
  readonly #wanted = new Map<number, number>()
  /** Those of them that a notification named: it reached every node, so that none has to pass it on. */
  readonly #heardOf = new Set<number>()
  /** Endpoints whose lane another node held at the last sweep. */
  readonly #elsewhere = new Set<number>()
  /** Those of them for which something was committed here that the other node was not told of. */
  readonly #untold = new Map<number, number>()
  #notifyTimer: NodeJS.Timeout | undefined
  #sweepTimer: NodeJS.Timeout | undefined
  #soonTimer: NodeJS.Timeout | undefined
  #soonAt = 0
  #working: Promise<void> | undefined
  #sweepDue = false
  #swept = Number.NEGATIVE_INFINITY
  /** When the session began: what was known before it may have changed while there was none. */
  #opened = Number.POSITIVE_INFINITY
  #graceUntil = Number.NEGATIVE_INFINITY
  #stopping = false
  #troubled = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    const { database, config, log, node } = options
    this.#lanes = new Lanes(database, node, config.webhookPauseAfter, url => this.#outlet(url))
    this.#sharing = new Sharing(database, node, this.#lanes)
    this.#results = new Results(database, log, config.webhookPauseAfter, written => this.#sending.written(written))
    this.#sending = new Sending(options, this.#results, this.#lanes, {
      allowed: () => this.#trusted,
      hungry: () => this.#work(),
      changed: ({ endpoint }) => {
        this.#wanted.set(endpoint.endpoint_id, endpoint.church_id)
        this.#work()
      },
      dueAt: due => this.#soon(due),
    })
  }

  /** Begins to send. */
  async start(): Promise<void> {
    const { database, node, log } = this.#options
    this.#stopListening = [
      database.listen(DELIVERIES, deliveries => this.#committed(deliveries)),
      database.listen(WAITING, lanes => this.#waits(lanes)),
      database.listen(CHANGED, endpoint => this.#changed(endpoint)),
    ]
    const presence = await presenceOf(database, node)
    this.#session = database.session({
      channel: CHANNEL,
      presence: [PRESENCE, presence],
      heard: payload => this.#heard(payload),
      opened: () => {
        this.#opened = performance.now()
        this.#graceUntil = Math.min(this.#graceUntil, this.#opened + GRACE_MS)
        this.#sweep()
      },
      lost: error => {
        this.#graceUntil = Number.POSITIVE_INFINITY
        log.warn({ err: error }, 'Webhooks: the connection for notifications broke; connecting again')
      },
    })
    this.#sweepTimer = setInterval(() => this.#sweep(), SWEEP_MS)
    this.#sweepTimer.unref()
  }

  /** Sends nothing new, waits for what is under way, writes what came of it, and leaves the lanes to others. */
  async stop(): Promise<void> {
    const { database, config, node } = this.#options
    this.#stopping = true
    for (const timer of [this.#sweepTimer, this.#soonTimer, this.#notifyTimer]) clearTimeout(timer)
    for (const stop of this.#stopListening) stop()
    await this.#working
    await this.#sending.idle(config.shutdownTimeout)
    // What has not ended by now is cut off; it was not the receiver's fault, and the next node sends it again.
    await this.#lanes.close()
    await this.#sending.idle(CUT_MS)
    await this.#results.drain()
    await database.write(NO_CHURCH, tx => release(tx, node)).catch(() => undefined)
    await this.#session?.close()
  }

  /** Attempts under way, lanes held, outcomes not yet written: for the metrics. */
  get state(): { sending: number; lanes: number; unwritten: number } {
    return { sending: this.#sending.count, lanes: this.#lanes.size, unwritten: this.#results.waiting }
  }

  /** Does the work of a sweep now and waits for it: for tests that move the clock. */
  async sweep(): Promise<void> {
    this.#sweep()
    await this.#working
  }

  get #trusted(): boolean {
    if (this.#stopping || this.#session?.open !== true || this.#swept < this.#opened) return false
    return performance.now() - this.#swept < TRUST_MS
  }

  #outlet(url: string): Outlet {
    const { config, resolve, ca } = this.#options
    return new Outlet(url, {
      connections: LANE_WIDTH,
      proxy: config.webhookProxy,
      allowLoopback: config.webhookAllowInsecure,
      timeout: config.webhookTimeout * 1000,
      resolve,
      ca,
    })
  }

  /** What this process has just committed. */
  #committed(deliveries: readonly NewDelivery[]): void {
    const touched = new Set<Lane>()
    for (const { church_id, endpoint_id, ...delivery } of deliveries) {
      const lane = this.#lanes.get(endpoint_id)
      if (lane !== undefined) {
        lane.add({ ...delivery, attempts: 0, due: null })
        touched.add(lane)
      } else if (this.#elsewhere.has(endpoint_id)) this.#notify(church_id, endpoint_id)
      else this.#wanted.set(endpoint_id, church_id)
    }
    for (const lane of touched) this.#sending.pump(lane)
    if (this.#wanted.size > 0) this.#work()
  }

  /** More has been committed than was handed over: it is in the table. */
  #waits(lanes: readonly Pick<NewDelivery, 'church_id' | 'endpoint_id'>[]): void {
    for (const { church_id, endpoint_id } of lanes) {
      const lane = this.#lanes.get(endpoint_id)
      if (lane !== undefined) lane.more = true
      else if (this.#elsewhere.has(endpoint_id)) this.#notify(church_id, endpoint_id)
      else this.#wanted.set(endpoint_id, church_id)
    }
    this.#work()
  }

  /** This process changed an endpoint; other nodes hear of it by a notification. */
  #changed({ church_id, endpoint_id }: ChangedEndpoint): void {
    this.#lanes.get(endpoint_id)?.changed()
    this.#wanted.set(endpoint_id, church_id)
    this.#heardOf.add(endpoint_id)
    this.#work()
  }

  #heard(payload: string): void {
    for (const [church, endpoint] of readWake(payload)) {
      this.#wanted.set(endpoint, church)
      this.#heardOf.add(endpoint)
    }
    this.#work()
  }

  #sweep(): void {
    this.#sweepDue = true
    this.#work()
  }

  /** Sends what is held in memory when it is due, without waiting for the next sweep. */
  #soon(due: number): void {
    if (this.#soonTimer !== undefined && due >= this.#soonAt) return
    const pause = due - this.#options.clock.now().getTime()
    if (pause > SWEEP_MS || this.#stopping) return
    clearTimeout(this.#soonTimer)
    this.#soonAt = due
    this.#soonTimer = setTimeout(() => {
      this.#soonTimer = undefined
      for (const lane of this.#lanes.all()) this.#sending.pump(lane)
    }, Math.max(pause, 0) + 1)
    this.#soonTimer.unref()
  }

  /** One round at a time; whatever turns up meanwhile makes another. */
  #work(): void {
    if (this.#working !== undefined || this.#stopping || this.#session?.open !== true) return
    this.#working = this.#rounds().finally(() => {
      this.#working = undefined
    })
  }

  async #rounds(): Promise<void> {
    while (!this.#stopping && (this.#sweepDue || this.#wanted.size > 0 || this.#lanes.hungry().length > 0)) {
      try {
        await this.#round()
        this.#troubled = false
        // Requests and outcomes get their turn, however much waits here.
        await new Promise(resolve => setImmediate(resolve))
      } catch (error) {
        if (!this.#troubled)
          this.#options.log.warn({ err: error }, 'Webhooks: the database did not answer; trying again')
        this.#troubled = true
        // The next sweep tries again.
        return
      }
    }
  }

  async #round(): Promise<void> {
    const begun = performance.now()
    const sweeping = this.#sweepDue
    this.#sweepDue = false
    const wanted = new Map(this.#wanted)
    const told = new Set(this.#heardOf)
    this.#wanted.clear()
    this.#heardOf.clear()
    const until = new Date(this.#options.clock.now().getTime() + AHEAD_MS).toISOString()
    try {
      if (sweeping) {
        this.#elsewhere.clear()
        await this.#lanes.follow()
        if (begun >= this.#graceUntil) {
          for (const { endpoint } of await this.#sharing.sweep()) this.#notify(endpoint.church_id, endpoint.endpoint_id)
          await this.#lanes.takeWithWork(until)
        }
        this.#swept = begun
      }
      // A lane that is not taken now is found by a later sweep.
      const grace = begun < this.#graceUntil
      const mine = grace ? new Map([...wanted].filter(([endpoint]) => this.#lanes.get(endpoint) !== undefined)) : wanted
      for (const { church_id, endpoint_id } of await this.#lanes.take(mine)) {
        this.#elsewhere.add(endpoint_id)
        if (!told.has(endpoint_id)) this.#notify(church_id, endpoint_id)
      }
      const some = [...this.#lanes.hungry(), ...this.#lanes.wantsRefill(), ...this.#lanes.some(wanted.keys())]
      const lanes = sweeping ? this.#lanes.all() : [...new Set(some)]
      await this.#lanes.refill(lanes, until)
      for (const lane of lanes) this.#sending.pump(lane)
    } catch (error) {
      for (const [endpoint, church] of wanted) this.#wanted.set(endpoint, church)
      throw error
    }
  }

  /** Tells the node that holds a lane that there is something in it; many events make one message. */
  #notify(church: number, endpoint: number): void {
    this.#untold.set(endpoint, church)
    if (this.#notifyTimer !== undefined || this.#stopping) return
    this.#notifyTimer = setTimeout(() => {
      this.#notifyTimer = undefined
      const lanes = [...this.#untold].map(([id, of]) => [of, id] as const)
      this.#untold.clear()
      // Where this fails, the other node's sweep finds them.
      this.#options.database.read.all(wake(lanes)).catch(() => undefined)
    }, NOTIFY_MS)
  }
}
