/**
 * Links by which an usher counts without an account: signed links of a meeting, good for a week after it;
 * raising the meeting's `link_version` takes back those that were given out.
 */
import { ApiError } from '../../errors.ts'
import { signedLink } from '../../links/signed-link.ts'
import { view } from '../../resource/action.ts'
import { findOne } from '../../resource/list.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { meetings } from './meetings.ts'

const LASTS_MS = 7 * 86_400_000

/** The links of ushers. */
export const countLink = signedLink({ kind: 'count', table: 'meetings' })

/** The link of a meeting, to be handed to its ushers: it shows and takes head counts, no names. */
export const countLinkView = view({
  name: 'meeting_link',
  may: within(STAFF),
  fields: { id: field.ref('meetings').required() },
  async run({ read, vault, baseUrl }, caller, { id }): Promise<{ url: string; expires_at: string }> {
    const row = await findOne(read, meetings, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    const ends = Date.parse(meetings.alone.column(row, 'ends_at') ?? '')
    const of = { church: caller.church.id, record: id }
    const given = await countLink.give(read, vault, of, new Date(ends + LASTS_MS))
    if (given === undefined) throw new ApiError('not_found')
    return { url: `${baseUrl()}${given.path}`, expires_at: `${given.expires.toISOString().slice(0, 19)}Z` }
  },
})
