/** What a served church needs: a database, the church, a key, and whom its webhooks and mails go to. */
import assert from 'node:assert/strict'
import { Database, NO_CHURCH } from '../../src/db/database.ts'
import { HOUSE } from '../../src/house.ts'
import { makeKey } from '../../src/modules/church/api-keys.ts'
import { createChurch, findChurch, setChurch } from '../../src/modules/church/churches.ts'
import type { Church } from '../../src/resource/caller.ts'
import { Vault } from '../../src/vault.ts'
import { addEndpoint } from '../../src/webhooks/endpoints.ts'
import { runAs, testDatabase } from '../support/database.ts'

/** Long enough, and not the one that other tests have. */
export const SECRET = 'a key that the served church alone has'

export interface ServedChurch {
  url: string
  /** For the role that owns the tables. */
  ownerUrl: string
  database: Database
  church: Church
  /** Headers with its key. */
  keyed: Record<string, string>
  /** Makes a key. @returns its headers */
  newKey(): Promise<Record<string, string>>
  /** Has events sent to an address. @returns the endpoint's id */
  subscribe(url: string): Promise<number>
  /** Takes from the service the right to read funds, which each migration gives it. */
  forbidFunds(): Promise<void>
  close(): Promise<void>
}

export async function makeServedChurch(): Promise<ServedChurch> {
  const clone = await testDatabase()
  const patience = { statementTimeout: 15_000, maxWaiting: 10 }
  const database = new Database({ connection: clone.connection, poolSize: 4, ...patience })
  const vault = new Vault({ secretKey: [SECRET], dataDir: '' })
  const input = { name: 'Grace', slug: 'grace', country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  await database.write(NO_CHURCH, tx => createChurch(tx, input))
  const church = (await findChurch(database, 'grace')) ?? assert.fail()
  await database.write(church.id, tx => setChurch(tx, church.id, { notice_emails: ['ada@example.org'] }))
  const newKey = async () => {
    const made = await database.write(church.id, tx =>
      makeKey(tx, church, { name: 'Test', scopes: ['all'] }, HOUSE.scopes),
    )
    return { authorization: `Bearer ${made.key.key}` }
  }
  return {
    url: clone.url,
    ownerUrl: clone.ownerUrl,
    database,
    church,
    keyed: await newKey(),
    newKey,
    async subscribe(url) {
      const parts = { vault, church, allowInsecure: true, catalogue: HOUSE.catalogue }
      return (await database.write(church.id, tx => addEndpoint(tx, parts, { url, events: ['*'] }))).id
    },
    forbidFunds: () => runAs(clone.owner, `revoke select on funds from ${clone.connection.user}`),
    async close() {
      await database.close()
      await clone.drop()
    },
  }
}
