/** What columns of a file and their values are called: as the fields of its records are. */
import { own } from '../../../src/lib/own.ts'
import type { OwnTitles } from '../../../src/resource/import-file.ts'
import { ownColumn } from '../../../src/resource/own-column.ts'
import { day } from '../formats/dates.ts'
import { choiceWord, wordOf } from '../formats/words.ts'
import { useHouse } from '../house/house.ts'
import { inWords, t } from '../texts/t.ts'

/** How a refusal begins that lists values as the API writes them. */
const ONE_OF = /^must be one of /

/** How columns, their values and what is wrong with them are said. */
export interface ColumnWords {
  column(name: string): string
  /** A column that has to be found again in the file: as that calls it. */
  ownColumn(name: string): string
  /** Why a row is refused for what it says in a column: values that there are, by their words. */
  problem(name: string, why: string): string
  /** A value that a row says, or that is on record; a dash for none. */
  value(name: string, value: unknown): string
}

/** @param kind the resource; null while it is not known. @param titles what the file calls its columns */
export function useColumnWords(kind: string | null, titles: OwnTitles = {}): ColumnWords {
  const fields = useHouse()?.find(({ name }) => name === kind)?.fields ?? []
  const fieldOf = (name: string) => fields.find(one => one.name === name)
  const column = (name: string): string => fieldOf(name)?.label ?? wordOf(name)
  return {
    column,
    ownColumn: name => ownColumn(t, own(titles, name), column(name)),
    problem(name, why) {
      const field = fieldOf(name)
      if (field === undefined || !ONE_OF.test(why)) return inWords(why)
      const [begins = ''] = ONE_OF.exec(why) ?? []
      const values = why.slice(begins.length).split(', ')
      const said = values.map(value => (field.choices.includes(value) ? choiceWord(field.kind, value) : value))
      return inWords(`${begins}${said.join(', ')}`)
    },
    value(name, value) {
      if (value === null || value === undefined || value === '') return '–'
      const field = fieldOf(name)
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      if (field?.kind === 'switch' && /^(true|false)$/.test(text)) return text === 'true' ? t('Yes') : t('No')
      if (field && [...field.choices, ...field.usual].includes(text)) return choiceWord(field.kind, text)
      return field?.kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(text) ? day(text) : text
    },
  }
}
