/** PATCH, PUT and POST /people/{id} (spec, People, rule 5; States; decisions, People and families). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { canonicalJson } from '../../lib/json.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { type Custom, customProblem, mergeCustom } from '../../resource/custom.ts'
import { limitOf } from '../../resource/limit.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import { given, differs as textDiffers } from '../../resource/rows.ts'
import { type Delta, tally } from '../../resource/tally.ts'
import { because } from '../../texts/because.ts'
import { checkReferences } from './check-references.ts'
import { touchFamilies } from './families.ts'
import { type PersonInput, personFields, personPrinter } from './fields.ts'
import { type Author, authorOf, changesBetween, keepHistory } from './history.ts'
import { obeyOptIns } from './opt-outs.ts'

const { column } = personPrinter

export const updatePerson = write({
  fields: personFields,
  creates: false,
  unknown: 'ignore',
  doc: 'Changes the fields that are sent; all others stay',
  example: { status: 'member', membership_date: '2020-01-05', custom: { tribe: 'Judah' } },
  check: (db: Db, { caller }: WriteContext, input: PersonInput, problems: Problems, id: number) =>
    checkReferences(db, caller, input, problems, id),
  async run(tx: Tx, { caller }: WriteContext, input: PersonInput, _found: unknown, id: number): Promise<Answer> {
    const before = await lockPerson(tx, caller, id)
    const after = await changePerson(tx, caller.church, before, { change: input, by: authorOf(caller) })
    await obeyOptIns(tx, caller.church.id, input, addressesIn(after))
    return { status: 200, data: personPrinter.print(after) }
  },
})

/** The addresses of a person. */
export const addressesIn = (row: TextRow): PersonInput => ({
  email: column(row, 'email'),
  phone: column(row, 'phone'),
  phone2: column(row, 'phone2'),
  whatsapp: column(row, 'whatsapp'),
})

/** @throws ApiError `not_found` for a person that is removed, unknown or out of sight */
async function lockPerson(tx: Tx, caller: Caller, id: number): Promise<TextRow> {
  const limit = limitOf('branch_id', caller)
  const rows = await tx.text(sql`select ${personPrinter.columns} from people as t
    where church_id = ${caller.church.id} and id = ${id} and not removed and ${limit ?? sql`true`}
    for no key update`)
  if (rows[0] === undefined) throw new ApiError('not_found')
  return rows[0]
}

/**
 * Changes what differs, keeps totals and history, and records the events; without a difference nothing happens.
 * @param before the person as they are, locked
 * @returns the row as `personPrinter` expects it
 */
export async function changePerson(
  tx: Tx,
  church: Church,
  before: TextRow,
  { change: { custom, ...input }, by }: { change: PersonInput; by: Author },
): Promise<TextRow> {
  const id = Number(column(before, 'id'))
  const changes: Record<string, unknown> = { ...input }
  if (custom !== undefined) changes.custom = mergedCustom(before, custom)
  const names = given<typeof personFields>(changes).flatMap(([name, value]) =>
    differs(before, name, value) ? name : [],
  )
  if (names.length === 0) return before
  const sets = names.map(name => {
    const value = changes[name]
    return name === 'custom' ? sql`custom = ${value}::jsonb` : sql`${ident(name)} = ${value}`
  })
  const [after = []] = await tx.text(sql`update people as t set ${join(sets)}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${id} returning ${personPrinter.columns}`)
  if (names.includes('branch_id')) await detailsFollow(tx, church.id, id)
  keepHistory(tx, church.id, { person: id, kind: 'updated', by, changes: changesBetween(before, after) })
  const changed = personPrinter.changes(before, after).filter(([name]) => name !== 'updated_at')
  await Promise.all([
    tally(tx, church.id, 'people', deltas(id, before, after)),
    recordChanges(tx, church, changed, after),
    touchFamilies(tx, church.id, familiesTouched(before, after)),
  ])
  return after
}

/** What is known of a child is of the branch of the child, and counts as changed there; a constraint sees to it that nothing is left behind. */
const detailsFollow = (tx: Tx, church: number, person: number): Promise<number> =>
  tx.run(sql`update child_details as t set branch_id = p.branch_id, updated_at = ${tx.now}::timestamptz from people as p
    where t.church_id = ${church} and t.person_id = ${person} and p.church_id = ${church} and p.id = ${person}`)

function mergedCustom(before: TextRow, change: Custom): string {
  const merged = mergeCustom(JSON.parse(column(before, 'custom') ?? '{}') as Custom, change)
  const problem = customProblem(merged)
  if (problem !== undefined) {
    const problems = new Problems()
    problems.add('custom', because('{problem} together with those on record', { problem }))
    problems.throwIfAny()
  }
  return JSON.stringify(merged)
}

function differs(before: TextRow, name: keyof typeof personFields, value: unknown): boolean {
  const old = column(before, name)
  if (name === 'custom' && old !== null)
    return canonicalJson(JSON.parse(old)) !== canonicalJson(JSON.parse(String(value)))
  return textDiffers(old, value)
}

const marks = (row: TextRow): Pick<Delta, 'branch_id' | 'status'> => ({
  branch_id: Number(column(row, 'branch_id')),
  status: column(row, 'status') ?? '',
})

function deltas(id: number, before: TextRow, after: TextRow): Delta[] {
  const [from, to] = [marks(before), marks(after)]
  if (from.branch_id === to.branch_id && from.status === to.status) return [{ id, ...to, n: 0 }]
  return [
    { id, ...from, n: -1 },
    { id, ...to, n: 1 },
  ]
}

/** A change of status is told twice: as a change of the person, and then as what it is (decisions, Webhooks). */
async function recordChanges(
  tx: Tx,
  church: Church,
  changed: [name: string, before: string, after: string][],
  after: TextRow,
): Promise<void> {
  const data = personPrinter.print(after)
  const object = (list: typeof changed): string =>
    `{${list.map(([name, old]) => `${JSON.stringify(name)}:${old}`).join(',')}}`
  await record(tx, church, 'person.updated', data, object(changed))
  const status = changed.filter(([name]) => name === 'status')
  if (status.length > 0) await record(tx, church, 'person.status_changed', data, object(status))
}

function familiesTouched(before: TextRow, after: TextRow): number[] {
  // Only who joins or leaves changes the family: its member_count.
  const [from, to] = [column(before, 'family_id'), column(after, 'family_id')]
  return from === to ? [] : [from, to].filter(id => id !== null).map(Number)
}
