/** Member numbers of an import: those of the system that people come from, and the next of ours (decisions, Imports). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Listed } from '../../lib/packed.ts'
import type { Church } from '../../resource/caller.ts'
import { Overtaken } from './import-judged.ts'

/** Whom a number belongs to. */
export interface NumberHolder {
  id: number
  member_no: string
  first_name: string
  last_name: string | null
  full_name: string
  removed: boolean
}

/** What tells numbers apart: spreadsheets drop leading zeros, so that `1` and `000001` are one number. */
export const bareNumber = (number: string): string => (/^\d+$/.test(number) ? number.replace(/^0+(?=\d)/, '') : number)

/**
 * Who has these numbers in the church, people who were removed too: numbers are never given twice.
 * @returns by `bareNumber`
 */
export async function holdersOf(
  db: Db,
  { id: church }: Church,
  numbers: readonly string[],
): Promise<Map<string, NumberHolder[]>> {
  if (numbers.length === 0) return new Map()
  // Zeros before letters tell numbers apart: those are found, and left out by their key.
  const bare = [...new Set(numbers.map(number => number.replace(/^0+/, '')))]
  // Looked for one by one, whatever the plan was made for: that of an empty table goes through all people each time.
  const rows = await db.all<NumberHolder>(sql`select p.* from unnest(${bare}::text[]) as given (bare)
    cross join lateral (select id, member_no, first_name, last_name, full_name, removed from people
      where church_id = ${church} and ltrim(member_no, '0') = given.bare offset 0) as p`)
  const wanted = new Set(numbers.map(bareNumber))
  return groupBy(
    rows.filter(({ member_no }) => wanted.has(bareNumber(member_no))),
    ({ member_no }) => bareNumber(member_no),
  )
}

/** How the service writes a number that it gives (create.ts does so in SQL). */
const written = (number: number): string => String(number).padStart(6, '0')

/** The counter goes on behind any number up to this, however few people there are. */
const NEAR = 99_999
/** Else numbers that count people are below so many times their count; others are phones, dates or cards. */
const NEAR_TIMES = 10

/**
 * Takes numbers beforehand, so that nobody waits for an import to end. The counter goes on behind the highest of the given
 * ones that counts people, so that none of these is assigned from now on; others are passed over when it comes to them.
 * @param people how many the church has with the import
 * @returns `count` numbers that nobody has
 */
export async function reserveNumbers(
  tx: Tx,
  church: Church,
  given: Listed<string>,
  count: number,
  people: number,
): Promise<string[]> {
  const furthest = Math.max(NEAR, people * NEAR_TIMES)
  let highest = 0
  for (const one of given)
    if (/^\d{1,15}$/.test(one) && Number(one) <= furthest) highest = Math.max(highest, Number(one))
  if (count === 0 && highest === 0) return []
  const row = await tx.first<{ last: number }>(
    sql`select last_member_no as last from churches where id = ${church.id} for no key update`,
  )
  const taken = new Set<string>()
  if (count > 0) for (const one of given) taken.add(bareNumber(one))
  const free: string[] = []
  let last = Math.max(row?.last ?? 0, highest)
  while (free.length < count) {
    const first = last + 1
    const range = Array.from({ length: count - free.length }, (_, at) => first + at)
    const held = await holdersOf(tx, church, range.map(String))
    free.push(...range.map(String).filter(one => !taken.has(one) && !held.has(one)))
    last += range.length
  }
  await tx.run(sql`update churches set last_member_no = ${last} where id = ${church.id}`)
  return free.map(one => written(Number(one)))
}

/**
 * Makes sure that nobody took a number since it was judged or reserved.
 * @throws Overtaken
 */
export async function stillFree(tx: Tx, church: Church, numbers: readonly string[]): Promise<void> {
  if ((await holdersOf(tx, church, numbers)).size > 0) throw new Overtaken()
}
