/** Attempts under way: begun as lanes allow, ended with an outcome for the log. */
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import type { Vault } from '../vault.ts'
import type { Delivery, Lane } from './lane.ts'
import { AHEAD_MS } from './lane-store.ts'
import type { Lanes } from './lanes.ts'
import { GONE, type Result } from './outcomes.ts'
import { type AttemptOutcome, STOPPED } from './outlet.ts'
import type { Results } from './results.ts'
import { attemptId, nextTry } from './schedule.ts'
import { openSecret } from './sealed-secret.ts'
import { headersOf } from './sign.ts'

/** Attempts under way in all lanes together, at most; and of one church, so that none can fill them all. */
const MOST = 1_024
const MOST_OF_CHURCH = MOST / 4
/** While so many outcomes are not written, nothing new is sent. */
const MOST_UNWRITTEN = 2_000

/** What the sender asks and tells. */
interface SendingEvents {
  /** Whether anything may be sent now. */
  allowed(): boolean
  /** A lane has room for more than it holds. */
  hungry(): void
  /** What was written may have paused the endpoint. */
  changed(lane: Lane): void
  /** Something is to be tried again at this moment, milliseconds since 1970. */
  dueAt(due: number): void
}

/** The attempts of one node. */
export class Sending {
  readonly #config: Config
  readonly #vault: Vault
  readonly #clock: Clock
  readonly #results: Results
  readonly #lanes: Lanes
  readonly #events: SendingEvents
  readonly #ofChurch = new Map<number, number>()
  /** Lanes that wait for others to end, in order. */
  readonly #queue = new Set<Lane>()
  readonly #idle: (() => void)[] = []
  #count = 0

  constructor(
    { config, clock, vault }: { config: Config; clock: Clock; vault: Vault },
    results: Results,
    lanes: Lanes,
    events: SendingEvents,
  ) {
    this.#config = config
    this.#vault = vault
    this.#clock = clock
    this.#results = results
    this.#lanes = lanes
    this.#events = events
  }

  /** Attempts under way. */
  get count(): number {
    return this.#count
  }

  /** Sends what a lane allows now. */
  pump(lane: Lane): void {
    for (;;) {
      if (!this.#hasSlot(lane)) {
        this.#queue.add(lane)
        return
      }
      if (!this.#sendOne(lane)) break
    }
    const due = lane.nextDue
    // What is due already and cannot be sent now goes with the next outcome or sweep.
    if (due !== undefined && due > this.#clock.now().getTime()) this.#events.dueAt(due)
    if (lane.hungry) this.#events.hungry()
  }

  /** Outcomes have been written: lanes forget them and go on. */
  written(results: readonly Result[]): void {
    const touched = new Set<Lane>()
    for (const { endpoint_id, epoch, delivery_id, next_at } of results) {
      const lane = this.#lanes.get(endpoint_id)
      if (lane === undefined || lane.endpoint.epoch !== epoch) continue
      lane.forget(delivery_id)
      // What is due before the next sweep has to be taken from the table now.
      if (next_at !== null && Date.parse(next_at) - this.#clock.now().getTime() < AHEAD_MS) lane.more = true
      touched.add(lane)
      if (lane.pausing === 'unwritten' && lane.pausedBy === delivery_id) {
        lane.pausing = 'written'
        this.#events.changed(lane)
      }
    }
    for (const lane of touched) this.pump(lane)
  }

  /** Waits until nothing is under way. @param patience milliseconds */
  async idle(patience: number): Promise<void> {
    if (this.#count === 0) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, patience)
      this.#idle.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #hasSlot({ endpoint }: Lane): boolean {
    return this.#count < MOST && (this.#ofChurch.get(endpoint.church_id) ?? 0) < MOST_OF_CHURCH
  }

  #took(church: number, change: 1 | -1): void {
    this.#count += change
    this.#ofChurch.set(church, (this.#ofChurch.get(church) ?? 0) + change)
    if (change === 1) return
    if (this.#ofChurch.get(church) === 0) this.#ofChurch.delete(church)
    if (this.#count === 0) for (const done of this.#idle.splice(0)) done()
  }

  /** Lanes that wait take turns, one attempt each, before the lane that freed a slot gets it again. */
  #serve(): void {
    for (const lane of this.#queue) {
      if (this.#count >= MOST) return
      if (!this.#hasSlot(lane)) continue
      this.#queue.delete(lane)
      // Behind the others: a set keeps the order in which its members were added.
      if (this.#sendOne(lane)) this.#queue.add(lane)
    }
  }

  /** @returns false when the lane has nothing that may be sent now */
  #sendOne(lane: Lane): boolean {
    if (!this.#events.allowed() || this.#results.waiting >= MOST_UNWRITTEN) return false
    const delivery = lane.take(this.#clock.now().getTime())
    if (delivery === undefined) return false
    void this.#send(lane, delivery)
    return true
  }

  async #send(lane: Lane, delivery: Delivery): Promise<void> {
    const { church_id } = lane.endpoint
    this.#took(church_id, 1)
    const started = this.#clock.now().getTime()
    const begun = performance.now()
    const outcome = delivery.body === null ? undefined : await this.#post(lane, delivery, delivery.body, started)
    const duration = Math.round(performance.now() - begun)
    const cut = outcome?.reason === STOPPED
    const enough = lane.settle(delivery, cut ? undefined : outcome?.delivered)
    if (enough || outcome?.status === GONE) {
      lane.pausing = 'unwritten'
      lane.pausedBy = delivery.id
    }
    if (cut) lane.putBack(delivery)
    else this.#results.add(this.#result(lane, delivery, started, duration, outcome))
    this.#took(church_id, -1)
    this.#serve()
    this.pump(lane)
  }

  /** One attempt. Whatever goes wrong with one delivery is its own failure. */
  async #post(lane: Lane, delivery: Delivery, body: string, started: number): Promise<AttemptOutcome> {
    const { endpoint, outlet } = lane
    try {
      const message = { ...delivery, attempt: attemptId(delivery.id, delivery.attempts + 1), body }
      const secrets = endpoint.secrets.map(stored => openSecret(this.#vault, endpoint.church_id, stored))
      const headers = headersOf(message, secrets, Math.floor(started / 1000))
      return await outlet.post(headers, body, () => !lane.lost && this.#events.allowed())
    } catch {
      return { delivered: false, status: null, reason: 'could not be signed: rotate the secret', response: null }
    }
  }

  #result(
    lane: Lane,
    delivery: Delivery,
    started: number,
    duration: number,
    outcome: AttemptOutcome | undefined,
  ): Result {
    const { id, attempts, event_id, event, kind } = delivery
    const { church_id, endpoint_id, epoch, url } = lane.endpoint
    const known = { church_id, endpoint_id, epoch, delivery_id: id, event_id, event, kind, url }
    const started_at = new Date(started).toISOString()
    if (outcome === undefined) {
      const reason = 'the event is no longer kept'
      const nothing = { status: null, response: null, next_at: null, duration_ms: 0 }
      return { ...known, ...nothing, number: 0, started_at, outcome: 'discarded', reason }
    }
    const { delivered, status, reason, response } = outcome
    const number = attempts + 1
    const next = delivered ? null : nextTry(number, started + duration, this.#config.webhookGaps)
    return {
      ...known,
      number,
      started_at,
      duration_ms: duration,
      status,
      reason,
      response,
      outcome: delivered ? 'delivered' : next === null ? 'failed' : 'retrying',
      next_at: next === null ? null : new Date(next).toISOString(),
    }
  }
}
