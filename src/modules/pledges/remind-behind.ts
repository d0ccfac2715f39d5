/**
 * Reminds those who are behind with a pledge: by hand, and on the first of each month where the campaign says so. Sent by email, as all
 * reminders are, so opt-outs hold; whoever wants no more of them says so by the link. What is sent names the campaign and no amount:
 * the log of messages is read by more people than the books. The page behind the link shows the figures.
 */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addMonths, today } from '../../lib/calendar.ts'
import { momentOf } from '../../lib/recurrence.ts'
import { type Due, putOnAgenda } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { msg } from '../../texts/language.ts'
import { remind, takeBackReminders } from '../reminders/remind.ts'
import { figuresOf, isBehind, latestFirst, spanOf } from './figures.ts'
import { pledgeLink } from './link.ts'

/** On the agenda each campaign that reminds has a hint. */
const AGENDA = 'pledge_campaigns'
/** On the first of the month, by the church's clock. */
const MORNING = '09:00'
/** Whoever was reminded by hand less than so many days before is not reminded by the agenda. */
const QUIET_DAYS = 6
/** Links hold for so long. */
const LINK_DAYS = 60
/** Pledges that one step reminds of. */
const BATCH = 250
const DAY_MS = 86_400_000

/** Each giver of a pledge is reminded of it, so the kind names who. */
const kindOf = (person: number): string => `pledge_behind/${person}`

const TITLE = msg('About your pledge to {campaign}')
const TEXT = msg(
  'Thank you for your part in it. Your own page shows how far your pledge has come. If you gave in the last few days, it may not be counted yet.',
)

/** As much of a church as reminding needs. */
type Reminding = Pick<Church, 'id' | 'timezone'>

/** The first of the next month, in the morning. */
function nextMonth(now: Date, { timezone }: Reminding): Date {
  const first = `${today(now, timezone).slice(0, 8)}01`
  return momentOf(addMonths(first, 1), MORNING, timezone)
}

/** A campaign was made or changed, in this transaction: when it reminds next is settled anew. */
export async function scheduleCampaign(tx: Tx, church: Reminding, id: number, now: Date): Promise<void> {
  const found = await tx.first<{ wanted: boolean }>(sql`select reminds and status = 'open' as wanted
    from pledge_campaigns where church_id = ${church.id} and id = ${id}`)
  const next = found?.wanted ? nextMonth(now, church) : null
  await tx.run(sql`update pledge_campaigns set remind_at = ${next?.toISOString() ?? null}::timestamptz
    where church_id = ${church.id} and id = ${id}`)
  if (next !== null) await putOnAgenda(tx, church.id, AGENDA, id, next)
}

/** What became of reminding. */
export interface Reminded {
  /** Pledges whose givers are written to. */
  reminded: number
  /** Pledges of which they were reminded today already. */
  already: number
  /** Pledges whose givers have no address, or want no reminders. */
  unreachable: number
}

interface Reachable {
  pledge: number
  person: number
  version: number
}

/** Givers of pledges who can be written to, and want to be. */
const reachable = (db: Db, church: number, pledges: readonly number[]): Promise<Reachable[]> =>
  db.all<Reachable>(sql`select g.pledge_id as pledge, g.person_id as person, p.link_version as version
    from pledge_givers as g join pledges as p on p.church_id = ${church} and p.id = g.pledge_id and not p.no_reminders
      join people as who on who.church_id = ${church} and who.id = g.person_id and not who.removed and who.email is not null
    where g.church_id = ${church} and g.pledge_id = any(${idArray(pledges)}) order by g.pledge_id, g.person_id`)

/** Reminds the givers of pledges, once a day of the church. @param campaign its name */
export async function remindOf(
  tx: Tx,
  church: Reminding,
  campaign: string,
  pledges: readonly number[],
  now: Date,
): Promise<Reminded> {
  const found = await reachable(tx, church.id, pledges)
  const step = Math.floor(Date.parse(today(now, church.timezone)) / DAY_MS)
  const expires = new Date(now.getTime() + LINK_DAYS * DAY_MS)
  const written = new Set<number>()
  for (const { pledge, person, version } of found) {
    const isNew = await remind(tx, church, now, {
      kind: kindOf(person),
      subject: pledge,
      step,
      to: { person },
      title: { message: TITLE, values: { campaign } },
      text: { message: TEXT },
      link: { of: pledgeLink, record: pledge, version, expires },
    })
    if (isNew) written.add(pledge)
  }
  const reached = new Set(found.map(({ pledge }) => pledge))
  await tx.run(sql`update pledges set reminded_at = ${now.toISOString()}::timestamptz
    where church_id = ${church.id} and id = any(${idArray([...written].sort((one, other) => one - other))})`)
  return {
    reminded: written.size,
    already: reached.size - written.size,
    unreachable: pledges.filter(id => !reached.has(id)).length,
  }
}

/** What waits to be said of a pledge is said no more. */
export async function remindNoMore(tx: Tx, church: number, pledge: number): Promise<void> {
  const open = await tx.all<{ kind: string }>(sql`select distinct kind from reminders
    where church_id = ${church} and subject_id = ${pledge} and kind like 'pledge_behind/%' and ended_at is null order by kind`)
  for (const { kind } of open) await takeBackReminders(tx, church, kind, pledge)
}

/** Pledges whose givers are behind, can be reached and were not reminded since a moment; oldest debts first. */
export async function toBeReminded(
  db: Db,
  church: Church,
  campaign: number,
  { since, now, days }: { since: Date; now: Date; days?: number },
): Promise<{ name: string; pledges: number[] } | undefined> {
  const span = await spanOf(db, church.id, campaign)
  if (span === undefined) return undefined
  const pledges = await figuresOf(db, church.id, span, { visible: null, day: today(now, church.timezone) })
  const wasReminded = (at: string | null): boolean => at !== null && new Date(at) >= since
  const behind = pledges
    .filter(one => isBehind(one, days) && !wasReminded(one.reminded_at))
    .sort(latestFirst)
    .map(({ id }) => id)
  const reached = new Set((await reachable(db, church.id, behind)).map(({ pledge }) => pledge))
  return { name: span.name, pledges: behind.filter(id => reached.has(id)) }
}

/** What the agenda does of campaigns that remind: a batch at a time, and then nothing until the next month. */
export const campaignsDue: Due = {
  kind: AGENDA,
  sweep: sql`select church_id, id as record_id, remind_at as due_at from pledge_campaigns where remind_at is not null`,
  async run(tx, { church, clock }, id) {
    const now = clock.now()
    const found = await tx.first<{ remind_at: string | null; wanted: boolean }>(sql`select remind_at::text as remind_at,
        reminds and status = 'open' and coalesce(ends_on >= ${today(now, church.timezone)}::date, true) as wanted
      from pledge_campaigns where church_id = ${church.id} and id = ${id} for no key update`)
    if (found === undefined || found.remind_at === null || !found.wanted) return null
    const at = new Date(found.remind_at)
    if (at.getTime() > now.getTime()) return at
    const since = new Date(at.getTime() - QUIET_DAYS * DAY_MS)
    const due = await toBeReminded(tx, church, id, { since, now })
    const batch = due?.pledges.slice(0, BATCH) ?? []
    if (due !== undefined && batch.length > 0) {
      await remindOf(tx, church, due.name, batch, now)
      if (due.pledges.length > batch.length) return now
    }
    const next = nextMonth(now, church)
    await tx.run(sql`update pledge_campaigns set remind_at = ${next.toISOString()}::timestamptz
      where church_id = ${church.id} and id = ${id}`)
    return next
  },
}
