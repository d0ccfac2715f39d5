/**
 * Links by which a teacher takes the roll of one session without an account: signed, good for a week after the session;
 * raising the session's `link_version` takes back those that were given out.
 */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { signedLink } from '../../links/signed-link.ts'
import { view } from '../../resource/action.ts'
import { findOne } from '../../resource/list.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { RECORD } from '../meetings/sight.ts'
import { classSessions } from './class-sessions.ts'
import { REOPENS_MS } from './close-session.ts'

/** The links of teachers. */
export const classLink = signedLink({ kind: 'class', table: 'class_sessions', module: 'school' })

/** The link of a session, to be handed to its teachers: it shows the names of the roll and takes marks. */
export const sessionLinkView = view({
  name: 'session_link',
  may: within(RECORD),
  fields: { id: field.ref('class_sessions').required() },
  async run({ read, vault, baseUrl }, caller, { id }): Promise<{ url: string; expires_at: string }> {
    const church = caller.church.id
    const row = await findOne(read, classSessions, caller, id)
    const ends = await read.first<{ ends_at: string }>(sql`select m.ends_at::text as ends_at from class_sessions as s
      join meetings as m on m.church_id = ${church} and m.id = s.meeting_id where s.church_id = ${church} and s.id = ${id}`)
    if (row === undefined || ends === undefined) throw new ApiError('not_found')
    const expires = new Date(Date.parse(ends.ends_at) + REOPENS_MS)
    const given = await classLink.give(
      read,
      vault,
      { church, record: id, ...(caller.branch_id !== null && { within: caller.branch_id }) },
      expires,
    )
    if (given === undefined) throw new ApiError('not_found')
    return { url: `${baseUrl()}${given.path}`, expires_at: `${given.expires.toISOString().slice(0, 19)}Z` }
  },
})

/** Where a class becomes confidential, the links of its sessions that were given out work no longer; new ones do. */
export const endLinksOfSessions = (tx: Tx, church: number, groups: readonly number[]): Promise<number> =>
  tx.run(sql`update class_sessions set link_version = link_version + 1
    where church_id = ${church} and group_id = any(${idArray(groups)})`)
