/**
 * Reads phone numbers that are written plainly, as nearly all in files are, twenty times as quickly as libphonenumber: by the
 * library's own numbering plans, and only where these are plain, too. A test holds each number against the library.
 */
import type { MetadataJson } from 'libphonenumber-js/core'
import { lazily } from './lazily.ts'
import { own } from './own.ts'

const metadata = lazily<MetadataJson>('libphonenumber-js/metadata.max.json')

/** Digits, with a space or a hyphen between some. */
const PLAIN = /^\+?\d(?:[ -]?\d){5,}$/
const MARKS = /[ -]/g
/** E.164 has no more. */
const MOST_DIGITS = 15
const LONGEST_CALLING_CODE = 3

/** How numbers of a country are made up. */
interface Plan {
  callingCode: string
  /** Dialled in front within the country; '' where nothing is. */
  prefix: string
  /** Digits that a number may have without either. */
  lengths: readonly number[]
  /** Dialled before a calling code. */
  abroad: RegExp
  /** Numbers that are in use. */
  used: RegExp
}

/** Of each country, or what tells that its plan is not plain. */
const plans = new Map<string, Plan | 'not plain'>()

function planOf(country: string): Plan | undefined {
  const { countries } = metadata()
  const raw = own(countries as Readonly<Record<string, unknown>>, country)
  if (raw === undefined) return undefined
  const plan = plans.get(country) ?? readPlan(raw as RawPlan) ?? 'not plain'
  plans.set(country, plan)
  return plan === 'not plain' ? undefined : plan
}

/** The places of a plan in version 4 of the library's metadata. */
type RawPlan = readonly [
  callingCode: string,
  abroad: string,
  used: string,
  lengths: readonly number[],
  formats: unknown,
  prefix: string | 0,
  formatting: unknown,
  parsedPrefix: string | 0,
]

/** @returns undefined for one that is not plain, or that countries share which have the same calling code */
function readPlan([callingCode, abroad, used, lengths, , national, , parsed]: RawPlan): Plan | undefined {
  const { version, country_calling_codes } = metadata()
  const prefix = parsed || national || ''
  const sharing = (country_calling_codes as Readonly<Record<string, readonly string[]>>)[callingCode] ?? []
  if (version !== 4 || sharing.length !== 1 || !/^\d*$/.test(prefix)) return undefined
  return {
    callingCode,
    prefix,
    lengths,
    abroad: new RegExp(`^(?:${abroad})`),
    used: new RegExp(`^(?:${used})$`),
  }
}

/**
 * The number in international format (E.164) of a text that is written plainly; undefined where the library has to be asked.
 * @param country ISO 3166-1 alpha-2
 */
export function plainPhone(text: string, country: string): string | undefined {
  if (!PLAIN.test(text)) return undefined
  const digits = text.replace(MARKS, '')
  const number = digits.startsWith('+') ? international(digits) : national(digits, country)
  return number !== undefined && number.length <= MOST_DIGITS + 1 ? number : undefined
}

function international(number: string): string | undefined {
  const codes = metadata().country_calling_codes as Readonly<Record<string, readonly string[]>>
  // No calling code begins with another.
  for (let length = 1; length <= LONGEST_CALLING_CODE; length += 1) {
    const [country] = codes[number.slice(1, 1 + length)] ?? []
    if (country === undefined) continue
    const plan = planOf(country)
    return plan !== undefined && isWhole(number.slice(1 + length), plan) ? number : undefined
  }
  return undefined
}

function national(digits: string, country: string): string | undefined {
  const plan = planOf(country)
  // 00 means abroad in every country, whatever its own plan says.
  if (plan === undefined || digits.startsWith('00') || plan.abroad.test(digits)) return undefined
  const { prefix, callingCode, used } = plan
  if (digits.startsWith(callingCode)) return undefined
  const isPrefixed = prefix !== '' && digits.startsWith(prefix)
  // What is in use with its prefix may be a number that happens to begin so.
  if (isPrefixed && used.test(digits)) return undefined
  const bare = isPrefixed ? digits.slice(prefix.length) : digits
  return isWhole(bare, plan) ? `+${callingCode}${bare}` : undefined
}

/** Whether nothing can be taken off it, and it has as many digits as a number of the country may have. */
const isWhole = (number: string, { prefix, lengths }: Plan): boolean =>
  lengths.includes(number.length) && (prefix === '' || !number.startsWith(prefix))
