/** What is said later, to somebody whose language is known by then: kept as the text of the catalogues and its values. */
import { amountIn, dateIn, dayIn, listIn, type Moment, momentIn, timeIn } from './forms.ts'
import { type Language, msg, type Value } from './language.ts'
import { wordsOfName } from './value-words.ts'

/** Something to be said. JSON, so that it can be stored. */
export interface Said {
  /** A text of the catalogues (`msg`). */
  message: string
  /** What stands in its placeholders; days, `2026-11-04`, moments and amounts, in minor units, as they are written there. */
  values?: Readonly<Record<string, SaidValue>>
}

/**
 * A `date` is a day with its year, a `word` a value of the API's or a word of the church's, `all` several things, one beside the
 * other, `refused` what is wrong by field, of which a language says what it knows without values.
 */
export type SaidValue =
  | Value
  | Said
  | { day: string }
  | { date: string }
  | { time: string }
  | { word: string }
  | { amount: number; currency: string }
  | { all: readonly SaidValue[] }
  | { refused: Readonly<Record<string, string>> }
  | Moment

/** Something to be said, or words that are somebody's own and stay as they are. */
export type Worded = Said | string

/** Says it. */
export function saidIn(language: Language, said: Worded): string {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [name, spelt(language, value)])
  return language.say(said.message, Object.fromEntries(values))
}

/** In English, or what a language does not know, it is as the API says it. */
function refusedIn(language: Language, errors: Readonly<Record<string, string>>): string {
  const told = Object.entries(errors).map(([name, problem]) =>
    language.knows(problem)
      ? `${wordsOfName(language.say, name.replace(/_id$/, ''))} ${language.say(problem)}`
      : `${name} ${problem}`,
  )
  return listIn(language, told, 'unit')
}

/** The first of several things, and how many more there are. @param count of all */
export const withMore = (first: readonly SaidValue[], count: number): readonly SaidValue[] =>
  count <= first.length
    ? first
    : [...first, { message: msg('{count, number} more'), values: { count: count - first.length } }]

/** A value by itself. */
export const valueIn = (language: Language, value: SaidValue): string => String(spelt(language, value))

function spelt(language: Language, value: SaidValue): Value {
  if (typeof value !== 'object') return value
  if ('message' in value) return saidIn(language, value)
  if ('all' in value)
    return listIn(
      language,
      value.all.map(one => valueIn(language, one)),
      'unit',
    )
  if ('refused' in value) return refusedIn(language, value.refused)
  if ('word' in value) return wordsOfName(language.say, value.word)
  if ('time' in value) return timeIn(language, value.time)
  if ('amount' in value) return amountIn(language, value.amount, value.currency)
  if ('date' in value) return dateIn(language, value.date)
  return 'day' in value ? dayIn(language, value.day) : momentIn(language, value)
}
