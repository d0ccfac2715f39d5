/** An installation that has lost property: its service, and its command line. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MODULES } from '../../src/modules/index.ts'
import { compiled } from '../support/compiled.ts'
import { runAs } from '../support/database.ts'
import { SECRET_KEY } from '../support/secret-key.ts'
import { startService, type TestService } from '../support/service.ts'
import { lostProperty, TABLE } from './module.ts'

/** A service of an installation that has the module, and its table. */
export async function startInstallation(): Promise<TestService> {
  const made = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' }, { modules: [...MODULES, lostProperty] })
  const role = made.connection.user ?? 'nobody'
  await runAs(made.owner, TABLE, `grant select, insert, update, delete on lost_items to "${role}"`)
  return made
}

/** Runs a command of such an installation. @returns what it prints */
export async function commandOf({ databaseUrl }: TestService, ...args: string[]): Promise<string> {
  const entry = compiled('test/lost-property/command.ts')
  const env = { ...process.env, ...SECRET_KEY, DATABASE_URL: databaseUrl }
  return (await promisify(execFile)(process.execPath, [entry, ...args], { env })).stdout
}
