/** Changes a fund: its name, what it is for, whether it takes gifts, whether it is the default. */
import type { Database } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { Church } from '../../resource/caller.ts'
import type { Input } from '../../resource/field.ts'
import * as field from '../../resource/types.ts'
import { checkName, type TakenNames } from './create-fund.ts'
import { funds } from './funds.ts'

/** What may be changed. The slug stays when a fund is renamed: links are made of it. */
export const fundChanges = {
  name: field.line().settable(),
  description: field.text(2_000).nullable().settable(),
  kind: field.text(40).settable(),
  target_amount: field.minorUnits().nullable().settable(),
  is_online: field.boolean().settable(),
  is_default: field.boolean().settable(),
  is_active: field.boolean().settable(),
}

export type FundChange = Input<typeof fundChanges>

interface Fund extends TakenNames {
  is_default: boolean
  is_active: boolean
}

/**
 * Changes what is named in `change`. The church keeps one default fund, which is active: another one takes its place.
 * @returns JSON text of the fund
 * @throws ApiError `not_found`, `validation_failed` for a name that is taken or what the default fund may not be
 */
export async function updateFund(database: Database, church: Church, id: number, change: FundChange): Promise<string> {
  return await database.write(church.id, async tx => {
    // Names and the one default are settled one after the other, as in create-fund.ts.
    await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
    const all = await tx.all<Fund>(
      sql`select id, name, slug, is_default, is_active from funds where church_id = ${church.id}`,
    )
    const before = all.find(fund => fund.id === id)
    if (before === undefined) throw new ApiError('not_found', { message: `This church has no fund ${id}.` })
    checkDefault(before, change)
    if (change.name !== undefined) checkName(change.name, all, id)
    if (change.is_default === true && !before.is_default) {
      await tx.run(sql`update funds set is_default = false, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and is_default`)
    }
    const values = Object.entries(change).map(([name, value]) => sql`${ident(name)} = ${value}`)
    if (values.length > 0) {
      await tx.run(sql`update funds set ${join(values, ', ')}, updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and id = ${id}`)
    }
    const [row = []] = await tx.text(sql`select ${funds.alone.columnsFor(null)} from funds as t
      where t.church_id = ${church.id} and t.id = ${id}`)
    return funds.alone.print(row)
  })
}

function checkDefault(before: Fund, { is_default, is_active }: FundChange): void {
  const problems = new Problems()
  if (before.is_default && is_default === false) {
    problems.add('is_default', 'the church needs a default fund: make another one the default instead')
  }
  if (before.is_default && is_active === false) {
    problems.add('is_active', 'is the default fund: make another one the default first')
  } else if (is_default === true && !(is_active ?? before.is_active)) {
    problems.add('is_default', 'an inactive fund cannot be the default')
  }
  problems.throwIfAny()
}
