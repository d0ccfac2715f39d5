/** The command line: one file for each group of commands, loaded when the group is called. */
import { Command, CommanderError } from 'commander'
import { VERSION } from '../config.ts'
import type { House } from '../resource/house.ts'
import type { AddCommand, Call } from './command.ts'
import { ofToday } from './earlier.ts'
import { declaredGroups } from './groups.ts'
import { outliveReaders } from './reader-gone.ts'
import { type Starter, startedBy } from './stopping.ts'

/** A command or a group of them: its name, what help says of it, and the file that fills it. */
type Entry = readonly [name: string, description: string, load: (call: Call) => Promise<AddCommand>]

/** What no resource declares. */
const COMMANDS: readonly Entry[] = [
  ['serve', 'run the service until Ctrl-C or SIGTERM', async () => (await import('./serve.ts')).addServe],
  [
    'migrate',
    'make the database, or bring it to the schema of this release',
    async () => (await import('./migrate.ts')).addMigrate,
  ],
  [
    'distribute',
    'share churches out among the nodes of Citus',
    async () => (await import('./distribute.ts')).addDistribute,
  ],
  ['status', 'say what runs, and where', async () => (await import('./status.ts')).addStatus],
  [
    'backup',
    'make a backup, also while the server runs; list and check backups',
    async () => (await import('./backup.ts')).addBackup,
  ],
  ['restore', 'restore a backup', async () => (await import('./restore.ts')).addRestore],
  ['config', 'list every setting: name, value, meaning', async () => (await import('./settings.ts')).addConfig],
  [
    'church',
    'make, set and move churches',
    async ({ house }) => (await import('./church.ts')).churchCommands(await house()),
  ],
  ['key', 'the API keys of a church', async () => (await import('./key.ts')).addKey],
  [
    'link',
    'links by which leaders see their group without an account',
    async () => (await import('./link.ts')).addLink,
  ],
  ['rate', 'exchange rates', async () => (await import('./rate.ts')).addRate],
  ['payment', 'how a church takes online gifts', async () => (await import('./payment.ts')).addPayment],
  [
    'import',
    'import CSV files: all rows or none; list imports and take them back',
    async ({ house }) => (await import('./import-any.ts')).importGroup(await house()),
  ],
  [
    'export',
    'export lists as CSV files',
    async ({ house }) => (await import('./export.ts')).exportCommands(await house()),
  ],
  ['print', 'directories and labels of people as PDF files', async () => (await import('./print.ts')).addPrint],
  ['journal', 'what was given, for accounting programs', async () => (await import('./journal.ts')).addJournal],
  ['giving', 'reports of what was given', async () => (await import('./giving.ts')).addGiving],
  [
    'message',
    'providers of messages, and what came in or went out',
    async () => (await import('./message.ts')).addMessage,
  ],
  ['units', 'the SMS units of a church', async () => (await import('./units.ts')).addUnitsCommand],
  [
    'device',
    'the devices of people that take push messages',
    async () => (await import('./device.ts')).addDeviceCommand,
  ],
  ['webhook', 'endpoints that are told of events, signed', async () => (await import('./webhook.ts')).addWebhook],
  ['notice', "what a church's administrators have to know", async () => (await import('./notice.ts')).addNotice],
  ['vault', 'the secrets of providers and webhooks', async () => (await import('./vault.ts')).addVault],
  ['user', "the people of a church's console", async () => (await import('./user.ts')).addUser],
]

/** What a shell expects of a command that was called wrongly. */
const USAGE = 2

/**
 * Runs a command line.
 * @param argv what follows the name of the program
 * @param starter who started this process, where that matters
 * @param house whose resources have commands, and with which they are done; the installation's own, unless said
 * @returns the exit code
 */
export async function run(argv: readonly string[], starter?: Starter, house?: House): Promise<number> {
  if (starter !== undefined) startedBy(starter)
  outliveReaders()
  let code = 0
  const program = new Command('sexton')
    .description("A church's records, run by the church itself. Settings come from the environment: see config.")
    .version(VERSION)
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help to see how it is used.')
  const wanted = wantedName(argv)
  const byHand = COMMANDS.some(([name]) => name === wanted)
  const call: Call = {
    end(result) {
      code = result
    },
    house: async () => house ?? (await import('../house.ts')).HOUSE,
  }
  // The house takes a moment to load: a command that was written by hand need not wait for it.
  const declared = byHand ? [] : declaredGroups(await call.house())
  for (const [name, description, load] of [...COMMANDS, ...declared]) {
    const command = program.command(name).description(description)
    if (name !== wanted) continue
    const fill = await load(call)
    fill(command, call)
  }
  exitByThrowing(program)
  try {
    await program.parseAsync(ofToday(argv), { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? 0 : usage(error, argv)
  }
}

/** The command that is called, or that help is wanted for: the program's own options take no values. */
function wantedName(argv: readonly string[]): string | undefined {
  const [first, second] = argv.filter(one => !one.startsWith('-'))
  return first === 'help' ? second : first
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
