/**
 * Deposits that were changed past us are told of: what is read cannot tell anybody, and nobody may ask for that deposit for years.
 * Each day, once for all nodes: the agenda has a hint for each year of a church's deposits.
 */
import type { Tx } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Due } from '../../resource/agenda.ts'
import { ENGLISH, msg } from '../../texts/language.ts'
import { IS_DAMAGED } from './fields.ts'

const KIND = 'deposit_damaged'
const TITLE = msg('Deposit {number} is not as it was issued')
const BODY = msg(
  'The figures of deposit {number}, which was confirmed on {day}, are not those that were issued: somebody changed them in the database, or a disk did. Nothing is shown of it any more, and a journal of that day cannot be closed. Take its row from a backup; its slip on paper says what it has to be.',
)

const DAY_MS = 86_400_000

/** A year in which a church took something to the bank, as the record of a hint. */
export const depositsDue: Due = {
  kind: 'deposits',
  async run(tx, { church, clock }, year) {
    await lookThrough(tx, church.id, year)
    return new Date(clock.now().getTime() + DAY_MS)
  },
  // A year's first deposit has its hint within the hour: early enough for what is looked at once a day.
  sweep: sql`select church_id, extract(year from deposited_on)::bigint as record_id, now() as due_at from batches
    where status = 'deposited' group by 1, 2`,
}

/** Looks through the deposits of a year, and tells the administrators of each that is damaged, once. */
async function lookThrough(tx: Tx, church: number, year: number): Promise<void> {
  const found = await tx.all<{ number: string; day: string }>(sql`select t.number, t.deposited_on::text as day
    from batches as t where t.church_id = ${church} and t.status = 'deposited'
      and t.deposited_on >= make_date(${year}::integer, 1, 1) and t.deposited_on < make_date(${year}::integer + 1, 1, 1)
      and ${raw(IS_DAMAGED)} order by t.id`)
  // Of nodes that look at the same time, where a claim ran out, one tells.
  if (found.length > 0) await tx.run(sql`select 1 from churches where id = ${church} for no key update`)
  for (const { number, day } of found) {
    const told = await tx.first(sql`select 1 from notices where church_id = ${church} and kind = ${KIND}
      and title = ${ENGLISH.say(TITLE, { number })} limit 1`)
    if (told === undefined)
      await postNotice(tx, church, { kind: KIND, title: TITLE, body: BODY, values: { number, day: { date: day } } })
  }
}
