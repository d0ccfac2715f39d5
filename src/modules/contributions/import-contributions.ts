/** Imports gifts from a CSV file: all rows or none, in one transaction (spec, Contributions; Events; decisions, Imports). */
import type { Database } from '../../db/database.ts'
import { record } from '../../events/record.ts'
import type { AmountColumn } from '../../lib/amount-column.ts'
import { today } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import {
  type FromRow,
  freshRows,
  type Import,
  type Importing,
  importAlone,
  keepImport,
  refuseEarlier,
} from '../../resource/import-record.ts'
import {
  type ImportOptions,
  type ImportReport,
  importData,
  inBatches,
  mayImport,
  newReport,
  refuse,
  sumsOf,
} from '../../resource/import-report.ts'
import * as field from '../../resource/types.ts'
import { branchFinder, type FindBranch } from '../church/branch-names.ts'
import { baseAmount, EARLIEST, latest } from './base-amount.ts'
import { contributionFields } from './fields.ts'
import { amountColumn, amountOf, noteAmounts } from './import-amounts.ts'
import {
  type FindFund,
  type FindGiver,
  type FindRate,
  fundFinder,
  type GiverNames,
  giverFinder,
  rateFinder,
} from './import-look-ups.ts'
import { insertGifts, type NewGift } from './insert-gifts.ts'

const BATCH = 1_000

const ALIASES = {
  date: 'given_on',
  gift_date: 'given_on',
  member_number: 'member_no',
  membership_no: 'member_no',
  membership_number: 'member_no',
  giver_email: 'email',
  payment_method: 'method',
  ref: 'reference',
  notes: 'note',
}

const { amount: _, ...others } = contributionFields

/** `amount` is read as people write it; who has minor units says so by the name of the column. */
const importFields = { ...others, amount_minor: field.minorUnits().settable() }

type Row = CheckedRow<typeof importFields>

const columnsOf = (church: Church, { ignoreUnknown = false }: ImportOptions): ImportColumns<typeof importFields> => ({
  fields: importFields,
  more: ['amount', 'branch', 'fund', 'member_no', 'email'],
  aliases: ALIASES,
  meant: title => amountColumn(title, church),
  grouped: {
    column: 'amount',
    beside: ['amount_minor', 'branch_id', 'fund_id', 'member_no', 'person_id', 'reference'],
  },
  ignoreUnknown,
})

/** Everything a row may refer to, and how its amount is read. */
interface Finders {
  branch: FindBranch
  fund: FindFund
  rate: FindRate
  amounts: AmountColumn
}

/**
 * Imports gifts with the source `import`. Rows are checked like POST /contributions; `fund`, `branch`, `member_no` and
 * `email` name what they refer to. Each gift gets its `contribution.recorded`; the whole, `imports.completed`.
 * @param now the moment, for the default day
 * @throws ImportError for a file that cannot be read or has rows that were imported before
 */
export async function importContributions(
  database: Database,
  church: Church,
  now: Date,
  asked: Import,
): Promise<ImportReport> {
  const { file, options = {} } = asked
  const importing: Importing = { ...asked, church, kind: 'contributions', options }
  const report = newReport(file, options)
  const read = await readGifts(database, importing, today(now, church.timezone), report)
  const rows = await freshRows(database.read, importing, read, report)
  const gifts = rows.map(({ gift }) => gift)
  report.accepted = gifts.length
  report.sums = sumsOf(gifts)
  refuseEarlier(options, report)
  if (!mayImport(report, options)) return report
  return await database.write(church.id, async tx => {
    await importAlone(tx, importing, read, report)
    await insertGifts(tx, church, gifts)
    const done = { ...report, imported: gifts.length }
    await record(tx, church, 'imports.completed', importData('contributions', done))
    await keepImport(tx, importing, done, rows)
    return done
  })
}

/** A row that is accepted. */
interface GiftRow extends FromRow {
  gift: NewGift
}

async function readGifts(
  database: Database,
  { church, file, options, progress }: Importing,
  day: string,
  report: ImportReport,
): Promise<GiftRow[]> {
  const columns = columnsOf(church, options)
  const [branch, fund, rate, amounts] = await Promise.all([
    branchFinder(database, church),
    fundFinder(database, church),
    rateFinder(database, church),
    noteAmounts(file, columns, church, options.decimal),
  ])
  const gifts: GiftRow[] = []
  for await (const batch of inBatches(readRows(file, columns, church, progress), BATCH)) {
    const findGiver = await giverFinder(database, church, batch.map(giverNames))
    for (const row of batch) {
      report.rows += 1
      const gift = settle(row, church, day, { branch, fund, rate, amounts }, findGiver)
      if (row.problems.any) refuse(report, row)
      else gifts.push({ key: row.key, gift })
    }
  }
  return gifts
}

const giverNames = ({ input, more }: Row): GiverNames => ({
  person_id: input.person_id ?? undefined,
  member_no: more.get('member_no'),
  email: more.get('email')?.toLowerCase(),
})

/** A row as it will be stored; what is wrong with it is added to its problems. */
function settle(row: Row, church: Church, day: string, find: Finders, findGiver: FindGiver): NewGift {
  const { input, more, problems } = row
  const { given_on = day, currency = church.currency, method = 'cash', amount_minor, ...rest } = input
  const giver = findGiver(giverNames(row), problems)
  const fund_id = find.fund(input.fund_id, more.get('fund'), problems)
  const branch_id =
    find.branch(input.branch_id, more.get('branch'), problems) ?? giver?.branch_id ?? church.hq_branch_id
  if (given_on < EARLIEST || given_on > latest(day))
    problems.add('given_on', `must be from ${EARLIEST} to ${latest(day)}`)
  const amount = amountOf(amount_minor, more.get('amount'), currency, find.amounts, problems)
  const rate = currency === church.currency ? null : find.rate(currency, given_on)
  if (rate === undefined) problems.add('currency', `has no exchange rate to ${church.currency} on that day`)
  const amount_base = rate === undefined ? 0 : baseAmount(amount, currency, church.currency, rate)
  if (amount_base === undefined) problems.add('amount', 'is too large in the church currency')
  const refers = { person_id: giver?.id ?? null, branch_id, ...(fund_id !== undefined && { fund_id }) }
  return { ...rest, ...refers, amount, given_on, currency, method, amount_base: amount_base ?? 0 }
}
