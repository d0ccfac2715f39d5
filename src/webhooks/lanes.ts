/** The lanes that this node holds. */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { Lane, type LaneEndpoint } from './lane.ts'
import { acquire, type Candidate, heldLanes, lanesOf, lanesWithWork, refill } from './lane-store.ts'
import type { Outlet } from './outlet.ts'

/** Takes lanes, follows their endpoints, fills them from the table. */
export class Lanes {
  readonly #database: Database
  readonly #node: string
  readonly #pauseAfter: number
  readonly #openOutlet: (url: string) => Outlet
  readonly #lanes = new Map<number, Lane>()

  constructor(database: Database, node: string, pauseAfter: number, openOutlet: (url: string) => Outlet) {
    this.#database = database
    this.#node = node
    this.#pauseAfter = pauseAfter
    this.#openOutlet = openOutlet
  }

  get size(): number {
    return this.#lanes.size
  }

  /** The lane of an endpoint, if this node holds it. */
  get(endpoint: number): Lane | undefined {
    return this.#lanes.get(endpoint)
  }

  all(): Lane[] {
    return [...this.#lanes.values()]
  }

  /** Lanes with room for more than they have, while the table may have more. */
  hungry(): Lane[] {
    return this.all().filter(lane => lane.hungry)
  }

  /** Those that are filled together with the hungry ones: one look at the table for all. */
  wantsRefill(): Lane[] {
    return this.all().filter(lane => lane.wantsRefill)
  }

  /** Those of some endpoints that are held here. */
  some(endpoints: Iterable<number>): Lane[] {
    return [...endpoints].map(id => this.#lanes.get(id)).filter(lane => lane !== undefined)
  }

  /** Looks at the endpoints of some lanes, or of all: what changed is followed, a lane that is lost is dropped. */
  async follow(lanes: readonly Lane[] = this.all()): Promise<void> {
    for (const some of chunks(lanes)) {
      // Only what was written before this look can be seen by it.
      const written = new Set(some.filter(({ pausing }) => pausing === 'written'))
      const changes = new Map(some.map(lane => [lane, lane.changes]))
      const endpoints = some.map(({ endpoint }) => endpoint)
      const found = new Map((await heldLanes(this.#database, this.#node, endpoints)).map(one => [one.endpoint_id, one]))
      for (const lane of some) {
        this.#follow(lane, found.get(lane.endpoint.endpoint_id), changes.get(lane) ?? 0)
        if (written.has(lane)) lane.pausing = 'no'
      }
    }
  }

  /** Takes the lanes that have something to send and that no living node holds. */
  async takeWithWork(until: string): Promise<void> {
    await this.#acquire(await lanesWithWork(this.#database, this.#node, [...this.#lanes.keys()], until))
  }

  /**
   * Takes the lanes of some endpoints; those that are held already are looked at anew, and so is what waits in them.
   * @param wanted endpoint → church
   * @returns the lanes that another node holds
   */
  async take(wanted: ReadonlyMap<number, number>): Promise<Candidate[]> {
    if (wanted.size === 0) return []
    const held = this.some(wanted.keys())
    await this.follow(held)
    for (const lane of held) lane.lookAnew()
    const missing = new Map([...wanted].filter(([endpoint]) => !this.#lanes.has(endpoint)))
    const candidates = missing.size === 0 ? [] : await lanesOf(this.#database, this.#node, missing)
    await this.#acquire(candidates.filter(({ taken }) => !taken))
    return candidates.filter(({ taken }) => taken)
  }

  /** Fills lanes from the table. @param until what is due by then is taken */
  async refill(lanes: readonly Lane[], until: string): Promise<void> {
    for (const some of chunks(lanes)) await this.#refill(some, until)
  }

  async #refill(lanes: readonly Lane[], until: string): Promise<void> {
    const quotas = lanes.map(lane => Math.ceil(lane.room / 2))
    for (const lane of lanes) lane.beginRefill()
    try {
      const found = await refill(this.#database, lanes, until)
      for (const [at, lane] of lanes.entries()) {
        const deliveries = found.get(lane.endpoint.endpoint_id) ?? []
        for (const delivery of deliveries) lane.add(delivery)
        const fresh = deliveries.filter(({ due, kind }) => due === null && kind !== 'test').length
        const most = Math.max(fresh, deliveries.length - fresh)
        if (most >= (quotas[at] ?? 0)) lane.more = lane.endpoint.status === 'active'
      }
    } catch (error) {
      for (const lane of lanes) lane.more = true
      throw error
    } finally {
      for (const lane of lanes) lane.endRefill()
    }
  }

  /** Lets go of all connections. */
  async close(): Promise<void> {
    await Promise.all(this.all().map(({ outlet }) => outlet.close()))
    this.#lanes.clear()
  }

  async #acquire(candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return
    const taken = await this.#database.write(NO_CHURCH, tx => acquire(tx, this.#node, candidates))
    for (const endpoint of taken) {
      this.drop(this.#lanes.get(endpoint.endpoint_id))
      this.#lanes.set(endpoint.endpoint_id, new Lane(endpoint, this.#openOutlet(endpoint.url), this.#pauseAfter))
    }
  }

  #follow(lane: Lane, endpoint: LaneEndpoint | undefined, seen: number): void {
    if (endpoint === undefined || endpoint.epoch !== lane.endpoint.epoch) {
      this.drop(lane)
      return
    }
    if (endpoint.url !== lane.endpoint.url) {
      void lane.outlet.retire()
      lane.outlet = this.#openOutlet(endpoint.url)
    }
    lane.followed(endpoint, seen)
  }

  /** Holds a lane no more. What is under way may end; its success counts, whoever holds the lane by then. */
  drop(lane: Lane | undefined): void {
    if (lane === undefined) return
    lane.lost = true
    void lane.outlet.retire()
    if (this.#lanes.get(lane.endpoint.endpoint_id) === lane) this.#lanes.delete(lane.endpoint.endpoint_id)
  }
}

/** Lanes that are looked at together: by one statement, or where churches are distributed, by one for each church. */
const CHUNK = 500

function* chunks(lanes: readonly Lane[]): Generator<readonly Lane[]> {
  for (let at = 0; at < lanes.length; at += CHUNK) yield lanes.slice(at, at + CHUNK)
}
