/**
 * When each key was last used, and from where. Noted in memory for each request, which costs it nothing, and written in one
 * batch now and then; what a node that is killed had noted since then is lost.
 */
import { type Database, NO_CHURCH } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Caller } from '../../resource/caller.ts'

interface Use {
  church_id: number
  used_at: number
  ip: string
}

/** The uses of keys that this node has not written yet. */
export class KeyUses {
  readonly #database: Database
  readonly #clock: Clock
  #noted = new Map<number, Use>()

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Notes that a key was used. Asks the database nothing. */
  note({ by, church }: Caller, ip: string): void {
    if (by.kind !== 'key') return
    const { key } = by
    const used_at = this.#clock.now().getTime()
    const known = this.#noted.get(key.id)
    if (known === undefined) this.#noted.set(key.id, { church_id: church.id, used_at, ip })
    else Object.assign(known, { used_at, ip })
  }

  /** Writes what was noted, all keys in one statement. What could not be written is noted still. */
  async flush(): Promise<void> {
    const uses = this.#noted
    if (uses.size === 0) return
    this.#noted = new Map()
    try {
      await this.#write(uses)
    } catch (error) {
      this.#noted = new Map([...uses, ...this.#noted])
      throw error
    }
  }

  async #write(uses: ReadonlyMap<number, Use>): Promise<void> {
    const rows = [...uses]
      // In the order of their keys, as every node writes them, so that two cannot wait for one another.
      .sort(([a], [b]) => a - b)
      .map(([key_id, use]) => ({ key_id, ...use, used_at: new Date(use.used_at).toISOString() }))
    await this.#database.write(NO_CHURCH, tx =>
      tx.run(sql`insert into api_key_uses as u (church_id, key_id, used_at, ip)
        select church_id, key_id, used_at, ip
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (church_id bigint, key_id bigint, used_at timestamptz, ip text)
        on conflict (church_id, key_id) do update set used_at = excluded.used_at, ip = excluded.ip
        where u.used_at < excluded.used_at`),
    )
  }
}
