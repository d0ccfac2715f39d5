/** Adds a fund. */
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { freeSlug, slugify } from '../../lib/slug.ts'
import { action } from '../../resource/action.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { fundKind } from './funds.ts'

/** A fund that was made. */
interface CreatedFund {
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
  if (taken.some(fund => fund.id !== own && same(fund.name)))
    problems.add('name', because('is the name of another fund'))
  problems.throwIfAny()
}

export const createFund = action({
  name: 'funds.create',
  logged: 'Added a fund',
  may: churchWide(FINANCE),
  fields: {
    name: field.line().required(),
    kind: fundKind().settable().begins('general').doc('Default general'),
    is_default: field
      .boolean()
      .settable()
      .unasked()
      .doc('Takes gifts that name no fund; the former default fund no longer does. Default false'),
    is_active: field.boolean().settable().unasked().doc('Default true'),
    is_deductible: field
      .boolean()
      .settable()
      .unasked()
      .doc('Statements of giving show gifts to funds that are not apart. Default true'),
  },
  target: ({ name }) => name,
  async check(_db, _context, { is_default, is_active }, problems) {
    if (is_default && is_active === false) problems.add('is_default', because('an inactive fund cannot be the default'))
  },
  async run(
    tx,
    { caller: { church } },
    { name, kind = 'general', is_default = false, is_active = true, is_deductible = true },
  ) {
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
      insert into funds (church_id, name, slug, kind, currency, is_default, is_active, is_deductible, created_at)
      values (${church.id}, ${name}, ${slug}, ${kind}, ${church.currency}, ${is_default}, ${is_active},
        ${is_deductible}, ${tx.now}::timestamptz)
      returning id, name, slug, is_default, is_active`)
    if (row === undefined) throw new Error('The fund was not inserted.')
    return row
  },
})
