/** What the accounting program of a church calls its accounts: one for each way to give, and one for each fund. */
import type { Db, Tx } from '../../db/database.ts'
import { ident, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import { rowField, rowList } from '../../resource/row-list.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { METHODS } from '../contributions/fields.ts'

/** The whole church's books: not for those whom a branch limits. */
export const KEEPERS = churchWide(FINANCE)

const MOST_ROWS = 200
const LONGEST_CODE = 40

/** What payouts of providers are booked on: the account of the bank, which deposits come to as well, and that of their fees. */
export const PURPOSES = ['bank', 'fees'] as const
export type Purpose = (typeof PURPOSES)[number]

const codeFields = {
  method: field.oneOf(METHODS).nullable().settable().doc('A way to give: the account that is debited'),
  fund_id: field.ref('funds').nullable().settable().doc('A fund: the account that is credited'),
  purpose: field
    .oneOf(PURPOSES)
    .nullable()
    .settable()
    .doc(
      'The bank account, and the fees of providers. Deposits are booked where the first is set, payouts where both are',
    ),
  code: field.line(LONGEST_CODE).nullable().settable().doc('As the accounting program has it; null takes it away'),
}

/** The accounts of a church, as the journal books on them. */
export interface AccountCodes {
  methods: ReadonlyMap<string, string>
  funds: ReadonlyMap<number, string>
  purposes: ReadonlyMap<string, string>
}

export async function accountCodes(db: Db, church: number): Promise<AccountCodes> {
  const rows = await db.all<{ method: string | null; fund_id: number | null; purpose: string | null; code: string }>(
    sql`select method, fund_id, purpose, code from account_codes where church_id = ${church}`,
  )
  return {
    methods: new Map(rows.flatMap(({ method, code }) => (method === null ? [] : [[method, code]]))),
    funds: new Map(rows.flatMap(({ fund_id, code }) => (fund_id === null ? [] : [[fund_id, code]]))),
    purposes: new Map(rows.flatMap(({ purpose, code }) => (purpose === null ? [] : [[purpose, code]]))),
  }
}

export const setAccounts = action({
  name: 'account_codes.set',
  logged: 'Set account codes',
  done: 'Account codes saved.',
  may: KEEPERS,
  fields: { accounts: rowList(codeFields, MOST_ROWS).required() },
  detail: ({ accounts }) => ({ accounts }),
  async run(tx, { caller: { church } }, { accounts }) {
    const funds = await tx.all<{ id: number }>(sql`select id from funds where church_id = ${church.id}`)
    const problems = new Problems()
    for (const [at, { method, fund_id, purpose }] of accounts.entries()) {
      const name = rowField('accounts', at, 'fund_id')
      const said = [method, fund_id, purpose].filter(one => one != null).length
      if (said !== 1) problems.add(name, 'send exactly one of method, fund_id and purpose')
      else if (fund_id != null && !funds.some(({ id }) => id === fund_id))
        problems.add(name, because('is no fund of this church'))
    }
    problems.throwIfAny()
    for (const { method = null, fund_id = null, purpose = null, code = null } of accounts) {
      const of = { method, fund_id, purpose }
      if (code !== null) await keep(tx, church.id, of, code)
      else {
        await tx.run(sql`delete from account_codes where church_id = ${church.id}
          and (method = ${method} or fund_id = ${fund_id} or purpose = ${purpose})`)
      }
    }
    return { saved: accounts.length }
  },
})

interface CodeOf {
  method: string | null
  fund_id: number | null
  purpose: Purpose | null
}

async function keep(tx: Tx, church: number, { method, fund_id, purpose }: CodeOf, code: string): Promise<void> {
  const named = method !== null ? 'method' : fund_id !== null ? 'fund_id' : 'purpose'
  await tx.run(sql`insert into account_codes (church_id, method, fund_id, purpose, code, created_at, updated_at)
    values (${church}, ${method}, ${fund_id}, ${purpose}, ${code}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, ${ident(named)}) where ${ident(named)} is not null
      do update set code = excluded.code, updated_at = excluded.updated_at`)
}
