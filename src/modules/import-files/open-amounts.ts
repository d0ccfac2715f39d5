/** Amounts of a file that may mean two: what stands before their decimals is asked for, as the command's `--decimal` says it. */
import { AmountColumn } from '../../lib/amount-column.ts'
import type { DecimalMark } from '../../lib/amount-number.ts'
import { isCurrency } from '../../lib/money.ts'
import { own } from '../../lib/own.ts'
import type { Church } from '../../resource/caller.ts'
import { minorColumn } from '../../resource/import-amounts.ts'
import { plain } from '../../resource/import-meanings.ts'
import type { Proposal } from '../../resource/import-proposal.ts'

/** What is asked of the amounts of a file. */
export interface ShownDecimal {
  /** What somebody said stands before decimals. */
  mark: DecimalMark | null
  /** Amounts that the file leaves open; the first ones. */
  open: string[]
}

const MOST_SHOWN = 3

/** @returns null where each amount can be read in one way, and nobody said how */
export function decimalOf(proposal: Proposal, church: Church, said: DecimalMark | undefined): ShownDecimal | null {
  const places = amountPlaces(proposal)
  if (places.length === 0) return null
  const open = new Set<string>()
  for (const at of places) {
    const column = new AmountColumn(church.country)
    for (const [text, currency] of amountsAt(proposal, at, church)) column.note(text, currency)
    for (const [text, currency] of amountsAt(proposal, at, church)) {
      if (open.size < MOST_SHOWN && column.leavesOpen(text, currency)) open.add(text)
    }
  }
  return open.size === 0 && said === undefined ? null : { mark: said ?? null, open: [...open] }
}

/** Columns of amounts in major units: beside each stands one that would take minor units. */
function amountPlaces({ meanings, table, mapping }: Proposal): number[] {
  const targets = new Set(meanings.targets.map(({ name }) => name))
  return table.titles.flatMap((title, at) => (targets.has(minorColumn(own(mapping.columns, title) ?? '')) ? [at] : []))
}

/** The amounts of a column, each with its currency. */
function* amountsAt(
  { table, mapping }: Proposal,
  at: number,
  church: Church,
): Generator<[text: string, currency: string]> {
  const beside = table.titles.findIndex(title => own(mapping.columns, title) === 'currency')
  for (const { cells } of table.rows) {
    const text = cells[at]?.normalize('NFC').trim()
    if (!text) continue
    const said = cells[beside]?.normalize('NFC').trim() ?? ''
    const currency = (own(mapping.values.currency, plain(said)) ?? said).toUpperCase()
    yield [text, isCurrency(currency) ? currency : church.currency]
  }
}
