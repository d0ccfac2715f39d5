/** What is said later, to somebody whose language is known by then: kept as the text of the catalogues and its values. */
import { amountIn, dateIn, dayIn, listIn, type Moment, momentIn, timeIn } from './forms.ts'
import { ENGLISH, type Language, msg, type Value } from './language.ts'
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
 * other, `refused` what is wrong by field, with the `labels` that fields are declared with, in English.
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
  | Refused
  | Moment

interface Refused {
  refused: Readonly<Record<string, string>>
  labels?: Readonly<Record<string, string>>
}

/** Says a refusal of the API's: `refusing` of the catalogues, or `inWords` of the page. */
export type Refusing = (english: string) => string

/** Something to be said, or words that are somebody's own and stay as they are. */
export type Worded = Said | string

/** Says it. @param refusal without it only those refusals are said that have no values */
export function saidIn(language: Language, said: Worded, refusal: Refusing = plainly(language)): string {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [name, spelt(language, value, refusal)])
  return language.say(said.message, Object.fromEntries(values))
}

const plainly =
  ({ knows, say }: Language): Refusing =>
  english =>
    knows(english) ? say(english) : english

/** In the English of the API it is as that says it, and as commands print it. */
function refusedIn(language: Language, { refused, labels = {} }: Refused, refusal: Refusing): string {
  const { say } = language
  const told = Object.entries(refused).map(([name, english]) => {
    if (language === ENGLISH) return `${name} ${english}`
    const label = labels[name]
    const field = label === undefined ? wordsOfName(say, name.replace(/_id$/, '')) : say(label)
    return say('{field}: {problem}', { field, problem: refusal(english) })
  })
  return listIn(language, told, 'unit')
}

/** The first of several things, and how many more there are. @param count of all */
export const withMore = (first: readonly SaidValue[], count: number): readonly SaidValue[] =>
  count <= first.length
    ? first
    : [...first, { message: msg('{count, number} more'), values: { count: count - first.length } }]

/** A value by itself. @param refusal as of `saidIn` */
export const valueIn = (language: Language, value: SaidValue, refusal: Refusing = plainly(language)): string =>
  String(spelt(language, value, refusal))

function spelt(language: Language, value: SaidValue, refusal: Refusing): Value {
  if (typeof value !== 'object') return value
  if ('message' in value) return saidIn(language, value, refusal)
  if ('all' in value)
    return listIn(
      language,
      value.all.map(one => valueIn(language, one, refusal)),
      'unit',
    )
  if ('refused' in value) return refusedIn(language, value, refusal)
  if ('word' in value) return wordsOfName(language.say, value.word)
  if ('time' in value) return timeIn(language, value.time)
  if ('amount' in value) return amountIn(language, value.amount, value.currency)
  if ('date' in value) return dateIn(language, value.date)
  return 'day' in value ? dayIn(language, value.day) : momentIn(language, value)
}
