/** The accounts of the demo church, as a small chart of accounts has them. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { DemoChurch } from '../../resource/demo.ts'
import { METHODS } from '../contributions/fields.ts'

const FIRST_OF_FUNDS = 4000
const FUND_STEP = 10
/** Where money of each way to give goes: cash in hand, the bank, what is on its way, goods. */
const CODES: Readonly<Partial<Record<(typeof METHODS)[number], string>>> = {
  cash: '1000',
  cheque: '1010',
  in_kind: '1300',
  pos: '1110',
  online: '1120',
  ussd: '1120',
  mobile_money: '1130',
}
const BANK = '1100'
const FEES = '6100'

export async function accountsInDemo(tx: Tx, { id: church }: DemoChurch): Promise<void> {
  await tx.run(sql`insert into account_codes (church_id, method, code, created_at, updated_at)
    select ${church}, one.method, one.code, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from unnest(${[...METHODS]}::text[], ${METHODS.map(method => CODES[method] ?? BANK)}::text[]) as one (method, code)`)
  await tx.run(sql`insert into account_codes (church_id, purpose, code, created_at, updated_at)
    values (${church}, 'bank', ${BANK}, ${tx.now}::timestamptz, ${tx.now}::timestamptz),
      (${church}, 'fees', ${FEES}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
  await tx.run(sql`insert into account_codes (church_id, fund_id, code, created_at, updated_at)
    select ${church}, f.id, (${FIRST_OF_FUNDS} + ${FUND_STEP} * row_number() over (order by f.id))::text,
      ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from funds as f where f.church_id = ${church}`)
}
