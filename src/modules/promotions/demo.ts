/** A draft promotion of the demo church, to look at: nothing has moved. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { DemoChurch } from '../../resource/demo.ts'
import { refresh } from './draft.ts'

/** Adds it, from the current school year to the next; a demo church without school years has none. */
export async function promoteInDemo(tx: Tx, { id: church }: DemoChurch): Promise<void> {
  const now = await tx.first<{ id: number; name: string; next: string; last: string }>(sql`select id, name,
      (starts_on + interval '1 year')::date::text as next, (ends_on + interval '1 year')::date::text as last
    from school_years where church_id = ${church} and status = 'current'`)
  if (now === undefined) return
  const name = now.name.replace(/\d+/g, digits => String(Number(digits) + 1).padStart(digits.length, '0'))
  const year =
    (await tx.first<{ id: number }>(sql`select id from school_years where church_id = ${church} and status = 'planned'
      and starts_on >= ${now.next}::date - 60 order by starts_on limit 1`)) ??
    (await tx.first<{
      id: number
    }>(sql`insert into school_years (church_id, name, starts_on, ends_on, created_at, updated_at)
      values (${church}, ${name}, ${now.next}::date, ${now.last}::date, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      returning id`))
  const years = { from_year_id: now.id, to_year_id: year?.id ?? 0 }
  const draft = await tx.first<{
    id: number
  }>(sql`insert into promotions (church_id, from_year_id, to_year_id, created_at,
      updated_at)
    values (${church}, ${years.from_year_id}, ${years.to_year_id}, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`)
  await refresh(tx, church, draft?.id ?? 0, years)
}
