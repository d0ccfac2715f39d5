/** Where a secret stands in an archive: it is sealed for that place, and opens in no other. */
import type { ArchivedRow } from '../resource/in-archive.ts'
import type { Table } from './tables.ts'

/** The table, the column, and what tells the row from others. */
export const secretPlace = ({ name, key }: Pick<Table, 'name' | 'key'>, column: string, row: ArchivedRow): string =>
  `${name}.${column} ${JSON.stringify(key.map(part => row[part] ?? null))}`
