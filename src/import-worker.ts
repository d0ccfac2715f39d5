/**
 * Imports the files that people of the console have begun to import, in the background: one at a time on each node, in one
 * transaction each, with how far it is written beside it. What says that a file is imported is written in that same
 * transaction: a node that ends on the way leaves nothing, and another one begins anew.
 */
import { randomUUID } from 'node:crypto'
import { type Database, NO_CHURCH, type Tx } from './db/database.ts'
import { sql } from './db/sql.ts'
import { ApiError } from './errors.ts'
import { record } from './events/record.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { findChurch } from './modules/church/churches.ts'
import { commandCaller } from './modules/church/command-caller.ts'
import { type Decided, type Decision, mappedFile, optionsOf } from './modules/import-files/check.ts'
import { BROKEN, NOTHING } from './modules/import-files/ends.ts'
import { IMPORT_FILES, type SaidOfFile } from './modules/import-files/files.ts'
import { type CheckedRow, keepOutcomes, outcomesOf, summaryOf } from './modules/import-files/outcomes.ts'
import type { Caller, Church } from './resource/caller.ts'
import type { House } from './resource/house.ts'
import { ImportError } from './resource/import-file.ts'
import { importKinds } from './resource/import-proposal.ts'
import type { ImportReport } from './resource/import-report.ts'
import { runImport } from './resource/import-run.ts'
import type { Worker } from './resource/module.ts'
import type { Role } from './resource/roles.ts'

const SWEEP_MS = 1_000
/** Who is at work on a file says so this often, and is taken for gone when it was not heard for longer than that. */
const RENEW_MS = 1_000
const CLAIM_SECONDS = 10
/** Nodes that begin with a file; one that ended them all would end the next one, too. */
const MOST_TRIES = 3
/** Files that are looked at for one that nobody is at work on. */
const MOST_WAITING = 10

/** A file that this node is to import. */
interface Claimed {
  church_id: number
  slug: string
  id: number
  name: string
  bytes: number
  kind: string
  said: string
  user_id: string
  user_name: string
  membership: number
  role: Role
  tries: number
}

/** A file that was gone through, whether or not anything was left to import. */
interface Ended {
  report: ImportReport
  outcomes: Iterable<CheckedRow>
}

/** What it works with. */
interface Parts {
  database: Database
  house: House
  clock: Clock
  log: Log
}

/** Another node has taken the file over: what this one did is rolled back. */
class TakenOver extends Error {}

export class ImportWorker implements Worker {
  readonly #parts: Parts
  /** Tells the claims of this node from those of others. */
  readonly #node = randomUUID()
  #unheard: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> = Promise.resolve()
  #stopping = false
  #wanted = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#unheard = this.#parts.database.listen(IMPORT_FILES, () => this.#hurry())
    this.#round()
  }

  halt(): void {
    this.#stopping = true
    clearTimeout(this.#timer)
    this.#unheard()
  }

  async stop(): Promise<void> {
    this.halt()
    await this.#working
  }

  /** A file was begun: it is looked for at once, or after the one that is imported. */
  #hurry(): void {
    this.#wanted = true
    if (this.#timer === undefined || this.#stopping) return
    clearTimeout(this.#timer)
    this.#round()
  }

  #round(): void {
    this.#timer = undefined
    this.#wanted = false
    this.#working = this.#work()
      .catch(error => this.#parts.log.warn({ err: error }, 'An import could not go on and will be tried again'))
      .finally(() => {
        if (this.#stopping) return
        this.#timer = setTimeout(() => this.#round(), this.#wanted ? 0 : SWEEP_MS).unref()
      })
  }

  async #work(): Promise<void> {
    const claimed = await this.#parts.database.write(NO_CHURCH, tx => claimNext(tx, this.#node))
    if (claimed === undefined) return
    let share = 0
    const renewal = setInterval(() => {
      void this.#parts.database
        .write(NO_CHURCH, tx => renew(tx, claimed, this.#node, share))
        .catch(error => this.#parts.log.warn({ err: error }, 'How far an import is could not be written'))
    }, RENEW_MS)
    try {
      const { report, outcomes } = await importClaimed(this.#parts, claimed, this.#node, reached => {
        share = reached
      })
      if (report.imported === 0) await this.#fail(claimed, NOTHING, outcomes)
    } catch (error) {
      if (error instanceof TakenOver) return
      if (!(error instanceof ImportError || error instanceof ApiError) && claimed.tries < MOST_TRIES) throw error
      await this.#fail(claimed, error instanceof ImportError || error instanceof ApiError ? error.message : BROKEN)
    } finally {
      clearInterval(renewal)
    }
  }

  async #fail({ church_id, id }: Claimed, error: string, outcomes: Iterable<CheckedRow> = []): Promise<void> {
    await this.#parts.database.write(NO_CHURCH, async tx => {
      const failed = await tx.run(sql`update import_files set status = 'failed', error = ${error}, claim = null,
          updated_at = ${tx.now}::timestamptz
        where church_id = ${church_id} and id = ${id} and status = 'running' and claim = ${this.#node}`)
      if (failed > 0) await keepOutcomes(tx, church_id, id, outcomes)
    })
  }
}

/** Takes the oldest file that nobody is at work on. One that ended too many nodes has failed. */
async function claimNext(tx: Tx, node: string): Promise<Claimed | undefined> {
  // Looked for in all churches without locking any, then locked in its own.
  const waiting = await tx.all<{ church_id: number; id: number }>(sql`select church_id, id from import_files
    where status = 'running' and (claimed_until is null or claimed_until < clock_timestamp())
    order by updated_at limit ${MOST_WAITING}`)
  let row: Claimed | undefined
  for (const { church_id, id } of waiting) {
    row = await tx.first<Claimed>(sql`select f.church_id, c.slug, f.id, f.name, f.bytes, f.kind, f.said::text as said,
        f.user_id, f.user_name, f.membership, f.role, f.tries + 1 as tries
      from import_files f join churches c on c.id = ${church_id}
      where f.church_id = ${church_id} and f.id = ${id} and f.status = 'running'
        and (f.claimed_until is null or f.claimed_until < clock_timestamp()) for no key update of f skip locked`)
    if (row !== undefined) break
  }
  if (row === undefined) return undefined
  const { church_id, id, tries } = row
  if (tries > MOST_TRIES) {
    await tx.run(sql`update import_files set status = 'failed', error = ${BROKEN}, claim = null,
      updated_at = ${tx.now}::timestamptz where church_id = ${church_id} and id = ${id}`)
    return undefined
  }
  await tx.run(sql`update import_files set claim = ${node}, tries = ${tries}, progress = 0,
      claimed_until = ${tx.now}::timestamptz + ${CLAIM_SECONDS} * interval '1 second'
    where church_id = ${church_id} and id = ${id}`)
  return row
}

async function renew(tx: Tx, { church_id, id }: Claimed, node: string, share: number): Promise<void> {
  await tx.run(sql`update import_files set progress = ${share},
      claimed_until = ${tx.now}::timestamptz + ${CLAIM_SECONDS} * interval '1 second'
    where church_id = ${church_id} and id = ${id} and status = 'running' and claim = ${node}`)
}

/** @throws ImportError; ApiError; TakenOver */
async function importClaimed(
  { database, house, clock }: Parts,
  claimed: Claimed,
  node: string,
  progress: (share: number) => void,
): Promise<Ended> {
  const { church_id, id, kind, user_name } = claimed
  const church = await findChurch(database, claimed.slug)
  if (church?.status !== 'active') throw new ImportError('The church is not active. Nothing was imported.')
  const caller = await callerOf(database, house, church, claimed)
  const said = { ...(JSON.parse(claimed.said) as SaidOfFile), kind }
  const whole = { ...claimed, status: 'running' as const, said }
  const { file, proposal } = await mappedFile(database.read, clock, house, caller, whole, said)
  const importer = importKinds(house, church.modules).find(one => one.kind === kind)?.importer
  if (importer === undefined) throw new ImportError(`Files of ${kind} cannot be imported.`)
  const decided = await decidedOf(database, church_id, id)
  const options = optionsOf(decided, importer.understands, proposal.mapping.names)
  const by = { kind: 'user', name: user_name } as const
  const completed = async (tx: Tx, of: Church, data: string, report: ImportReport): Promise<void> => {
    const { import_id } = JSON.parse(data) as { import_id: number }
    // Before the file is locked: how far it is must be written meanwhile.
    await keepOutcomes(tx, church_id, id, outcomesOf(file, report))
    const done = await tx.run(sql`update import_files set status = 'done', progress = 1, import_id = ${import_id},
        report = ${JSON.stringify(summaryOf(report))}::jsonb, claim = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${church_id} and id = ${id} and status = 'running' and claim = ${node}`)
    if (done === 0) throw new TakenOver()
    await record(tx, of, 'imports.completed', data)
  }
  const parts = { database, clock, completed }
  const report = await runImport(parts, kind, importer, caller, { file, by, options, progress })
  return { report, outcomes: outcomesOf(file, report) }
}

/** Whoever began it: their history and audit log name them. */
async function callerOf(database: Database, house: House, church: Church, claimed: Claimed): Promise<Caller> {
  const everywhere = await commandCaller(database.read, church, house.scopesOf(claimed.role))
  const { user_id, user_name, role, membership } = claimed
  return { ...everywhere, by: { kind: 'person', id: user_id, name: user_name, role, membership, session: '' } }
}

/** What was decided of doubtful rows. */
async function decidedOf(database: Database, church: number, id: number): Promise<Decided> {
  const rows = await database.read.all<{ line: number; decision: Decision; about: number | null }>(sql`
    select line, decision, (shown ->> 'taken_for_id')::bigint as about from import_file_rows
    where church_id = ${church} and file_id = ${id} and bucket = 'doubtful' and decision is not null`)
  const of = (wanted: Decision): number[] => rows.flatMap(({ line, decision }) => (decision === wanted ? [line] : []))
  const about = new Map(rows.map(row => [row.line, row.about]))
  return { same: of('same'), other: of('other'), out: of('out'), about }
}
