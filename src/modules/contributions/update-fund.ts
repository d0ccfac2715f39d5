/** Changes a fund: its name, what it is for, whether it takes gifts, whether it is the default. */
import type { Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import type { Input } from '../../resource/field.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { checkName, type TakenNames } from './create-fund.ts'
import { fundKind, funds } from './funds.ts'

/** What may be changed. The slug stays when a fund is renamed: links are made of it. */
const changes = {
  name: field.line().settable(),
  kind: fundKind().settable(),
  target_amount: field.minorUnits().nullable().settable().label('Target'),
  description: field.text(2_000).nullable().settable(),
  is_online: field.boolean().settable().label('Show on the giving page'),
  is_deductible: field
    .boolean()
    .settable()
    .label('Gifts are deductible', 'Statements of giving show gifts to other funds apart.'),
  // In the console these have actions of their own.
  is_default: field.boolean().settable().unasked(),
  is_active: field.boolean().settable().unasked(),
}

type FundChange = Input<typeof changes>

interface Fund extends TakenNames {
  is_default: boolean
  is_active: boolean
}

/** The church keeps one default fund, which is active: another one takes its place. */
export const updateFund = action({
  name: 'funds.update',
  logged: 'Changed a fund',
  may: churchWide(FINANCE),
  fields: { id: field.ref().required(), ...changes },
  detail: ({ kind, is_online, is_deductible, is_default, is_active }) => ({
    ...{ kind, is_online, is_deductible, is_default, is_active },
  }),
  run: (tx, { caller: { church } }, { id, ...change }) => changeFund(tx, church, id, change),
})

const ID = { id: field.ref().required() }

/** Takes gifts that name no fund, in the place of the one that did. */
export const makeDefault = action({
  name: 'funds.make_default',
  logged: 'Made a fund the default',
  label: 'Make default',
  done: '{name} is now the default fund.',
  may: churchWide(FINANCE),
  offered: { is_default: ['false'], is_active: ['true'] },
  fields: ID,
  run: (tx, { caller: { church } }, { id }) => changeFund(tx, church, id, { is_default: true }),
})

/** It takes no more gifts; those that it has stay. */
export const closeFund = action({
  name: 'funds.close',
  logged: 'Closed a fund to new gifts',
  label: 'Close to new gifts',
  done: '{name} is closed to new gifts.',
  may: churchWide(FINANCE),
  offered: { is_default: ['false'], is_active: ['true'] },
  fields: ID,
  run: (tx, { caller: { church } }, { id }) => changeFund(tx, church, id, { is_active: false }),
})

/** It takes gifts again. */
export const reopenFund = action({
  name: 'funds.reopen',
  logged: 'Reopened a fund to gifts',
  label: 'Reopen to gifts',
  done: '{name} is open to gifts again.',
  may: churchWide(FINANCE),
  offered: { is_active: ['false'] },
  fields: ID,
  run: (tx, { caller: { church } }, { id }) => changeFund(tx, church, id, { is_active: true }),
})

async function changeFund(tx: Tx, church: Church, id: number, change: FundChange) {
  // Names and the one default are settled one after the other, as in create-fund.ts: the church is locked first.
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const all = await tx.all<Fund>(
    sql`select id, name, slug, is_default, is_active from funds where church_id = ${church.id}`,
  )
  const before = all.find(fund => fund.id === id)
  if (before === undefined)
    throw new ApiError('not_found', { message: because('This church has no fund {id}.', { id }) })
  checkDefault(before, change)
  if (change.name !== undefined) checkName(change.name, all, id)
  if (change.is_default === true && !before.is_default) {
    await tx.run(sql`update funds set is_default = false, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and is_default`)
  }
  return await changed(tx, church, id, change)
}

async function changed(tx: Tx, church: Church, id: number, change: FundChange) {
  const values = Object.entries(change).map(([name, value]) => sql`${ident(name)} = ${value}`)
  if (values.length > 0) {
    await tx.run(sql`update funds set ${join(values)}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id}`)
  }
  const [row = []] = await tx.text(sql`select ${funds.alone.columnsIn(church.id)} from funds as t
    where t.church_id = ${church.id} and t.id = ${id}`)
  return new Json<RecordOf<typeof funds.fields>>(funds.alone.print(row))
}

function checkDefault(before: Fund, { is_default, is_active }: FundChange): void {
  const problems = new Problems()
  if (before.is_default && is_default === false) {
    problems.add('is_default', because('the church needs a default fund: make another one the default instead'))
  }
  if (before.is_default && is_active === false) {
    problems.add('is_active', because('is the default fund: make another one the default first'))
  } else if (is_default === true && !(is_active ?? before.is_active)) {
    problems.add('is_default', because('an inactive fund cannot be the default'))
  }
  problems.throwIfAny()
}
