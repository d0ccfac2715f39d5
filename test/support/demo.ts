/**
 * A service with the demo church in it. Filling that takes seconds, so the first file of a run that asks for one fills a
 * template, of which each gets a clone.
 */
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/db/sql.ts'
import { prepareDemo } from '../../src/demo/demo.ts'
import { HOUSE } from '../../src/house.ts'
import { today } from '../../src/lib/calendar.ts'
import { findChurch } from '../../src/modules/church/churches.ts'
import type { Church } from '../../src/resource/caller.ts'
import { Vault } from '../../src/vault.ts'
import { filledTemplate, ON_CITUS, type TestDatabase, testDatabase } from './database.ts'
import { lendOnce, openPool } from './lent-database.ts'
import { SECRET_KEY } from './secret-key.ts'
import { startService, type TestService } from './service.ts'

/** Where the demo church is said to be served, in what whoever makes it is told. */
const NOWHERE = 'http://demo.test'

/** Switches on all that there is. @returns the church as it is then */
export async function switchAllOn({ database }: TestService, church: Church): Promise<Church> {
  const modules = [...HOUSE.optional]
  await database.write(church.id, tx => tx.run(sql`update churches set modules = ${modules} where id = ${church.id}`))
  return { ...church, modules }
}

/** Starts one. */
export async function startDemo(): Promise<{ service: TestService; demo: Church }> {
  const service = await started()
  const demo = await findChurch(service.database, 'demo')
  if (demo === undefined) throw new Error('There is no demo church.')
  return { service, demo }
}

async function started(): Promise<TestService> {
  if (ON_CITUS) {
    const service = await startService()
    await prepareDemo(service.database, service.vault, service.url)
    return service
  }
  // What it has lies around the day on which it is made: a run that goes past midnight makes another.
  const day = today(new Date(), 'Africa/Lagos').replaceAll('-', '')
  const template = await filledTemplate(`demo_${day}`, fill)
  return await startService({}, {}, async config => lendOnce(await testDatabase(template), config))
}

async function fill({ connection }: TestDatabase): Promise<void> {
  const config = readConfig(SECRET_KEY)
  const database = openPool(connection, config)
  try {
    await prepareDemo(database, new Vault(config), NOWHERE)
  } finally {
    await database.close()
  }
}
