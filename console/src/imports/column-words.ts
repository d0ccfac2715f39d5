/** What columns of a file and their values are called: as the fields of its records are. */
import { own } from '../../../src/lib/own.ts'
import type { OwnTitles } from '../../../src/resource/import-file.ts'
import { ownColumn } from '../../../src/resource/own-column.ts'
import { type FileWords, fileWords } from '../../../src/texts/file-words.ts'
import { wordOf } from '../formats/words.ts'
import { useHouse } from '../house/house.ts'
import { inWords, language, t } from '../texts/t.ts'

/** How columns, their values and what is wrong with them are said. */
export interface ColumnWords extends FileWords {
  column(name: string): string
  /** A column that has to be found again in the file: as that calls it. */
  ownColumn(name: string): string
}

/** @param kind the resource; null while it is not known. @param titles what the file calls its columns */
export function useColumnWords(kind: string | null, titles: OwnTitles = {}): ColumnWords {
  const resource = useHouse()?.find(({ name }) => name === kind)
  const fields = resource?.fields ?? []
  const fieldOf = (name: string) => fields.find(one => one.name === name)
  const column = (name: string): string => fieldOf(name)?.label ?? wordOf(name)
  return {
    ...fileWords(language(), fieldOf, inWords, resource?.one ?? null),
    column,
    ownColumn: name => ownColumn(t, own(titles, name), column(name)),
  }
}
