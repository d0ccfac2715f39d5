/** What the accounting program of a church calls its accounts: one for each way to give, and one for each fund. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import { rowField, rowList } from '../../resource/row-list.ts'
import * as field from '../../resource/types.ts'
import { METHODS } from '../contributions/fields.ts'

/** The whole church's books: not for those whom a branch limits. */
export const KEEPERS = churchWide(FINANCE)

const MOST_ROWS = 200
const LONGEST_CODE = 40

const codeFields = {
  method: field.oneOf(METHODS).nullable().settable().doc('A way to give: the account that is debited'),
  fund_id: field.ref('funds').nullable().settable().doc('A fund: the account that is credited'),
  code: field.line(LONGEST_CODE).nullable().settable().doc('As the accounting program has it; null takes it away'),
}

/** The accounts of a church, as the journal books on them. */
export interface AccountCodes {
  methods: ReadonlyMap<string, string>
  funds: ReadonlyMap<number, string>
}

export async function accountCodes(db: Db, church: number): Promise<AccountCodes> {
  const rows = await db.all<{ method: string | null; fund_id: number | null; code: string }>(
    sql`select method, fund_id, code from account_codes where church_id = ${church}`,
  )
  return {
    methods: new Map(rows.flatMap(({ method, code }) => (method === null ? [] : [[method, code]]))),
    funds: new Map(rows.flatMap(({ fund_id, code }) => (fund_id === null ? [] : [[fund_id, code]]))),
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
    for (const [at, { method, fund_id }] of accounts.entries()) {
      const name = rowField('accounts', at, 'fund_id')
      if ((method == null) === (fund_id == null)) problems.add(name, 'send exactly one of method and fund_id')
      else if (fund_id != null && !funds.some(({ id }) => id === fund_id))
        problems.add(name, 'is no fund of this church')
    }
    problems.throwIfAny()
    for (const { method = null, fund_id = null, code = null } of accounts) {
      const same = method === null ? sql`fund_id = ${fund_id}` : sql`method = ${method}`
      if (code === null) {
        await tx.run(sql`delete from account_codes where church_id = ${church.id} and ${same}`)
        continue
      }
      const by = method === null ? sql`fund_id) where fund_id is not null` : sql`method) where method is not null`
      await tx.run(sql`insert into account_codes (church_id, method, fund_id, code, created_at, updated_at)
        values (${church.id}, ${method}, ${fund_id}, ${code}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
        on conflict (church_id, ${by} do update set code = excluded.code, updated_at = excluded.updated_at`)
    }
    return { saved: accounts.length }
  },
})
