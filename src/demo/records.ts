/** Writes the branches, families and people of the demo church. */
import type { Tx } from '../db/database.ts'
import { raw, sql } from '../db/sql.ts'
import { listed } from '../resource/demo.ts'
import type { InventedFamily, InventedPerson } from './people.ts'

/** Name, level, and the place of the branch above; the first hangs below the head branch. */
const BRANCHES = [
  ['Lagos Region', 'region', null],
  ['Western Region', 'region', null],
  ['Ikeja', 'branch', 0],
  ['Lekki', 'branch', 0],
  ['Surulere', 'branch', 0],
  ['Ibadan', 'branch', 1],
  ['Abeokuta', 'branch', 1],
] as const

export async function insertBranches(tx: Tx, church: number, head: number): Promise<number[]> {
  const ids: number[] = []
  for (const [name, level, above] of BRANCHES) {
    const parent = above === null ? head : ids[above]
    const row = await tx.first<{ id: number }>(sql`
      insert into branches (church_id, parent_id, depth, name, level, country, currency, timezone)
      select church_id, id, depth + 1, ${name}, ${level}, country, currency, timezone from branches
      where church_id = ${church} and id = ${parent} returning id`)
    ids.push(row?.id ?? 0)
  }
  return [head, ...ids]
}

export async function insertFamilies(
  tx: Tx,
  church: number,
  branches: readonly number[],
  families: readonly InventedFamily[],
): Promise<number[]> {
  const list = families.map(({ branch, ...family }) => ({ ...family, branch_id: branches[branch] }))
  const inserted = await tx.all<{ id: number }>(sql`
    insert into families (church_id, name, address, branch_id)
    select ${church}, name, address, branch_id
    from ${listed(list, 'name text, address text, branch_id bigint')} order by ordinality returning id`)
  return inserted.map(({ id }) => id)
}

export async function insertPeople(
  tx: Tx,
  church: number,
  branches: readonly number[],
  families: readonly number[],
  people: readonly InventedPerson[],
): Promise<number[]> {
  const list = people.map(({ branch, family, ...person }) => ({
    ...person,
    branch_id: branches[branch],
    family_id: family === null ? null : families[family],
  }))
  const dates = 'dob date, membership_date date, first_visit_date date'
  const words =
    'family_role, title, first_name, last_name, gender, marital_status, email, phone, city, occupation, language, status, source'
  const ofEach = raw(words.replace(/\w+/g, 'one.$&'))
  const types = `branch_id bigint, family_id bigint, ${words.replaceAll(',', ' text,')} text, ${dates}`
  const inserted = await tx.all<{ id: number }>(sql`
    insert into people (church_id, member_no, country, branch_id, family_id, ${raw(words)}, dob, membership_date,
      first_visit_date)
    select ${church}, lpad(ordinality::text, 6, '0'), home.country, one.branch_id, one.family_id, ${ofEach}, one.dob,
      one.membership_date, one.first_visit_date
    from churches as home cross join ${listed(list, types)} as one where home.id = ${church} order by ordinality returning id`)
  await tx.run(sql`update churches set last_member_no = ${people.length} where id = ${church}`)
  return inserted.map(({ id }) => id)
}
