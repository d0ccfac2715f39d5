/** Records head counts of a meeting: one row a category, the last word holds. */
import { type TextRow, type Tx, textArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { printer } from '../../resource/print.ts'
import { headcountFields } from './fields.ts'
import type { Held } from './meeting-row.ts'

export const headcountPrinter = printer(headcountFields, true)
const { columns, column } = headcountPrinter

/** A head count; null takes one back. */
export interface Count {
  category: string
  count: number | null
}

/** Where counts come from. */
export interface CountedBy {
  source: string
  /** Who counted; what stood before, where it is undefined. */
  counted_by?: string | null | undefined
}

/** What became of counts. */
export interface Counted {
  /** The rows, in the order of the counts. */
  rows: TextRow[]
  created: number
  changed: number
}

/** The categories of a church, as its settings have them. */
export async function categoriesOf(db: Pick<Tx, 'first'>, church: number): Promise<string[]> {
  const found = await db.first<{ categories: string[] }>(
    sql`select headcount_categories as categories from churches where id = ${church}`,
  )
  return found?.categories ?? []
}

/** A category as the church spells it: they are told apart without case. */
export const spelt = (category: string, known: readonly string[]): string =>
  known.find(one => one.toLowerCase() === category.toLowerCase()) ?? category

/** What was counted so far, by category in small letters. */
async function storedOf(tx: Tx, church: number, meeting: number): Promise<Map<string, TextRow>> {
  const rows = await tx.text(sql`select ${columns} from headcounts as t
    where church_id = ${church} and meeting_id = ${meeting} and room_id = 0 order by id`)
  return new Map(rows.map(row => [(column(row, 'category') ?? '').toLowerCase(), row]))
}

/**
 * Records counts, each of another category; what stands already changes nothing. The figures of the meeting are not kept
 * (`countAnew`).
 * @param meeting locked
 */
export async function recordCounts(
  tx: Tx,
  church: number,
  meeting: Held,
  counts: readonly Count[],
  { source, counted_by }: CountedBy,
): Promise<Counted> {
  const [stored, categories] = await Promise.all([storedOf(tx, church, meeting.id), categoriesOf(tx, church)])
  const rows = new Map(stored)
  const key = ({ category }: Count): string => category.toLowerCase()
  const fresh = counts.filter(one => !stored.has(key(one)))
  const changed = counts.flatMap(one => {
    const before = stored.get(key(one))
    if (before === undefined) return []
    const teller = counted_by === undefined ? column(before, 'counted_by') : counted_by
    const isSame = column(before, 'count') === (one.count === null ? null : String(one.count))
    return isSame ? [] : [{ ...one, id: Number(column(before, 'id')), teller }]
  })
  const made =
    fresh.length === 0
      ? []
      : await tx.text(sql`insert into headcounts as t (church_id, meeting_id, branch_id, group_id, held_on, category, count,
            counted_by, source, created_at, updated_at)
          select ${church}, meeting.id, meeting.branch_id, meeting.group_id, meeting.held_on, sent.category, sent.count,
            ${counted_by ?? null}, ${source}, ${tx.now}::timestamptz, ${tx.now}::timestamptz
          from unnest(${textArray(fresh.map(({ category }) => spelt(category, categories)))},
              ${fresh.map(({ count }) => count)}::integer[]) with ordinality as sent (category, count, place)
            join meetings as meeting on meeting.church_id = ${church} and meeting.id = ${meeting.id}
          order by sent.place returning ${columns}`)
  const set: TextRow[] = []
  for (const { id, count, teller } of changed) {
    set.push(
      ...(await tx.text(sql`update headcounts as t set count = ${count}, counted_by = ${teller}, source = ${source},
        updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id} returning ${columns}`)),
    )
  }
  for (const row of [...made, ...set]) rows.set((column(row, 'category') ?? '').toLowerCase(), row)
  return {
    rows: counts.map(one => rows.get(key(one))).filter(row => row !== undefined),
    created: made.length,
    changed: set.length,
  }
}
