/** Imports gifts from a CSV file: all rows or none, in one transaction (spec, Contributions; Events; decisions, Imports). */
import type { Db } from '../../db/database.ts'
import type { AmountColumn } from '../../lib/amount-column.ts'
import { today } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { amountColumn, amountOf, noteAmounts } from '../../resource/import-amounts.ts'
import { importerInPieces } from '../../resource/import-declaration.ts'
import type { Importing } from '../../resource/import-record.ts'
import {
  addRefusal,
  type ImportOptions,
  type ImportReport,
  inBatches,
  refuse,
  sumsOf,
} from '../../resource/import-report.ts'
import { type FromRow, Rows } from '../../resource/import-rows.ts'
import { type BroughtStates, checkStates } from '../../resource/import-states.ts'
import type { RowNames } from '../../resource/in-files.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { NO_DAY, SUM_LINE } from '../../texts/import-refusals.ts'
import { branchFinder, type FindBranch } from '../church/branch-names.ts'
import { peopleInFiles } from '../people/people-in-files.ts'
import { baseAmount, EARLIEST, latest } from './base-amount.ts'
import { contributionFields } from './fields.ts'
import { bareGivers, type Giver } from './import-givers.ts'
import { type FindFund, type FindRate, fundFinder, rateFinder } from './import-look-ups.ts'
import { giftMeanings } from './import-meanings.ts'
import { isCalledSum, SumLines } from './import-sums.ts'
import { insertGifts, type NewGift } from './insert-gifts.ts'

const BATCH = 1_000

const ALIASES = {
  date: 'given_on',
  gift_date: 'given_on',
  ...peopleInFiles.aliases,
  giver_email: 'email',
  payment_method: 'method',
  ref: 'reference',
  notes: 'note',
}

const { amount: _, ...others } = contributionFields

/** What is void was given back or never given. */
const BRINGS: BroughtStates = { status: ['posted'] }

/** `amount` is read as people write it; who has minor units says so by the name of the column. */
const importFields = {
  ...others,
  amount_minor: field.minorUnits().settable(),
  status: others.status.settable(),
}

const MORE = ['amount', 'branch', 'fund', 'member_no', 'email']

type Row = CheckedRow<typeof importFields>

const columnsOf = (church: Church, { ignoreUnknown = false }: ImportOptions): ImportColumns<typeof importFields> => ({
  fields: importFields,
  more: MORE,
  aliases: ALIASES,
  meant: title => amountColumn('amount', title, church),
  grouped: {
    column: 'amount',
    beside: ['amount_minor', 'branch_id', 'fund_id', 'member_no', 'person_id', 'reference'],
  },
  // A gift of no known day is none of today: only a file that has no days at all is of the day on which it is imported.
  filled: { given_on: NO_DAY },
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
 * `email` name what they refer to. Each gift gets its `contribution.recorded`.
 */
export const importContributions = importerInPieces<GiftRow>({
  columns:
    'the fields of a contribution, fund, branch, member_no and email. amount is as people write it (21000, 21,000.50), amount_minor in minor units',
  meanings: giftMeanings(importFields, MORE),
  understands: ['decimal', 'names'],
  read: readGifts,
  async judge(_db, _importing, rows, report) {
    report.sums = sumsOf(giftsOf(rows))
    return rows
  },
  async write(tx, { church, keep }, rows) {
    let before: Promise<void> = Promise.resolve()
    for (const piece of rows.pieces) {
      const gifts = piece.rows()
      const written = insertGifts(
        tx,
        church,
        gifts.map(({ gift }) => gift),
      ).then(ids => {
        keep(
          gifts.map(({ line, gift: written }, at) => {
            return { line, resource: 'contributions', record_id: ids[at] ?? 0, action: 'created', written }
          }),
        )
      })
      // While the database inserts one piece, the next is made ready; an error is met where it is awaited.
      written.catch(() => undefined)
      await before
      before = written
    }
    await before
  },
})

function* giftsOf(rows: Rows<GiftRow>): Generator<NewGift> {
  for (const piece of rows.pieces) for (const { gift } of piece.rows()) yield gift
}

/** A row that is accepted. */
interface GiftRow extends FromRow {
  line: number
  gift: NewGift
}

async function readGifts(
  db: Db,
  { church, clock, file, options, progress }: Importing,
  report: ImportReport,
): Promise<Rows<GiftRow>> {
  const columns = columnsOf(church, options)
  const day = today(clock.now(), church.timezone)
  const [branch, fund, rate, amounts] = await Promise.all([
    branchFinder(db, church),
    fundFinder(db, church),
    rateFinder(db, church),
    noteAmounts(file, 'amount', columns, church, options.decimal),
  ])
  const bare = await bareGivers(db, church, options.names)
  const sums = new SumLines()
  const rows = new Rows<GiftRow>()
  for await (const batch of inBatches(readRows(file, columns, church, progress), BATCH)) {
    const findNamed = await peopleInFiles.finder(db, church, batch.map(namesOf))
    await bare.look(batch.flatMap(row => (isNamed(row) ? [] : row.input)))
    const gifts: GiftRow[] = []
    for (const row of batch) {
      report.rows += 1
      if (isCalledSum(row.cells)) {
        refuseSum(report, row.line, sums)
        continue
      }
      checkStates(row, BRINGS)
      const giver = isNamed(row) ? findNamed(namesOf(row), row.problems) : bare.find(row.input, row.line)
      const gift = settle(row, church, day, { branch, fund, rate, amounts }, giver)
      if (sums.isSum(row.cells, gift, row.problems.any)) refuseSum(report, row.line, sums)
      else if (row.problems.any) refuse(report, row)
      else gifts.push({ line: row.line, key: row.key, gift })
    }
    rows.pack(gifts)
  }
  bare.tell(report)
  return rows
}

/** Refuses a row that is the sum of others: what is wrong with it as a gift is not told. */
function refuseSum(report: ImportReport, line: number, sums: SumLines): void {
  sums.endPart()
  addRefusal(report, { line, errors: { amount: SUM_LINE } })
}

const namesOf = ({ input, more }: Row): RowNames => ({
  field: 'person_id',
  id: input.person_id ?? undefined,
  texts: more,
})

const isNamed = ({ input, more }: Row): boolean =>
  input.person_id != null || peopleInFiles.columns.some(column => more.has(column))

/** A row as it will be stored; what is wrong with it is added to its problems. */
function settle(row: Row, church: Church, day: string, find: Finders, giver: Giver): NewGift {
  const { input, more, problems } = row
  const { given_on = day, currency = church.currency, method = 'cash', amount_minor, ...rest } = input
  const fund_id = find.fund(input.fund_id, more.get('fund'), problems)
  const branch_id =
    find.branch(input.branch_id, more.get('branch'), problems) ?? giver?.branch_id ?? church.hq_branch_id
  if (given_on < EARLIEST || given_on > latest(day))
    problems.add(
      'given_on',
      because('must be from {earliest} to {latest}', { earliest: EARLIEST, latest: latest(day) }),
    )
  const amount = amountOf('amount', amount_minor, more.get('amount'), currency, find.amounts, problems) ?? 0
  if (amount_minor === undefined && !more.has('amount')) problems.add('amount', 'is required')
  const rate = currency === church.currency ? null : find.rate(currency, given_on)
  if (rate === undefined)
    problems.add(
      'currency',
      because('has no exchange rate to {currency} on that day: add one first', { currency: church.currency }),
    )
  const amount_base = rate === undefined ? 0 : baseAmount(amount, currency, church.currency, rate)
  if (amount_base === undefined) problems.add('amount', because('is too large in the church currency'))
  const refers = { person_id: giver?.id ?? null, branch_id, ...(fund_id !== undefined && { fund_id }) }
  return { ...rest, ...refers, amount, given_on, currency, method, amount_base: amount_base ?? 0 }
}
