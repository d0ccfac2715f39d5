/** Between the giving page and campaigns: which of them anybody may pledge to, and where gifts to one are made. */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { today } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'

/** A campaign, as its page shows it. */
export interface PublicCampaign {
  id: number
  fund_id: number
  name: string
  description: string | null
  currency: string
  starts_on: string
  ends_on: string
}

/** True of a campaign that anybody may pledge to on a day. */
export const isOpenToAll = (church: Church, now: Date): Sql =>
  sql`is_public and status = 'open' and ends_on >= ${today(now, church.timezone)}::date`

/** Those of a church, the first to begin first. */
export const openToAll = (db: Db, church: Church, now: Date): Promise<PublicCampaign[]> =>
  db.all<PublicCampaign>(sql`select id, fund_id, name, description, currency, starts_on::text as starts_on,
      ends_on::text as ends_on
    from pledge_campaigns where church_id = ${church.id} and ${isOpenToAll(church, now)} order by starts_on, id`)

/**
 * The giving page, filled in for gifts to a fund; undefined where it takes none.
 * @param frequency how often they are to be given; null for once
 */
export async function givingAddress(
  db: Db,
  church: { id: number; slug: string },
  { fund_id, frequency }: { fund_id: number; frequency: string | null },
): Promise<string | undefined> {
  const found = await db.first(sql`select f.id from funds as f
    join payment_providers as p on p.church_id = ${church.id} and p.active
    where f.church_id = ${church.id} and f.id = ${fund_id} and f.is_active and f.is_online`)
  if (found === undefined) return undefined
  const preset = new URLSearchParams({ fund: String(fund_id), ...(frequency !== null && { frequency }) })
  return `/give/${church.slug}?${preset}`
}
