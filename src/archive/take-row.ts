/** Takes a row from a line of an archive: every column of its table, nothing else, each value as its type wants it. */
import type { ArchivedRow } from '../resource/in-archive.ts'
import { ArchiveError } from './archive-error.ts'
import { problemOf } from './columns.ts'
import type { Column } from './tables.ts'

/** More records than a church could ever have: an id beyond it would use up the ids of everybody. */
const HIGHEST_ID = 1_000_000_000_000

/** Where a line stands, as people count. */
export const placeAt = (file: string, line: number): string => `${file}, line ${line}`

/**
 * @param where for whoever has to look: `people.jsonl, line 7`
 * @throws ArchiveError naming everything that is wrong with the line
 */
export function takeRow(line: string, columns: readonly Column[], where: string): ArchivedRow {
  const row = objectOf(line, where)
  const known = new Set(columns.map(({ name }) => name))
  const strange = Object.keys(row).filter(name => !known.has(name))
  const problems = [
    ...strange.map(name => `"${name.slice(0, 60).replace(/\p{C}+/gu, '?')}" is no column`),
    ...columns.flatMap(column => {
      if (!Object.hasOwn(row, column.name)) return [`${column.name} is missing`]
      const value = row[column.name]
      const problem = problemOf(column, value) ?? idProblem(column, value)
      return problem === undefined ? [] : [`${column.name} ${problem}`]
    }),
  ]
  if (problems.length > 0) throw new ArchiveError(`${where}: ${problems.slice(0, 10).join('; ')}.`)
  return row
}

const idProblem = ({ counted }: Column, value: unknown): string | undefined =>
  counted && !(Number(value) > 0 && Number(value) <= HIGHEST_ID) ? 'must be an id from 1 to 10^12' : undefined

function objectOf(line: string, where: string): ArchivedRow {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new ArchiveError(`${where}: is no JSON.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ArchiveError(`${where}: is no JSON object.`)
  }
  return value as ArchivedRow
}
