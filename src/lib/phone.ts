/** Phone numbers and countries, by libphonenumber. */
import type { PhoneNumber } from 'libphonenumber-js/max'
import { lazily } from './lazily.ts'
import { plainPhone } from './plain-phone.ts'

// The largest metadata: what is *possible* is the same in all of them, but only these know what is *valid* number by
// number, which settles whether a leading 00 means "abroad".
const library = lazily<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')

const MAX_LENGTH = 40
const E164 = /^\+[1-9]\d{1,14}$/
const TEL_URI = /^tel:\+?[\d\-.() ]+(;\S*)?$/i
// Marks of writing direction and zero-width characters, which phones put around a number that is copied.
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

// ISO 3166-1 alpha-2, the 249 codes that are officially assigned.
const COUNTRIES = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
)

/**
 * Whether `code` (upper case) is an officially assigned country code of ISO 3166-1 alpha-2.
 * User-assigned codes such as XK (Kosovo) are not.
 */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code)
}

/** All of them. */
export const countryCodes = (): readonly string[] => [...COUNTRIES]

function possible(text: string, country: string): PhoneNumber | null {
  const { isSupportedCountry, parsePhoneNumberFromString } = library()
  const number = parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    // Only a whole text that is a number counts, not a sentence around one; the library reads URIs just by extraction.
    extract: TEL_URI.test(text),
  })
  if (!number?.isPossible() || !E164.test(number.number)) return null
  // Zeros in front may be taken off one at a time: a number that is stored must stay as it is when it is sent back.
  return number.number === text ? number : possible(number.number, country)
}

/**
 * Turns a phone number into international format (E.164) as it is dialled from `country` (ISO 3166-1 alpha-2).
 * Takes national and international spelling, `00` for `+` in every country, and `tel:` URIs; an extension, which E.164
 * has no place for, is left out. Null for what is not possible: text around it, too few or too many digits for its
 * country, over 40 characters. Possible is judged by length, not by whether the range is in use: new ranges open often.
 */
export function toInternational(text: string, country: string): string | null {
  if (text.length > MAX_LENGTH) return null
  return plainPhone(text, country) ?? askLibrary(text, country)
}

/** The same, of any text. */
export function askLibrary(text: string, country: string): string | null {
  const plain = text.replace(INVISIBLE, '').trim()
  const dialled = possible(plain, country)
  if (!/^0\s*0/.test(plain) || dialled?.isValid()) return dialled?.number ?? null
  // 00 is an ITU convention, but Nigeria dials 009, America 011: there the library takes the zeros for the number's own.
  const abroad = possible(plain.replace(/^0\s*0/, '+'), country)
  return (abroad ?? dialled)?.number ?? null
}

/** Whether a text is a number in international format as it is kept. */
export const isInternational = (text: string): boolean => E164.test(text)

const MOST_TELLING = 9
const LONGEST_CALLING_CODE = 3

/** The last digits of a number (E.164) that every spelling of it has, whatever stands before them: at most nine, fewer where those of its country are shorter. */
export function tellingDigits(phone: string): string {
  const own = library().parsePhoneNumberFromString(phone)?.nationalNumber ?? phone.slice(1 + LONGEST_CALLING_CODE)
  return own.slice(-MOST_TELLING)
}
