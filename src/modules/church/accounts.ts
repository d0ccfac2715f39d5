/**
 * From a key to its caller: the key, its church, its branch tree. Remembered while the node's lease runs, so that
 * most requests ask the database nothing; a change of an account is seen by every node before it is reported done
 * (see node-lease.ts). Authentication rules: spec, Authentication; decisions, Keys.
 */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { isWellFormed, keyHash } from '../../lib/api-key.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { Lru } from '../../lib/lru.ts'
import type { Caller, Church, Key } from '../../resource/caller.ts'
import { type Speech, withLanguage } from '../../texts/spoken.ts'
import { type BranchLink, branchTree } from './branch-tree.ts'
import type { NodeLease } from './node-lease.ts'

const MAX_REMEMBERED = 10_000

interface KeyRow {
  key: Key
  church: Church
  origins: string[]
}

/** Finds callers by their keys. */
export class Accounts {
  readonly #database: Database
  readonly #lease: NodeLease
  readonly #speech: Speech
  readonly #callers = new Lru<string, Caller>(MAX_REMEMBERED)
  /** Origins that any key of any church names: as soon as somebody asks for them, so that one statement serves all who do. */
  #origins: Promise<ReadonlySet<string>> | undefined
  /** Grows when everything is forgotten, so that what was read before is not remembered after. */
  #generation = 0

  /** @param speech the language of churches that have none of their own */
  constructor(database: Database, lease: NodeLease, speech: Speech) {
    this.#database = database
    this.#speech = speech
    this.#lease = lease
    lease.onChange(() => {
      this.#generation += 1
      this.#callers.clear()
      this.#origins = undefined
    })
  }

  /**
   * The caller of a key, or undefined for one that is malformed, unknown or revoked. Does not judge the church:
   * that is the next check of the pipeline.
   */
  async find(text: string): Promise<Caller | undefined> {
    if (!isWellFormed(text)) return undefined
    const hash = keyHash(text)
    const name = hash.toString('base64')
    if (this.#lease.valid()) {
      const known = this.#callers.get(name)
      if (known !== undefined) return known
    }
    const generation = this.#generation
    const caller = await this.#load(hash)
    if (caller !== undefined && generation === this.#generation) this.#callers.set(name, caller)
    return caller
  }

  /** Whether any key may be used by pages of an origin: all that can be told of a request that carries no key. */
  async allowsOrigin(origin: string): Promise<boolean> {
    if (!this.#lease.valid()) return (await this.#loadOrigins()).has(origin)
    if (this.#origins === undefined) {
      const loading = this.#loadOrigins()
      this.#origins = loading
      loading.catch(() => {
        if (this.#origins === loading) this.#origins = undefined
      })
    }
    return (await this.#origins).has(origin)
  }

  async #loadOrigins(): Promise<ReadonlySet<string>> {
    const rows = await this.#database.read.all<{ origin: string }>(
      sql`select distinct unnest(origins) as origin from api_keys where origins <> '{}' and revoked_at is null`,
    )
    return new Set(rows.map(row => row.origin))
  }

  async #load(hash: Buffer): Promise<Caller | undefined> {
    const found = await findKey(this.#database, hash)
    if (found === undefined) return undefined
    const { key, origins } = found
    const church = withLanguage(found.church, this.#speech)
    const links = await this.#database.read.all<BranchLink>(
      sql`select id, parent_id from branches where church_id = ${church.id} order by id`,
    )
    const branches = branchTree(links)
    const visible = key.branch_id === null ? null : branches.below(key.branch_id)
    const { scopes, branch_id } = key
    const account = `${church.id}.${this.#generation}`
    return { by: { kind: 'key', key, origins }, account, church, scopes, branches, branch_id, visible }
  }
}

type FoundRow = Church & { key_id: number; key_name: string; origins: string[] } & Omit<Key, 'id' | 'name'>

async function findKey(database: Database, hash: Buffer): Promise<KeyRow | undefined> {
  const row = await database.read.first<FoundRow>(sql`
    select k.id as key_id, k.name as key_name, k.prefix, k.scopes, k.branch_id, k.origins, k.created_at,
      c.id, c.slug, c.name, c.country, c.currency, c.timezone, c.language, c.languages, c.status, c.api_enabled, c.modules, c.people_limit,
      (select id from branches b where b.church_id = c.id and b.is_hq) as hq_branch_id
    from api_keys k join churches c on c.id = k.church_id
    where k.hash = ${hash} and k.revoked_at is null`)
  if (row === undefined) return undefined
  const { key_id, key_name, prefix, scopes, branch_id, origins, created_at, ...church } = row
  const key = { id: key_id, name: key_name, prefix, scopes, branch_id, created_at: printTimestamp(created_at) }
  return { key, church, origins }
}
