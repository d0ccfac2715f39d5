/** Closing a batch: what is in it is what was counted, or somebody else has said why not. */
import type { TextRow } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { canonicalJson } from '../../lib/json.ts'
import { codedAmount } from '../../lib/money.ts'
import { action } from '../../resource/action.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { batches } from './batches.ts'
import { batchPrinter } from './fields.ts'
import { doerOf, shownBatch } from './outcome.ts'
import { cashGifts, cashOf, cashTotals, type Pieces, type Sums, sealOf, sumsOf } from './sums.ts'
import { type CurrencySum, isEven, type Variance, varianceOf } from './variance.ts'

const { column } = batchPrinter
const ID = { id: field.ref().required() }
const may = within(FINANCE)

/** What stands in the row of a batch about its control and who explained what. */
interface Control {
  count: number | null
  amounts: CurrencySum[]
}

const controlOf = (row: TextRow): Control => {
  const count = column(row, 'control_count')
  return { count: count === null ? null : Number(count), amounts: JSON.parse(column(row, 'controls') ?? '[]') }
}

/** What is in the batch less what was counted. */
const varianceIn = (row: TextRow, { count, totals }: Sums): Variance =>
  varianceOf(controlOf(row), { count, amounts: totals })

/** Says what differs, beside the control that it differs from. */
function tellVariance({ count, amounts }: Variance, control: Control, sums: Sums, problems: Problems): void {
  if (count !== null && count !== 0) {
    problems.add(
      'control_count',
      because('{counted} gifts were counted, {found} are in the batch: {difference}', {
        counted: control.count ?? 0,
        found: sums.count,
        difference: signed(count),
      }),
    )
  }
  const told = amounts.map(({ currency, amount }) => {
    const [was, is] = [control.amounts, sums.totals].map(
      list => list.find(one => one.currency === currency)?.amount ?? 0,
    )
    return because('{counted} were counted, {found} are in the batch: {difference}', {
      counted: codedAmount(was ?? 0, currency),
      found: codedAmount(is ?? 0, currency),
      difference: signedAmount(amount, currency),
    })
  })
  if (told.length > 0) problems.add('controls', told.join('; '))
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`)
const signedAmount = (amount: number, currency: string): string =>
  `${amount < 0 ? '−' : '+'}${codedAmount(Math.abs(amount), currency)}`

/** Notes and coins come to the cash gifts, in each currency. */
function checkCash(cash: readonly Pieces[], sums: Sums, problems: Problems): void {
  const { amounts } = varianceOf({ count: 0, amounts: cashGifts(sums) }, { count: 0, amounts: cashTotals(cash) })
  const told = amounts.map(({ currency, amount }) => {
    const [pieces, gifts] = [cashTotals(cash), cashGifts(sums)].map(
      list => list.find(one => one.currency === currency)?.amount ?? 0,
    )
    return because('notes and coins come to {pieces}, cash gifts to {gifts}: {difference}', {
      pieces: codedAmount(pieces ?? 0, currency),
      gifts: codedAmount(gifts ?? 0, currency),
      difference: signedAmount(amount, currency),
    })
  })
  if (told.length > 0) problems.add('cash', told.join('; '))
}

/** What of a batch its declaration does not show. */
interface Explained {
  variance: string | null
  variance_by_id: string | null
}

export const explainVariance = action({
  name: 'batches.explain',
  label: 'Say why it differs',
  logged: 'Explained the difference of a batch',
  asks: 'Why does it differ from what was counted?',
  submit: 'Save',
  done: 'Saved. Somebody else may close the batch now.',
  may,
  fields: { ...ID, note: field.text(500).required().label('Why it differs') },
  on: batches,
  when: { status: ['open'] },
  async run(tx, { caller }, { id, note }, _prepared, row) {
    const church = caller.church.id
    const variance = varianceIn(row, await sumsOf(tx, church, id))
    const problems = new Problems()
    if (isEven(variance)) problems.add('note', because('is not needed: what is in the batch is what was counted'))
    problems.throwIfAny()
    const by = doerOf(caller)
    await tx.run(sql`update batches set variance = ${canonicalJson(variance)}, variance_note = ${note}, variance_by = ${by.name},
      variance_by_id = ${by.id}, updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id}`)
    return await shownBatch(tx, caller, id)
  },
})

export const closeBatch = action({
  name: 'batches.close',
  label: 'Close',
  logged: 'Closed a batch',
  confirm: 'It takes no more gifts then. It can be opened again until it is deposited.',
  submit: 'Close the batch',
  done: 'The batch is closed.',
  may,
  stepUp: true,
  fields: ID,
  on: batches,
  when: { status: ['open'] },
  async run(tx, { caller }, { id }, _prepared, row) {
    const church = caller.church.id
    const by = doerOf(caller)
    // Read anew now that the batch is held: gifts that were on their way are in it.
    const [sums, cash] = [await sumsOf(tx, church, id), await cashOf(tx, church, id)]
    const stored = await tx.first<Explained>(sql`select variance, variance_by_id from batches
      where church_id = ${church} and id = ${id}`)
    const problems = new Problems()
    if (column(row, 'kind') === 'counting') {
      checkCounters(JSON.parse(column(row, 'counters') ?? '[]'), problems)
      checkCash(cash, sums, problems)
    }
    checkControl(row, sums, stored, by.id, problems)
    problems.throwIfAny()
    await tx.run(sql`update batches set status = 'closed', closed_at = ${tx.now}::timestamptz, closed_by = ${by.name},
      closed_figures = ${sealOf(sums)}, updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id}`)
    return await shownBatch(tx, caller, id)
  },
})

function checkCounters(counters: readonly string[], problems: Problems): void {
  const different = new Set(counters.map(name => name.trim().toLowerCase()))
  if (different.size < 2) problems.add('counters', because('must be two at least: nobody counts alone'))
}

function checkControl(
  row: TextRow,
  sums: Sums,
  stored: Explained | undefined,
  closer: string,
  problems: Problems,
): void {
  const control = controlOf(row)
  if (sums.count === 0) problems.add('id', because('is empty: discard it'))
  if (control.count === null) problems.add('control_count', because('is missing: count the gifts first'))
  if (control.count === null) return
  const variance = varianceIn(row, sums)
  if (isEven(variance)) return
  if (stored?.variance !== canonicalJson(variance)) tellVariance(variance, control, sums, problems)
  else if (stored.variance_by_id === closer) {
    problems.add('variance_note', because('is yours: somebody else has to close the batch'))
  }
}

export const reopenBatch = action({
  name: 'batches.reopen',
  label: 'Open again',
  logged: 'Opened a batch again',
  confirm: 'It takes gifts again, and has to be closed once more.',
  submit: 'Open again',
  done: 'The batch is open again.',
  may,
  stepUp: true,
  fields: ID,
  on: batches,
  // What a provider paid out is as it is.
  when: { status: ['closed'], kind: ['counting'] },
  async run(tx, { caller }, { id }) {
    await tx.run(sql`update batches set status = 'open', closed_at = null, closed_by = null, closed_figures = null, variance = null,
      variance_note = null, variance_by = null, variance_by_id = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${caller.church.id} and id = ${id}`)
    return await shownBatch(tx, caller, id)
  },
})

export const discardBatch = action({
  name: 'batches.discard',
  label: 'Discard',
  logged: 'Discarded an empty batch',
  confirm: 'An empty batch is put away. Gifts are never lost with a batch: one that has some cannot be discarded.',
  submit: 'Discard',
  done: 'The batch was discarded.',
  may,
  fields: ID,
  on: batches,
  when: { status: ['open'] },
  async run(tx, { caller }, { id }) {
    const church = caller.church.id
    const { count } = await sumsOf(tx, church, id)
    const problems = new Problems()
    if (count > 0) problems.add('id', because('is not empty ({count}): take its gifts out first', { count }))
    problems.throwIfAny()
    // A gift that went back whole may come back, and is of no batch then.
    await tx.run(sql`update contributions set batch_id = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and batch_id = ${id}`)
    await tx.run(sql`update batches set status = 'discarded', updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and id = ${id}`)
    return await shownBatch(tx, caller, id)
  },
})
