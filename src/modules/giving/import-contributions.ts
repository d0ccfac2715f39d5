/** Imports gifts from a CSV file: all rows or none, in one transaction (spec, Contributions; Events). */
import type { Database, Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { record, recordMany } from '../../events/record.ts'
import { today } from '../../lib/calendar.ts'
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
import { branchFinder, type FindBranch } from '../church/branch-names.ts'
import { baseAmount, EARLIEST, latest } from './base-amount.ts'
import { type ContributionInput, contributionFields, contributionPrinter } from './fields.ts'
import { type FindFund, type FindGiver, type FindRate, fundFinder, giverFinder, rateFinder } from './import-look-ups.ts'

const BATCH = 1_000

const ALIASES = {
  date: 'given_on',
  gift_date: 'given_on',
  member_number: 'member_no',
  giver_email: 'email',
  payment_method: 'method',
  ref: 'reference',
  notes: 'note',
}

const rules = ({ ignoreUnknown = false }: ImportOptions): ColumnRules => ({
  more: ['branch', 'fund', 'member_no', 'email'],
  aliases: ALIASES,
  ignoreUnknown,
})

/** Everything a row may refer to. */
interface Finders {
  branch: FindBranch
  fund: FindFund
  rate: FindRate
}

type Row = CheckedRow<typeof contributionFields>
type Gift = ContributionInput & { amount_base: number }

/**
 * Imports gifts with the source `import`. Rows are checked like POST /contributions; `fund`, `branch`, `member_no` and
 * `email` name what they refer to. Each gift gets its `contribution.recorded`; the whole, `imports.completed`.
 * @param now the moment, for the default day
 * @throws ImportError for a file that cannot be read
 */
export async function importContributions(
  database: Database,
  church: Church,
  file: string,
  now: Date,
  options: ImportOptions = {},
  progress?: Progress,
): Promise<ImportReport> {
  const report = newReport(options)
  const gifts = await readGifts(database, church, file, today(now, church.timezone), options, report, progress)
  report.accepted = gifts.length
  if (!mayImport(report, options)) return report
  await database.write(church.id, async tx => {
    await insertGifts(tx, church, gifts)
    report.imported = gifts.length
    await record(tx, church, 'imports.completed', importData('contributions', report))
  })
  return report
}

async function readGifts(
  database: Database,
  church: Church,
  file: string,
  day: string,
  options: ImportOptions,
  report: ImportReport,
  progress?: Progress,
): Promise<Gift[]> {
  const [branch, fund, rate] = await Promise.all([
    branchFinder(database, church),
    fundFinder(database, church),
    rateFinder(database, church),
  ])
  const gifts: Gift[] = []
  for await (const batch of inBatches(readRows(file, contributionFields, rules(options), church, progress), BATCH)) {
    const findGiver = await giverFinder(database, church, giversOf(batch))
    for (const row of batch) {
      report.rows += 1
      const gift = settle(row, church, day, { branch, fund, rate }, findGiver)
      if (row.problems.any) refuse(report, row)
      else gifts.push(gift)
    }
  }
  return gifts
}

const giversOf = (rows: readonly Row[]) => ({
  ids: rows.flatMap(({ input }) => input.person_id ?? []),
  numbers: rows.flatMap(({ more }) => more.get('member_no') ?? []),
  emails: rows.flatMap(({ more }) => more.get('email')?.toLowerCase() ?? []),
})

/** A row as it will be stored; what is wrong with it is added to its problems. */
function settle(
  { input, more, problems }: Row,
  church: Church,
  day: string,
  find: Finders,
  findGiver: FindGiver,
): Gift {
  const { given_on = day, currency = church.currency, method = 'cash', amount = 0 } = input
  const [id, number, email] = [input.person_id ?? undefined, more.get('member_no'), more.get('email')?.toLowerCase()]
  const named = id !== undefined || number !== undefined || email !== undefined
  const giver = named ? findGiver(id, number, email, problems) : undefined
  const fund_id = find.fund(input.fund_id, more.get('fund'), problems)
  const branch_id =
    find.branch(input.branch_id, more.get('branch'), problems) ?? giver?.branch_id ?? church.hq_branch_id
  if (given_on < EARLIEST || given_on > latest(day))
    problems.add('given_on', `must be from ${EARLIEST} to ${latest(day)}`)
  const rate = currency === church.currency ? null : find.rate(currency, given_on)
  if (rate === undefined) problems.add('currency', `has no exchange rate to ${church.currency} on that day`)
  const amount_base = rate === undefined ? 0 : baseAmount(amount, currency, church.currency, rate)
  if (amount_base === undefined) problems.add('amount', 'is too large in the church currency')
  const refers = { person_id: giver?.id ?? null, branch_id, ...(fund_id !== undefined && { fund_id }) }
  return { ...input, ...refers, given_on, currency, method, amount_base: amount_base ?? 0 }
}

async function insertGifts(tx: Tx, church: Church, gifts: readonly Gift[]): Promise<void> {
  const columns = [...new Set(gifts.flatMap(gift => Object.keys(gift)))]
  const anonymity = columns.includes('is_anonymous') ? { is_anonymous: false } : {}
  for (let at = 0; at < gifts.length; at += BATCH) {
    const rows = gifts.slice(at, at + BATCH).map(gift => ({ ...anonymity, ...gift }))
    await insertBatch(tx, church, columns, rows)
  }
}

async function insertBatch(tx: Tx, church: Church, columns: readonly string[], rows: readonly object[]): Promise<void> {
  // Who was merged away since the row was checked is followed to the kept record.
  const kept = sql`coalesce((select merged_into_id from people as p
    where p.church_id = ${church.id} and p.id = row.person_id), row.person_id)`
  const values = join(columns.map(name => (name === 'person_id' ? kept : ident(name))))
  const inserted = await tx.text(sql`
    insert into contributions as t (church_id, source, created_at, updated_at, ${join(columns.map(ident))})
    select ${church.id}, 'import', ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${values}
    from jsonb_populate_recordset(null::contributions, ${JSON.stringify(rows)}::jsonb) as row
    returning ${contributionPrinter.columns}`)
  const { column, print } = contributionPrinter
  const deltas = inserted.map(row => ({
    id: Number(column(row, 'id')),
    branch_id: Number(column(row, 'branch_id')),
    status: 'posted',
    n: 1,
    amount: BigInt(column(row, 'amount_base') ?? 0),
  }))
  await Promise.all([
    tally(tx, church.id, 'contributions', summed(deltas)),
    recordMany(
      tx,
      church,
      'contribution.recorded',
      inserted.map(row => print(row)),
    ),
  ])
}
