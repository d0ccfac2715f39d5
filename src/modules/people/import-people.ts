/** Imports people from a CSV file: all rows or none, in one transaction (spec, Imports; People; decisions, Imports). */
import type { Database } from '../../db/database.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import type { Progress } from '../../resource/import-cells.ts'
import type { ImportFile } from '../../resource/import-file.ts'
import { type ImportedBy, importAlone, keepImport, refuseEarlier } from '../../resource/import-record.ts'
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
import { checkPlanLimit } from './create.ts'
import { dedupeAlone } from './dedupe-lock.ts'
import { personFields } from './fields.ts'
import { type Judged, judge } from './import-check.ts'
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

/**
 * Imports people. Rows are checked like POST /people; `branch` and `family` name theirs, and families that are not there
 * are made; `member_no` is kept. Each person gets their `person.created`; the whole, `people.imported` and
 * `imports.completed`.
 * @throws ImportError for a file that cannot be read or was imported before; ApiError `plan_limit_reached`
 */
export async function importPeople(
  database: Database,
  church: Church,
  file: ImportFile,
  by: ImportedBy,
  options: ImportOptions = {},
  progress?: Progress,
): Promise<ImportReport> {
  const report = newReport(file, options)
  await refuseEarlier(database.read, church, 'people', file, options, report)
  const read = await readPeople(database, church, file, options, report, progress)
  const people = note(report, await judge(database.read, church, read, options))
  if (!mayImport(report, options)) return report
  const numbers = people.flatMap(({ values }) => values.member_no ?? [])
  const nextNumber = await reserveNumbers(database, church, numbers, people.length - numbers.length)
  return await database.write(church.id, async tx => {
    // The transaction may run again: what it finds belongs to this turn.
    const final = structuredClone(report)
    await importAlone(tx, church, 'people')
    await refuseEarlier(tx, church, 'people', file, options, final)
    if (options.dedupe) await dedupeAlone(tx, church.id)
    const still = note(final, await judge(tx, church, people, options))
    if (!mayImport(final, options)) return final
    await checkPlanLimit(tx, church, still.length)
    await insertPeople(tx, church, still, nextNumber)
    final.imported = still.length
    await record(tx, church, 'people.imported', importData('people', final))
    await record(tx, church, 'imports.completed', importData('people', final))
    await keepImport(tx, church, 'people', file, by, final)
    return final
  })
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
  church: Church,
  file: ImportFile,
  options: ImportOptions,
  report: ImportReport,
  progress?: Progress,
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
      else people.push({ line: row.line, values: { ...row.input, branch_id }, family: row.more.get('family') })
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
