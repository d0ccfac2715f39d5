/** Material of a group: lesson sheets, songs, minutes. Seen by who sees the group, added and removed by staff and its leaders. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { action, view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { MadeFile } from '../../resource/made-file.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import {
  beginFile,
  contentOf,
  dropFile,
  finishFile,
  type KeptFile,
  MOST_BYTES,
  PART_BYTES,
  PART_TEXT,
  putPart,
} from '../files/files.ts'
import { groups, SEE_GROUPS } from '../groups/groups.ts'
import { DECIDE } from '../groups/join-requests.ts'

/** Files of one group. */
const MOST_OF_GROUP = 100

/** A file, as lists show it. */
export interface GroupFile extends Omit<KeptFile, 'sha256'> {
  added_by: string
  created_at: string
}

/** Staff, and leaders for the groups that are entrusted to them. */
const may = within(DECIDE)

/** Parts follow; the last of all is `files.finish`. */
export const beginGroupFile = action({
  name: 'files.begin',
  unlogged: true,
  may,
  fields: {
    group_id: field.ref('groups').required(),
    name: field.text(255).required(),
    bytes: field.integer(1, MOST_BYTES).required().doc('Of the whole file: 10 MB at most'),
  },
  async run(tx, { caller }, { group_id, name, bytes }) {
    await checkVisible(tx, groups, caller, group_id)
    await checkMany(tx, caller.church.id, group_id, MOST_OF_GROUP - 1)
    return { id: await beginFile(tx, caller, { group_id, name, bytes }), part_bytes: PART_BYTES }
  },
})

export const putGroupFile = action({
  name: 'files.put',
  unlogged: true,
  may,
  fields: {
    id: field.ref().required(),
    part: field.integer(0).required(),
    data: field.text(PART_TEXT).required().doc('As base64'),
  },
  async run(tx, { caller }, { id, part, data }) {
    await putPart(tx, caller, id, part, Buffer.from(data, 'base64'))
    return { id }
  },
})

export const finishGroupFile = action({
  name: 'files.finish',
  logged: 'Added a file to a group',
  done: 'The file is added.',
  may,
  fields: { id: field.ref().required() },
  async run(tx, { caller, note }, { id }) {
    const group = await groupOf(tx, caller, id)
    const { sha256: _, ...kept } = await finishFile(tx, caller, id)
    // Others may have been begun while there was room for one.
    await checkMany(tx, caller.church.id, group, MOST_OF_GROUP)
    note({ target: String(group), detail: { file: id, name: kept.name, bytes: kept.size } })
    return kept
  },
})

export const removeGroupFile = action({
  name: 'files.remove',
  logged: 'Removed a file of a group',
  done: 'The file is removed.',
  may,
  fields: { id: field.ref().required() },
  async run(tx, { caller, note }, { id }) {
    const group = await groupOf(tx, caller, id)
    if (!(await dropFile(tx, caller.church.id, id))) throw new ApiError('not_found')
    note({ target: String(group), detail: { file: id } })
    return { id }
  },
})

/** @throws ApiError `plan_limit_reached` where a group keeps more files than that */
async function checkMany(tx: Tx, church: number, group: number, most: number): Promise<void> {
  const found = await tx.first<{ n: number }>(sql`select count(*)::integer as n from files
    where church_id = ${church} and group_id = ${group} and status = 'kept'`)
  if ((found?.n ?? 0) <= most) return
  throw new ApiError('plan_limit_reached', {
    message: because('A group keeps {most} files. Remove some first.', { most: MOST_OF_GROUP }),
  })
}

/** The group of a file, in sight. @throws ApiError `not_found` */
async function groupOf(db: Db | Tx, caller: Caller, id: number): Promise<number> {
  const found = await db.first<{ group_id: number }>(sql`select group_id from files
    where church_id = ${caller.church.id} and id = ${id} and group_id is not null`)
  if (found === undefined) throw new ApiError('not_found')
  await checkVisible(db, groups, caller, found.group_id)
  return found.group_id
}

/** The files of a group, the latest first. */
export const groupFilesView = view({
  name: 'group_files',
  may: within(SEE_GROUPS),
  fields: { id: field.ref('groups').required() },
  async run({ read }, caller, { id }): Promise<GroupFile[]> {
    await checkVisible(read, groups, caller, id)
    return await filesOf(read, caller.church.id, id, MOST_OF_GROUP)
  },
})

/** Files of a group, the latest first. */
export async function filesOf(read: Db, church: number, group: number, most: number): Promise<GroupFile[]> {
  const rows = await read.all<GroupFile>(sql`select id, name, mime, size, added_by, created_at from files
    where church_id = ${church} and group_id = ${group} and status = 'kept' order by id desc limit ${most}`)
  return rows.map(row => ({ ...row, created_at: printTimestamp(row.created_at) }))
}

/** A file that is kept with a group; undefined for none. */
export const keptFile = (read: Db, church: number, id: number): Promise<KeptFile | undefined> =>
  read.first<KeptFile>(sql`select id, name, mime, size, encode(sha256, 'hex') as sha256 from files
    where church_id = ${church} and id = ${id} and status = 'kept' and group_id is not null`)

/** A file, to be saved. */
export const fileView = view({
  name: 'file',
  may: within(SEE_GROUPS),
  fields: { id: field.ref().required() },
  async run({ read }, caller, { id }): Promise<MadeFile> {
    await groupOf(read, caller, id)
    const church = caller.church.id
    const file = await keptFile(read, church, id)
    if (file === undefined) throw new ApiError('not_found')
    return new MadeFile(file.name, file.mime, contentOf(read, church, file))
  },
})
