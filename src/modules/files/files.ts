/**
 * Files that are kept with records. They arrive in parts that fit into a request, and are kept in these parts: no node ever holds a
 * whole one. What is in them is kept once for each church, however many files have it, and goes with the last of them.
 */
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { fileName } from '../../lib/file-name.ts'
import type { Caller } from '../../resource/caller.ts'
import { because } from '../../texts/because.ts'
import { authorOf } from '../people/history.ts'
import { HEAD_BYTES, KINDS_IN_WORDS, kindOf } from './file-kind.ts'

const MIB = 1024 * 1024
/** Bytes of the largest file. */
export const MOST_BYTES = 10 * MIB
/** Bytes of all that a church keeps. */
export const MOST_OF_CHURCH = 1024 * MIB
/** Bytes of one part: as text it fits into a request. */
export const PART_BYTES = 180_000
/** Characters of a part as base64. */
export const PART_TEXT = (PART_BYTES / 3) * 4
/** Files that somebody sends at once: of more, the oldest is forgotten. */
const MOST_DRAFTS = 5

/** A file that is kept. */
export interface KeptFile {
  id: number
  name: string
  mime: string
  size: number
  /** Of its content, as hexadecimal digits. */
  sha256: string
}

/** Who sends a file: nobody else adds to it. */
const senderOf = ({ by }: Caller): string => (by.kind === 'person' ? by.id : by.kind)

/** Files of a church are kept and dropped one after the other: what two of them have in common is neither lost nor left. */
const holdFiles = (tx: Tx, church: number): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church}/files`}, 1))`)

/**
 * Begins to keep a file.
 * @param bytes of the whole
 * @returns its id
 * @throws ApiError `plan_limit_reached` where the church has no room for it
 */
export async function beginFile(
  tx: Tx,
  caller: Caller,
  of: { name: string; bytes: number; group_id: number },
): Promise<number> {
  const church = caller.church.id
  const sender = senderOf(caller)
  await checkRoom(tx, church, of.bytes)
  const old = await tx.all<{ id: number }>(sql`select id from files where church_id = ${church} and sender = ${sender}
    and status = 'draft' order by id desc offset ${MOST_DRAFTS - 1}`)
  for (const { id } of old) await tx.run(sql`delete from files where church_id = ${church} and id = ${id}`)
  const made = await tx.first<{ id: number }>(sql`
    insert into files (church_id, group_id, name, size, sender, added_by, created_at)
    values (${church}, ${of.group_id}, ${of.name}, ${of.bytes}, ${sender}, ${authorOf(caller).name ?? ''}, ${tx.now}::timestamptz)
    returning id`)
  return made?.id ?? 0
}

/** @throws ApiError `plan_limit_reached` */
async function checkRoom(tx: Tx, church: number, bytes: number): Promise<void> {
  const used = await tx.first<{ bytes: number }>(sql`select coalesce(sum(size), 0)::bigint as bytes from (
      select distinct on (sha256) size from files where church_id = ${church} and status = 'kept' order by sha256) as contents`)
  if ((used?.bytes ?? 0) + bytes <= MOST_OF_CHURCH) return
  const message = because(
    'The files of this church may take {most} MB together, and there is no room for this one. Remove some first.',
    { most: MOST_OF_CHURCH / MIB },
  )
  throw new ApiError('plan_limit_reached', { message })
}

/** A draft of whoever asks. */
interface Draft {
  name: string
  size: number
}

/** Locks a draft. @throws ApiError `not_found` for what is no draft of theirs */
async function lockDraft(tx: Tx, caller: Caller, id: number): Promise<Draft> {
  const draft = await tx.first<Draft>(sql`select name, size from files
    where church_id = ${caller.church.id} and id = ${id} and sender = ${senderOf(caller)} and status = 'draft' for update`)
  if (draft === undefined) throw new ApiError('not_found')
  return draft
}

/** Keeps a part. @throws ApiError `not_found`; `validation_failed` for one that the file has no place for */
export async function putPart(tx: Tx, caller: Caller, id: number, part: number, data: Buffer): Promise<void> {
  const { size } = await lockDraft(tx, caller, id)
  const begins = part * PART_BYTES
  if (begins >= size || data.length !== Math.min(PART_BYTES, size - begins)) {
    throw new ApiError('validation_failed', { message: because('This is no part of the file. Choose the file again.') })
  }
  await tx.run(sql`insert into file_parts (church_id, file_id, part, data)
    values (${caller.church.id}, ${id}, ${part}, ${data})
    on conflict (church_id, file_id, part) do update set data = excluded.data`)
}

/**
 * Keeps a file whose parts are all there.
 * @throws ApiError `not_found`; `validation_failed` where parts are missing, or for a kind that is not kept; `plan_limit_reached`
 */
export async function finishFile(tx: Tx, caller: Caller, id: number): Promise<KeptFile> {
  const church = caller.church.id
  await holdFiles(tx, church)
  const { name, size } = await lockDraft(tx, caller, id)
  const arrived = await tx.first<{ bytes: number; sha256: string; head: string }>(sql`
    select sum(octet_length(data)) as bytes, encode(sha256(string_agg(data, ''::bytea order by part)), 'hex') as sha256,
      encode(substring(string_agg(data, ''::bytea order by part) filter (where part = 0) from 1 for ${HEAD_BYTES}::integer),
        'base64') as head
    from file_parts where church_id = ${church} and file_id = ${id}`)
  if (arrived === undefined || Number(arrived.bytes) !== size) {
    throw new ApiError('validation_failed', {
      message: because('The file did not arrive as a whole. Choose it again.'),
    })
  }
  const kind = kindOf(Buffer.from(arrived.head, 'base64'), name)
  if (kind === undefined) {
    const message = because('This file is of a kind that is not kept here. What is: {kinds}.', {
      kinds: KINDS_IN_WORDS,
    })
    throw new ApiError('validation_failed', { message })
  }
  const { sha256 } = arrived
  if (!(await isKept(tx, church, sha256))) {
    await checkRoom(tx, church, size)
    await tx.run(sql`insert into file_chunks (church_id, sha256, n, bytes)
      select ${church}, ${`\\x${sha256}`}::bytea, part, data from file_parts
      where church_id = ${church} and file_id = ${id} order by part on conflict do nothing returning n`)
  }
  await tx.run(sql`delete from file_parts where church_id = ${church} and file_id = ${id}`)
  const kept = { id, name: fileName(name, kind.ending, kind.others), mime: kind.mime, size, sha256 }
  await tx.run(sql`update files set status = 'kept', name = ${kept.name}, mime = ${kept.mime}, sha256 = ${`\\x${sha256}`}::bytea,
      created_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id}`)
  return kept
}

const isKept = async (db: Pick<Db, 'first'>, church: number, sha256: string): Promise<boolean> =>
  (await db.first(
    sql`select id from files where church_id = ${church} and sha256 = ${`\\x${sha256}`}::bytea limit 1`,
  )) !== undefined

/** Drops a file, and what was in it where no other one has it. @returns whether it was there */
export async function dropFile(tx: Tx, church: number, id: number): Promise<boolean> {
  await holdFiles(tx, church)
  const gone = await tx.first<{
    sha256: string | null
  }>(sql`delete from files where church_id = ${church} and id = ${id}
    returning encode(sha256, 'hex') as sha256`)
  if (gone === undefined) return false
  if (gone.sha256 !== null && !(await isKept(tx, church, gone.sha256))) {
    await tx.run(sql`delete from file_chunks where church_id = ${church} and sha256 = ${`\\x${gone.sha256}`}::bytea`)
  }
  return true
}

/** Addresses under which files of groups were given out work no longer; new ones do. @param groups that meet this, over their columns */
export const takeBackAddresses = (tx: Tx, church: number, groups: Sql): Promise<number> =>
  tx.run(sql`update files set link_version = link_version + 1
    where church_id = ${church} and group_id in (select id from groups where church_id = ${church} and ${groups})`)

/** Drops drafts that were begun before a moment, and what no file has any more: its record may have gone without it. */
export async function sweepFiles(tx: Tx, church: number, before: string): Promise<void> {
  await holdFiles(tx, church)
  await tx.run(
    sql`delete from files where church_id = ${church} and status = 'draft' and created_at < ${before}::timestamptz`,
  )
  await tx.run(sql`delete from file_chunks where church_id = ${church}
    and sha256 not in (select sha256 from files where church_id = ${church} and sha256 is not null)`)
}

/** What is in a file, part by part as it is asked for. @throws Error where it was dropped meanwhile */
export async function* contentOf(
  read: Db,
  church: number,
  { sha256, size }: Pick<KeptFile, 'sha256' | 'size'>,
): AsyncGenerator<Buffer> {
  for (let n = 0; n * PART_BYTES < size; n += 1) {
    const chunk = await read.first<{ bytes: string }>(sql`select encode(bytes, 'base64') as bytes from file_chunks
      where church_id = ${church} and sha256 = ${`\\x${sha256}`}::bytea and n = ${n}`)
    if (chunk === undefined) throw new Error('The file was removed while it was sent.')
    yield Buffer.from(chunk.bytes, 'base64')
  }
}
