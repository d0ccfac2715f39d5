/**
 * A service with the demo church in it. Filling that takes seconds, so the first file of a run that asks for one fills a
 * template, of which each gets a clone. What is told of the making itself, tests have from `prepareDemo`.
 */
import type { Overrides } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { prepareDemo } from '../../src/demo/demo.ts'
import { today } from '../../src/lib/calendar.ts'
import { findChurch } from '../../src/modules/church/churches.ts'
import type { Church } from '../../src/resource/caller.ts'
import { Vault } from '../../src/vault.ts'
import { filledTemplate, ON_CITUS, type TestDatabase, testDatabase } from './database.ts'
import { lendOnce, openPool } from './lent-database.ts'
import { SECRET_KEY } from './secret-key.ts'
import { startService, type TestService } from './service.ts'

/** Where the template is said to be served, in what is told of it. */
const NOWHERE = 'http://demo.test'

export interface DemoService {
  service: TestService
  demo: Church
  /** What whoever starts a service with a new demo church is told: its key, and the link of its first owner. */
  told: string
}

/** Starts one. @param env further settings, and not the key of its secrets, with which the demo was made */
export async function startDemo(
  env: Record<string, string> = {},
  overrides: Partial<Overrides> = {},
): Promise<DemoService> {
  const { service, told } = await started(env, overrides)
  const demo = await findChurch(service.database, 'demo')
  if (demo === undefined) throw new Error('There is no demo church.')
  return { service, demo, told }
}

async function started(env: Record<string, string>, overrides: Partial<Overrides>): Promise<Omit<DemoService, 'demo'>> {
  if (ON_CITUS) {
    const service = await startService(env, overrides)
    return { service, told: await prepareDemo(service.database, service.vault, service.url) }
  }
  // What it has lies around the day on which it is made: a run that goes past midnight makes another.
  const day = today(new Date(), 'Africa/Lagos').replaceAll('-', '')
  const { template, said } = await filledTemplate(`demo_${day}`, fill)
  const service = await startService(env, overrides, async config => lendOnce(await testDatabase(template), config))
  return { service, told: said.replaceAll(NOWHERE, service.url) }
}

async function fill({ connection }: TestDatabase): Promise<string> {
  const config = readConfig(SECRET_KEY)
  const database = openPool(connection, config)
  try {
    return await prepareDemo(database, new Vault(config), NOWHERE)
  } finally {
    await database.close()
  }
}
