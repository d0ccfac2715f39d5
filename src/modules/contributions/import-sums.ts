/** Rows of a file of gifts that are no gifts, but the sum of those above them, as spreadsheets have them below a column. */
import { plain } from '../../resource/import-meanings.ts'

/** What people call such a row. */
const CALLED = new Set(
  [
    ...[
      'total',
      'totals',
      'grand total',
      'sub total',
      'subtotal',
      'total amount',
      'sum',
      'total general',
      'sous total',
    ],
    ...['somme', 'total geral', 'subtotal geral', 'soma', 'suma', 'suma total', 'jumla', 'jumla kuu', 'jumla ndogo'],
    ...['المجموع', 'مجموع', 'الإجمالي', 'إجمالي', 'المجموع الكلي', 'الإجمالي العام', 'summe', 'gesamt', 'gesamtsumme'],
  ].map(plain),
)

/** Columns of the amount itself. */
const MONEY: readonly string[] = ['amount', 'amount_minor', 'currency']

/** What a row says beside its amount. */
const besideMoney = (cells: ReadonlyMap<string, string>): string[] =>
  [...cells].flatMap(([name, text]) => (MONEY.includes(name) ? [] : [text]))

/** Whether a row calls itself a sum, and says nothing else beside its amount. */
export function isCalledSum(cells: ReadonlyMap<string, string>): boolean {
  const texts = besideMoney(cells)
  return texts.length > 0 && texts.every(text => CALLED.has(plain(text)))
}

/** The gifts of one currency so far: their amounts in all, and since the last sum. */
interface Counted {
  all: number
  part: number
  rows: number
  partRows: number
}

/** Two gifts may be of the same amount; what two or more add up to is no chance. */
const LEAST_ROWS = 2

/**
 * Knows a row that has an amount alone, in a file whose gifts say more, for the sum of those above it. A gift of nobody may be as
 * much as others together: only what is refused anyway, since it has no day, is called a sum.
 */
export class SumLines {
  readonly #counted = new Map<string, Counted>()
  #saysMore = false

  /**
   * Whether a row is a sum; what is none is counted, also where it is refused: the spreadsheet has added it up, too.
   * @param gift 0 where its amount cannot be read
   * @param refused whether something is wrong with it as a gift
   */
  isSum(
    cells: ReadonlyMap<string, string>,
    { amount, currency }: { amount: number; currency: string },
    refused: boolean,
  ): boolean {
    const counted = this.#counted.get(currency) ?? { all: 0, part: 0, rows: 0, partRows: 0 }
    const isBare = besideMoney(cells).length === 0
    const { all, part, rows, partRows } = counted
    const addsUp = (rows >= LEAST_ROWS && amount === all) || (partRows >= LEAST_ROWS && amount === part)
    if (refused && isBare && this.#saysMore && addsUp) return true
    this.#saysMore ||= !isBare
    this.#counted.set(currency, {
      all: all + amount,
      part: part + amount,
      rows: rows + 1,
      partRows: partRows + 1,
    })
    return false
  }

  /** Begins anew behind a sum: the next may be of what follows alone. */
  endPart(): void {
    for (const counted of this.#counted.values()) Object.assign(counted, { part: 0, partRows: 0 })
  }
}
