/** Words of the API as people read them. */
import { t } from '../texts/t.ts'

const SPECIAL: Record<string, string> = {
  sms: 'SMS',
  email: t('Email'),
  whatsapp: 'WhatsApp',
  pos: t('Card machine'),
  ach: 'ACH',
  ussd: 'USSD',
  api: 'API',
  dob: t('Date of birth'),
  in_kind: t('In kind'),
  first_timer: 'First-timer',
  followup: 'Follow-up',
}

/** `bank_transfer` is Bank transfer. */
export function wordOf(name: string): string {
  return SPECIAL[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
}

const wholeNumber = new Intl.NumberFormat()

/** 12345 is 12,345. */
export const count = (number: number): string => wholeNumber.format(number)

/** One person, 12 people. */
export const counted = (number: number, singular: string, plural: string): string =>
  `${count(number)} ${number === 1 ? singular : plural}`

const VOWEL = /^[aeiou]/i

/** `prayer request` with its article: a prayer request. */
export const aOrAn = (word: string): string => `${VOWEL.test(word) ? 'an' : 'a'} ${word}`
