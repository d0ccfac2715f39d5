/** Member numbers of an import: those of the system that people come from, and the next of ours (decisions, Imports). */
import type { Database, Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'

/** Whom a number belongs to. */
export interface NumberHolder {
  id: number
  first_name: string
  last_name: string | null
  full_name: string
  removed: boolean
}

/** Who has these numbers in the church, people who were removed too: numbers are never given twice. */
export async function holdersOf(
  db: Db,
  { id: church }: Church,
  numbers: readonly string[],
): Promise<Map<string, NumberHolder>> {
  if (numbers.length === 0) return new Map()
  const rows = await db.all<NumberHolder & { member_no: string }>(sql`select id, member_no, first_name,
      last_name, full_name, removed from people
    where church_id = ${church} and member_no = any(${[...numbers]}::text[])`)
  return new Map(rows.map(({ member_no, ...holder }) => [member_no, holder]))
}

/** Numbers that count people. Longer ones, such as phone numbers or dates with a serial, are left behind by no counter. */
const COUNTED = /^\d{1,9}$/

/**
 * Takes numbers beforehand, so that nobody waits for an import to end. The counter goes on behind the highest of the given
 * ones, so that none of them is assigned from now on.
 * @returns the first of `count` that were taken
 */
export async function reserveNumbers(
  database: Database,
  church: Church,
  given: readonly string[],
  count: number,
): Promise<number> {
  const highest = given.reduce((most, one) => (COUNTED.test(one) ? Math.max(most, Number(one)) : most), 0)
  return await database.write(church.id, async tx => {
    const row = await tx.first<{ last: number }>(sql`update churches
      set last_member_no = greatest(last_member_no, ${highest}::bigint) + ${count}
      where id = ${church.id} returning last_member_no as last`)
    return (row?.last ?? 0) - count + 1
  })
}
