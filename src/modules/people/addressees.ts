/** People as those who write to them need them: addresses, opt-ins, and what merge tags stand for. */
import { type Db, idArray } from '../../db/database.ts'
import { join, raw, type Sql, sql } from '../../db/sql.ts'
import { type Caller, canSee } from '../../resource/caller.ts'

/** A person who can be written to. */
export interface Addressee {
  id: number
  branch_id: number
  branch_name: string
  title: string | null
  first_name: string
  last_name: string | null
  full_name: string
  member_no: string
  email: string | null
  phone: string | null
  phone2: string | null
  whatsapp: string | null
  sms_opt_in: boolean
  email_opt_in: boolean
  whatsapp_opt_in: boolean
  /** Whoever has died is written to no more. */
  deceased: boolean
  /** In which they are written to (BCP 47); null for the church's. */
  language: string | null
}

const COLUMNS = raw(`p.id, p.branch_id, b.name as branch_name, p.title, p.first_name, p.last_name, p.full_name,
  p.member_no, p.email, p.phone, p.phone2, p.whatsapp, p.sms_opt_in, p.email_opt_in, p.whatsapp_opt_in,
  p.status = 'deceased' as deceased, p.language`)

const BRANCH = raw('join branches b on b.church_id = p.church_id and b.id = p.branch_id')

/**
 * The people of a list of ids who are not removed and in the caller's sight, by the id that was asked for: one that was
 * merged away leads to the kept record.
 */
export async function findAddressees(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, Addressee>> {
  const rows = await db.all<Addressee & { asked: number }>(sql`select sent.id as asked, ${COLUMNS} from people as sent
    join people as p on p.church_id = sent.church_id and p.id = coalesce(sent.merged_into_id, sent.id) ${BRANCH}
    where sent.church_id = ${caller.church.id} and sent.id = any(${idArray(ids)}) and not p.removed`)
  return new Map(rows.filter(row => canSee(caller, row.branch_id)).map(({ asked, ...person }) => [asked, person]))
}

/** The columns in which an address of a channel is found. */
const ADDRESSES = {
  sms: ['phone', 'phone2'],
  whatsapp: ['whatsapp', 'phone'],
  email: ['email'],
} as const

/** A channel whose messages have a plain address. */
export type AddressedChannel = keyof typeof ADDRESSES

/** Everyone in the church who has an address, oldest first; removed people have none. @param address E.164 or an e-mail address */
export async function ownersOf(
  db: Db,
  church: number,
  channel: AddressedChannel,
  address: string,
): Promise<Addressee[]> {
  const same: Sql[] = ADDRESSES[channel].map(column =>
    column === 'email' ? sql`lower(p.email) = lower(${address})` : sql`p.${raw(column)} = ${address}`,
  )
  return await addresseesOf(db, church, sql`(${join(same, ' or ')})`)
}

/** Everyone in the church of whom a condition on `people as p` holds, oldest first; removed people are none of them. */
export async function addresseesOf(db: Db, church: number, condition: Sql): Promise<Addressee[]> {
  return await db.all<Addressee>(sql`select ${COLUMNS} from people as p ${BRANCH}
    where p.church_id = ${church} and not p.removed and ${condition} order by p.id`)
}
