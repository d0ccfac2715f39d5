/** The command line: one file for each group of commands, assembled here. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Command, CommanderError } from 'commander'
import { ROOT } from '../config.ts'
import { addBranch } from './branch.ts'
import { addChurch } from './church.ts'
import type { AddCommand } from './command.ts'
import { addContribution } from './contribution.ts'
import { addDeviceCommand } from './device.ts'
import { addFund } from './fund.ts'
import { addGift } from './gift.ts'
import { addImport } from './import.ts'
import { addKey } from './key.ts'
import { addMessage } from './message.ts'
import { addNotice } from './notice.ts'
import { addPayment } from './payment.ts'
import { addPerson } from './person.ts'
import { addPrayer } from './prayer.ts'
import { addRate } from './rate.ts'
import { addSermon } from './sermon.ts'
import { addServe } from './serve.ts'
import { addConfig, addMigrate } from './settings.ts'
import { addUnitsCommand } from './units.ts'
import { addUser } from './user.ts'
import { addVault } from './vault.ts'
import { addWebhook } from './webhook.ts'

const COMMANDS: readonly AddCommand[] = [
  addServe,
  addMigrate,
  addConfig,
  addChurch,
  addBranch,
  addFund,
  addKey,
  addRate,
  addPerson,
  addContribution,
  addGift,
  addPayment,
  addPrayer,
  addSermon,
  addImport,
  addMessage,
  addUnitsCommand,
  addDeviceCommand,
  addWebhook,
  addNotice,
  addVault,
  addUser,
]

/** What a shell expects of a command that was called wrongly. */
const USAGE = 2

/**
 * Runs a command line.
 * @param argv what follows the name of the program
 * @returns the exit code
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
  let code = 0
  const program = new Command('sexton')
    .description("A church's records, run by the church itself. Settings come from the environment: see config.")
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see how it is used.')
  for (const add of COMMANDS) {
    add(program, result => {
      code = result
    })
  }
  exitByThrowing(program)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? 0 : usage(error, argv)
  }
}

/** With --json a wrong call, too, answers with one JSON object; the sentence for people is on stderr already. */
function usage(error: CommanderError, argv: readonly string[]): number {
  if (argv.includes('--json')) {
    const message = error.message.replace(/^error: /, '')
    process.stdout.write(`${JSON.stringify({ ok: false, error: 'usage', message })}\n`)
  }
  return USAGE
}

function exitByThrowing(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) exitByThrowing(child)
}
