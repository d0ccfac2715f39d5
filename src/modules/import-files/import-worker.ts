/**
 * Imports the files that people of the console have begun to import, in the background: one at a time on each node, in one
 * transaction each, with how far it is written beside it. What says that a file is imported is written in that same
 * transaction: a node that ends on the way leaves nothing, and another one begins anew.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { ImportError } from '../../resource/import-file.ts'
import { importKinds, type ReadAs, readAgain, unknownKind } from '../../resource/import-proposal.ts'
import type { ImportReport } from '../../resource/import-report.ts'
import type { ServiceParts, Worker } from '../../resource/module.ts'
import type { Worded } from '../../texts/said.ts'
import { findChurch } from '../church/churches.ts'
import { commandCaller } from '../church/command-caller.ts'
import { type Decided, type Decision, optionsOf } from './check.ts'
import { type Claimed, claimFile, failFile, MOST_TRIES, renewClaim } from './claims.ts'
import { BROKEN, CHECKED_BEFORE, NOT_ACTIVE, NOTHING } from './ends.ts'
import { IMPORT_FILES, openFile, type SaidOfFile } from './files.ts'
import { type CheckedRow, keepOutcomes, outcomesOf, summaryOf } from './outcomes.ts'

const SWEEP_MS = 1_000
/** Who is at work on a file says so this often. */
const RENEW_MS = 1_000
/** Files that are looked at for one that nobody is at work on. */
const MOST_WAITING = 10

/** A file that was gone through, whether or not anything was left to import. */
interface Ended {
  report: ImportReport
  outcomes: Iterable<CheckedRow>
}

/** What it works with. */
type Parts = Pick<ServiceParts, 'read' | 'take' | 'listen' | 'runImport' | 'house' | 'log'>

/** Another node has taken the file over: what this one did is rolled back. */
class TakenOver extends Error {}

/** The worker of one node. */
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
    this.#unheard = this.#parts.listen(IMPORT_FILES, () => this.#hurry())
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
    const claimed = await claimNext(this.#parts, this.#node)
    if (claimed === undefined) return
    let share = 0
    const { take, log } = this.#parts
    const renewal = setInterval(() => {
      const { church_id, id } = claimed
      void take(renewClaim, { id: church_id }, { id, node: this.#node, share }).catch(error =>
        log.warn({ err: error }, 'How far an import is could not be written'),
      )
    }, RENEW_MS)
    try {
      const { report, outcomes } = await importClaimed(this.#parts, claimed, this.#node, reached => {
        share = reached
      })
      if (report.imported === 0) await this.#fail(claimed, NOTHING, outcomes)
    } catch (error) {
      if (error instanceof TakenOver) return
      const isTold = error instanceof ImportError || error instanceof ApiError
      if (!isTold && claimed.tries < MOST_TRIES) throw error
      await this.#fail(claimed, isTold ? (error.said ?? error.message) : BROKEN)
    } finally {
      clearInterval(renewal)
    }
  }

  async #fail({ church_id, id }: Claimed, error: Worded, outcomes: Iterable<CheckedRow> = []): Promise<void> {
    await this.#parts.take(failFile, { id: church_id }, { id, node: this.#node, error, outcomes })
  }
}

/** Takes the oldest file of any church that nobody is at work on. */
async function claimNext({ read, take }: Parts, node: string): Promise<Claimed | undefined> {
  const waiting = await read.all<{ church_id: number; id: number }>(sql`select church_id, id from import_files
    where status = 'running' and (claimed_until is null or claimed_until < clock_timestamp())
    order by updated_at limit ${MOST_WAITING}`)
  for (const { church_id, id } of waiting) {
    const claimed = await take(claimFile, { id: church_id }, { id, node })
    if (claimed !== undefined) return claimed
  }
  return undefined
}

/** @throws ImportError; ApiError; TakenOver */
async function importClaimed(
  parts: Parts,
  claimed: Claimed,
  node: string,
  progress: (share: number) => void,
): Promise<Ended> {
  const { read, house } = parts
  const { church_id, id, kind, user_name } = claimed
  const church = await findChurch(parts, claimed.slug)
  if (church?.status !== 'active') throw new ImportError(NOT_ACTIVE)
  const caller = await callerOf(read, house, church, claimed)
  const importer = importKinds(house, church.modules).find(one => one.kind === kind)?.importer
  if (importer === undefined) throw unknownKind(kind)
  const said = JSON.parse(claimed.said) as SaidOfFile
  if (claimed.read_as === null) throw new ImportError(CHECKED_BEFORE)
  const readAs = JSON.parse(claimed.read_as) as ReadAs
  const raw = await openFile(read, church, claimed, { ...said, encoding: readAs.encoding })
  const file = await readAgain(raw, importer.meanings, readAs)
  const decided = await decidedOf(read, church_id, id)
  const options = optionsOf(decided, importer.understands, readAs.mapping, said.again)
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
  const asked = { file, by, options, progress }
  const report = await parts.runImport(kind, importer, caller, asked, completed)
  return { report, outcomes: outcomesOf(file, report) }
}

/** Whoever began it: their history and audit log name them. */
async function callerOf(read: Db, house: HouseFacts, church: Church, claimed: Claimed): Promise<Caller> {
  const everywhere = await commandCaller(read, church, house.scopesOf(claimed.role))
  const { user_id, user_name, role, membership } = claimed
  return { ...everywhere, by: { kind: 'person', id: user_id, name: user_name, role, membership, session: '' } }
}

/** What was decided of doubtful rows. */
async function decidedOf(read: Db, church: number, id: number): Promise<Decided> {
  const rows = await read.all<{ line: number; decision: Decision; about: number | null }>(sql`
    select line, decision, (shown ->> 'taken_for_id')::bigint as about from import_file_rows
    where church_id = ${church} and file_id = ${id} and bucket = 'doubtful' and decision is not null`)
  const of = (wanted: Decision): number[] => rows.flatMap(({ line, decision }) => (decision === wanted ? [line] : []))
  const about = new Map(rows.map(row => [row.line, row.about]))
  return { same: of('same'), other: of('other'), out: of('out'), about }
}
