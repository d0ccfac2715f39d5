/** The link by which a leader hands a report in without an account: of one meeting, until a week after it. */
import type { Db } from '../../db/database.ts'
import { type LinkAddress, signedLink } from '../../links/signed-link.ts'
import type { Vault } from '../../vault.ts'

/** Raising the `report_link_version` of the meeting takes back those that were given out; links of its ushers are others. */
export const REPORT_LINK = signedLink({
  kind: 'report',
  table: 'meetings',
  version: 'report_link_version',
  module: 'groups',
})

const DAY_MS = 86_400_000
const LASTS_MS = 7 * DAY_MS

/** Who leads a group may hand in and change its reports for so long after the meeting; after that the staff does. */
export const LEADERS_MAY_MS = 60 * DAY_MS

/** When the link of a meeting ends that ends then. */
export const endOfLink = (ends: Date): Date => new Date(ends.getTime() + LASTS_MS)

/**
 * When a link ends that somebody gives by hand: where the usual one is over, or about to be, a week from now, so that it leads
 * somewhere; at most as long as leaders may hand in. @param ends the end of the meeting
 */
export function endOfGivenLink(ends: Date, now: Date): Date {
  const usual = endOfLink(ends)
  if (usual.getTime() > now.getTime() + DAY_MS) return usual
  return new Date(Math.min(now.getTime() + LASTS_MS, ends.getTime() + LEADERS_MAY_MS))
}

/** The address of a meeting's report. @param ends the end of the meeting; `within` the branch that limits who makes it */
export const reportLink = (
  read: Db,
  vault: Vault,
  { church, meeting, ends, within }: { church: number; meeting: number; ends: Date; within?: number | null },
  now: Date,
): Promise<LinkAddress | undefined> =>
  REPORT_LINK.give(
    read,
    vault,
    { church, record: meeting, ...(within != null && { within }) },
    endOfGivenLink(ends, now),
  )
