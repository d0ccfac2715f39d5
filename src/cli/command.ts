/** What all commands share: the options, the open database, one result as text or as one JSON object, the exit code. */
import type { Command } from 'commander'
import { pino } from 'pino'
import { ArchiveError } from '../archive/archive-error.ts'
import { BackupError } from '../backup/backup-error.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { EmbeddedDatabaseError } from '../db/embedded/index.ts'
import { asApiError } from '../db/faults.ts'
import { MigrationError } from '../db/migrate.ts'
import { ApiError, ERRORS } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import { findChurch } from '../modules/church/churches.ts'
import { NoDatabaseError, type OpenDatabase, openExisting } from '../open-database.ts'
import type { Church } from '../resource/caller.ts'
import type { House } from '../resource/house.ts'
import { withLanguage } from '../texts/spoken.ts'
import { Vault, VaultError } from '../vault.ts'
import { tellOfOthers } from './elsewhere.ts'
import { publicAddress } from './servers.ts'
import { Ending, type Stop } from './stopping.ts'

/** What a command has to say when it succeeded. */
export interface Result {
  /** The one object that `--json` prints. */
  json: object
  /** The same for people; empty where the work has written all there is to say. */
  text: string
  /** 0 unless the command did what it should and the outcome is still a failure (an import with refused rows). */
  code?: number
}

/** What is open while a command works. */
export interface Opened {
  config: Config
  database: Database
  log: Log
  /** Names of the migrations that were applied when it was opened. */
  migrated: string[]
  /** Opens and seals the secrets of churches. */
  vault: Vault
  /** @throws ApiError `not_found` naming the slug */
  church(slug: string): Promise<Church>
  /** The public address of the service: of the settings, else of a server that runs, else the one it would have. */
  address(): Promise<string>
  /** Aborted when the process is told to end: work that lasts ends by it, any other is finished or cut. */
  stop: AbortSignal
}

/** What a command works with. */
export interface Open extends Opened {
  house: Call['house']
}

/** One call of the command line. */
export interface Call {
  /** Takes the exit code. */
  end(code: number): void
  /** The house that it is about, loaded when it is asked for: most commands need not wait for it. */
  house(): Promise<House>
}

/** A sentence for the person at the terminal; exit code 1. */
export class CommandError extends Error {}

/** Fills a command, or a group of them, with what belongs to it. */
export type AddCommand = (command: Command, call: Call) => void

const CONNECTIONS = 4
/** What a command may take to finish once it is told to end. */
const LAST_WORK_MS = 2_000

/** The process was told to end before a command was done; its exit code says so. */
class EndedError extends CommandError {
  readonly code: number

  constructor({ reason, code }: Stop) {
    super(`Ended by ${reason} before it was done.`)
    this.code = code
  }
}

/**
 * Gives a command its action: opens the database, does the work, prints the result, closes.
 * @param work gets the database and the command's own arguments and options
 */
export function action<Args extends unknown[]>(
  command: Command,
  call: Call,
  work: (open: Open, ...args: Args) => Promise<Result>,
): Command {
  const { house } = call
  return report<Args>(command, call, (...args) => withDatabase(openHere, opened => work({ ...opened, house }, ...args)))
}

/** Opens the database and says where one is served that may be meant. */
async function openHere(...[config, log, opening]: Parameters<typeof openExisting>): Promise<OpenDatabase> {
  await tellOfOthers(config)
  return await openExisting(config, log, opening)
}

/** Gives a command an action that prints its result; it opens by itself what it needs. */
export function report<Args extends unknown[]>(
  command: Command,
  { end }: Call,
  work: (...args: Args) => Promise<Result>,
): Command {
  return command.option('--json', 'print one JSON object').action(async (...all: unknown[]) => {
    // Of a command that is a group, too, the option may be taken by the group.
    const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
    // Commander hands over the arguments, the options, and the command itself.
    const args = all.slice(0, -1) as Args
    end(await perform(json, () => work(...args)))
  })
}

async function perform(json: boolean, work: () => Promise<Result>): Promise<number> {
  try {
    const result = await work()
    const said = json ? JSON.stringify({ ok: !result.code, ...result.json }) : result.text
    if (said !== '') process.stdout.write(`${said}\n`)
    return result.code ?? 0
  } catch (error) {
    return complain(error, json)
  }
}

/** The log of a command: what went wrong beside its result, on standard error. */
export const commandLog = (): Log => pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))

/**
 * Opens the database of the settings, does the work and closes it, also when the process is told to end meanwhile.
 * @param reach how it is opened
 */
export async function withDatabase<T>(reach: typeof openExisting, work: (open: Opened) => Promise<T>): Promise<T> {
  const config = readConfig()
  const log = commandLog()
  let opening: Promise<OpenDatabase> | undefined
  let opened: OpenDatabase | undefined
  const stopping = new AbortController()
  const ending = new Ending({
    patience: LAST_WORK_MS,
    finish: stop => stopping.abort(new EndedError(stop)),
    async cut(stop) {
      process.stderr.write(`${new EndedError(stop).message}\n`)
      await (await opening)?.cut()
    },
  })
  try {
    opening = reach({ ...config, poolSize: CONNECTIONS }, log, { stop: stopping.signal })
    opened = await opening.catch(error => {
      throw stopping.signal.aborted ? stopping.signal.reason : error
    })
    const { database, migrated } = opened
    const church = async (slug: string): Promise<Church> => {
      const found = await findChurch(database, slug)
      if (found !== undefined) return withLanguage(found, config)
      throw new ApiError('not_found', { message: `There is no church "${slug}". "sexton church list" shows them.` })
    }
    const address = async (): Promise<string> =>
      (await publicAddress(config, database)) ?? `http://localhost:${config.port}`
    const vault = new Vault(config)
    return await work({ config, database, log, migrated, church, address, vault, stop: stopping.signal })
  } finally {
    await opened?.close()
    ending.forget()
  }
}

/**
 * Does work that takes its time and needs no open database; told to end, it has a moment to undo what it did.
 * @param work ends by the signal, with its reason
 */
export async function endable<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const ending = new Ending({
    patience: LAST_WORK_MS,
    finish: stop => stopping.abort(new EndedError(stop)),
    cut: async stop => void process.stderr.write(`${new EndedError(stop).message}\n`),
  })
  try {
    return await work(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error
  } finally {
    ending.forget()
  }
}

/** True for what a person can mend; anything else is a fault of ours and shows its stack. */
const isExpected = (error: unknown): error is Error =>
  [
    ArchiveError,
    BackupError,
    ConfigError,
    NoDatabaseError,
    EmbeddedDatabaseError,
    MigrationError,
    VaultError,
    CommandError,
  ].some(kind => error instanceof kind)

/** Prints a failure. @returns the exit code */
export function complain(error: unknown, json: boolean): number {
  const known = isExpected(error)
    ? { code: 'failed', message: error.message, errors: undefined }
    : describeFault(asApiError(error))
  const { code, message, errors } = known
  if (json) {
    process.stdout.write(`${JSON.stringify({ ok: false, error: code, message, ...(errors && { errors }) })}\n`)
  } else {
    const lines = Object.entries(errors ?? {}).map(([field, problem]) => `  ${field}: ${problem}`)
    process.stderr.write(`${[message, ...lines].join('\n')}\n`)
  }
  return error instanceof EndedError ? error.code : 1
}

/** At a terminal nobody sees the header that a client of the API waits for. */
const AWAY = 'The database is busy or cannot be reached; "sexton status" says which one it is. Try again.'

function describeFault(error: ApiError): Pick<ApiError, 'code' | 'message' | 'errors'> {
  const { code, errors, cause } = error
  const said = error.message === ERRORS.service_unavailable[1] ? AWAY : error.message
  // Whoever stands at the terminal runs the server: here the cause helps and tells nobody else.
  const message = cause instanceof Error ? `${said}\n${cause.message}` : said
  return { code, message, errors }
}

/** What people typed must not move the cursor or colour the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

/** A table with aligned columns. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const all = [
    head,
    ...rows.map(row => row.map(cell => (cell === null || cell === undefined ? '-' : printable(String(cell))))),
  ]
  const widths = head.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
