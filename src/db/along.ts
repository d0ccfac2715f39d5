/** Writes something along with somebody else's transaction: both are there, or neither is. */
import type { Database, Tx } from './database.ts'

/** A database whose writes carry something. */
export interface Along {
  database: Database
  /** Whether a write has carried it. */
  carried(): boolean
}

/**
 * The same database, but the first write of a church that commits carries what `work` adds at its end.
 * @param church whose writes; those of others, and of none, carry nothing
 */
export function along(database: Database, church: number, work: (tx: Tx) => Promise<void>): Along {
  let carried = false
  const carrying =
    (name: 'write' | 'writeAlone'): Database['write'] =>
    async (written, own) => {
      if (written !== church || carried) return await database[name](written, own)
      const result = await database[name](written, async tx => {
        const answer = await own(tx)
        await work(tx)
        return answer
      })
      carried = true
      return result
    }
  const own = { write: carrying('write'), writeAlone: carrying('writeAlone') }
  const proxy = new Proxy(database, {
    get(target, name) {
      if (name === 'write' || name === 'writeAlone') return own[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { database: proxy, carried: () => carried }
}
