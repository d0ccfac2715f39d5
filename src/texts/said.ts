/** What is said later, to somebody whose language is known by then: kept as the text of the catalogues and its values. */
import { dayIn, type Moment, momentIn } from './day.ts'
import type { Language, Value } from './language.ts'

/** Something to be said. JSON, so that it can be stored. */
export interface Said {
  /** A text of the catalogues (`msg`). */
  message: string
  /** What stands in its placeholders; a day, `2026-11-04`, or a moment in words. */
  values?: Readonly<Record<string, SaidValue>>
}

type SaidValue = Value | { day: string } | Moment

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
  return 'day' in value ? dayIn(language, value.day) : momentIn(language, value)
}
