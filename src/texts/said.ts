/** What is said later, to somebody whose language is known by then: kept as the text of the catalogues and its values. */
import { amountIn, dateIn, dayIn, type Moment, momentIn } from './forms.ts'
import type { Language, Value } from './language.ts'

/** Something to be said. JSON, so that it can be stored. */
export interface Said {
  /** A text of the catalogues (`msg`). */
  message: string
  /** What stands in its placeholders; days, `2026-11-04`, moments and amounts, in minor units, as they are written there. */
  values?: Readonly<Record<string, SaidValue>>
}

/** A `date` is a day with its year. */
type SaidValue = Value | { day: string } | { date: string } | { amount: number; currency: string } | Moment

/** Something to be said, or words that are somebody's own and stay as they are. */
export type Worded = Said | string

/** Says it. */
export function saidIn(language: Language, said: Worded): string {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [name, spelt(language, value)])
  return language.say(said.message, Object.fromEntries(values))
}

function spelt(language: Language, value: SaidValue): Value {
  if (typeof value !== 'object') return value
  if ('amount' in value) return amountIn(language, value.amount, value.currency)
  if ('date' in value) return dateIn(language, value.date)
  return 'day' in value ? dayIn(language, value.day) : momentIn(language, value)
}
