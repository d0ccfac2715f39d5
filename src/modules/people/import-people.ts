/** Imports people from a CSV file: all rows or none, in one transaction (spec, Imports; People; decisions, Imports). */
import type { Database, Tx } from '../../db/database.ts'
import { violated } from '../../db/faults.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { settledHorizon } from '../../resource/horizon.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { ImportError } from '../../resource/import-file.ts'
import {
  freshRows,
  type Import,
  type Importing,
  importAlone,
  keepImport,
  refuseEarlier,
} from '../../resource/import-record.ts'
import {
  addRefusal,
  type ImportOptions,
  type ImportReport,
  importData,
  inBatches,
  leaveOut,
  mayImport,
  newReport,
  refuse,
} from '../../resource/import-report.ts'
import { branchFinder } from '../church/branch-names.ts'
import { checkPlanLimit, checkRoom, peopleCount } from './create.ts'
import { dedupeAlone } from './dedupe-lock.ts'
import { personFields } from './fields.ts'
import { type Judged, judge, noneCame, Overtaken, stillFree } from './import-check.ts'
import { familiesOnRecord } from './import-look-ups.ts'
import { reserveNumbers } from './import-numbers.ts'
import { insertPeople, type NewPerson } from './insert-people.ts'

const BATCH = 1_000

const ALIASES = {
  name: 'first_name',
  firstname: 'first_name',
  given_name: 'first_name',
  surname: 'last_name',
  lastname: 'last_name',
  family_name: 'last_name',
  middlename: 'middle_name',
  email_address: 'email',
  e_mail: 'email',
  mobile: 'phone',
  mobile_number: 'phone',
  phone_number: 'phone',
  date_of_birth: 'dob',
  birthday: 'dob',
  sex: 'gender',
  job: 'occupation',
  role_in_family: 'family_role',
  household: 'family',
  member_number: 'member_no',
  membership_no: 'member_no',
  membership_number: 'member_no',
}

/** People who come from another system bring their numbers; the API assigns them (decisions, Imports). */
const importFields = { ...personFields, member_no: personFields.member_no.settable() }

type Row = CheckedRow<typeof importFields>

const columnsOf = ({ ignoreUnknown = false }: ImportOptions): ImportColumns<typeof importFields> => ({
  fields: importFields,
  more: ['branch', 'family'],
  aliases: ALIASES,
  customPrefix: 'custom.',
  ignoreUnknown,
})

/** One that nobody overtakes is written beside others; after this many turns an import holds creations back while it writes. */
const FREE_TURNS = 2
const TURNS = 4

/**
 * Imports people. Rows are checked like POST /people; `branch` and `family` name theirs, and families that are not there
 * are made; `member_no` is kept. Each person gets their `person.created`; the whole, `people.imported` and
 * `imports.completed`.
 * @throws ImportError for a file that cannot be read or has rows that were imported before; ApiError `plan_limit_reached`
 */
export async function importPeople(database: Database, church: Church, asked: Import): Promise<ImportReport> {
  const options = settled(asked.options ?? {})
  const importing: Importing = { ...asked, church, kind: 'people', options }
  const read = newReport(asked.file, options)
  const people = await readPeople(database, importing, read)
  const rows = await freshRows(database.read, importing, people, read)
  for (let turn = 1; turn <= TURNS; turn += 1) {
    // Each turn finds what it finds.
    const report = structuredClone(read)
    const since = await settledHorizon(database, church.id)
    const accepted = note(report, await judge(database.read, church, rows, options))
    if (report.refused === 0 || options.skipRefused) await checkRoom(database.read, church, accepted.length)
    refuseEarlier(options, report)
    if (!mayImport(report, options)) return report
    const numbers = await reserveFor(database, church, accepted)
    const done = await database
      .write(church.id, async tx => {
        await importAlone(tx, importing, people, read)
        const found: Found = { report, accepted, numbers, since }
        if (turn <= FREE_TURNS) return await add(tx, importing, found)
        await dedupeAlone(tx, church.id)
        const last = structuredClone(read)
        const still = note(last, await judge(tx, church, rows, options))
        return mayImport(last, options) ? await add(tx, importing, { ...found, report: last, accepted: still }) : last
      })
      .catch(mayTurn)
    if (done !== undefined) return done
  }
  throw new ImportError('Others add the same people or numbers at this moment. Nothing was imported; try again.')
}

/** Who leaves out people on record leaves out rows that put them there, too. */
function settled(options: ImportOptions): ImportOptions {
  const dedupe = options.dedupe === true || options.addLines !== undefined
  return { ...options, dedupe, newRows: options.newRows === true || dedupe }
}

/** What is to be written, and what it rests on. */
interface Found {
  report: ImportReport
  accepted: readonly NewPerson[]
  /** For those who bring none. */
  numbers: readonly string[]
  /** A moment before which every change was in sight. */
  since: string
}

async function add(tx: Tx, importing: Importing, found: Found): Promise<ImportReport> {
  const { church, options } = importing
  const { accepted, numbers, since } = found
  await stillFree(tx, church, accepted, numbers)
  const report = { ...found.report, imported: accepted.length }
  const ids = await insertPeople(tx, church, accepted, numbers)
  await record(tx, church, 'people.imported', importData('people', report))
  await record(tx, church, 'imports.completed', importData('people', report))
  await keepImport(tx, importing, report, accepted)
  if (options.dedupe) {
    // Creations wait from here on only: what they added meanwhile is found now, what they add later finds these.
    await dedupeAlone(tx, church.id)
    await noneCame(tx, church, accepted, options.addLines ?? [], since, ids)
  }
  await checkPlanLimit(tx, church, 0)
  return report
}

/** Lets an import that others were quicker than take another turn. */
function mayTurn(error: unknown): undefined {
  if (!(error instanceof Overtaken) && violated(error) !== 'people_member_no') throw error
}

async function reserveFor(database: Database, church: Church, people: readonly NewPerson[]): Promise<string[]> {
  const numbers = people.flatMap(({ values }) => values.member_no ?? [])
  const all = (await peopleCount(database.read, church)) + people.length
  return await reserveNumbers(database, church, numbers, people.length - numbers.length, all)
}

/** Puts into the report what was judged. @returns who is to be added */
function note(report: ImportReport, { accepted, refusals, left }: Judged): NewPerson[] {
  for (const refusal of refusals) addRefusal(report, refusal)
  for (const one of left) leaveOut(report, one)
  report.refusals.sort((a, b) => a.line - b.line)
  report.accepted = accepted.length
  return accepted
}

async function readPeople(
  database: Database,
  { church, file, options, progress }: Importing,
  report: ImportReport,
): Promise<NewPerson[]> {
  const findBranch = await branchFinder(database, church)
  const people: NewPerson[] = []
  for await (const batch of inBatches(readRows(file, columnsOf(options), church, progress), BATCH)) {
    const families = await familiesOnRecord(
      database,
      church,
      batch.flatMap(({ input }) => input.family_id ?? []),
    )
    for (const row of batch) {
      report.rows += 1
      const branch_id = findBranch(row.input.branch_id, row.more.get('branch'), row.problems) ?? church.hq_branch_id
      checkFamily(row, families)
      if (row.problems.any) refuse(report, row)
      else {
        const { line, key, input, more } = row
        people.push({ line, key, values: { ...input, branch_id }, family: more.get('family') })
      }
    }
  }
  return people
}

function checkFamily({ input, more, problems }: Row, families: ReadonlySet<number>): void {
  const { family_id } = input
  if (typeof family_id === 'number' && !families.has(family_id))
    problems.add('family_id', 'names no family of this church')
  if (typeof family_id === 'number' && more.has('family'))
    problems.add('family', 'stands beside family_id: use one of them')
  if ((more.get('family')?.length ?? 0) > 190) problems.add('family', 'must be at most 190 characters')
}
