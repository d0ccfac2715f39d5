/** A database for each size of church, on the embedded server (which syncs) or on that of DATABASE_URL. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { Database } from '../src/db/database.ts'
import { openEmbedded } from '../src/db/embedded/index.ts'
import { migrate } from '../src/db/migrate.ts'
import { type BenchChurch, fill } from './data.ts'

/** A server to make databases on. */
export interface DatabaseServer {
  /** As a person would name it: version and whether it syncs. */
  name: string
  /** Makes a database with one church in it. */
  make(gifts: number, people: number): Promise<{ url: string; church: BenchChurch }>
  /** Makes a migrated database without churches. @returns its URL */
  makeEmpty(name: string): Promise<string>
  /** Drops what was made. */
  close(): Promise<void>
}

const FILL_TIMEOUT_MS = 3_600_000

/** Does something on a database, for as long as it takes. */
export async function onDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const connection = { connectionString: url }
  const database = new Database({ connection, poolSize: 3, statementTimeout: FILL_TIMEOUT_MS, maxWaiting: 10 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Opens the server. */
export async function openServer(): Promise<DatabaseServer> {
  const embedded = process.env.DATABASE_URL === undefined ? await openTemporary() : undefined
  const base = embedded?.url ?? process.env.DATABASE_URL ?? ''
  const made: string[] = []
  const { rows } = await ask(base, `select version(), current_setting('fsync') as fsync`)
  const version = /^\S+ \S+/.exec(rows[0]?.version ?? '')?.[0]
  const makeEmpty = async (of: number | string): Promise<string> => {
    const name = `sexton_bench_${of}`
    await ask(base, `drop database if exists ${name}`)
    await ask(base, `create database ${name}`)
    made.push(name)
    const url = withDatabase(base, name)
    await migrate({ connectionString: url })
    return url
  }
  return {
    name: `${version}${embedded ? ', embedded' : ''}, fsync ${rows[0]?.fsync}`,
    async make(gifts, people) {
      const url = await makeEmpty(gifts)
      return { url, church: await onDatabase(url, database => fill(database, gifts, people)) }
    },
    makeEmpty,
    async close() {
      for (const name of made) await ask(base, `drop database if exists ${name} with (force)`)
      await embedded?.close()
    },
  }
}

async function openTemporary(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sexton-bench-'))
  // PostgreSQL may run as another user, who has to get in.
  chmodSync(folder, 0o755)
  const opened = await openEmbedded({ dataDir: path.join(folder, 'data'), log: pino({ level: 'error' }) })
  // As the owner: the benchmark makes and drops databases.
  const { user, password = '', database, host, port } = opened.owner as pg.ClientConfig
  const url = `postgres://${user}:${encodeURIComponent(String(password))}@/${database}?host=${host}&port=${port}`
  return {
    url,
    async close() {
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function withDatabase(url: string, name: string): string {
  const [head = '', query] = url.split('?')
  return `${head.slice(0, head.lastIndexOf('/'))}/${name}${query === undefined ? '' : `?${query}`}`
}

async function ask(url: string, statement: string): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
