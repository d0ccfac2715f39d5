/** Finds branches by id or by name, for imports. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import type { Church } from '../../resource/caller.ts'
import type { KnownNames } from '../../resource/import-meanings.ts'
import type { NamedInFiles } from '../../resource/in-files.ts'
import { because } from '../../texts/because.ts'

/** The branch a row means: by id, by name (without case), or undefined where it names none. Adds a problem if it cannot be. */
export type FindBranch = (id: number | undefined, name: string | undefined, problems: Problems) => number | undefined

/** Loads the names once. */
export async function branchFinder(db: Db, { id: church }: Church): Promise<FindBranch> {
  const branches = await db.all<{ id: number; name: string }>(
    sql`select id, name from branches where church_id = ${church}`,
  )
  const ids = new Set(branches.map(({ id }) => id))
  const named = (name: string) => branches.filter(branch => branch.name.toLowerCase() === name.toLowerCase())
  return (id, name, problems) => {
    if (id !== undefined) {
      if (!ids.has(id)) problems.add('branch_id', because('names no branch of this church'))
      return id
    }
    if (name === undefined) return undefined
    const [found, ...more] = named(name)
    if (found === undefined)
      problems.add('branch', because('"{name}" is not on record: add it first, or say which branch is meant', { name }))
    if (more.length > 0) problems.add('branch', because('several branches are named "{name}": use branch_id', { name }))
    return found?.id
  }
}

/** How files name a branch. */
export const branchInFiles: NamedInFiles = {
  columns: ['branch'],
  written: 'name',
  known: branchNames,
  async finder(db, church) {
    const find = await branchFinder(db, church)
    return ({ id, texts }, problems) => {
      const found = find(id, texts.get('branch'), problems)
      return found === undefined ? undefined : { id: found, branch_id: found }
    }
  },
}

/** The branches of a church as files may name them; what is called "HQ" and the like is the head branch. */
export async function branchNames(db: Db, church: Church): Promise<Record<'branch', KnownNames>> {
  const branches = await db.all<{ id: number; name: string }>(
    sql`select id, name from branches where church_id = ${church.id} order by id`,
  )
  const head = branches.find(({ id }) => id === church.hq_branch_id)?.name
  return { branch: { names: branches.map(({ name }) => name), head } }
}
