/**
 * The house that suites over all modules try: what the product has, and modules that exist in tests only, so that what is
 * derived from a declaration is tried on one that nothing was made for.
 */
import type { Overrides } from '../../src/app.ts'
import { houseOf } from '../../src/house.ts'
import { MODULES } from '../../src/modules/index.ts'
import type { Module } from '../../src/resource/module.ts'
import { ADDED, TABLES } from '../lost-property/module.ts'
import { runAs } from './database.ts'
import { startService, type TestService } from './service.ts'

/** Every module there is. */
export const ALL_MODULES: readonly Module[] = [...MODULES, ...ADDED]

/** What follows from them. */
export const WHOLE_HOUSE = houseOf(ALL_MODULES)

/** A service of the whole house, with the tables that no migration makes. @param env settings, as the environment would have them */
export async function startWholeHouse(
  env: Record<string, string> = {},
  overrides: Partial<Overrides> = {},
): Promise<TestService> {
  const made = await startService(env, { ...overrides, modules: ALL_MODULES })
  const role = made.connection.user ?? 'nobody'
  for (const [name, ...statements] of TABLES) {
    await runAs(made.owner, ...statements, `grant select, insert, update, delete on ${name} to "${role}"`)
  }
  return made
}
