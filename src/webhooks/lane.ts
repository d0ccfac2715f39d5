/**
 * The lane of one endpoint, in the memory of the node that holds it: what waits, how many are sent at once, when to
 * stop. Lanes share nothing, so a receiver that hangs delays nobody else. Nothing here touches the database.
 */
import type { Outlet } from './outlet.ts'

/** A delivery that waits or is being sent. */
export interface Delivery {
  id: number
  event_id: string
  event: string
  kind: 'event' | 'redelivery' | 'test'
  /** Attempts so far. */
  attempts: number
  /** When it may be tried, milliseconds since 1970; null: never tried, so at once. */
  due: number | null
  /** The envelope; null when the event is no longer kept. */
  body: string | null
}

/** An endpoint as its lane needs it. */
export interface LaneEndpoint {
  church_id: number
  endpoint_id: number
  url: string
  status: 'active' | 'paused' | 'off'
  /** Tells one stretch of being active from another. */
  status_since: string
  /** The current secret and, while it is valid, the one before. */
  secrets: readonly string[]
  /** Failed attempts in a row. */
  failures: number
  /** The fence: raised whenever the lane changes hands. */
  epoch: number
}

/** Attempts under way at once, at most. */
export const LANE_WIDTH = 8
/** Deliveries that are held in memory at most; more wait in the table. */
const HELD = 128
/** New events that are sent before a repetition when both wait. */
const FRESH_TURNS = 3

/** One endpoint's lane. */
export class Lane {
  endpoint: LaneEndpoint
  outlet: Outlet
  /** True while the table may hold deliveries that are not here. */
  more = true
  /** Set when another node has taken the lane. */
  lost = false
  /** It begins nothing more: another node is to have it. */
  leaving = false
  /** An outcome that pauses the endpoint stops the lane until it has been written and the endpoint looked at again. */
  pausing: 'no' | 'unwritten' | 'written' = 'no'
  /** The delivery whose outcome that is. */
  pausedBy: number | undefined
  /** How often this process changed the endpoint, and how often it had when the endpoint was last looked at. */
  #changes = 0
  #seen = 0
  readonly #pauseAfter: number
  readonly #fresh: Delivery[] = []
  /** By the time they are due. */
  readonly #repeated: Delivery[] = []
  readonly #tests: Delivery[] = []
  /** Everything that waits here, is under way, or whose outcome is not yet written. */
  readonly #known = new Set<number>()
  #sending = 0
  #sendingTests = 0
  /** Doubles with each success, halves with each failure: slow at first, and a dead receiver costs one connection. */
  #window = 1
  #failures: number
  #turn = 0
  #refilling = false
  /** Written while the table was being read: what was read may still show them. */
  readonly #written: number[] = []

  constructor(endpoint: LaneEndpoint, outlet: Outlet, pauseAfter: number) {
    this.endpoint = endpoint
    this.outlet = outlet
    this.#pauseAfter = pauseAfter
    this.#failures = endpoint.failures
  }

  /** Ids of the deliveries that must not be taken from the table again. */
  get known(): ReadonlySet<number> {
    return this.#known
  }

  get sending(): number {
    return this.#sending + this.#sendingTests
  }

  /** True when nothing is under way and every outcome is written. */
  get still(): boolean {
    const waiting = this.#fresh.length + this.#repeated.length + this.#tests.length
    return !this.#refilling && this.sending === 0 && this.#known.size === waiting
  }

  /** How many more deliveries may be held here. */
  get room(): number {
    return Math.max(0, HELD - this.#known.size)
  }

  /** True when taking more from the table would be of use. */
  get hungry(): boolean {
    return this.more && !this.#isOver && this.room > 0 && this.#fresh.length + this.#repeated.length < LANE_WIDTH
  }

  /** True when others that are filled may as well fill this one. */
  get wantsRefill(): boolean {
    return this.more && !this.#isOver && this.room > HELD / 2
  }

  get #isOver(): boolean {
    return this.lost || this.leaving
  }

  /** How often this process has changed the endpoint: what a look at it, begun now, will have seen. */
  get changes(): number {
    return this.#changes
  }

  /** This process changed the endpoint: nothing is begun until it was looked at, so that whoever paused it can rely on it. */
  changed(): void {
    this.#changes += 1
  }

  /**
   * Follows a change of the endpoint.
   * @param seen `changes` before the endpoint was looked at
   */
  followed(endpoint: LaneEndpoint, seen: number): void {
    this.#follow(endpoint)
    this.#seen = seen
  }

  /** Switched on again, it begins anew and slowly. */
  #follow(endpoint: LaneEndpoint): void {
    if (endpoint.status_since !== this.endpoint.status_since) {
      this.#failures = endpoint.failures
      this.#window = 1
      this.lookAnew()
    }
    this.endpoint = endpoint
  }

  /** The table is going to be read for this lane. */
  beginRefill(): void {
    this.#refilling = true
    this.more = false
  }

  /** What was read has been added. */
  endRefill(): void {
    this.#refilling = false
    for (const id of this.#written.splice(0)) this.#known.delete(id)
  }

  /** Takes a delivery. @returns false when there is no room, or it is here already */
  add(delivery: Delivery): boolean {
    if (this.#known.has(delivery.id)) return false
    const test = delivery.kind === 'test'
    // What a paused endpoint holds is looked for when it is switched on.
    if (!test && this.endpoint.status !== 'active') return false
    if (!test && this.room === 0) {
      this.more = true
      return false
    }
    this.#known.add(delivery.id)
    if (test) this.#tests.push(delivery)
    else if (delivery.due === null) this.#fresh.push(delivery)
    else insertByDue(this.#repeated, delivery)
    return true
  }

  /** The next delivery that may be sent now; it counts as being sent. */
  take(now: number): Delivery | undefined {
    if (this.#isOver || this.#seen !== this.#changes) return undefined
    const test = this.#sendingTests < LANE_WIDTH ? takeDue(this.#tests, now) : undefined
    if (test !== undefined) {
      this.#sendingTests += 1
      return test
    }
    if (this.endpoint.status !== 'active' || this.pausing !== 'no') return undefined
    // All that are under way may fail: no more may be begun than the failures in a row that are left.
    if (this.#sending >= Math.min(this.#window, Math.max(1, this.#pauseAfter - this.#failures))) return undefined
    const fresh = this.#turn < FRESH_TURNS
    const delivery = fresh
      ? (this.#fresh.shift() ?? takeDue(this.#repeated, now))
      : (takeDue(this.#repeated, now) ?? this.#fresh.shift())
    if (delivery === undefined) return undefined
    this.#turn = fresh ? this.#turn + 1 : 0
    this.#sending += 1
    return delivery
  }

  /** When the next repetition that waits here is due, milliseconds since 1970. */
  get nextDue(): number | undefined {
    const dues = [this.#repeated[0]?.due, ...this.#tests.map(({ due }) => due)].filter(due => typeof due === 'number')
    return dues.length === 0 ? undefined : Math.min(...dues)
  }

  /**
   * An attempt has ended.
   * @param delivered undefined when nothing was sent after all
   * @returns true when this makes as many failures in a row as pause the endpoint
   */
  settle({ kind }: Delivery, delivered: boolean | undefined): boolean {
    if (kind === 'test') {
      this.#sendingTests -= 1
      return false
    }
    this.#sending -= 1
    if (delivered === undefined) return false
    this.#window = delivered ? Math.min(LANE_WIDTH, this.#window * 2) : Math.max(1, Math.floor(this.#window / 2))
    this.#failures = delivered ? 0 : this.#failures + 1
    return this.#failures >= this.#pauseAfter
  }

  /** The outcome has been written, so that the table says what is to be done next. */
  forget(id: number): void {
    if (this.#refilling) this.#written.push(id)
    else this.#known.delete(id)
  }

  /** It was cut off before its outcome was known: the table has it as it was, and it is sent again. */
  putBack({ id }: Delivery): void {
    this.forget(id)
    this.more = true
  }

  /** What waits here is looked for anew: it may be held, have been discarded or replaced. */
  lookAnew(): void {
    const waiting = [...this.#fresh.splice(0), ...this.#repeated.splice(0), ...this.#tests.splice(0)]
    for (const { id } of waiting) this.forget(id)
    this.more = true
  }
}

function insertByDue(list: Delivery[], delivery: Delivery): void {
  const at = list.findIndex(other => (other.due ?? 0) > (delivery.due ?? 0))
  list.splice(at === -1 ? list.length : at, 0, delivery)
}

function takeDue(list: Delivery[], now: number): Delivery | undefined {
  const at = list.findIndex(({ due }) => due === null || due <= now)
  return at === -1 ? undefined : list.splice(at, 1)[0]
}
