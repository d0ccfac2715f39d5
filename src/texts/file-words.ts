/**
 * What is told of the rows of a file that is imported, in a language: why one was refused, whom it was taken for, values that
 * it says or that are on record. The page that shows them and the report that is saved say the same.
 */
import { dateIn, listIn, numberIn, timeIn } from './forms.ts'
import { type Language, msg } from './language.ts'
import { languageNameIn } from './language-names.ts'
import type { Refusal } from './refused.ts'
import { type SaidValue, valueIn } from './said.ts'
import { wordsOfName } from './value-words.ts'

/** What is declared of a field that a column of the file holds. */
export interface FileColumn {
  /** As a declaration has it: `date`, `choice`. */
  kind: string
  choices: readonly string[]
  usual: readonly string[]
}

/** What is told of rows. */
export interface FileWords {
  /** Why a row is refused for what it says in a column: values that there are, by their words. */
  problem(name: string, why: string): string
  /** A value that a row says, or that is on record; a dash for none. */
  value(name: string, value: unknown): string
  /** What a row and whom it was taken for have in common. */
  reasons(reasons: readonly string[]): string
  /** Whom a row was taken for. */
  taken(shown: { taken_for?: string; taken_said?: SaidValue }): string
}

/** Nothing, as pages show it. */
const NONE = '–'
const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d\d:\d\d$/
const COUNTRY = /^[A-Z]{2}$/

/** What begins the names of fields that the church made for itself. */
export const OWN = 'custom.'

/** How a refusal begins that lists values as the API writes them. */
const ONE_OF = /^must be one of /

/** What is called otherwise than its field is. */
const REASONS: Readonly<Record<string, string>> = { member_no: msg('Member no.') }

/**
 * @param columnOf what is declared of a field; undefined for none of its resource
 * @param refusal says a refusal of the API's
 * @param record what a record of the file is called, in English; null where they are none of one kind
 */
export function fileWords(
  language: Language,
  columnOf: (name: string) => FileColumn | undefined,
  refusal: Refusal,
  record: string | null = null,
): FileWords {
  const { say } = language
  const list = (words: readonly string[]): string => listIn(language, words, 'unit')
  const word = (text: string): string => wordsOfName(say, text)
  return {
    problem(name, why) {
      const column = columnOf(name)
      const [begins] = ONE_OF.exec(why) ?? []
      if (column === undefined || begins === undefined) return refusal(why, record)
      const values = why.slice(begins.length).split(', ')
      const said = values.map(value => (column.choices.includes(value) ? choiceIn(language, column, value) : value))
      return refusal(`${begins}${said.join(', ')}`, record)
    },
    value(name, value) {
      if (value === null || value === undefined || value === '') return NONE
      const column = columnOf(name)
      // A number that a church keeps in a field of its own may be a year; what has no such name is counted.
      const isCount = column === undefined ? !name.startsWith(OWN) : column.kind === 'number'
      if (typeof value === 'number' && isCount) return numberIn(language, value)
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      const isSwitch = typeof value === 'boolean' || column?.kind === 'switch'
      if (isSwitch && /^(true|false)$/.test(text)) return text === 'true' ? say('Yes') : say('No')
      return column === undefined ? text : columnValue(language, column, text)
    },
    reasons: reasons => list(reasons.map(one => (REASONS[one] === undefined ? word(one) : say(REASONS[one])))),
    taken: ({ taken_for = '', taken_said }) =>
      taken_said === undefined ? taken_for : valueIn(language, taken_said, refusal),
  }
}

function columnValue(language: Language, column: FileColumn, text: string): string {
  const { kind, choices, usual } = column
  if ([...choices, ...usual].includes(text)) return choiceIn(language, column, text)
  if (kind === 'date' && DAY.test(text)) return dateIn(language, text)
  if (kind === 'time' && TIME.test(text)) return timeIn(language, text)
  if (kind === 'country' && COUNTRY.test(text))
    return new Intl.DisplayNames(language.locale, { type: 'region' }).of(text) ?? text
  return kind === 'language' ? languageNameIn(text, language.locale) : text
}

const choiceIn = ({ say, locale }: Language, { kind }: FileColumn, text: string): string =>
  kind === 'language' ? languageNameIn(text, locale) : wordsOfName(say, text)
