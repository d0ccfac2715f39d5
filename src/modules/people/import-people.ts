/** Imports people from a CSV file: all rows or none, in one transaction (spec, Imports; People; decisions, Imports). */
import type { Db, Tx } from '../../db/database.ts'
import { violated } from '../../db/faults.ts'
import { record } from '../../events/record.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { importerInPieces } from '../../resource/import-declaration.ts'
import type { Importing } from '../../resource/import-record.ts'
import {
  addRefusal,
  type ImportOptions,
  type ImportReport,
  importData,
  inBatches,
  leaveOut,
  noteChange,
  refuse,
} from '../../resource/import-report.ts'
import { Rows } from '../../resource/import-rows.ts'
import { because } from '../../texts/because.ts'
import { msg } from '../../texts/language.ts'
import { branchFinder } from '../church/branch-names.ts'
import { checkPlanLimit, checkRoom, peopleCount } from './create.ts'
import { dedupeAlone } from './dedupe-lock.ts'
import { personFields } from './fields.ts'
import { changePeople, lockPeople } from './import-changes.ts'
import { judge, noneCame } from './import-check.ts'
import { type AcceptedPeople, changedIn, type Judged, type NewPerson, Overtaken } from './import-judged.ts'
import { familiesOnRecord, NO_FAMILY } from './import-look-ups.ts'
import { personMeanings } from './import-meanings.ts'
import { reserveNumbers } from './import-numbers.ts'
import { insertPeople } from './insert-people.ts'

const BATCH = 1_000

/** What others violate who take a number, or let go of a family, while people are written. */
const OVERTAKEN = ['people_member_no', 'people_church_id_family_id_fkey']

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
 * are made; `member_no` is kept. Each person gets their `person.created`; the whole, `people.imported`.
 * @throws ApiError `plan_limit_reached`
 */
export const importPeople = importerInPieces<NewPerson, string[], number, AcceptedPeople>({
  columns: 'the fields of a person, member_no, branch, family, and custom.<key>',
  meanings: personMeanings(importFields),
  understands: ['dedupe', 'addLines', 'update', 'sameLines'],
  settle: settled,
  read: readPeople,
  async judge(db, { church, options }, rows, report) {
    const accepted = await judge(db, church, rows, options, judged => note(report, judged))
    report.refusals.sort((a, b) => a.line - b.line)
    if (report.refused === 0 || options.skipRefused) await checkRoom(db, church, accepted.added)
    return accepted
  },
  async write(tx, { church, caller, keep }, rows, report, numbers = []) {
    const added = await insertPeople(tx, church, rows, { numbers, keep })
    const { changed } = rows
    await lockPeople(tx, church, changed)
    for (const people of changedIn(rows)) keep(await changePeople(tx, caller, people))
    await record(tx, church, 'people.imported', importData('people', report))
    return added + changed.length
  },
  contest: {
    reserve: reserveFor,
    hold: (tx, church) => dedupeAlone(tx, church.id),
    async confirm(tx, { church, options }, rows, since, ours) {
      if (options.dedupe) {
        // Creations wait from here on only: what they added meanwhile is found now, what they add later finds these.
        await dedupeAlone(tx, church.id)
        await noneCame(tx, church, rows, options.addLines ?? [], since, ours)
      }
      await checkPlanLimit(tx, church, 0)
    },
    overtaken: error => error instanceof Overtaken || OVERTAKEN.includes(violated(error) ?? ''),
    lost: msg('Others add the same people or numbers at this moment. Nothing was imported; try again.'),
  },
})

/** Who leaves out people on record leaves out rows that put them there, too. */
function settled(options: ImportOptions): ImportOptions {
  const dedupe = options.dedupe === true || options.update === true || options.addLines !== undefined
  return { ...options, dedupe, newRows: options.newRows === true || dedupe }
}

async function reserveFor(tx: Tx, { church }: Importing, { added, numbers }: AcceptedPeople): Promise<string[]> {
  const all = (await peopleCount(tx, church)) + added
  return await reserveNumbers(tx, church, numbers, added - numbers.size, all)
}

/** Puts into the report what was judged. */
function note(report: ImportReport, { refusals, left, changes }: Judged): void {
  for (const refusal of refusals) addRefusal(report, refusal)
  for (const one of left) leaveOut(report, one)
  for (const change of changes) noteChange(report, change)
}

async function readPeople(
  db: Db,
  { church, file, options, progress }: Importing,
  report: ImportReport,
): Promise<Rows<NewPerson>> {
  const findBranch = await branchFinder(db, church)
  const rows = new Rows<NewPerson>()
  for await (const batch of inBatches(readRows(file, columnsOf(options), church, progress), BATCH)) {
    const families = await familiesOnRecord(
      db,
      church,
      batch.flatMap(({ input }) => input.family_id ?? []),
    )
    const people: NewPerson[] = []
    for (const row of batch) {
      report.rows += 1
      const named = findBranch(row.input.branch_id, row.more.get('branch'), row.problems)
      const branch_id = named ?? church.hq_branch_id
      checkFamily(row, families)
      if (row.problems.any) refuse(report, row)
      else {
        const { line, key, input, more } = row
        const values = { ...input, branch_id }
        people.push({ line, key, values, family: more.get('family'), namesBranch: named !== undefined })
      }
    }
    rows.pack(people)
  }
  return rows
}

function checkFamily({ input, more, problems }: Row, families: ReadonlySet<number>): void {
  const { family_id } = input
  if (typeof family_id === 'number' && !families.has(family_id)) problems.add('family_id', NO_FAMILY)
  if (typeof family_id === 'number' && more.has('family'))
    problems.add('family', because('says the same as family_id: keep one of the two columns'))
  if ((more.get('family')?.length ?? 0) > 190) problems.add('family', because('must be at most 190 characters'))
}
