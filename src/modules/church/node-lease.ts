/**
 * What lets a node remember accounts and still refuse a revoked key from the moment the revocation returned.
 * Each node holds a lease, renewed through the database, and says which version of the accounts it has seen. Who
 * changes an account raises the version and then waits until each live node has seen it or lost its lease; a node
 * without a valid lease remembers nothing. Durations are measured on the node's monotonic clock from before the
 * renewal was sent, so the node's view of its lease ends no later than the database's.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Db, NO_CHURCH, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Reading } from '../../resource/services.ts'

const LEASE_MS = 3_000
const RENEW_MS = 1_000
const LOOK_MS = 200
/** How often a node that is busy tries to tell where it is reached: for ten seconds. */
const ANNOUNCEMENTS = 50
/** The node stops trusting its lease this much earlier than the database does. */
const MARGIN_MS = 500

type Listener = () => void
type CompanyListener = (alone: boolean) => Promise<void>

/** What a node tells of itself as long as it lives. */
interface NodeSelf {
  id: string
  /** Whether it sends webhooks to plain http and to its own machine. */
  allowsInsecure: boolean
  /** The name of its machine, on which `pid` is its process. */
  machine: string
  pid: number
  /** Of Sexton. */
  version: string
  dataDir: string
}

/** Where a node is reached. */
interface NodeAddress {
  /** For the public. */
  url: string
  /** What it listens on. */
  host: string
  port: number
}

/** The lease of this node; `start` before serving, `stop` at the end. */
export class NodeLease {
  readonly #database: Database
  readonly #id: string
  readonly #self: NodeSelf
  readonly #startedAt = new Date()
  #address: NodeAddress | undefined
  readonly #listeners: Listener[] = []
  #seen = 0
  #validUntil = 0
  #renewAt = 0
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()
  #stopped = false
  #alone = true
  readonly #company: CompanyListener[] = []

  constructor(database: Database, self: NodeSelf) {
    this.#database = database
    this.#id = self.id
    this.#self = self
  }

  /** True while what this node remembers of accounts may be used. */
  valid(): boolean {
    return performance.now() < this.#validUntil
  }

  /** Called, before it is acknowledged, when any account may have changed. */
  onChange(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Called when this node is no longer alone, or alone again; other nodes wait for it before they join. */
  onCompany(listener: CompanyListener): void {
    this.#company.push(listener)
  }

  /** Takes the lease and keeps it; other nodes know of this one before this returns. */
  async start(): Promise<void> {
    await this.#beat()
    if (!this.#alone) {
      const version = await this.#database.write(NO_CHURCH, raiseAccountVersion)
      this.#schedule(0)
      await accountsSeen(this.#database.read, version)
    } else this.#schedule()
  }

  /**
   * Tells, from now on, where this node is reached. Where requests and workers have taken all of a small pool, it is
   * tried again: a node must not fail to start because it is busy.
   */
  async announce(address: NodeAddress): Promise<void> {
    this.#address = address
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#renew()
      } catch (error) {
        const busy = error instanceof ApiError && error.code === 'service_unavailable'
        if (!busy || attempt === ANNOUNCEMENTS) throw error
        await sleep(LOOK_MS)
      }
    }
  }

  /** Gives the lease back. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    // A beat under way would put the lease back.
    await this.#beating
    this.#validUntil = 0
    await this.#database
      .write(NO_CHURCH, tx => tx.run(sql`delete from nodes where id = ${this.#id}`))
      .catch(() => undefined)
  }

  #schedule(pause = LOOK_MS): void {
    if (this.#stopped) return
    this.#timer = setTimeout(async () => {
      // A failed beat needs no handling here: the lease runs out, and the next beat tries again.
      this.#beating = this.#beat().catch(() => undefined)
      await this.#beating
      this.#schedule()
    }, pause)
    this.#timer.unref()
  }

  async #beat(): Promise<void> {
    let version = await this.#look()
    if (version === this.#seen && performance.now() < this.#renewAt) return
    for (;;) {
      if (version !== this.#seen) for (const listener of this.#listeners) listener()
      this.#seen = version
      const sent = performance.now()
      await this.#renew()
      // Looking again after the renewal has committed closes the gap in which a change could neither have seen this
      // lease nor been seen by it.
      version = await this.#look()
      if (version !== this.#seen) continue
      this.#renewAt = sent + RENEW_MS
      if (!this.#stopped) this.#validUntil = sent + LEASE_MS - MARGIN_MS
      return
    }
  }

  async #look(): Promise<number> {
    const state = await this.#database.read.first<{ version: number; company: boolean }>(sql`
      select version, exists (select 1 from nodes where lease_until > now() and id <> ${this.#id}) as company
      from account_version`)
    const alone = !state?.company
    if (alone !== this.#alone) for (const listener of this.#company) await listener(alone)
    this.#alone = alone
    return state?.version ?? 0
  }

  async #renew(): Promise<void> {
    const { id, allowsInsecure, machine, pid, version, dataDir } = this.#self
    const { url = null, host = null, port = null } = this.#address ?? {}
    await this.#database.write(NO_CHURCH, tx =>
      tx.run(sql`insert into nodes (id, seen_version, lease_until, started_at, allows_insecure, machine, pid, version,
          data_dir, url, host, port)
        values (${id}, ${this.#seen}, clock_timestamp() + ${LEASE_MS} * interval '1 ms', ${this.#startedAt},
          ${allowsInsecure}, ${machine}, ${pid}, ${version}, ${dataDir}, ${url}, ${host}, ${port})
        on conflict (id) do update set seen_version = excluded.seen_version, lease_until = excluded.lease_until,
          url = excluded.url, host = excluded.host, port = excluded.port`),
    )
  }
}

/** True while a node runs that sends webhooks to plain http and to its own machine, as `npm start` does. */
export async function insecureAllowed(db: Db): Promise<boolean> {
  const row = await db.first<{ allowed: boolean }>(
    sql`select exists (select 1 from nodes where lease_until > now() and allows_insecure) as allowed`,
  )
  return row?.allowed ?? false
}

/** Marks, in the transaction of the change, that accounts changed. @returns the version to wait for */
export async function raiseAccountVersion(tx: Tx): Promise<number> {
  const row = await tx.first<{ version: number }>(
    sql`update account_version set version = version + 1 returning version`,
  )
  return row?.version ?? 0
}

/** Waits until no live node remembers accounts from before this version. To be called after the commit. */
async function accountsSeen(read: Db, version: number): Promise<void> {
  for (;;) {
    const behind = await read.first<{ nodes: number }>(sql`
      select count(*)::int as nodes from nodes where seen_version < ${version} and lease_until > clock_timestamp()`)
    if (!behind?.nodes) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** What an action that changed accounts shows once every node follows. */
interface AccountChange<Shown> {
  shown: Shown
  /** To wait for; undefined where nothing that nodes remember was changed. */
  version: number | undefined
}

/** How an action that changes accounts ends: what it shows is true on every node. */
export async function followed<Shown>(
  { read }: Pick<Reading, 'read'>,
  _caller: Caller,
  _input: object,
  { shown, version }: AccountChange<Shown>,
): Promise<Shown> {
  if (version !== undefined) await accountsSeen(read, version)
  return shown
}

/** Forgets nodes that have long been dead. */
export const forgetNodes = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from nodes where lease_until < ${tx.now}::timestamptz - interval '1 hour'`)
