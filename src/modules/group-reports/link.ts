/** The link by which a leader hands a report in without an account: of one meeting, until a week after it. */
import type { Db } from '../../db/database.ts'
import { type LinkAddress, signedLink } from '../../links/signed-link.ts'
import type { Vault } from '../../vault.ts'

/** Raising the `link_version` of the meeting takes back those that were given out. */
export const REPORT_LINK = signedLink({ kind: 'report', table: 'meetings', module: 'groups' })

const LASTS_MS = 7 * 86_400_000

/** When the link of a meeting ends that ends then. */
export const endOfLink = (ends: Date): Date => new Date(ends.getTime() + LASTS_MS)

/** The address of a meeting's report. @param ends the end of the meeting */
export const reportLink = (
  read: Db,
  vault: Vault,
  { church, meeting, ends }: { church: number; meeting: number; ends: Date },
): Promise<LinkAddress | undefined> => REPORT_LINK.give(read, vault, { church, record: meeting }, endOfLink(ends))
