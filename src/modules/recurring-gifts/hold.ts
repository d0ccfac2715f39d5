/**
 * Recurring gifts of which two installations have records: those that came from another one, and those of a backup that was
 * restored. Both would charge the same cards, so here they wait until somebody says that this is the one that charges.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { postNotice } from '../../notices/notice.ts'
import { action, view } from '../../resource/action.ts'
import { hintAt } from '../../resource/agenda.ts'
import type { InArchive } from '../../resource/in-archive.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import { ENGLISH, msg } from '../../texts/language.ts'
import { RECURRING } from '../online-giving/periods.ts'

const GOING = sql`status not in ('cancelled', 'completed')`

const KIND = 'recurring_gifts_held'
const TITLE = msg('Recurring gifts are on hold')
const BODY = msg(
  'The records of this church were brought here from a backup or from another installation. If both charged your givers, they would pay twice. So nothing is charged here, and nobody is reminded, until you confirm that this is the place that charges: under Giving, Recurring gifts, or on the home page.',
)

/** How many are held, and what is charged once they go on. */
export interface HeldGifts {
  count: number
}

export const heldGifts = view({
  name: 'held_recurring_gifts',
  may: churchWide(FINANCE),
  fields: {},
  async run({ read }, { church }): Promise<HeldGifts> {
    const found = await read.first<{ n: number }>(sql`select count(*)::integer as n from recurring_gifts
      where church_id = ${church.id} and held_at is not null`)
    return { count: found?.n ?? 0 }
  },
})

export const chargeHere = action({
  name: 'recurring_gifts.charge_here',
  logged: 'Confirmed that recurring gifts are charged here',
  done: 'Confirmed. Your recurring gifts go on with the next day that each is due.',
  may: churchWide(FINANCE),
  stepUp: true,
  fields: {},
  target: () => '',
  async run(tx, { caller: { church }, clock, note }): Promise<HeldGifts> {
    const now = clock.now()
    // What was due until today the other installation may have charged, this morning at the latest.
    const from = addDays(today(now, church.timezone), 1)
    const held = await tx.all<{ id: number }>(sql`select id from recurring_gifts
      where church_id = ${church.id} and held_at is not null order by id for no key update`)
    await tx.run(sql`update recurring_gifts set held_at = null, charged_here_from = ${from}::date,
        updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and held_at is not null`)
    const hints = held.map(({ id }) => ({ record: id, due: now }))
    if (hints.length > 0) await hintAt(tx, church.id, RECURRING, hints)
    note({ detail: { count: held.length, from } })
    return { count: held.length }
  },
})

export const holdGifts = action({
  name: 'recurring_gifts.hold',
  logged: 'Put all recurring gifts on hold',
  done: 'On hold. Nothing is charged here until somebody confirms that this installation charges.',
  may: churchWide(FINANCE),
  fields: {},
  target: () => '',
  async run(tx, { caller: { church }, note }): Promise<HeldGifts> {
    const count = await hold(tx, church.id)
    note({ detail: { count } })
    return { count }
  },
})

async function hold(tx: Tx, church: number): Promise<number> {
  return await tx.run(sql`update recurring_gifts set held_at = ${tx.now}::timestamptz, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and held_at is null and ${GOING}`)
}

const quoted = (text: string): string => `'${ENGLISH.say(text).replaceAll("'", "''")}'`

/** What keeps two installations from charging the same givers. */
export const heldInArchive: Pick<Required<InArchive>, 'brought' | 'restored'> = {
  async brought(tx, church) {
    const count = await hold(tx, church)
    if (count === 0) return []
    await postNotice(tx, church, { kind: KIND, title: TITLE, body: BODY })
    return [
      `${count} recurring gifts are on hold: nothing is charged here until the church confirms on its home page, or you by "sexton recurring charge-here", that this installation charges. Stop the other one first.`,
    ]
  },
  restored: {
    table: 'recurring_gifts',
    column: 'held_at',
    statements: [
      `insert into notices (church_id, kind, title, body, created_at, mail_due_at)
        select id, '${KIND}', ${quoted(TITLE)}, ${quoted(BODY)}, now(), case when notice_emails <> '{}' then now() end
        from churches where id in (select church_id from recurring_gifts
          where held_at is null and status not in ('cancelled', 'completed'))`,
      `update recurring_gifts set held_at = now(), updated_at = now()
        where held_at is null and status not in ('cancelled', 'completed')`,
    ],
  },
}
