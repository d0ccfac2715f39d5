/** The offering of a report becomes a gift, exactly once, when whoever keeps the books takes it (decisions, Groups). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { parseRate } from '../../lib/money.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import { differs } from '../../resource/rows.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { baseAmount } from '../contributions/base-amount.ts'
import { METHODS } from '../contributions/fields.ts'
import { postContribution, rateOn } from '../contributions/post-contribution.ts'
import { holdOpen, takingBatch } from '../contributions/taking-batch.ts'
import { reportPrinter } from './fields.ts'
import { REPORTS, SEEN_REPORTS } from './report-row.ts'
import { isInBooks } from './taken.ts'

const { column } = reportPrinter

/** Where the gifts of reports come from. */
const SOURCE = 'group_report'

/** The reference of the gift of a report. */
export const giftReference = (report: number): string => `group-report-${report}`

/** What whoever takes an offering is told: nothing else of the report. */
interface TakenOffering {
  id: number
  contribution_id: number
}

/** The report is locked, so that whoever comes second finds the gift of the first. A gift that was voided makes room for another. */
export const takeOffering = action({
  name: 'group_reports.take_offering',
  logged: 'Took the offering of a report into the books',
  done: 'The offering is in the books.',
  may: within(FINANCE),
  stepUp: true,
  fields: {
    id: field.ref('group_reports').required(),
    expected: field.minorUnits().required().doc('The offering that was shown: another one is refused'),
    currency: field.currency().required().doc('Its currency'),
    fund_id: field.ref('funds').required().label('Fund'),
    batch_id: field.ref('batches').settable().label('Batch').doc('An open batch that it is counted with'),
    method: field.oneOf(METHODS).settable().label('How it was given').doc('Default cash'),
  },
  detail: ({ fund_id, expected, currency }) => ({ fund_id, expected, currency }),
  async check(db, { caller }, { fund_id, batch_id, method }, problems) {
    if (batch_id !== undefined) await takingBatch(db, caller, { id: batch_id, method }, problems)
    if (fund_id === undefined) return
    const found = await db.first(
      sql`select 1 from funds where church_id = ${caller.church.id} and id = ${fund_id} and is_active`,
    )
    if (found === undefined) problems.add('fund_id', because('names no active fund'))
  },
  async run(tx, { caller }, { id, fund_id, batch_id, expected, currency, method = 'cash' }): Promise<TakenOffering> {
    const { church } = caller
    const row = await findOne(tx, SEEN_REPORTS, caller, id, [], sql`for no key update`)
    if (row === undefined) throw new ApiError('not_found')
    if (await isInBooks(tx, church.id, row)) return { id, contribution_id: Number(column(row, 'contribution_id')) }
    const terms = await termsOf(tx, church, row)
    checkShown(row, expected, currency)
    if (batch_id !== undefined) await holdOpen(tx, caller, batch_id)
    const gift = await postContribution(tx, church, {
      ...terms,
      person_id: null,
      fund_id,
      branch_id: Number(column(row, 'branch_id')),
      method,
      given_on: column(row, 'held_on') ?? '',
      reference: giftReference(id),
      source: SOURCE,
      ...(batch_id !== undefined && { batch_id }),
    })
    await changeRow(tx, REPORTS, church.id, row, { contribution_id: gift.id })
    return { id, contribution_id: gift.id }
  },
})

/** @throws ApiError `validation_failed` where the report names another offering by now than the one that was shown */
function checkShown(report: TextRow, expected: number, currency: string): void {
  const problems = new Problems()
  if (differs(column(report, 'offering'), expected) || differs(column(report, 'currency'), currency)) {
    problems.add('expected', because('is not what the report says by now: look at it again'))
  }
  problems.throwIfAny()
}

interface Terms {
  amount: number
  currency: string
  amount_base: number
}

/** @throws ApiError `wrong_state` for a report without an offering, or that is not handed in; `validation_failed` without a rate */
async function termsOf(db: Db | Tx, church: Church, report: TextRow): Promise<Terms> {
  const offering = column(report, 'offering')
  if (column(report, 'status') !== 'submitted' || offering === null) {
    throw new ApiError('wrong_state', {
      message: because('There is no offering to take: the report is not handed in, or names none.'),
    })
  }
  const [amount, currency] = [Number(offering), column(report, 'currency') ?? church.currency]
  const day = column(report, 'held_on') ?? ''
  const found = await db.first<{ rate: string | null }>(sql`select ${rateOn(church.id, currency, day)} as rate`)
  const rate = found?.rate == null ? null : parseRate(found.rate)
  const amount_base = baseAmount(amount, currency, church.currency, rate)
  if (amount_base === undefined) {
    const problems = new Problems()
    problems.add(
      'id',
      because('is an offering in {currency}, which has no exchange rate to {base} on that day', {
        currency,
        base: church.currency,
      }),
    )
    problems.throwIfAny()
  }
  return { amount, currency, amount_base: amount_base ?? 0 }
}
