/** The groups of the demo church: two zones with seven cells each, their leaders and members, and some who ask to join. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { insertRow } from '../../resource/creation.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'
import { countAnew } from './add-members.ts'
import { groupPrinter } from './fields.ts'
import { replant } from './tree.ts'

const ZONES = [
  { name: 'Mainland zone', cells: ['Yaba', 'Surulere', 'Ikeja', 'Maryland', 'Gbagada', 'Ogba', 'Mushin'] },
  { name: 'Island zone', cells: ['Lekki', 'Ajah', 'Ikoyi', 'Obalende', 'Ikate', 'Sangotedo', 'Epe'] },
] as const

/** Members of a cell, the first of whom leads. */
const MEMBERS = 9
const CAPACITY = 12

interface DemoMember {
  group: number
  person: number
  role: string
}

/** Adds them. */
export async function gatherInDemo(tx: Tx, { id: church, branches, people, day }: DemoChurch): Promise<void> {
  const add = async (values: object): Promise<number> => {
    const row = await insertRow(tx, { name: 'groups', printer: groupPrinter }, church, {
      branch_id: branches[0],
      ...values,
    })
    const id = Number(groupPrinter.column(row, 'id'))
    await replant(tx, church, id)
    return id
  }
  const members: DemoMember[] = []
  const grown = people.filter(({ dob }) => dob < `${Number(day.slice(0, 4)) - 18}`)
  const cells: number[] = []
  for (const { name, cells: names } of ZONES) {
    const parent_id = await add({ name, kind: 'cell', joining: 'closed' })
    for (const place of names) {
      const open = { capacity: CAPACITY, place, place_public: true, is_listed: true, reports: 'weekly' }
      const group = await add({ name: `${place} cell`, kind: 'cell', parent_id, ...open })
      const first = cells.push(group) * MEMBERS
      const chosen = Array.from({ length: MEMBERS }, (_, at) => grown[(first + at) % grown.length])
      members.push(
        ...chosen.flatMap((one, at) =>
          one === undefined ? [] : [{ group, person: one.id, role: at === 0 ? 'leader' : 'member' }],
        ),
      )
    }
  }
  await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at,
      updated_at)
    select ${church}, one."group", one.person, ${branches[0]}, one.role, ${day}::date - 200, 'console', ${tx.now}::timestamptz,
      ${tx.now}::timestamptz
    from ${listed(members, '"group" bigint, person bigint, role text')} as one ("group", person, role, place)
    on conflict do nothing returning id`)
  await countAnew(tx, church, cells)
  await tx.run(sql`insert into join_requests (church_id, group_id, branch_id, name, email, message, source, digest, created_at,
      updated_at)
    select ${church}, id, branch_id, 'A neighbour', 'neighbour@example.org', 'I live near by and would like to come.', 'form',
      'demo-' || id, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from groups where church_id = ${church} and id = any(${idArray(cells.slice(0, 3))}) order by id`)
}
