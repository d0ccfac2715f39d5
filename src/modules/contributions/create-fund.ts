/** Adds a fund. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { lineProblem } from '../../lib/line.ts'
import { freeSlug, slugify } from '../../lib/text.ts'
import type { Church } from '../../resource/caller.ts'

export interface NewFund {
  name: string
  /** Takes gifts that name no fund; the former default fund no longer does. */
  is_default?: boolean
  is_active?: boolean
  kind?: string
}

export interface CreatedFund {
  id: number
  name: string
  slug: string
  is_default: boolean
  is_active: boolean
}

/** What funds of the church are called. */
export interface TakenNames {
  id: number
  name: string
  slug: string
}

/** @throws ApiError `validation_failed` where another fund has the name: people could not tell them apart */
export function checkName(name: string, taken: readonly TakenNames[], own?: number): void {
  const problems = new Problems()
  const same = (other: string): boolean => other.toLowerCase() === name.toLowerCase()
  if (taken.some(fund => fund.id !== own && same(fund.name))) problems.add('name', 'is the name of another fund')
  problems.throwIfAny()
}

/** @throws ApiError `validation_failed` for a name out of bounds or taken, or a default fund that is not active */
export async function createFund(database: Database, church: Church, input: NewFund): Promise<CreatedFund> {
  const { is_default = false, is_active = true, kind = 'general' } = input
  const problems = new Problems()
  const name = input.name.trim()
  const nameProblem = lineProblem(name, 190)
  if (nameProblem !== undefined) problems.add('name', nameProblem)
  if (is_default && !is_active) problems.add('is_default', 'an inactive fund cannot be the default')
  problems.throwIfAny()
  return await database.write(church.id, async tx => {
    // Slugs and the one default are settled one after the other.
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const taken = await tx.all<TakenNames>(sql`select id, name, slug from funds where church_id = ${church.id}`)
    checkName(name, taken)
    const slug = freeSlug(slugify(name), new Set(taken.map(row => row.slug)))
    if (is_default) {
      await tx.run(sql`update funds set is_default = false, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and is_default`)
    }
    const row = await tx.first<CreatedFund>(sql`
      insert into funds (church_id, name, slug, kind, currency, is_default, is_active, created_at)
      values (${church.id}, ${name}, ${slug}, ${kind}, ${church.currency}, ${is_default}, ${is_active},
        ${tx.now}::timestamptz)
      returning id, name, slug, is_default, is_active`)
    if (row === undefined) throw new Error('The fund was not inserted.')
    return row
  })
}
