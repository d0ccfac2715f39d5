/** Who asked for an import to be taken back, as they are when its turn comes: between the two a group may be hidden from them. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Agent, Caller, Church } from '../../resource/caller.ts'
import type { ImportedBy } from '../../resource/import-record.ts'
import type { Role } from '../../resource/roles.ts'
import { commandCaller } from '../church/command-caller.ts'

/** Whoever is not of the church any more sees what everybody sees. */
export async function askerOf(
  db: Db,
  church: Church,
  { by, membership }: { by: ImportedBy; membership: number | null },
): Promise<Caller> {
  const command = await commandCaller(db, church, [])
  if (by.kind === 'command_line') return command
  const found = await db.first<{ role: Role }>(sql`select role from memberships
    where church_id = ${church.id} and id = ${membership}::bigint`)
  const name = by.name ?? ''
  const agent: Agent =
    found === undefined || membership === null
      ? { kind: 'worker', name }
      : { kind: 'person', id: '', name, role: found.role, session: '', membership }
  return { ...command, by: agent }
}
