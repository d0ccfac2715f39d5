/** Messages on the home page: how many went out in each month, by channel. */
import { sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { inSight, lastDays, lastMonths, type Period, periodRows } from '../../resource/periods.ts'
import { remembered } from '../../resource/remembered.ts'
import { STAFF, within } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'

const MONTHS = 12
const RECENT_DAYS = 30

/** Messages that a provider took and that did not come back, of those that the reader may see. */
export interface HomeMessages {
  /** Channels that were used, most first. */
  channels: string[]
  /** Oldest first, by the clocks of the church; a count for each of the channels, in their order. */
  months: { month: string; counts: number[] }[]
  sent_30_days: number
}

interface Sent {
  first: string
  channel: string
  count: number
}

const sent = ({ read }: Reading, caller: Caller, periods: readonly Period[]): Promise<Sent[]> =>
  remembered(read, caller, 'messages', periods, () =>
    read.all<Sent>(sql`
      select period.first, gone.channel, gone.count
      from ${periodRows(periods)} cross join lateral (
        select channel, count(*) as count from messages
        where church_id = ${caller.church.id}
          and sent_at >= period.first::timestamp at time zone ${caller.church.timezone}
          and sent_at < period.next::timestamp at time zone ${caller.church.timezone}
          and status in ('sent', 'delivered') and ${inSight(caller)}
        group by channel) as gone`),
  )

async function readMessages(parts: Reading, caller: Caller): Promise<HomeMessages> {
  const day = today(parts.clock.now(), caller.church.timezone)
  const months = lastMonths(day, MONTHS)
  const [found, recent] = await Promise.all([
    sent(parts, caller, months),
    sent(parts, caller, [lastDays(day, RECENT_DAYS)]),
  ])
  const totals = new Map<string, number>()
  for (const { channel, count } of found) totals.set(channel, (totals.get(channel) ?? 0) + count)
  const channels = [...totals.keys()].sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0))
  const counts = new Map(found.map(({ first, channel, count }) => [`${first}/${channel}`, count]))
  return {
    channels,
    months: months.map(({ first }) => ({
      month: first.slice(0, 7),
      counts: channels.map(channel => counts.get(`${first}/${channel}`) ?? 0),
    })),
    sent_30_days: recent.reduce((sum, { count }) => sum + count, 0),
  }
}

export const homeMessages = view({ name: 'home.messages', may: within(STAFF), fields: {}, run: readMessages })
