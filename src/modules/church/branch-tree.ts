/** The branch tree of a church, in memory: what lies below a branch. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { BranchTree } from '../../resource/caller.ts'

/** A branch and the branch above it. */
export interface BranchLink {
  id: number
  parent_id: number | null
}

/** Makes the tree from its links; answers are remembered. */
export function branchTree(links: readonly BranchLink[]): BranchTree {
  const children = new Map<number, number[]>(links.map(({ id }) => [id, []]))
  for (const { id, parent_id } of links) if (parent_id !== null) children.get(parent_id)?.push(id)
  const known = new Map<number, readonly number[]>()
  const below = (branch: number): readonly number[] => {
    const found = known.get(branch)
    if (found !== undefined) return found
    const all = children.has(branch) ? [branch] : []
    // The list grows while it is walked: breadth first, each branch once.
    for (const one of all) all.push(...(children.get(one) ?? []))
    known.set(branch, all)
    return all
  }
  return { size: links.length, has: branch => children.has(branch), below }
}

/** A branch and those below it, as they are now; none for one that is gone. */
export async function branchesBelow(db: Db, church: number, branch: number): Promise<readonly number[]> {
  const links = await db.all<BranchLink>(
    sql`select id, parent_id from branches where church_id = ${church} order by id`,
  )
  return branchTree(links).below(branch)
}
