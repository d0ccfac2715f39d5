/**
 * Lanes are shared out: a node that holds more than its part of them gives some to the nodes that hold the fewest, so that a node
 * that joins soon carries its part, and so do those that are left when one goes. A lane begins no attempt from the moment it is
 * chosen, and goes over when the last one has its outcome written: nothing is sent twice for it (decision 0009).
 */
import { type Database, NO_CHURCH } from '../db/database.ts'
import type { Lane } from './lane.ts'
import { give, type Part, partsOf } from './lane-store.ts'
import type { Lanes } from './lanes.ts'

/** Sweeps from one look at the parts to the next. */
const EVERY = 10
/** Lanes that are given at once, at most. */
const MOST_GIVEN = 50
/** A node with so many too many, or this share of its part, keeps them: lanes do not wander to and fro. */
const [FEW, A_LITTLE] = [2, 0.1]

/** How many lanes a node gives to which other one. */
export function giftsOf(node: string, parts: readonly Part[]): Map<string, number> {
  const others = parts.filter(({ id }) => id !== node)
  const mine = parts.find(({ id }) => id === node)?.lanes ?? 0
  const fair = parts.reduce((sum, { lanes }) => sum + lanes, 0) / parts.length
  let left = Math.min(mine - Math.ceil(fair), MOST_GIVEN)
  if (others.length === 0 || left < Math.max(FEW, fair * A_LITTLE)) return new Map()
  const gifts = new Map<string, number>()
  for (const { id, lanes } of others.toSorted((a, b) => a.lanes - b.lanes)) {
    const some = Math.min(left, Math.floor(fair) - lanes)
    if (some <= 0) break
    gifts.set(id, some)
    left -= some
  }
  return gifts
}

/** What one node gives. */
export class Sharing {
  readonly #database: Database
  readonly #node: string
  readonly #lanes: Lanes
  /** Lanes that begin nothing more, and who is to have them. */
  readonly #leaving = new Map<Lane, string>()
  #sweeps = 0

  constructor(database: Database, node: string, lanes: Lanes) {
    this.#database = database
    this.#node = node
    this.#lanes = lanes
  }

  /** With each sweep. @returns the lanes that are somebody else's now */
  async sweep(): Promise<Lane[]> {
    this.#sweeps += 1
    if (this.#sweeps % EVERY === 0 && this.#leaving.size === 0) await this.#choose()
    for (const lane of this.#leaving.keys()) if (lane.lost) this.#leaving.delete(lane)
    const ready = [...this.#leaving].filter(([lane]) => lane.still)
    if (ready.length === 0) return []
    const given = await this.#database.write(NO_CHURCH, tx =>
      give(
        tx,
        this.#node,
        ready.map(([{ endpoint }, to]) => ({ ...endpoint, to })),
      ),
    )
    const isGiven = ({ endpoint }: Lane): boolean => given.has(endpoint.endpoint_id)
    for (const [lane] of ready) {
      this.#leaving.delete(lane)
      // One that could not be given is not this node's any more.
      this.#lanes.drop(lane)
    }
    return ready.map(([lane]) => lane).filter(isGiven)
  }

  /** Those that have nothing under way go first. */
  async #choose(): Promise<void> {
    const gifts = giftsOf(this.#node, await partsOf(this.#database))
    const lanes = this.#lanes.all().sort((a, b) => Number(b.still) - Number(a.still))
    for (const [to, count] of gifts) {
      for (const lane of lanes.splice(0, count)) {
        lane.leaving = true
        this.#leaving.set(lane, to)
      }
    }
  }
}
