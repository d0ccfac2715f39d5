/** How files name a person: by member number or e-mail, beside their id. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Church } from '../../resource/caller.ts'
import type { NamedInFiles, RowNames } from '../../resource/in-files.ts'
import { because } from '../../texts/because.ts'
import { bareNumber, holdersOf } from './import-numbers.ts'

type Way = 'id' | 'member_no' | 'email'

/** One of the ways in which a row names a person. */
interface Naming {
  way: Way
  /** The column it stands in. */
  column: string
  value: string
}

/** Somebody, by what may stand in a row. */
interface Named {
  key: string
  id: number
  branch_id: number
}

const keyOf = (way: Way, value: string): string => `${way} ${way === 'member_no' ? bareNumber(value) : value}`

function namingsOf({ field, id, texts }: RowNames): Naming[] {
  const all = [
    { way: 'id', column: field, value: id === undefined ? undefined : String(id) },
    { way: 'member_no', column: 'member_no', value: texts.get('member_no') },
    { way: 'email', column: 'email', value: texts.get('email')?.toLowerCase() },
  ] as const
  return all.flatMap(({ value, ...one }) => (value === undefined ? [] : [{ ...one, value }]))
}

const SEVERAL: Record<Way, (field: string) => string> = {
  id: () => because('names several people'),
  member_no: field =>
    because('names several people, whose numbers differ by zeros at their beginning only: use {field}', { field }),
  email: field => because('names several people: use {field} or member_no', { field }),
}

/** People that were merged away are followed to the kept record. */
export const peopleInFiles = {
  columns: ['member_no', 'email'],
  aliases: { member_number: 'member_no', membership_no: 'member_no', membership_number: 'member_no' },
  written: 'member_no',
  async finder(db, church, rows) {
    const named = groupBy(await peopleNamed(db, church, rows.flatMap(namingsOf)), ({ key }) => key)
    return (row, problems) => {
      const found = namingsOf(row).map(one => ({ ...one, people: named.get(keyOf(one.way, one.value)) ?? [] }))
      const missing = found.filter(({ people }) => people.length === 0)
      for (const { column } of missing) problems.add(column, because('is that of nobody on record'))
      const [first, ...others] = found
      if (first === undefined || missing.length > 0) return undefined
      // A family may share an e-mail: the number tells who of them it is.
      const common = first.people.filter(({ id }) => others.every(({ people }) => people.some(one => one.id === id)))
      const ids = new Set(common.map(({ id }) => id))
      if (ids.size === 0)
        problems.add(
          others[0]?.column ?? first.column,
          because('names somebody else than {column}: correct one of them', { column: first.column }),
        )
      if (ids.size > 1) problems.add(first.column, SEVERAL[first.way](row.field))
      const [person] = common
      return ids.size === 1 && person !== undefined ? { id: person.id, branch_id: person.branch_id } : undefined
    }
  },
} satisfies NamedInFiles

async function peopleNamed(db: Db, church: Church, namings: readonly Naming[]): Promise<Named[]> {
  const valuesOf = (wanted: Way): string[] => namings.flatMap(({ way, value }) => (way === wanted ? value : []))
  const holders = await holdersOf(db, church, valuesOf('member_no'))
  const held = [...holders].flatMap(([number, people]) => people.map(({ id }) => ({ number, id })))
  const numbers = groupBy(held, ({ id }) => id)
  const ids = [...valuesOf('id').map(Number), ...held.map(({ id }) => id)]
  const rows = await db.all<{ id: number; branch_id: number; sent: number; email: string | null }>(sql`
    select sent.id as sent, lower(sent.email) as email, kept.id, kept.branch_id
    from people sent join people kept on kept.church_id = ${church.id} and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${church.id} and not kept.removed
      and (sent.id = any(${ids}::bigint[]) or lower(sent.email) = any(${valuesOf('email')}::text[]))`)
  return rows.flatMap(({ sent, email, id, branch_id }) => {
    const keys = [
      keyOf('id', String(sent)),
      ...(numbers.get(sent) ?? []).map(({ number }) => keyOf('member_no', number)),
      ...(email === null ? [] : [keyOf('email', email)]),
    ]
    return keys.map(key => ({ key, id, branch_id }))
  })
}
