/** The lanes that this node holds. */
import { type Database, NO_CHURCH } from '../db/database.ts'
import { groupBy } from '../lib/group.ts'
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

  /** Those of some endpoints that are held here. */
  some(endpoints: Iterable<number>): Lane[] {
    return [...endpoints].map(id => this.#lanes.get(id)).filter(lane => lane !== undefined)
  }

  /** Looks at the endpoints of some lanes, or of all: what changed is followed, a lane that is lost is dropped. */
  async follow(lanes: readonly Lane[] = this.all()): Promise<void> {
    const churches = groupBy(lanes, ({ endpoint }) => endpoint.church_id)
    await Promise.all(
      [...churches].map(async ([church, held]) => {
        const ids = held.map(({ endpoint }) => endpoint.endpoint_id)
        const found = new Map(
          (await heldLanes(this.#database, this.#node, church, ids)).map(one => [one.endpoint_id, one]),
        )
        for (const lane of held) this.#follow(lane, found.get(lane.endpoint.endpoint_id))
      }),
    )
  }

  /** Takes the lanes that have something to send and that no living node holds. */
  async takeWithWork(until: string): Promise<void> {
    await this.#acquire(await lanesWithWork(this.#database, this.#node, [...this.#lanes.keys()], until))
  }

  /**
   * Takes the lanes of some endpoints, and follows those that are held already.
   * @param wanted endpoint → church
   * @returns the lanes that another node holds
   */
  async take(wanted: ReadonlyMap<number, number>): Promise<Candidate[]> {
    if (wanted.size === 0) return []
    const held = this.some(wanted.keys())
    await this.follow(held)
    const missing = groupBy(
      [...wanted].filter(([endpoint]) => !this.#lanes.has(endpoint)),
      ([, church]) => church,
    )
    const found = await Promise.all(
      [...missing].map(([church, pairs]) =>
        lanesOf(
          this.#database,
          this.#node,
          church,
          pairs.map(([endpoint]) => endpoint),
        ),
      ),
    )
    const candidates = found.flat()
    await this.#acquire(candidates.filter(({ taken }) => !taken))
    return candidates.filter(({ taken }) => taken)
  }

  /** Fills lanes from the table. @param until what is due by then is taken */
  async refill(lanes: ReadonlySet<Lane>, until: string): Promise<void> {
    const churches = groupBy(lanes, ({ endpoint }) => endpoint.church_id)
    await Promise.all(
      [...churches].map(async ([church, some]) => {
        const asked = new Map(some.map(lane => [lane, Math.ceil(lane.room / 2)]))
        for (const lane of some) lane.beginRefill()
        try {
          for (const { lane, deliveries } of await refill(this.#database, church, some, until)) {
            for (const delivery of deliveries) lane.add(delivery)
            const fresh = deliveries.filter(({ due, kind }) => due === null && kind !== 'test').length
            const quota = asked.get(lane) ?? 0
            if (fresh >= quota || deliveries.length - fresh >= quota) lane.more = lane.endpoint.status === 'active'
          }
        } catch (error) {
          for (const lane of some) lane.more = true
          throw error
        } finally {
          for (const lane of some) lane.endRefill()
        }
      }),
    )
  }

  /** Lets go of all connections. */
  async close(): Promise<void> {
    await Promise.all(this.all().map(({ outlet }) => outlet.close()))
    this.#lanes.clear()
  }

  async #acquire(candidates: readonly Candidate[]): Promise<void> {
    for (const [church, seen] of groupBy(candidates, ({ church_id }) => church_id)) {
      const taken = await this.#database.write(NO_CHURCH, tx => acquire(tx, this.#node, church, seen))
      for (const endpoint of taken) {
        this.#drop(this.#lanes.get(endpoint.endpoint_id))
        this.#lanes.set(endpoint.endpoint_id, new Lane(endpoint, this.#openOutlet(endpoint.url), this.#pauseAfter))
      }
    }
  }

  #follow(lane: Lane, endpoint: LaneEndpoint | undefined): void {
    if (endpoint === undefined || endpoint.epoch !== lane.endpoint.epoch) {
      this.#drop(lane)
      return
    }
    if (endpoint.url !== lane.endpoint.url) {
      void lane.outlet.retire()
      lane.outlet = this.#openOutlet(endpoint.url)
    }
    lane.follow(endpoint)
  }

  /** What is under way may end; its success counts, whoever holds the lane by then. */
  #drop(lane: Lane | undefined): void {
    if (lane === undefined) return
    lane.lost = true
    void lane.outlet.retire()
    if (this.#lanes.get(lane.endpoint.endpoint_id) === lane) this.#lanes.delete(lane.endpoint.endpoint_id)
  }
}
