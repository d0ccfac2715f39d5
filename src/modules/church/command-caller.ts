/** The command line as a caller: whoever stands at it may do everything in the church. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { type BranchLink, branchTree } from './branch-tree.ts'

export async function commandCaller(read: Db, church: Church, scopes: readonly string[]): Promise<Caller> {
  const links = await read.all<BranchLink>(
    sql`select id, parent_id from branches where church_id = ${church.id} order by id`,
  )
  return {
    by: { kind: 'command' },
    account: `${church.id}.command.${JSON.stringify(links)}`,
    church,
    scopes,
    branches: branchTree(links),
    branch_id: null,
    visible: null,
  }
}
