/**
 * Amounts of a column as people and programs write them: `21000`, `21,000.50`, `₦2,000`, `1 234,56 €`, `1,00,000`.
 * What a point or a comma means is told by the amount, else by the column, else by the country. What may still mean two
 * amounts, such as 1.500 in a country of points, is refused.
 */
import { because } from '../texts/because.ts'
import { currencyExponent } from '../texts/exponents.ts'
import {
  bareAmount,
  type DecimalMark,
  groupsOf,
  isSure,
  markIn,
  markOf,
  type NoNumber,
  readWith,
  ungrouped,
  writesBoth,
} from './amount-number.ts'
import { MAX_AMOUNT } from './money.ts'

/** Minor units, or what is wrong with the text. */
type ReadAmount = { minor: number } | { problem: string }

/** The amounts of one column: first each is noted, then each is read. */
export class AmountColumn {
  readonly #country: string
  readonly #given: DecimalMark | undefined
  /** The first amount that tells of a mark, and the first that does so beyond doubt: 1,500.50 or 1.000.000. */
  readonly #told = new Map<DecimalMark, string>()
  readonly #sure = new Map<DecimalMark, string>()

  /**
   * @param country of the church: decides where the column does not
   * @param given what somebody said the mark is
   */
  constructor(country: string, given?: DecimalMark) {
    this.#country = country
    this.#given = given
  }

  /** Notes what an amount tells of the whole column. */
  note(text: string, currency: string): void {
    const bare = bareAmount(text, currency, this.#country)
    const mark = 'number' in bare ? markIn(bare.number) : undefined
    if (mark === undefined || !('number' in bare)) return
    for (const told of isSure(bare.number, currency) ? [this.#told, this.#sure] : [this.#told]) {
      if (!told.has(mark)) told.set(mark, text)
    }
  }

  /** Reads an amount in its currency. */
  read(text: string, currency: string): ReadAmount {
    const found = this.#find(text, currency)
    return 'open' in found ? { problem: this.#doubt(text, found.open) } : found
  }

  /** Whether an amount may mean two, so that somebody has to say what stands before decimals. */
  leavesOpen(text: string, currency: string): boolean {
    return 'open' in this.#find(text, currency)
  }

  /** @returns as `open` the number that may mean two amounts */
  #find(text: string, currency: string): ReadAmount | { open: string } {
    const bare = bareAmount(text, currency, this.#country)
    if ('not' in bare) return { problem: notRead(text, currency, bare) }
    const { number } = bare
    const own = this.#given ?? markIn(number)
    const isOpen = own === undefined && /[.,]/.test(number)
    const mark = isOpen ? this.#markFor(number, currency) : (own ?? '.')
    const reading = mark && readWith(mark, number, currency)
    // Naira are not written with three decimals: whoever wrote 1.500 among points may have meant either. Dinars are, so that
    // only the column can tell.
    const untold = currencyExponent(currency) === 3 && this.#told.size === 0
    if (isOpen && (reading?.regular !== true || untold)) return { open: number }
    if (reading === undefined) return { problem: misread(number, text, currency) }
    if (!isOpen && this.#isAgainst(number, currency)) return { open: number }
    return bounded(reading.minor)
  }

  /** Francs have no decimals to be parted: where nothing tells of another way of writing, three digits are thousands. */
  #markFor(number: string, currency: string): DecimalMark | undefined {
    if (currencyExponent(currency) > 0 || this.#told.size > 0) return this.#mark()
    return number.includes('.') ? ',' : '.'
  }

  /** What the column tells, else the country; undefined for a column that is written in both ways. */
  #mark(): DecimalMark | undefined {
    const told = this.#sure.size > 0 ? this.#sure : this.#told
    return this.#told.size === 2 ? undefined : ([...told.keys()][0] ?? markOf(this.#country))
  }

  /** True for 25,00 where the others, or else the country, have points before decimals: a slip, or another way of writing. */
  #isAgainst(number: string, currency: string): boolean {
    const own = markIn(number)
    if (this.#given !== undefined || own === undefined || isSure(number, currency)) return false
    if (this.#sure.size === 1) return !this.#sure.has(own)
    return !writesBoth(this.#country) && own !== markOf(this.#country)
  }

  #doubt(text: string, number: string): string {
    const [whole = '', decimals = ''] = number.split(/[.,]/)
    const one = `${whole}${decimals}`
    const other = `${whole}.${decimals}`.replace(/\.?0+$/, '')
    const mark = number.includes(',') ? ',' : '.'
    const [point, comma] = [this.#told.get('.'), this.#told.get(',')]
    if (point === undefined || comma === undefined) return MAY_MEAN[mark]({ text, one, other })
    return MAY_MEAN_BOTH[mark]({ text, one, other, point, comma })
  }
}

interface Doubt {
  text: string
  one: string
  other: string
}

/** Of an amount that may mean two, by the mark in it; somebody may say what that is for the whole column. */
const MAY_MEAN: Readonly<Record<DecimalMark, (doubt: Doubt) => string>> = {
  ',': doubt => because('"{text}" may mean {one} or {other}: write it without the comma', { ...doubt }),
  '.': doubt => because('"{text}" may mean {one} or {other}: write it without the point', { ...doubt }),
}
const MAY_MEAN_BOTH: Readonly<Record<DecimalMark, (doubt: Doubt & { point: string; comma: string }) => string>> = {
  ',': doubt =>
    because(
      '"{text}" may mean {one} or {other}, and the column has both {point} and {comma}: write it without the comma',
      { ...doubt },
    ),
  '.': doubt =>
    because(
      '"{text}" may mean {one} or {other}, and the column has both {point} and {comma}: write it without the point',
      { ...doubt },
    ),
}

/** A value that no file has: what is said behind the last one is the same for all. */
const NONE = '\0'
const EMPTY = { text: NONE, one: NONE, other: NONE, point: NONE, comma: NONE }

/** Whether an amount was refused since it may mean two. @param why in English, as `read` says it */
export const mayMeanTwo = (why: string): boolean =>
  [MAY_MEAN, MAY_MEAN_BOTH].some(said =>
    Object.values(said).some(say => why.endsWith(say(EMPTY).split(NONE).at(-1) ?? '')),
  )

function bounded(minor: bigint): ReadAmount {
  if (minor < 1n) return { problem: because('must be more than 0') }
  return minor > BigInt(MAX_AMOUNT) ? { problem: because('is too large') } : { minor: Number(minor) }
}

function notRead(text: string, currency: string, problem: NoNumber): string {
  if (problem.not === 'amount') return noAmount(text)
  if (problem.not === 'positive') return because('is negative: refunds are not imported')
  return because('"{text}" is not in {currency}: leave "{mark}" out, or name the currency in a column currency', {
    text,
    currency,
    mark: problem.mark,
  })
}

const noAmount = (text: string): string =>
  because('"{text}" is not an amount: write it like 21000 or 21,000.50', { text })

function misread(number: string, text: string, currency: string): string {
  const mark = markIn(number) ?? (number.includes(',') ? ',' : '.')
  const [whole = '', decimals = ''] = number.split(mark)
  const isFine = /^\d+$/.test(decimals) && ungrouped(whole, groupsOf(mark)) !== undefined
  if (!isFine) return noAmount(text)
  const exponent = currencyExponent(currency)
  return exponent === 0
    ? because('"{text}" has decimals, and {currency} has none', { text, currency })
    : because('"{text}" has more decimals than the {exponent} of {currency}', { text, exponent, currency })
}
