/** The servers that run on a database, as they tell of themselves. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { PRESENCE } from '../webhooks/lane-store.ts'

const TOLD = ['url', 'host', 'port', 'pid', 'machine', 'version', 'data_dir', 'started_at'] as const

/** A server that runs: its address once it listens, its process; a server of an earlier release tells less. */
export type RunningServer = Told & {
  /** False for one that has a lease but not the connection by which a server is known to live. */
  sure: boolean
}

type Told = Partial<Record<(typeof TOLD)[number], string | number | null>>

const LOOK_MS = 200
/** By then the lease of a server that was killed has run out. */
const PATIENCE_MS = 4_000

/**
 * The servers that run, the oldest first. One that was killed is known by the lock that it no longer holds; since one that
 * lost its connection for a moment holds none either, that is looked at again until its lease has run out (3 s). One that
 * keeps its lease all the same is told of as not sure.
 */
export async function runningServers(database: Database): Promise<RunningServer[]> {
  for (const begun = performance.now(); ; ) {
    // As JSON: the database may be of an earlier release, whose table has fewer columns.
    const nodes = await database.read.all<{ node: string; present: boolean }>(sql`
      select to_jsonb(nodes) as node, exists (select 1 from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and classid = ${PRESENCE}::bigint::oid and objid = (hashtext(id) & 2147483647)::bigint::oid) as present
      from nodes where lease_until > now() order by started_at`)
    if (nodes.every(({ present }) => present) || performance.now() - begun > PATIENCE_MS) {
      return nodes.map(({ node, present }) => ({ ...told(JSON.parse(node) as Told), sure: present }))
    }
    await pause(LOOK_MS)
  }
}

const told = (node: Told): Told => Object.fromEntries(TOLD.map(name => [name, node[name] ?? null]))

/** The public address: of the settings, else the one that a server tells; undefined where there is neither. */
export async function publicAddress(config: Config, database: Database): Promise<string | undefined> {
  if (config.baseUrl !== '') return config.baseUrl
  const servers = await runningServers(database)
  const url = servers.findLast(server => typeof server.url === 'string')?.url
  return typeof url === 'string' ? url : undefined
}
