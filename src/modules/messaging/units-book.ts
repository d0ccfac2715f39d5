/** The book of SMS units: what a church added, took away and was charged, and what is left. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { action, view } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { churchWide, FINANCE, within } from '../../resource/roles.ts'
import { inParts, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'

const MOST_UNITS = 1_000_000_000

/**
 * Adds units to a church, or takes some away.
 * @returns the balance after that
 * @throws ApiError `validation_failed` for no units, too many, or more taken away than are free
 */
export async function addUnits(tx: Tx, church: Church, units: number, note?: string): Promise<number> {
  const problems = new Problems()
  if (!Number.isSafeInteger(units) || units === 0 || Math.abs(units) > MOST_UNITS) {
    problems.add('units', because('must be a whole number other than 0, at most {most}', { most: MOST_UNITS }))
  }
  problems.throwIfAny()
  await tx.run(sql`insert into sms_accounts (church_id) values (${church.id}) on conflict do nothing`)
  const account = await tx.first<{ balance: number }>(sql`update sms_accounts set balance = balance + ${units}
    where church_id = ${church.id} and balance + ${units} between held and ${Number.MAX_SAFE_INTEGER}
    returning balance`)
  if (account === undefined) {
    problems.add('units', because('takes away more than are free'))
    problems.throwIfAny()
  }
  const balance = account?.balance ?? 0
  await tx.run(sql`insert into sms_entries (church_id, units, balance, note, created_at)
    values (${church.id}, ${units}, ${balance}, ${note ?? null}, ${tx.now}::timestamptz)`)
  return balance
}

export const noteUnits = action({
  name: 'units.add',
  logged: 'Added SMS units',
  may: churchWide(FINANCE),
  stepUp: true,
  fields: { units: field.integer().required(), note: field.text(200).required() },
  target: ({ units }) => String(units),
  run: async (tx, { caller }, { units, note }) => ({ balance: await addUnits(tx, caller.church, units, note) }),
})

/** The units of a church: all it has, and how many of them are set aside for messages on their way. */
export async function unitsLeft(read: Db, church: Church): Promise<{ balance: number; held: number }> {
  const account = await read.first<{ balance: number; held: number }>(
    sql`select balance, held from sms_accounts where church_id = ${church.id}`,
  )
  return account ?? { balance: 0, held: 0 }
}

/** Units that were added, taken away or charged. */
interface UnitsEntry {
  id: number
  units: number
  balance: number
  message_id: number | null
  note: string | null
  created_at: string
}

/** What a screen of units shows. */
export interface Units {
  /** What messages can be sent with. */
  free: number
  /** The whole church's: null for who is limited to a branch. */
  book: { balance: number; held: number; entries: UnitsEntry[] } | null
}

const MOST_ENTRIES = 100
/** Entries of a file that are read at once. */
const FILE_BATCH = 1_000

/** The newest entries of a church, newest first. @param below the id of the last one that was read */
async function listUnits(read: Db, church: Church, most: number, below?: number): Promise<UnitsEntry[]> {
  const behind = below === undefined ? sql`true` : sql`id < ${below}`
  const entries = await read.all<UnitsEntry>(sql`select id, units, balance, message_id, note, created_at
    from sms_entries where church_id = ${church.id} and ${behind} order by id desc limit ${most}`)
  return entries.map(entry => ({ ...entry, created_at: printTimestamp(entry.created_at) }))
}

/** The units, as far as the caller may see them. */
export const units = view({
  name: 'units',
  may: within([...FINANCE, 'staff']),
  fields: {},
  async run({ read }, { church, visible }): Promise<Units> {
    const left = await unitsLeft(read, church)
    const book = visible === null ? { ...left, entries: await listUnits(read, church, MOST_ENTRIES) } : null
    return { free: left.balance - left.held, book }
  },
})

/** The whole book as a file. */
export const unitsFile = tableFile({
  name: 'units_file',
  may: churchWide([...FINANCE, 'staff']),
  fields: {},
  called: 'sms-units',
  columns: {
    created_at: (one: UnitsEntry) => one.created_at,
    units: one => one.units,
    balance: one => one.balance,
    message_id: one => one.message_id,
    note: one => one.note,
  },
  rows: ({ read }, { church }) => inParts(FILE_BATCH, last => listUnits(read, church, FILE_BATCH, last?.id)),
})
