/** Somebody asks to join a group: they become a member at once where that is open, else a leader decides. */
import { createHash } from 'node:crypto'
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { fold } from '../../lib/fold.ts'
import type { Church } from '../../resource/caller.ts'
import { insertRow } from '../../resource/creation.ts'
import type { Values } from '../../resource/rows.ts'
import { because } from '../../texts/because.ts'
import type { Author } from '../people/history.ts'
import { addMembers, checkTakes, holdGroup, type LockedGroup, placesLeft } from './add-members.ts'
import { tellAsked } from './events.ts'
import { type requestFields, requestPrinter } from './request-fields.ts'
import { tellLeaders } from './tell-leaders.ts'

/** Who asks for what. */
export interface Asking {
  group_id: number
  person_id?: number | null | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  message?: string | null | undefined
}

/** How it came. */
export interface AskedBy {
  by: Author
  source: 'api' | 'console' | 'form'
  /** Whether who asks may know who belongs to the group: to others a request of a member is answered as that of anybody. */
  seesMembers: boolean
  /** By the clock of who works. */
  now: Date
}

/** The request, and whether it was there before. */
export interface AskedToJoin {
  row: TextRow
  found: boolean
}

/**
 * Keeps a request, and accepts it at once for somebody on record where the group is open and has a place. The same again is
 * the one that waits already.
 * @throws ApiError `validation_failed` where the group takes no requests, or they are a member already and who asks may know that
 */
export async function askToJoin(
  tx: Tx,
  church: Church,
  asking: Asking,
  { by, source, seesMembers, now }: AskedBy,
): Promise<AskedToJoin> {
  const group = await holdGroup(tx, church.id, asking.group_id)
  const digest = digestOf(asking)
  const waiting = await waitingOf(tx, church.id, asking, digest)
  if (waiting !== undefined) return { row: waiting, found: true }
  await check(tx, church.id, group, seesMembers ? asking.person_id : null)
  const joins = group.joining === 'open' && placesLeft(group) > 0 && typeof asking.person_id === 'number'
  const decided: Values<typeof requestFields> = joins
    ? { status: 'accepted', decided_at: tx.now, decided_by: by.name }
    : {}
  // The digest is no field: nobody is shown it.
  const values = { ...asking, branch_id: group.branch_id, source, digest, ...decided }
  const row = await insertRow(tx, { name: 'join_requests', printer: requestPrinter }, church.id, values)
  if (joins) {
    const who = sql`id = ${asking.person_id} and not removed`
    await addMembers(tx, church, group, who, { role: 'member', source: 'open', by, bulk: false })
  } else {
    await tellAsked(tx, church, group, requestPrinter.print(row))
    await tellLeaders(tx, church, group, Number(requestPrinter.column(row, 'id')), now)
  }
  return { row, found: false }
}

/** Of the group and of who asks; what they write beside it makes no other request. */
function digestOf({ group_id, person_id, name, email, phone }: Asking): string {
  const who = typeof person_id === 'number' ? [person_id] : [fold(name ?? ''), email?.toLowerCase() ?? '', phone ?? '']
  return createHash('sha256')
    .update(JSON.stringify([group_id, ...who]))
    .digest('hex')
}

async function waitingOf(
  tx: Tx,
  church: number,
  { group_id, person_id }: Asking,
  digest: string,
): Promise<TextRow | undefined> {
  const [row] = await tx.text(sql`select ${requestPrinter.columnsIn(church)} from join_requests as t
    where church_id = ${church} and status = 'pending' and group_id = ${group_id}
      and (digest = ${digest} or person_id = ${person_id ?? null}::bigint) order by id limit 1`)
  return row
}

async function check(tx: Tx, church: number, group: LockedGroup, person: number | null | undefined): Promise<void> {
  const problems = new Problems()
  checkTakes(group, problems)
  if (group.joining === 'closed') problems.add('group_id', because('names a group that takes no requests'))
  const member =
    typeof person === 'number' &&
    (await tx.first(sql`select 1 from group_members where church_id = ${church} and group_id = ${group.id}
      and person_id = ${person} and status = 'active'`))
  if (member) problems.add('person_id', because('is a member of the group already'))
  problems.throwIfAny()
}
