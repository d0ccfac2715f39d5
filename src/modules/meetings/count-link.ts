/**
 * Links by which an usher counts without an account. They are signed and not stored, name one meeting, and end a week after it;
 * raising the meeting's `link_version` takes back those that were given out.
 */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { view } from '../../resource/action.ts'
import { findOne } from '../../resource/list.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import type { Vault } from '../../vault.ts'
import { meetings } from './meetings.ts'

export const COUNT_ROOT = '/my/count'
const USE = 'count'
const LASTS_MS = 7 * 86_400_000

/** What an address names, before it is known to be signed by us. */
const FORM = /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})\.(\d{1,12})\.([\w-]+)$/

/** A link that was given out and still holds. */
export interface CountLink {
  church: number
  meeting: number
  version: number
}

/** The address of a link. @param ends the end of the meeting */
function addressOf(vault: Vault, { church, meeting, version }: CountLink, ends: Date): { path: string; expires: Date } {
  const expires = Math.floor((ends.getTime() + LASTS_MS) / 1000)
  const named = `${church}.${meeting}.${version}.${expires}`
  return { path: `${COUNT_ROOT}/${named}.${vault.sign(USE, named)}`, expires: new Date(expires * 1000) }
}

/** What a path names; undefined where it was not signed by us, or is over. Whether it was taken back the meeting tells. */
export function readLink(vault: Vault, path: readonly string[], now: Date): CountLink | undefined {
  const [, church = '', meeting = '', version = '', expires = '', signature = ''] = FORM.exec(path[0] ?? '') ?? []
  const named = `${church}.${meeting}.${version}.${expires}`
  if (path.length !== 1 || !vault.verify(USE, named, signature)) return undefined
  if (Number(expires) * 1000 <= now.getTime()) return undefined
  return { church: Number(church), meeting: Number(meeting), version: Number(version) }
}

async function versionOf(read: Db, church: number, id: number): Promise<number> {
  const found = await read.first<{ version: number }>(
    sql`select link_version as version from meetings where church_id = ${church} and id = ${id}`,
  )
  return found?.version ?? 1
}

/** The link of a meeting, to be handed to its ushers: it shows and takes head counts, no names. */
export const countLinkView = view({
  name: 'meeting_link',
  may: within(STAFF),
  fields: { id: field.ref('meetings').required() },
  async run({ read, vault, baseUrl }, caller, { id }): Promise<{ url: string; expires_at: string }> {
    const row = await findOne(read, meetings, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    const version = await versionOf(read, caller.church.id, id)
    const ends = new Date(meetings.alone.column(row, 'ends_at') ?? '')
    const { path, expires } = addressOf(vault, { church: caller.church.id, meeting: id, version }, ends)
    return { url: `${baseUrl()}${path}`, expires_at: `${expires.toISOString().slice(0, 19)}Z` }
  },
})
