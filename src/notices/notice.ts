/** Notices to the administrators of a church (spec, Events, Delivery rules 4): recorded always, mailed where possible. */
import { type Database, idArray, type Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { action } from '../resource/action.ts'
import { NOBODY } from '../resource/roles.ts'
import * as field from '../resource/types.ts'
import { ENGLISH } from '../texts/language.ts'
import { type Said, saidIn } from '../texts/said.ts'

/** Notices that are named at once. */
const MOST_IDS = 1_000

/** What happened and what to do. */
interface NewNotice {
  /** Such as `webhook_paused`. */
  kind: string
  /** Texts of the catalogues (`msg`). */
  title: string
  body: string
  /** What stands in their placeholders. */
  values?: Said['values']
}

/** A notice as lists show it. */
export interface Notice extends Omit<NewNotice, 'values'> {
  id: number
  created_at: string
  read_at: string | null
  mailed_at: string | null
  /** Why the last attempt to mail it failed, or which of several addresses were refused. */
  mail_error: string | null
}

/**
 * Records a notice in the transaction of what it tells of; it is mailed after that in the language of the church, if that has
 * addresses. Lists of commands show it in English.
 */
export async function postNotice(tx: Tx, church: number, { kind, values, ...texts }: NewNotice): Promise<void> {
  const said = { title: wording(texts.title, values), body: wording(texts.body, values) }
  const [title, body] = [said.title, said.body].map(one => saidIn(ENGLISH, one))
  await tx.run(sql`insert into notices (church_id, kind, title, body, said, created_at, mail_due_at)
    select id, ${kind}, ${title}, ${body}, ${JSON.stringify(said)}::jsonb, ${tx.now}::timestamptz,
      case when notice_emails <> '{}' then ${tx.now}::timestamptz end
    from churches where id = ${church}`)
}

const wording = (message: string, values: Said['values']): Said => ({ message, ...(values && { values }) })

/** The newest 200 notices of a church, newest first. */
export async function listNotices(
  database: Database,
  church: number,
  { unread = false }: { unread?: boolean } = {},
): Promise<Notice[]> {
  const rows = await database.read.all<Notice>(sql`
    select id, kind, title, body, created_at, read_at, mailed_at, mail_error from notices
    where church_id = ${church} and (read_at is null or ${!unread}::boolean) order by id desc limit 200`)
  const moment = (text: string | null): string | null => (text === null ? null : printTimestamp(text))
  return rows.map(row => ({
    ...row,
    created_at: printTimestamp(row.created_at),
    read_at: moment(row.read_at),
    mailed_at: moment(row.mailed_at),
  }))
}

/** Marks notices as read: those named, or all. */
export const readNotices = action({
  name: 'notices.read',
  may: NOBODY,
  fields: { ids: field.idList(MOST_IDS).settable() },
  async run(tx, { caller }, { ids }) {
    const church = caller.church.id
    if (ids !== undefined) await checkNotices(tx, church, ids)
    const which = ids === undefined ? sql`true` : sql`id = any(${idArray(ids)})`
    const read = await tx.run(sql`update notices set read_at = ${tx.now}::timestamptz
      where church_id = ${church} and read_at is null and ${which}`)
    return { read }
  },
})

/** @throws ApiError `not_found` naming every id that the church does not have */
async function checkNotices(tx: Tx, church: number, ids: readonly number[]): Promise<void> {
  const missing = await tx.all<{ id: number }>(sql`select id from unnest(${idArray(ids)}) as named (id)
    where not exists (select 1 from notices n where n.church_id = ${church} and n.id = named.id)`)
  if (missing.length === 0) return
  throw new ApiError('not_found', { message: `This church has no notice ${missing.map(one => one.id).join(', ')}.` })
}
