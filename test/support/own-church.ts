/** A church on an embedded database of its own, served in this process: what is backed up and restored. */
import assert from 'node:assert/strict'
import type pg from 'pg'
import { build } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, NO_CHURCH } from '../../src/db/database.ts'
import { HOUSE } from '../../src/house.ts'
import { makeKey } from '../../src/modules/church/api-keys.ts'
import { createChurch, findChurch } from '../../src/modules/church/churches.ts'
import { openDatabase } from '../../src/open-database.ts'
import type { Church } from '../../src/resource/caller.ts'
import { Vault } from '../../src/vault.ts'
import { quiet } from './embedded.ts'

export interface OwnChurch {
  dataDir: string
  database: Database
  /** Of the service to its database, for nodes that are started beside it. */
  connection: pg.ClientConfig
  church: Church
  /** The key that it gives and reads with. */
  key: string
  config: Config
  vault: Vault
  /** Where it answers. */
  url: string
  /** Records a gift, and waits for the answer. */
  give(amount: number, currency?: string): Promise<Response>
  /** Reads by the API, such as `/people`. @returns the status */
  read(path: string): Promise<number>
  close(): Promise<void>
}

/** Serves a data directory, which is made where it is not there; the church in it is made once. */
export async function serveOwn(dataDir: string, env: Record<string, string> = {}): Promise<OwnChurch> {
  const limits = { SEXTON_RATE_LIMIT_KEY: '0', SEXTON_RATE_LIMIT_IP: '0' }
  const config = readConfig({ SEXTON_DATA_DIR: dataDir, SEXTON_LOG_LEVEL: 'silent', ...limits, ...env })
  const open = await openDatabase(config, quiet)
  const { database } = open
  const input = { name: 'Grace', slug: 'grace', country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  const found = await findChurch(database, 'grace')
  if (found === undefined) await database.write(NO_CHURCH, tx => createChurch(tx, input))
  const church = (await findChurch(database, 'grace')) ?? assert.fail()
  const { key } = await database.write(church.id, tx =>
    makeKey(tx, church, { name: 'Test', scopes: ['all'] }, HOUSE.scopes),
  )
  const app = build({ ...config, port: 0 }, database, quiet)
  const url = `http://localhost:${await app.start()}`
  const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' }
  return {
    dataDir,
    database,
    connection: open.connection,
    church,
    key: key.key,
    config,
    vault: new Vault(config),
    url,
    async give(amount, currency = 'NGN') {
      const body = JSON.stringify({ amount, currency, method: 'cash', donor_name: 'Ada' })
      const answer = await fetch(`${url}/api/v1/contributions`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      return answer
    },
    async read(path) {
      const answer = await fetch(`${url}/api/v1${path}`, { headers })
      await answer.arrayBuffer()
      return answer.status
    },
    async close() {
      await app.close()
      await open.close()
    },
  }
}
