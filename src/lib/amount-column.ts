/**
 * Amounts of a column as people and programs write them: `21000`, `21,000.50`, `₦2,000`, `1 234,56 €`, `1,00,000`.
 * What a point or a comma means is told by the amount, else by the column, else by the country. What may still mean two
 * amounts, such as 1.500 in a country of points, is refused.
 */
import { localeOf, marksOf, plainMark } from './currency-marks.ts'
import { currencyExponent, MAX_AMOUNT } from './money.ts'

/** What stands before the decimals. */
export type DecimalMark = '.' | ','

/** Minor units, or what is wrong with the text. */
type ReadAmount = { minor: number } | { problem: string }

const OTHER: Record<DecimalMark, DecimalMark> = { '.': ',', ',': '.' }

/** Practice and locale data differ: South Africans write R1,500.00 whatever the standard says. */
const PRACTICE: Readonly<Record<string, DecimalMark>> = { ZA: '.' }

/** The mark before decimals in a country. */
export function markOf(country: string): DecimalMark {
  const decimal = new Intl.NumberFormat(localeOf(country)).formatToParts(1.5).find(({ type }) => type === 'decimal')
  // The Arabic mark tells by itself; beside it people write a point with Latin digits.
  return PRACTICE[country] ?? (decimal?.value === ',' ? ',' : '.')
}

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
    for (const told of isSure(bare.number) ? [this.#told, this.#sure] : [this.#told]) {
      if (!told.has(mark)) told.set(mark, text)
    }
  }

  /** Reads an amount in its currency. */
  read(text: string, currency: string): ReadAmount {
    const bare = bareAmount(text, currency, this.#country)
    if ('problem' in bare) return bare
    const { number } = bare
    const own = this.#given ?? markIn(number)
    const isOpen = own === undefined && /[.,]/.test(number)
    const mark = isOpen ? this.#mark() : (own ?? '.')
    const reading = mark && readWith(mark, number, currency)
    // Naira are not written with three decimals: whoever wrote 1.500 among points may have meant either. Dinars are, so that
    // only the column can tell.
    const untold = currencyExponent(currency) === 3 && this.#told.size === 0
    if (isOpen && (reading?.regular !== true || untold)) return { problem: this.#doubt(text, number) }
    if (reading === undefined) return { problem: misread(number, text, currency) }
    if (!isOpen && this.#isAgainst(number)) return { problem: this.#doubt(text, number) }
    return bounded(reading.minor)
  }

  /** What the column tells, else the country; undefined for a column that is written in both ways. */
  #mark(): DecimalMark | undefined {
    const told = this.#sure.size > 0 ? this.#sure : this.#told
    return this.#told.size === 2 ? undefined : ([...told.keys()][0] ?? markOf(this.#country))
  }

  /** True for 25,00 where the others, or else the country, have points before decimals: a slip, or another way of writing. */
  #isAgainst(number: string): boolean {
    const own = markIn(number)
    if (this.#given !== undefined || own === undefined || isSure(number)) return false
    if (this.#sure.size === 1) return !this.#sure.has(own)
    return PRACTICE[this.#country] === undefined && own !== markOf(this.#country)
  }

  #doubt(text: string, number: string): string {
    const [whole = '', decimals = ''] = number.split(/[.,]/)
    const ways = `${whole}${decimals} or ${`${whole}.${decimals}`.replace(/\.?0+$/, '')}`
    const [point, comma] = [this.#told.get('.'), this.#told.get(',')]
    const both = point !== undefined && comma !== undefined ? `, and the column has both ${point} and ${comma}` : ''
    return `"${text}" may mean ${ways}${both}: write it without ${number.includes(',') ? 'the comma' : 'the point'}, or say which mark stands before decimals (--decimal point or --decimal comma)`
  }
}

function bounded(minor: bigint): ReadAmount {
  if (minor < 1n) return { problem: 'must be more than 0' }
  return minor > BigInt(MAX_AMOUNT) ? { problem: 'is too large' } : { minor: Number(minor) }
}

// Built from Intl, so that an amount that was formatted in any language can be read back.
let digits: ReadonlyMap<string, string> | undefined

function digitsOfAllScripts(): ReadonlyMap<string, string> {
  digits ??= new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap(system => {
      const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false })
      return [...format.format(9_876_543_210)].map((digit, at) => [digit, String(9 - at)] as const)
    }),
  )
  return digits
}

/** As most files have it: nothing is to be taken off. */
const BARE = /^\d(?:[\d.,]*\d)?$/

const DASHES = '[-−‐-―]'
/** In the place of decimals: 1500.- 1500,– 1,500/= 1,500/- 1500= */
const NO_DECIMALS = new RegExp(`(?<=\\d)\\s*(?:[.,]\\s*${DASHES}{1,2}|/\\s*(?:=|${DASHES})|=)(?=\\D*$)`, 'u')
/** What cheques and credits have around an amount: +5, N 2,000.00 only. */
const AROUND = /^\s*\+\s*(?=[^\s+])|(?<=[\d\s])\s*only\.?\s*$/gi
const NEGATIVE = new RegExp(`\\([^)]*\\d[^)]*\\)|^\\D*${DASHES}|\\d\\s*${DASHES}$`, 'u')
/** A point belongs to what stands before the digits only as the end of an abbreviation: Rs.50, but not ₦.50. */
const NUMBER = /^(|\D*[^\d.,٫]|[^\d.]*[^\d.]{2}\.)(\d[\d\s.,'’٫٬$]*\d|\d)(\D*)$/u

/** Full-width characters have those of ASCII at this distance. */
const [WIDE, WIDTH] = [/[\uff01-\uff5e]/g, 0xff01 - 0x21]

/** Digits of all scripts and of full width as ours. Others, such as the small one of 1500², stay what they are: they are no digits. */
const latinDigits = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(WIDE, wide => String.fromCharCode(wide.charCodeAt(0) - WIDTH))
    .replace(/[^\0-\x7f]/gu, letter => digitsOfAllScripts().get(letter) ?? letter)

/** What is left of a text without the currency's mark. */
function bareAmount(text: string, currency: string, country: string): { number: string } | { problem: string } {
  if (BARE.test(text)) return { number: text }
  const latin = latinDigits(text).trim().replace(AROUND, '').replace(NO_DECIMALS, '').trim()
  if (/\p{No}/u.test(latin)) return { problem: noAmount(text) }
  if (NEGATIVE.test(latin)) return { problem: 'is negative: what was given back is not imported' }
  const [, before = '', number, after = ''] = NUMBER.exec(latin) ?? []
  const isEscudo = currency === 'CVE' || currency === 'PTE'
  if (number === undefined || (number.includes('$') && !isEscudo)) return { problem: noAmount(text) }
  const marks = [before, after].map(plainMark).filter(mark => mark !== '')
  const strange = marks.find(mark => !marksOf(currency, country).has(mark))
  if (strange === undefined) return { number }
  return {
    problem: `"${text}" is not in ${currency}: leave "${strange}" out, or name the currency in a column currency`,
  }
}

const noAmount = (text: string): string => `"${text}" is no amount, such as 21000 or 21,000.50`

/** The mark before decimals that an amount tells of itself; undefined where it has none, or one that may stand for thousands. */
function markIn(number: string): DecimalMark | undefined {
  const marks = number.match(/[.,]/g) as DecimalMark[] | null
  const [first, ...more] = marks ?? []
  if (first === undefined) return undefined
  if (more.some(mark => mark !== first)) return more.at(-1)
  if (more.length > 0) return OTHER[first]
  // One of them: before three digits it may stand for thousands, unless nobody would group so.
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? undefined : first
}

/** Whether an amount has one meaning only: with two different marks, or one mark twice. */
const isSure = (number: string): boolean => (number.match(/[.,]/g)?.length ?? 0) > 1

/** What people put between thousands where this mark stands before decimals. */
const groupsOf = (mark: DecimalMark): string[] => [OTHER[mark], ' ', "'", '’', '٬']

/** A number in minor units; regular where no more decimals are written than the currency has. */
function readWith(mark: DecimalMark, text: string, currency: string): { minor: bigint; regular: boolean } | undefined {
  // Two marks tell by themselves what they are: the Arabic one, and that of the escudo.
  const number = text.replace(/٫(?=\d+$)|\$(?=\d\d$)/, mark)
  const [whole = '', decimals = '', ...more] = number.split(mark)
  const exponent = currencyExponent(currency)
  const fraction = decimals.replace(/0+$/, '')
  const integer = ungrouped(whole, groupsOf(mark))
  if (more.length > 0 || !/^\d*$/.test(decimals) || integer === undefined || fraction.length > exponent)
    return undefined
  return { minor: BigInt(`${integer}${fraction.padEnd(exponent, '0')}`), regular: decimals.length <= exponent }
}

/** Thousands, or the groups of India: 1,234,567 or 12,34,567. One separator throughout. */
function ungrouped(whole: string, separators: readonly string[]): string | undefined {
  if (/^\d{1,18}$/.test(whole)) return whole
  const parts = whole.split(separators.find(one => whole.includes(one)) ?? ',')
  const [first = '', ...rest] = parts
  const isThousands = /^[1-9]\d{0,2}$/.test(first) && rest.every(part => /^\d{3}$/.test(part))
  const isIndian = /^[1-9]\d?$/.test(first) && /^(\d\d,)*\d{3}$/.test(rest.join(','))
  return isThousands || isIndian ? parts.join('') : undefined
}

function misread(number: string, text: string, currency: string): string {
  const mark = markIn(number) ?? (number.includes(',') ? ',' : '.')
  const [whole = '', decimals = ''] = number.split(mark)
  const isFine = /^\d+$/.test(decimals) && ungrouped(whole, groupsOf(mark)) !== undefined
  if (!isFine) return noAmount(text)
  const exponent = currencyExponent(currency)
  return exponent === 0
    ? `"${text}" has decimals, and ${currency} has none`
    : `"${text}" has more decimals than the ${exponent} of ${currency}`
}
