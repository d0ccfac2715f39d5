/**
 * Removes churches whose waiting time is over, row by row of every table that is theirs, in pieces: whoever is killed on the
 * way is followed by another, who goes on where the rows are.
 */
import { type Database, type Db, NO_CHURCH, type Tx } from '../db/database.ts'
import { every, ident, join, type Sql, sql } from '../db/sql.ts'
import type { Log } from '../lib/log.ts'
import { raiseAccountVersion } from '../modules/church/node-lease.ts'
import { letGo } from '../modules/church/taken.ts'
import { type Table, tablesOfChurch } from './tables.ts'

/** Rows a statement deletes, so that none holds its locks for long. */
const PIECE = 2_000
/** For so long rows are looked for that a node wrote which had not heard of the end. */
const SWEPT = sql`interval '1 day'`
/** Deleted with the church itself: they tell which users are nobody's any more. */
const LAST = 'memberships'
/** Lines of it are only deleted by a function of its owner. */
const AUDIT = 'audit_log'

/** Removes what is due. @param stop ends it between two pieces */
export async function removeChurches(database: Database, log: Log, stop?: AbortSignal): Promise<void> {
  await sweep(database, log)
  for (const { id, slug } of await dueChurches(database)) {
    if (stop?.aborted) return
    const named = { church: slug, church_id: id }
    try {
      if (await remove(database, id, stop)) log.info(named, 'A church was removed, with everything on record')
    } catch (error) {
      // The others have their turn, and this one has it again.
      log.error({ err: error, ...named }, 'A church could not be removed, and will be tried again')
    }
  }
}

/** @returns false for one that was taken back, or where it was ended on the way */
async function remove(database: Database, id: number, stop?: AbortSignal): Promise<boolean> {
  if (!(await database.writeAlone(id, tx => begin(tx, id)))) return false
  const tables = (await tablesOfChurch(database.read)).reverse()
  for (const table of tables) {
    if (table.name !== LAST) await removeRows(database, id, table, stop)
    if (stop?.aborted) return false
  }
  // Once more: a node that had not heard of the end may have written lines since.
  for (const table of tables) if (table.name === AUDIT) await removeRows(database, id, table, stop)
  await database.writeAlone(id, tx => end(tx, id, tables))
  return true
}

const dueChurches = ({ read }: { read: Db }): Promise<{ id: number; slug: string }[]> =>
  read.all(sql`select id, slug from churches where remove_at <= now() order by remove_at`)

/** From here on nobody can take it back. @returns whether it is still to be removed */
async function begin(tx: Tx, church: number): Promise<boolean> {
  const found = await tx.first(sql`update churches set status = 'removing'
    where id = ${church} and remove_at <= ${tx.now}::timestamptz returning id`)
  return found !== undefined
}

async function removeRows(database: Database, church: number, table: Table, stop?: AbortSignal): Promise<void> {
  for (;;) {
    const removed = await database.write(NO_CHURCH, tx => removePiece(tx, church, table))
    if (removed < PIECE || stop?.aborted) return
  }
}

/** @returns how many rows went; those without a key go all at once */
async function removePiece(tx: Tx, church: number, { name, key, own, columns }: Table): Promise<number> {
  if (name === AUDIT) {
    const lines = await tx.first<{ n: number }>(sql`select remove_audit_lines(${church}::bigint, ${PIECE}) as n`)
    return lines?.n ?? 0
  }
  const mine = sql`church_id = ${church}`
  if (key.length === 0) {
    await tx.run(sql`delete from ${ident(name)} where ${mine}`)
    return 0
  }
  const keys = join(key.map(ident))
  const piece = (which: Sql, order: Sql): Sql =>
    sql`${mine} and (${keys}) in (select ${keys} from ${ident(name)} where ${mine} and ${which}${order} limit ${PIECE})`
  const deep = columns.some(column => column.name === 'depth')
  const free = deep ? [] : own
  // Those that name others of their table let go of them first; where a depth is told, the deepest go first.
  for (const column of free.map(ident)) {
    const freed = await tx.run(sql`update ${ident(name)} set ${column} = null
      where ${piece(sql`${column} is not null`, sql``)}`)
    if (freed > 0) return PIECE
  }
  return await tx.run(
    sql`delete from ${ident(name)} where ${piece(every([]), deep ? sql` order by depth desc` : sql``)}`,
  )
}

/** Deletes the church, what was written meanwhile, and users who belong to nothing else. */
async function end(tx: Tx, church: number, tables: readonly Table[]): Promise<void> {
  // On Citus users cannot be deleted behind what asks several shards at once; elsewhere it is a setting that nobody reads.
  await tx.run(sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`)
  for (const table of tables) {
    // Lines of the log were deleted right before, and one that comes even later holds the church back until the next time: on Citus no transaction may go on
    // where another role changed something.
    if (table.name === LAST || table.name === AUDIT) continue
    while ((await removePiece(tx, church, table)) === PIECE) {}
  }
  const users = await tx.all<{ id: string }>(sql`select u.id from users u join memberships m on m.user_id = u.id
    where m.church_id = ${church} order by u.id for update of u`)
  await tx.run(sql`delete from memberships where church_id = ${church}`)
  const ids = users.map(({ id }) => id)
  const elsewhere = await tx.all<{ id: string }>(
    sql`select distinct user_id as id from memberships where user_id = any(${ids}::text[])`,
  )
  const alone = ids.filter(id => !elsewhere.some(one => one.id === id))
  await tx.run(sql`delete from users where id = any(${alone}::text[])`)
  await tx.run(sql`insert into removed_churches (id, slug, closed_at, removed_at)
    select id, slug, closed_at, ${tx.now}::timestamptz from churches where id = ${church}`)
  await tx.run(sql`delete from churches where id = ${church}`)
  await letGo(tx, church)
  await raiseAccountVersion(tx)
}

/** Deletes what came late: most tables cannot take it any more, those without a foreign key to churches can. */
async function sweep(database: Database, log: Log): Promise<void> {
  const gone = await database.read.all<{ id: number }>(
    sql`select id from removed_churches where removed_at > now() - ${SWEPT}`,
  )
  if (gone.length === 0) return
  const tables = (await tablesOfChurch(database.read)).filter(({ name }) => name !== AUDIT)
  for (const { id } of gone) {
    try {
      for (const table of tables) await removeRows(database, id, table)
    } catch (error) {
      log.error(
        { err: error, church_id: id },
        'What came late of a church could not be removed, and will be tried again',
      )
    }
  }
}
