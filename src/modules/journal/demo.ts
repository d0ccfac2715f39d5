/** The accounts of the demo church, as a small chart of accounts has them, and a month that is closed. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { freeze } from '../../documents/frozen.ts'
import { addDays } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import type { DemoChurch, Needed } from '../../resource/demo.ts'
import { METHODS } from '../contributions/fields.ts'
import { accountCodes } from './account-codes.ts'
import { journalLines, totalOf } from './journal-lines.ts'

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

/** Sets them, when all gifts are there, and closes the month before the last. */
export async function keepBooksInDemo(tx: Tx, demo: DemoChurch): Promise<void> {
  await setAccounts(tx, demo)
  await closeMonth(tx, demo)
}

async function setAccounts(tx: Tx, { id: church }: DemoChurch): Promise<void> {
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

async function closeMonth(tx: Tx, { id, day }: DemoChurch): Promise<void> {
  const lastMonth = addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)
  const to = addDays(`${lastMonth}-01`, -1)
  const from = `${to.slice(0, 7)}-01`
  const church = await tx.first<Church>(
    sql`select id, slug, name, country, currency, timezone from churches where id = ${id}`,
  )
  if (church === undefined) return
  const lines = await journalLines(tx, church, { from, to }, await accountCodes(tx, id))
  const { figures, sha256 } = freeze({ lines })
  await tx.run(sql`insert into journals
      (church_id, number, from_on, to_on, figures, sha256, total, closed_at, closed_by, created_at, updated_at)
    values (${id}, 1, ${from}::date, ${to}::date, ${figures}, ${sha256}, ${String(totalOf(lines, 'debit'))}::bigint,
      ${tx.now}::timestamptz, null, ${tx.now}::timestamptz, ${tx.now}::timestamptz)`)
}

/** Journals go on from the one before: where a church closed one of its own, that of the demo stays before it. */
export const journalBefore: Needed = {
  table: 'journals',
  async kept(db, church, goes) {
    const own = await db.first(
      sql`select 1 from journals where church_id = ${church} and not id = any(${idArray(goes)})`,
    )
    return own === undefined ? [] : [...goes]
  },
  replace: async () => undefined,
}
