/** Adds a branch to the tree. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { lineProblem } from '../../lib/line.ts'
import type { Church } from '../../resource/caller.ts'
import { accountsSeen, raiseAccountVersion } from './node-lease.ts'

export interface NewBranch {
  name: string
  /** The branch above; the head branch where missing. */
  parent_id?: number | undefined
  code?: string | undefined
  level?: string | undefined
}

export interface CreatedBranch {
  id: number
  parent_id: number
  depth: number
  name: string
}

/** @throws ApiError `validation_failed` for a name out of bounds or a parent the church does not have */
export async function createBranch(database: Database, church: Church, input: NewBranch): Promise<CreatedBranch> {
  const problems = new Problems()
  const name = input.name.trim()
  const nameProblem = lineProblem(name, 190)
  if (nameProblem !== undefined) problems.add('name', nameProblem)
  problems.throwIfAny()
  const { branch, version } = await database.write(church.id, async tx => {
    const parent = input.parent_id ?? church.hq_branch_id
    const row = await tx.first<CreatedBranch>(sql`
      insert into branches (church_id, parent_id, depth, name, code, level, country, currency, timezone, created_at)
      select church_id, id, depth + 1, ${name}, ${input.code ?? null}, ${input.level ?? 'branch'}, country, currency,
        timezone, ${tx.now}::timestamptz
      from branches where church_id = ${church.id} and id = ${parent}
      returning id, parent_id, depth, name`)
    if (row === undefined) {
      problems.add('parent_id', 'names no branch of this church')
      problems.throwIfAny()
      throw new Error('Without a parent, there is a problem.')
    }
    return { branch: row, version: await raiseAccountVersion(tx) }
  })
  await accountsSeen(database, version)
  return branch
}
