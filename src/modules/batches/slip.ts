/** The slip that goes to the bank with the money: notes and coins by pieces, cheques, and who counted. A page for each currency. */

import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { thaw } from '../../documents/frozen.ts'
import { ApiError } from '../../errors.ts'
import { pdf } from '../../paper/pdf.ts'
import { PAPERS, paperOf } from '../../paper/sheet.ts'
import { drawTable, type PaperTable } from '../../paper/table.ts'
import { view } from '../../resource/action.ts'
import { findOne } from '../../resource/list.ts'
import { type MadeFile, pdfFile } from '../../resource/made-file.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { amountIn, dateIn, listIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { languageFor } from '../../texts/spoken.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { batches } from './batches.ts'
import { type DepositFigures, paidOutSums, standingOf, unchangedSums } from './deposit.ts'
import type { Payout } from './payouts.ts'

/** What is written on a slip: before the deposit without its number and day. */
type SlipFigures = Omit<DepositFigures, 'number' | 'deposited_on' | 'deposited_by' | 'deposit_ref' | 'base_currency'> &
  Partial<Pick<DepositFigures, 'number' | 'deposited_on' | 'deposited_by' | 'deposit_ref'>>

/** For a name that is written by hand. */
const LINE = '______________________'

/** What a slip is written in, and for whom. */
interface On {
  language: Language
  church: string
}

/** One currency of it. */
function tableOf({ language, church }: On, figures: SlipFigures, currency: string): PaperTable {
  const { say } = language
  const mine = <Row extends { currency: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(one => one.currency === currency)
  const money = (amount: number | bigint): string => amountIn(language, amount, currency)
  const cash = mine(figures.cash).map(({ denomination, pieces }) => [
    money(denomination),
    String(pieces),
    money(BigInt(denomination) * BigInt(pieces)),
  ])
  const cheques = mine(figures.cheques).map(({ reference, contribution_id, amount }) => [
    say('Cheque {reference}', { reference: reference ?? `#${contribution_id}` }),
    '1',
    money(amount),
  ])
  const methods = mine(figures.by_method).map(({ method, count, amount }) => [
    say(wordsOfValue(method)),
    String(count),
    money(amount),
  ])
  const date = (day: string): string => dateIn(language, day)
  const total = mine(figures.totals)[0]?.amount ?? 0
  return {
    title: say('{church}: deposit {number}', { church, number: figures.number ?? say('(not at the bank yet)') }),
    about: [
      say('{name}, {branch}', { name: figures.name, branch: figures.branch_name }),
      say('Counted on {day} by {names}', {
        day: date(figures.counted_on),
        names: listIn(language, figures.counters, 'unit') || LINE,
      }),
      figures.deposited_on === undefined
        ? say('Taken to the bank on {day} by {name}', { day: LINE, name: LINE })
        : say('Taken to the bank on {day} by {name}', {
            day: date(figures.deposited_on),
            name: figures.deposited_by ?? '',
          }),
      say('Reference of the bank: {reference}', { reference: figures.deposit_ref ?? LINE }),
      ...(figures.variance_note ? [say('Why it differs from the count: {note}', { note: figures.variance_note })] : []),
    ],
    head: [currency, say('Pieces'), say('Amount')],
    rows: [...cash, ...cheques, ...(cash.length + cheques.length > 0 ? [['', '', '']] : []), ...methods],
    last: [say('Total'), '', money(total)],
    foot: page => say('Page {page, number}', { page }),
  }
}

/** A payout as the bank has it: what givers paid, what the provider kept, what went back. */
function payoutTable({ language, church }: On, figures: SlipFigures, payout: Payout): PaperTable {
  const { currency, gross, fees, refunds, disputes, other, net, missing_count } = payout
  const money = (amount: number): string => amountIn(language, amount, currency)
  const { say } = language
  const date = (day: string): string => dateIn(language, day)
  const some = (name: string, amount: number): string[][] => (amount === 0 ? [] : [[name, '', money(amount)]])
  return {
    title: say('{church}: deposit {number}', { church, number: figures.number ?? say('(not confirmed yet)') }),
    about: [
      say('{name}, {branch}', { name: figures.name, branch: figures.branch_name }),
      say('Paid out by {provider} on {day}: {reference}', {
        provider: wordsOfProvider(payout.provider),
        day: date(payout.made_on),
        reference: payout.reference,
      }),
      figures.deposited_on === undefined
        ? say('At the bank on {day}, as {name} saw', { day: LINE, name: LINE })
        : say('At the bank on {day}, as {name} saw', {
            day: date(figures.deposited_on),
            name: figures.deposited_by ?? '',
          }),
      say('Reference of the bank: {reference}', { reference: figures.deposit_ref ?? LINE }),
      ...(missing_count > 0
        ? [say('{n, plural, one {# payment} other {# payments}} in it without a gift', { n: missing_count })]
        : []),
    ],
    head: [currency, say('Gifts'), say('Amount')],
    rows: [
      [say('Paid by givers'), String(figures.count), money(gross)],
      [say('Fees of the provider'), '', money(-fees)],
      ...some(say('Refunds'), refunds),
      ...some(say('Disputes'), disputes),
      ...some(say('Other'), other),
    ],
    last: [say('Into the bank account'), '', money(net)],
    foot: page => say('Page {page, number}', { page }),
  }
}

/** `stripe` as people write it. */
const wordsOfProvider = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** A page for each currency; of a payout there is one. */
function tablesOf(on: On, figures: SlipFigures): PaperTable[] {
  const { payout, totals } = figures
  if (payout !== undefined) return [payoutTable(on, figures, payout)]
  return totals.map(({ currency }) => tableOf(on, figures, currency))
}

/**
 * The figures of a batch that is closed or deposited; those of a deposit are held against their fingerprint.
 * @throws ApiError `wrong_state` where its gifts are no longer those that it was closed with: its pieces would say otherwise
 */
async function figuresOf(
  db: Db,
  church: number,
  id: number,
  row: Parameters<typeof standingOf>[3],
): Promise<SlipFigures> {
  const frozen = await db.first<{ figures: string | null; sha256: Buffer; number: string }>(
    sql`select figures, sha256, number from batches where church_id = ${church} and id = ${id}`,
  )
  if (frozen?.figures != null) {
    return thaw<DepositFigures>({ figures: frozen.figures, sha256: frozen.sha256 }, `deposit ${frozen.number}`)
  }
  const standing = await standingOf(db, church, id, row)
  const sums = standing.payout === undefined ? await unchangedSums(db, church, id) : await paidOutSums(db, church, id)
  return { ...standing, ...sums }
}

export const batchSlip = view({
  name: 'batch_slip',
  may: within(FINANCE),
  fields: {
    id: field.ref('batches').required(),
    paper: field.oneOf(PAPERS).settable().doc("A4 or Letter; what is usual in the church's country, unless said"),
  },
  async run({ read }, caller, { id, paper }): Promise<MadeFile> {
    const { church } = caller
    const row = await findOne(read, batches, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    const status = batches.alone.column(row, 'status')
    if (status !== 'closed' && status !== 'deposited') {
      throw new ApiError('wrong_state', { message: because('There is a slip when the batch is closed.') })
    }
    const figures = await figuresOf(read, church.id, id, row)
    const language = languageFor(church)
    const tables = tablesOf({ language, church: church.name }, figures)
    const options = {
      title: tables[0]?.title ?? '',
      paper: paper ?? paperOf(church.country),
      language: language.locale,
    }
    return pdfFile(
      `deposit-${figures.number ?? `batch-${id}`}`,
      pdf(options, function* (doc) {
        for (const table of tables) yield* drawTable(doc, table)
      }),
    )
  },
})
