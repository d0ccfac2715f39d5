/** An installation that has lost property: its service, and its command line. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiled } from '../support/compiled.ts'
import { startWholeHouse } from '../support/house.ts'
import { SECRET_KEY } from '../support/secret-key.ts'
import type { TestService } from '../support/service.ts'

/** A service of an installation that has the module, and its table. */
export const startInstallation = (): Promise<TestService> => startWholeHouse({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' })

/** Runs a command of such an installation. @returns what it prints */
export async function commandOf({ databaseUrl }: TestService, ...args: string[]): Promise<string> {
  const entry = compiled('test/lost-property/command.ts')
  const env = { ...process.env, ...SECRET_KEY, DATABASE_URL: databaseUrl }
  return (await promisify(execFile)(process.execPath, [entry, ...args], { env })).stdout
}
