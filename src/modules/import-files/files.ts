/** Files that are about to be imported through the console: kept in parts, since nodes share nothing but the database. */
import type { Db, Topic, Tx } from '../../db/database.ts'
import { empty, type Sql, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { type Caller, type Church, personOf } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { ImportFile } from '../../resource/import-file.ts'
import { readAsBefore, type SaidMapping } from '../../resource/import-proposal.ts'
import { because } from '../../texts/because.ts'
import { isTheirs } from './kinds.ts'

/** Bytes of the largest file. */
export const MOST_BYTES = 25 * 1024 * 1024
/** Bytes of one part: as text it fits into a request. */
export const PART_BYTES = 150_000
/** Characters of a part as base64. */
export const PART_TEXT = Math.ceil(PART_BYTES / 3) * 4
/** Files that somebody has at once: of more, the oldest is let go of. */
const MOST_FILES = 5

/** Told after the commit: a file is to be imported. */
export const IMPORT_FILES: Topic<{ church_id: number; id: number }> = { name: 'import files' }

/** What becomes of a file. */
export type FileStatus = 'draft' | 'checked' | 'running' | 'done' | 'failed'

/** What was decided of a file, beside how its columns are read. */
export interface SaidOfFile extends SaidMapping {
  encoding?: string | undefined
  sheet?: string | undefined
  /** Whether rows that were imported before are imported once more. */
  again?: boolean | undefined
}

/** A file, without what is in it. */
export interface FileRecord {
  id: number
  name: string
  bytes: number
  status: FileStatus
  kind: string | null
  said: SaidOfFile
  /** False where only the report of its import is left. */
  is_whole: boolean
}

/**
 * A file of whoever asks; nobody else knows of it.
 * @param more what else is read of it: further columns, behind a comma
 * @throws ApiError `not_found`; `not_permitted` where their role is another one by now, and may not write such records
 */
export async function findFile<More extends object = object>(
  db: Db,
  house: HouseFacts,
  caller: Caller,
  id: number,
  more: Sql = empty,
): Promise<FileRecord & More> {
  const row = await db.first<
    Omit<FileRecord, 'said'> & { said: string } & More
  >(sql`select id, name, bytes, status, kind,
      said::text, emptied_at is null as is_whole${more} from import_files
    where church_id = ${caller.church.id} and id = ${id} and user_id = ${personOf(caller).id}`)
  if (row === undefined) throw new ApiError('not_found')
  if (row.kind !== null && !isTheirs(house, caller, row.kind)) throw new ApiError('not_permitted')
  return { ...row, said: JSON.parse(row.said) as SaidOfFile }
}

/** Begins to keep a file. @returns its id */
export async function beginFile(tx: Tx, caller: Caller, name: string, bytes: number): Promise<number> {
  const { church } = caller
  const { id: user, name: user_name, membership, role } = personOf(caller)
  const old = await tx.all<{ id: number; status: FileStatus }>(sql`select id, status from import_files
    where church_id = ${church.id} and user_id = ${user} and status <> 'running' and emptied_at is null
    order by id desc offset ${MOST_FILES - 1}`)
  for (const file of old) await letGo(tx, church.id, file)
  const made = await tx.first<{ id: number }>(sql`insert into import_files
      (church_id, user_id, user_name, membership, role, name, bytes, created_at, updated_at)
    values (${church.id}, ${user}, ${user_name}, ${membership}, ${role}, ${name}, ${bytes}, ${tx.now}::timestamptz,
      ${tx.now}::timestamptz) returning id`)
  return made?.id ?? 0
}

/** Keeps a part. @throws ApiError `validation_failed` for one that the file has no place for */
export async function putPart(
  tx: Tx,
  house: HouseFacts,
  caller: Caller,
  { id, part, data }: { id: number; part: number; data: Buffer },
): Promise<void> {
  const { bytes, status } = await findFile(tx, house, caller, id)
  const begins = part * PART_BYTES
  if (status !== 'draft' || begins >= bytes || data.length !== Math.min(PART_BYTES, bytes - begins)) {
    throw new ApiError('validation_failed', { message: because('This is no part of the file. Choose the file again.') })
  }
  await tx.run(sql`insert into import_file_parts (church_id, file_id, part, data)
    values (${caller.church.id}, ${id}, ${part}, decode(${data.toString('base64')}, 'base64'))
    on conflict (church_id, file_id, part) do update set data = excluded.data`)
}

/** Forgets a file, with all that was made of it. */
export async function dropFile(tx: Tx, church: number, id: number): Promise<void> {
  await dropRows(tx, church, id)
  await tx.run(sql`delete from import_file_parts where church_id = ${church} and file_id = ${id}`)
  await tx.run(sql`delete from import_files where church_id = ${church} and id = ${id}`)
}

/** Rows that a statement deletes or looks through, so that none runs out of its time. */
export const STRETCH = 20_000

async function dropRows(tx: Tx, church: number, id: number): Promise<void> {
  const mine = sql`church_id = ${church} and file_id = ${id}`
  for (let isMore = true; isMore; ) {
    const last = await tx.first<{ line: number }>(sql`select line from import_file_rows where ${mine}
      order by line limit 1 offset ${STRETCH - 1}`)
    isMore = last !== undefined
    await tx.run(sql`delete from import_file_rows where ${mine} and ${isMore ? sql`line <= ${last?.line}` : sql`true`}`)
  }
}

/** Lets go of a file. Of one that was imported the report stays, unless that is over, too. */
export async function letGo(
  tx: Tx,
  church: number,
  { id, status }: Pick<FileRecord, 'id' | 'status'>,
  isOver = false,
): Promise<void> {
  if (status !== 'done' || isOver) return await dropFile(tx, church, id)
  await tx.run(sql`delete from import_file_parts where church_id = ${church} and file_id = ${id}`)
  await emptied(tx, church, sql`id = ${id}`)
}

/** What is left of files that were imported: no word of theirs but the titles of their columns, and what became of each row. */
export async function emptied(tx: Tx, church: number, which: Sql): Promise<void> {
  await tx.run(sql`update import_files set emptied_at = ${tx.now}::timestamptz, said = '{}'::jsonb, read_as = null,
      report = (report - '{names,phones}'::text[]) || '{"notes": []}'::jsonb
    where church_id = ${church} and status = 'done' and emptied_at is null and ${which}`)
}

/** Puts a file together and reads it. @throws ImportError; ApiError where parts are missing */
export async function openFile(
  db: Db,
  church: Church,
  { id, name, bytes }: Pick<FileRecord, 'id' | 'name' | 'bytes'>,
  { encoding, sheet }: SaidOfFile,
): Promise<ImportFile> {
  const whole = Buffer.alloc(bytes)
  let read = 0
  // One by one: all of them as text would be more than the file.
  for (let part = 0; part * PART_BYTES < bytes; part += 1) {
    const row = await db.first<{ data: string }>(sql`select encode(data, 'base64') as data from import_file_parts
      where church_id = ${church.id} and file_id = ${id} and part = ${part}`)
    read += whole.write(row?.data ?? '', part * PART_BYTES, 'base64')
  }
  if (read !== bytes) {
    throw new ApiError('validation_failed', {
      message: because('The file did not arrive as a whole. Choose it again.'),
    })
  }
  return await readAsBefore(db, church, name, whole, { encoding, sheet })
}
