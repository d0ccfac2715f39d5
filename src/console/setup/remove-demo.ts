/** Takes the demo's records out of a church that goes on in earnest: asked about with numbers, done in one transaction. */
import { countAnew } from '../../archive/complete.ts'
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { ident, sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { followed, raiseAccountVersion } from '../../modules/church/node-lease.ts'
import { action, view } from '../../resource/action.ts'
import { dropIdleHints } from '../../resource/agenda.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { Resource } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import { rowsOf } from '../../resource/take-back.ts'
import { because } from '../../texts/because.ts'
import type { RecordWords } from '../../texts/resource-phrases.ts'
import { deleteParted, type PartedRows, partDemo } from './demo-records.ts'

/** Records of one kind. */
export interface CountedRecords extends RecordWords {
  count: number
  /** What the first of them are called; empty for records without a name, such as gifts. */
  names: string[]
}

/** What is in a church that began as a demo. */
export interface DemoShown {
  /** Records of the demo that are removed. */
  goes: CountedRecords[]
  /** Records of the demo that stay, since what people added names them. */
  stays: CountedRecords[]
  /** Records that people added. All of them stay. */
  added: CountedRecords[]
}

const MOST_NAMES = 5

/** No owner is limited to a branch. */
const may = within(['owner'])

const all = (house: HouseFacts): readonly Resource[] => house.resourcesOn(house.optional)

/** The parts of records, in the order in which the house has them. */
async function shown(db: Db, church: number, house: HouseFacts, parted: readonly PartedRows[]): Promise<DemoShown> {
  const told: DemoShown = { goes: [], stays: [], added: [] }
  for (const resource of all(house)) {
    const part = parted.find(({ table }) => table.name === resource.name)
    if (part === undefined) continue
    for (const which of ['goes', 'stays', 'added'] as const) {
      const ids = which === 'added' ? await addedIds(db, church, part) : part[which]
      const names = which === 'goes' ? [] : await namesOf(db, church, resource, ids.slice(0, MOST_NAMES))
      if (ids.length > 0) told[which].push({ ...wordsOf(resource), count: ids.length, names })
    }
  }
  return told
}

const wordsOf = ({ words: { one, many } }: Resource): RecordWords => ({ one, many })

async function addedIds(db: Db, church: number, { table, mark, goes, stays }: PartedRows): Promise<number[]> {
  const onRecord = table.derived.includes('removed') ? sql` and not removed` : sql``
  const madeSince = [...goes, ...stays].filter(id => id > mark.last_id)
  const rows = await db.all<{ id: number }>(sql`select id from ${ident(table.name)}
    where church_id = ${church} and id > ${mark.last_id} and not id = any(${idArray(madeSince)})${onRecord} order by id`)
  return rows.map(({ id }) => id)
}

async function namesOf(db: Db, church: number, resource: Resource, ids: readonly number[]): Promise<string[]> {
  const { title, fields, alone } = resource
  const name = [title, 'full_name', 'name'].find(one => one !== undefined && Object.hasOwn(fields, one))
  if (name === undefined) return []
  const rows = await rowsOf(db, resource, church, ids)
  return [...rows.values()].flatMap(row => alone.column(row, name) ?? [])
}

/** What would go and what would stay; null where there is no demo. */
export const demoView = view({
  name: 'demo',
  may,
  fields: {},
  async run({ read, house }, { church }): Promise<DemoShown | null> {
    const parted = await partDemo(read, church.id, house)
    return parted.length === 0 ? null : await shown(read, church.id, house, parted)
  },
})

/**
 * Removes what the demo made. No events: nobody was told of these records when they were made.
 * @throws ApiError `not_found` where there is no demo
 */
async function remove(tx: Tx, church: number, house: HouseFacts): Promise<DemoShown> {
  const parted = await partDemo(tx, church, house)
  if (parted.length === 0) throw new ApiError('not_found', { message: because('This church has no demo records.') })
  const told = await shown(tx, church, house, parted)
  await deleteParted(tx, church, parted, house)
  for (const { replace } of house.needs) await replace(tx, church)
  await dropIdleHints(tx, church, house.agenda)
  // Whoever goes on in earnest has the first steps before them.
  await tx.run(sql`delete from setup_steps s using demo_marks m
    where s.church_id = ${church} and m.church_id = ${church} and s.done_at = m.made_at`)
  await tx.run(sql`delete from demo_marks where church_id = ${church}`)
  await countAnew(tx, church, all(house))
  return told
}

export const removeDemo = action({
  name: 'demo.remove',
  logged: 'Removed the demo records',
  may,
  fields: {},
  stepUp: true,
  alone: true,
  target: () => '',
  async run(tx, { caller: { church }, house, note }) {
    const shown = await remove(tx, church.id, house)
    note({ detail: { removed: shown.goes.map(({ one, many, count }) => ({ one, many, count })) } })
    // Nodes remember the tree of branches, of which some are gone.
    return { shown, version: await raiseAccountVersion(tx) }
  },
  finish: followed<DemoShown>,
})
