/** The form of the public page of a campaign: what was typed, and what of it is wrong, all at once. */
import { createHash, randomBytes } from 'node:crypto'
import { amountMistake, readAmount } from '../../lib/amount-text.ts'
import { FREQUENCIES, type Frequency } from '../../lib/periods.ts'
import * as field from '../../resource/types.ts'
import { type Language, msg } from '../../texts/language.ts'
import type { PublicCampaign } from '../online-giving/campaigns-to-pledge.ts'
import { LONGEST_NOTE } from './fields.ts'

export const FREQUENCY_WORDS: Record<Frequency | 'once', string> = {
  once: msg('All at once'),
  weekly: msg('Every week'),
  biweekly: msg('Every two weeks'),
  monthly: msg('Every month'),
  quarterly: msg('Every quarter'),
  yearly: msg('Every year'),
}

/** The fields as they were typed. */
export interface TypedPledge {
  amount: string
  frequency: string
  name: string
  email: string
  note: string
  form_id: string
  /** What the browser was asked to do while many pledges are made, and its answer; empty otherwise. */
  challenge: string
  answer: string
}

export type PledgeField = 'amount' | 'frequency' | 'name' | 'email' | 'note'

/** Sentences by field. */
export type PledgeMistakes = Partial<Record<PledgeField, string>>

const newFormId = (): string => randomBytes(16).toString('hex')

/** An empty form; the address may say how often a part is given: `?frequency=monthly`. */
export const emptyPledge = (frequency: string | null): TypedPledge => ({
  amount: '',
  frequency: FREQUENCIES.find(one => one === frequency) ?? '',
  name: '',
  email: '',
  note: '',
  form_id: newFormId(),
  challenge: '',
  answer: '',
})

const MOST_CHARACTERS = 2_500

/** What was typed. */
export function readPledge(sent: URLSearchParams): TypedPledge {
  // Longer than any field may be: enough to say so.
  const text = (name: string): string => (sent.get(name) ?? '').slice(0, MOST_CHARACTERS).replaceAll('\r\n', '\n')
  const form_id = text('form_id')
  return {
    amount: text('amount'),
    frequency: text('frequency'),
    name: text('name').replace(/[\r\n\t\u2028\u2029]+/g, ' '),
    email: text('email'),
    note: text('note'),
    form_id: /^[0-9a-f]{32}$/.test(form_id) ? form_id : newFormId(),
    challenge: text('challenge'),
    answer: text('answer'),
  }
}

/** What somebody pledges on the page, checked. */
export interface PagePledge {
  campaign: number
  /** In minor units of the campaign's currency. */
  amount: number
  frequency: Frequency | null
  donor_name: string
  donor_email: string
  note: string | null
  form_id: string
}

/** Tells a form that was sent again from one that was changed in between. */
export const pledgeDigest = ({ form_id, ...pledge }: PagePledge): string =>
  createHash('sha256')
    .update(JSON.stringify([form_id, ...Object.entries(pledge).sort()]))
    .digest('hex')

const LONGEST_NAME = 190
const NAME = field.line(LONGEST_NAME).spec.schema
const EMAIL = field.email().spec.schema
const NOTE = field.text(LONGEST_NOTE).spec.schema

/** Checks a form. @param language of its page @param country of the church @returns the pledge to make, or what is wrong with each field */
export function checkPledge(
  { say, locale }: Language,
  typed: TypedPledge,
  { id, currency }: PublicCampaign,
  country: string,
): { pledge: PagePledge } | { mistakes: PledgeMistakes } {
  const mistakes: PledgeMistakes = {}
  const text = (name: PledgeField, schema: typeof NAME, missing?: string): string => {
    const checked = schema.safeParse(typed[name])
    if (!checked.success)
      mistakes[name] =
        name === 'email'
          ? say('Enter an email address, such as name@example.org.')
          : say('Write at most {count, number} characters of plain text.', {
              count: name === 'name' ? LONGEST_NAME : LONGEST_NOTE,
            })
    else if (checked.data === '' && missing !== undefined) mistakes[name] = missing
    else return String(checked.data)
    return ''
  }
  const read = readAmount(typed.amount, currency, { country, locale })
  const { minor: amount } = read
  if (amount === undefined) mistakes.amount = amountMistake(say, typed.amount, read, currency, country)
  const frequency = FREQUENCIES.find(one => one === typed.frequency) ?? null
  if (frequency === null && typed.frequency !== '') mistakes.frequency = say('Choose how often.')
  const donor_name = text('name', NAME, say('Enter your name.'))
  const donor_email = text('email', EMAIL, say('Enter your email address.'))
  const note = text('note', NOTE)
  if (amount === undefined || Object.keys(mistakes).length > 0) return { mistakes }
  const { form_id } = typed
  return {
    pledge: { campaign: id, amount, frequency, donor_name, donor_email, note: note === '' ? null : note, form_id },
  }
}
