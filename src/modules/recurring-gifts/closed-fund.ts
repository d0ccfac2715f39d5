/** A fund that was closed while recurring gifts to it go on: givers are not charged for what is collected no more. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { postNotice } from '../../notices/notice.ts'
import type { Church } from '../../resource/caller.ts'
import { ENGLISH, msg } from '../../texts/language.ts'
import { pauseRecurring } from './change-recurring.ts'
import type { Recurring } from './recurring-row.ts'
import { tellGiver } from './tell-giver.ts'

const KIND = 'recurring_fund_closed'
const TITLE = msg('Recurring gifts to {fund} are paused')
const BODY = msg(
  'The fund is closed, so what givers promised it is not charged. They are paused one by one as they fall due, and each giver gets their link. Open the fund again and let them go on, or ask the givers to begin a new one. "{command}" shows them.',
)

/**
 * Pauses one that is due and whose fund takes no gifts any more, and tells its giver; the church is told once a day.
 * @returns whether it was paused
 */
export async function pausedForFund(tx: Tx, church: Church, now: Date, one: Recurring): Promise<boolean> {
  const closed = await tx.first<{ name: string }>(sql`select name from funds
    where church_id = ${church.id} and id = ${one.fund_id} and not is_active`)
  if (closed === undefined) return false
  await pauseRecurring(tx, church, one, null)
  await tellGiver(tx, church, now, one)
  const title = ENGLISH.say(TITLE, { fund: closed.name })
  // One of several that fall due in the same minute tells of all.
  await tx.run(sql`select 1 from churches where id = ${church.id} for no key update`)
  const told = await tx.first(sql`select 1 from notices where church_id = ${church.id} and kind = ${KIND}
    and title = ${title} and created_at > ${tx.now}::timestamptz - interval '1 day' limit 1`)
  if (told === undefined) {
    const command = `sexton recurring list --church ${church.slug} --status paused --fund-id ${one.fund_id}`
    await postNotice(tx, church.id, { kind: KIND, title: TITLE, body: BODY, values: { fund: closed.name, command } })
  }
  return true
}
