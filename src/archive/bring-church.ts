/** Brings in the church itself: its settings, under its own slug or another. */
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { checkChurch, type NewChurch } from '../modules/church/churches.ts'
import { take } from '../modules/church/taken.ts'
import { ArchiveError } from './archive-error.ts'
import type { Declared } from './declared.ts'
import { rowsAsSql } from './insert-rows.ts'
import { churchTable } from './tables.ts'
import { placeAt, takeRow } from './take-row.ts'

/**
 * @param wanted its slug here; the one of the archive, unless said
 * @throws ArchiveError where the slug is taken, or the line is wrong
 */
export async function bringChurch(
  tx: Tx,
  declared: Declared,
  lines: AsyncIterable<string>,
  file: string,
  wanted: string | undefined,
): Promise<{ id: number; slug: string }> {
  const { columns } = await churchTable(tx, declared)
  const all: string[] = []
  for await (const line of lines) {
    all.push(line)
    if (all.length > 1) throw new ArchiveError(`${file} must have one line.`)
  }
  const where = placeAt(file, 1)
  const row = takeRow(all[0] ?? '', columns, where)
  if (wanted !== undefined) row.slug = wanted
  declared.arrives.churches?.(row, tx.now)
  const { slug, name, country, currency, timezone } = row as object as NewChurch
  const problems = Object.entries(checkChurch({ slug, name, country, currency, timezone }).errors)
  if (problems.length > 0) {
    throw new ArchiveError(`${where}: ${problems.map(([field, problem]) => `${field} ${problem}`).join('; ')}.`)
  }
  const { into, values, from } = rowsAsSql(columns, [row])
  const made = await tx
    .first<{ id: number }>(sql`insert into churches (${into}) select ${values} from ${from} returning id`)
    .catch(error => {
      throw new ArchiveError(`${where}: the database refuses it: ${(error as Error).message}.`)
    })
  if (made === undefined) throw new Error('A church was brought and has no id.')
  const { id } = made
  if (!(await take(tx, id, 'slug', slug))) {
    throw new ArchiveError(`There is a church "${slug}" here already. Give this one another name with --slug.`)
  }
  return { id, slug }
}
