/** Imports people from a CSV file: all rows or none, in one transaction (spec, Imports; People). */
import type { Database, Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { record, recordMany } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { type CheckedRow, type ColumnRules, type Progress, readRows } from '../../resource/import.ts'
import {
  type ImportOptions,
  type ImportReport,
  importData,
  inBatches,
  mayImport,
  newReport,
  refuse,
} from '../../resource/import-report.ts'
import { summed, tally } from '../../resource/tally.ts'
import { branchFinder } from '../church/branch-names.ts'
import { checkPlanLimit } from './create.ts'
import { touchFamilies } from './families.ts'
import { type PersonInput, personFields, personPrinter } from './fields.ts'
import { contactsOf, contactsOnRecord, familiesByName, familiesOnRecord } from './import-look-ups.ts'

/** An accepted row: what is inserted, and the name of a family that it joins. */
interface NewPerson {
  values: PersonInput & { branch_id: number }
  family: string | undefined
}

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
}

const rules = ({ ignoreUnknown = false }: ImportOptions): ColumnRules => ({
  more: ['branch', 'family'],
  aliases: ALIASES,
  customPrefix: 'custom.',
  ignoreUnknown,
})

/**
 * Imports people. Rows are checked like POST /people; `branch` and `family` name theirs, and families that are not there
 * are made. Each person gets their `person.created`; the whole, `people.imported` and `imports.completed`.
 * @throws ImportError for a file that cannot be read; ApiError `plan_limit_reached`
 */
export async function importPeople(
  database: Database,
  church: Church,
  file: string,
  options: ImportOptions = {},
  progress?: Progress,
): Promise<ImportReport> {
  const report = newReport(options)
  const people = await readPeople(database, church, file, options, report, progress)
  report.accepted = people.length
  if (!mayImport(report, options)) return report
  const first = await reserveNumbers(database, church, people.length)
  await database.write(church.id, async tx => {
    await checkPlanLimit(tx, church, people.length)
    await insertPeople(tx, church, people, first)
    report.imported = people.length
    await record(tx, church, 'people.imported', importData('people', report))
    await record(tx, church, 'imports.completed', importData('people', report))
  })
  return report
}

async function readPeople(
  database: Database,
  church: Church,
  file: string,
  options: ImportOptions,
  report: ImportReport,
  progress?: Progress,
): Promise<NewPerson[]> {
  const findBranch = await branchFinder(database, church)
  const earlier = new Set<string>()
  const people: NewPerson[] = []
  for await (const batch of inBatches(readRows(file, personFields, rules(options), church, progress), BATCH)) {
    const inputs = batch.map(({ input }) => input)
    const families = await familiesOnRecord(
      database,
      church,
      inputs.flatMap(({ family_id }) => family_id ?? []),
    )
    const known = options.dedupe ? await contactsOnRecord(database, church, inputs) : new Set<string>()
    for (const row of batch) {
      report.rows += 1
      const branch_id = findBranch(row.input.branch_id, row.more.get('branch'), row.problems) ?? church.hq_branch_id
      checkFamily(row, families)
      if (row.problems.any) refuse(report, row)
      else if (options.dedupe && isDuplicate(row.input, known, earlier)) report.skipped += 1
      else people.push({ values: { ...row.input, branch_id }, family: row.more.get('family') })
    }
  }
  return people
}

function checkFamily({ input, more, problems }: CheckedRow<typeof personFields>, families: ReadonlySet<number>): void {
  const { family_id } = input
  if (typeof family_id === 'number' && !families.has(family_id))
    problems.add('family_id', 'names no family of this church')
  if (typeof family_id === 'number' && more.has('family'))
    problems.add('family', 'stands beside family_id: use one of them')
  if ((more.get('family')?.length ?? 0) > 190) problems.add('family', 'must be at most 190 characters')
}

/** True for a person whose e-mail or phone is on record or stands in an earlier row; remembers them otherwise. */
function isDuplicate(input: PersonInput, known: ReadonlySet<string>, earlier: Set<string>): boolean {
  const own = contactsOf(input)
  if (own.some(one => known.has(one) || earlier.has(one))) return true
  for (const one of own) earlier.add(one)
  return false
}

/** Takes member numbers beforehand, so that nobody waits for an import to end; they are never reused. @returns the first */
async function reserveNumbers(database: Database, church: Church, count: number): Promise<number> {
  return await database.write(church.id, async tx => {
    const row = await tx.first<{ last: number }>(sql`update churches set last_member_no = last_member_no + ${count}
      where id = ${church.id} returning last_member_no as last`)
    return (row?.last ?? 0) - count + 1
  })
}

async function insertPeople(tx: Tx, church: Church, people: readonly NewPerson[], firstNumber: number): Promise<void> {
  const families = await familiesOf(tx, church, people)
  const given = new Set(people.flatMap(({ values }) => Object.keys(values)))
  if (families.size > 0) given.add('family_id')
  const defaults = defaultsOf(church, given)
  const columns = [...new Set([...given, ...Object.keys(defaults)])]
  for (let at = 0; at < people.length; at += BATCH) {
    const rows = people.slice(at, at + BATCH).map(({ values, family }, index) => ({
      ...defaults,
      ...values,
      ...(family !== undefined && { family_id: families.get(family.toLowerCase()) }),
      member_no: String(firstNumber + at + index).padStart(6, '0'),
    }))
    await insertBatch(tx, church, columns, rows)
  }
  await touchFamilies(
    tx,
    church.id,
    people.map(({ values }) => values.family_id),
  )
  await touchFamilies(tx, church.id, [...families.values()])
}

async function familiesOf(tx: Tx, church: Church, people: readonly NewPerson[]): Promise<Map<string, number>> {
  const wanted = new Map<string, { name: string; branch_id: number }>()
  for (const { family, values } of people) {
    if (family === undefined || wanted.has(family.toLowerCase())) continue
    wanted.set(family.toLowerCase(), { name: family, branch_id: values.branch_id })
  }
  return await familiesByName(tx, church, wanted)
}

/** What a row without a value gets in a column that must not be null. */
function defaultsOf({ country }: Church, given: ReadonlySet<string>): Record<string, unknown> {
  const known = { status: 'visitor', sms_opt_in: true, email_opt_in: true, whatsapp_opt_in: true, custom: {} }
  return { country, source: 'import', ...Object.fromEntries(Object.entries(known).filter(([name]) => given.has(name))) }
}

async function insertBatch(tx: Tx, church: Church, columns: readonly string[], rows: readonly object[]): Promise<void> {
  const names = join(columns.map(ident))
  const inserted = await tx.text(sql`
    insert into people as t (church_id, member_no, created_at, updated_at, ${names})
    select ${church.id}, member_no, ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${names}
    from jsonb_populate_recordset(null::people, ${JSON.stringify(rows)}::jsonb)
    returning ${personPrinter.columns}`)
  const { column, print } = personPrinter
  const deltas = inserted.map(row => ({
    id: Number(column(row, 'id')),
    branch_id: Number(column(row, 'branch_id')),
    status: column(row, 'status') ?? '',
    n: 1,
  }))
  await Promise.all([
    tally(tx, church.id, 'people', summed(deltas)),
    recordMany(
      tx,
      church,
      'person.created',
      inserted.map(row => print(row)),
    ),
  ])
}
