/** What is attacked: a node in a process of its own, with a church that has people, keys and a giving page. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Database, NO_CHURCH } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { HOUSE } from '../../src/house.ts'
import { makeKey } from '../../src/modules/church/api-keys.ts'
import { createChurch, findChurch, setChurch } from '../../src/modules/church/churches.ts'
import { setPaymentProvider } from '../../src/modules/online-giving/payment-providers.ts'
import { Vault } from '../../src/vault.ts'
import { testDatabase } from '../support/database.ts'
import { killProcesses, type NodeProcess, startProcess } from '../support/process.ts'
import { SECRET_KEY } from '../support/secret-key.ts'
import { waysIn } from './ways.ts'

export const SLUG = 'grace'

export interface Target {
  node: NodeProcess
  /** Of the church. */
  key: string
  /** The processes of its database that it is connected to. */
  backends(): Promise<number[]>
  /** Bytes of memory that it has. */
  memory(): number
  /** What clients hold of it, by its metrics. */
  held(): Promise<Record<string, number>>
  close(): Promise<void>
}

/** Fewer places than one attacker asks for; what an address may do in a minute is as in a production. */
const SETTINGS = {
  SEXTON_MAX_CONNECTIONS: '400',
  SEXTON_MAX_REQUESTS: '400',
  SEXTON_RATE_LIMIT_IP: '',
  SEXTON_RATE_LIMIT_PAGES: '',
}

/** Starts it; all who use it may share one key. */
export async function startTarget(): Promise<Target> {
  const clone = await testDatabase()
  const patience = { statementTimeout: 15_000, maxWaiting: 10 }
  const database = new Database({ connection: clone.connection, poolSize: 2, ...patience })
  const place = { name: 'Grace', slug: SLUG, country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  await database.write(NO_CHURCH, tx => createChurch(tx, place))
  const church = (await findChurch(database, SLUG)) ?? assert.fail()
  await database.write(church.id, tx => setChurch(tx, church.id, { modules: ['giving'] }, HOUSE))
  const vault = new Vault({ secretKey: [SECRET_KEY.SEXTON_SECRET_KEY], dataDir: '' })
  await database.write(church.id, tx => setPaymentProvider(tx, vault, church, { name: 'development', values: {} }))
  const made = await database.write(church.id, tx =>
    makeKey(tx, church, { name: 'Test', scopes: ['all'] }, HOUSE.scopes),
  )
  const { key } = made.key
  const node = await startProcess(clone.connection, SETTINGS)
  // What is loaded when it is first asked for is there.
  for (const { path, headers } of waysIn(key, SLUG))
    await (await fetch(`${node.url}${path}`, { headers })).arrayBuffer()
  return {
    node,
    key,
    async backends() {
      const found = await database.read.all<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      return found.map(({ pid }) => pid)
    },
    memory: () => Number(readFileSync(`/proc/${node.pid}/statm`, 'utf8').split(' ')[1]) * 4_096,
    async held() {
      const text = await (await fetch(`${node.url}/metrics`)).text()
      const lines = text.matchAll(/^sexton_held\{what="(\w+)"\} (\d+)$/gm)
      return Object.fromEntries([...lines].map(([, what, count]) => [what, Number(count)]))
    },
    async close() {
      killProcesses()
      await database.close()
      await clone.drop()
    },
  }
}
