/** The form of the giving page: what was typed, and what of it is wrong, all at once. */
import { randomBytes } from 'node:crypto'
import { amountMistake, readAmount } from '../../lib/amount-text.ts'
import { parseDate, today } from '../../lib/calendar.ts'
import { FREQUENCIES } from '../../lib/periods.ts'
import type { Church } from '../../resource/caller.ts'
import * as field from '../../resource/types.ts'
import type { Language, Say } from '../../texts/language.ts'
import type { GiftForm } from './begin-gift.ts'
import type { PaymentProvider } from './provider.ts'
import { MODES, type RecurringForm } from './recurring-form.ts'

/** A fund that takes online gifts. */
export interface OnlineFund {
  id: number
  name: string
  is_default: boolean
}

/** The fields as they were typed. */
export interface Typed {
  fund: string
  amount: string
  name: string
  email: string
  note: string
  anonymous: boolean
  /** Empty for a gift by itself. */
  frequency: string
  mode: string
  ends_on: string
  form_id: string
  /** What the browser was asked to do while many gifts are begun, and its answer; empty otherwise. */
  challenge: string
  answer: string
}

export type FormField = 'fund' | 'amount' | 'frequency' | 'ends_on' | 'name' | 'email' | 'note'

/** Sentences by field. */
export type Mistakes = Partial<Record<FormField, string>>

const newFormId = (): string => randomBytes(16).toString('hex')

/** An empty form. */
export const emptyForm = (): Typed => ({
  fund: '',
  amount: '',
  name: '',
  email: '',
  note: '',
  anonymous: false,
  frequency: '',
  mode: 'charge',
  ends_on: '',
  form_id: newFormId(),
  challenge: '',
  answer: '',
})

/** What an address presets, such as `?frequency=monthly&fund=3&amount=50`: what it does not name is as ever. */
export function presetForm(search: URLSearchParams): Typed {
  const { fund, amount, frequency, mode } = readForm(search)
  const known = (FREQUENCIES as readonly string[]).includes(frequency)
  return { ...emptyForm(), fund, amount, frequency: known ? frequency : '', ...(mode === 'remind' && { mode }) }
}

/** The same values in a form of its own: sending it begins another gift. */
export const freshForm = (typed: Typed): Typed => ({ ...typed, form_id: newFormId() })

const MOST_CHARACTERS = 2_500

/** What was typed. */
export function readForm(sent: URLSearchParams): Typed {
  // Longer than any field may be: enough to say so.
  const text = (name: string): string => (sent.get(name) ?? '').slice(0, MOST_CHARACTERS).replaceAll('\r\n', '\n')
  const form_id = text('form_id')
  return {
    fund: text('fund'),
    amount: text('amount'),
    // It stands in lists and mails, where a line is an entry.
    name: text('name').replace(/[\r\n\t\u2028\u2029]+/g, ' '),
    email: text('email'),
    note: text('note'),
    anonymous: text('anonymous') !== '',
    frequency: text('frequency'),
    mode: text('mode'),
    ends_on: text('ends_on').trim(),
    form_id: /^[0-9a-f]{32}$/.test(form_id) ? form_id : newFormId(),
    challenge: text('challenge'),
    answer: text('answer'),
  }
}

const LONGEST = { name: 190, note: 2_000 }
type TextField = keyof typeof LONGEST | 'email'

const NAME = field.line(LONGEST.name).spec.schema
const EMAIL = field.email().spec.schema
const NOTE = field.text(LONGEST.note).spec.schema

/** Checks a form. @param language of its page @returns the gift to begin, or what is wrong with each field */
export function checkForm(
  { say, locale }: Language,
  typed: Typed,
  church: Church,
  provider: PaymentProvider,
  funds: readonly OnlineFund[],
  now: Date,
): { form: GiftForm } | { mistakes: Mistakes } {
  const mistakes: Mistakes = {}
  const text = (name: TextField, schema: typeof NAME, missing?: string): string => {
    const checked = schema.safeParse(typed[name])
    if (!checked.success) mistakes[name] = notTaken(say, name)
    else if (checked.data === '' && missing !== undefined) mistakes[name] = missing
    else return String(checked.data)
    return ''
  }
  const fund = funds.find(({ id }) => String(id) === typed.fund)
  if (fund === undefined) mistakes.fund = say('Choose what to give to.')
  const { currency, country } = church
  const read = readAmount(typed.amount, currency, { country, locale })
  const { minor: amount } = read
  const most = amount === undefined ? undefined : provider.checkAmount?.(amount, currency)
  if (amount === undefined) mistakes.amount = amountMistake(say, typed.amount, read, currency, country)
  else if (most !== undefined)
    mistakes.amount = say(
      'Enter an amount {most, plural, =0 {without decimals} one {with # decimal at most} other {with # decimals at most}}.',
      { most },
    )
  const donor_name = text('name', NAME, say('Enter your name.'))
  const donor_email = text('email', EMAIL, say('Enter your email address.'))
  const note = text('note', NOTE)
  const recurring = checkRepeats(say, typed, today(now, church.timezone), mistakes)
  if (fund === undefined || amount === undefined || Object.keys(mistakes).length > 0) return { mistakes }
  const { anonymous: is_anonymous, form_id } = typed
  return {
    form: {
      ...{ fund_id: fund.id, amount, donor_name, donor_email, note: note === '' ? null : note, is_anonymous },
      recurring,
      form_id,
    },
  }
}

/** How often, how, and until when; null for a gift by itself. */
function checkRepeats(say: Say, typed: Typed, day: string, mistakes: Mistakes): RecurringForm | null {
  if (typed.frequency === '') return null
  const frequency = FREQUENCIES.find(one => one === typed.frequency)
  const mode = MODES.find(one => one === typed.mode) ?? 'charge'
  if (frequency === undefined) mistakes.frequency = say('Choose how often.')
  const ends_on = typed.ends_on === '' ? null : parseDate(typed.ends_on)
  if (typed.ends_on !== '' && (ends_on === null || ends_on < day)) {
    mistakes.ends_on = say('Enter a day that is still to come, or none.')
  }
  return frequency === undefined ? null : { frequency, mode, ends_on }
}

/** What cannot be taken of what was typed into a field. */
const notTaken = (say: Say, name: TextField): string =>
  name === 'email'
    ? say('Enter an email address, such as name@example.org.')
    : say('Write at most {count, number} characters of plain text.', { count: LONGEST[name] })
