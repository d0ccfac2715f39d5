/** Adding and changing groups. */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { insertRow } from '../../resource/creation.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, type Referred, type WriteContext, write } from '../../resource/resource.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { defaultBranch } from '../church/visible-branch.ts'
import { type GroupChange, type GroupInput, groupFields, groupPrinter } from './fields.ts'
import { endGivenOut } from './given-out.ts'
import { followBranch } from './moved-groups.ts'
import { closedNamesakes } from './namesakes.ts'
import { hintReports } from './reports-due.ts'
import { groupsInSight, seesAll } from './sight.ts'
import { changesHidden, checkPlace, holdTree, replant } from './tree.ts'

const TABLE = { name: 'groups', printer: groupPrinter }

/** As much of the resource as finding one in sight takes. */
const GROUPS = { name: 'groups', alone: groupPrinter, limitTo: 'branch_id', sight: groupsInSight } as const

type Found = ReadonlyMap<string, Referred>

/** Names ages that no one has. */
function checkAges({ age_from, age_to }: Pick<GroupChange, 'age_from' | 'age_to'>, problems: Problems): void {
  if (age_from == null || age_to == null || age_from <= age_to) return
  problems.add('age_to', because('must not be below age_from'))
}

/** The ages of a group as they are after a change. @throws ApiError `validation_failed` */
function checkAgesAfter(before: TextRow, { age_from, age_to }: GroupChange): void {
  const problems = new Problems()
  const after = (name: 'age_from' | 'age_to', sent: number | null | undefined): number | null => {
    const stored = groupPrinter.column(before, name)
    return sent === undefined ? (stored === null ? null : Number(stored)) : sent
  }
  checkAges({ age_from: after('age_from', age_from), age_to: after('age_to', age_to) }, problems)
  problems.throwIfAny()
}

/** @param id of the group that is changed; it may stay below one that is out of sight, so that GET, edit, PUT works */
async function check(
  db: Db,
  context: WriteContext,
  { parent_id, ...input }: GroupChange,
  problems: Problems,
  id: number,
): Promise<Found> {
  if (id === 0) checkAges(input, problems)
  const stays = id !== 0 && parent_id !== undefined && parent_id === (await parentOf(db, context.caller, id))
  const asked = stays || parent_id === undefined ? input : { ...input, parent_id }
  return await lookUpReferences(db, context, groupFields, asked, problems)
}

/** The group above one that is in sight. */
async function parentOf(db: Db, caller: Caller, id: number): Promise<number | null | undefined> {
  const row = await findOne(db, GROUPS, caller, id)
  const parent = row && groupPrinter.column(row, 'parent_id')
  return typeof parent === 'string' ? Number(parent) : parent
}

export const createGroup = write({
  fields: groupFields,
  creates: true,
  declared: true,
  unknown: 'ignore',
  doc: 'Adds a group',
  example: { name: 'Yaba cell', kind: 'cell', joining: 'ask', capacity: 20 },
  lookedUp: input => (typeof input.parent_id === 'number' ? ['branch_id'] : []),
  check,
  noteTogether: (db, { caller }, inputs) =>
    closedNamesakes(
      db,
      caller,
      inputs.flatMap(({ name, status }) => (status === 'closed' ? [] : [name])),
    ),
  run: (tx, { caller }, input, found: Found) => addGroup(tx, caller, input, found.get('parent_id')?.branch_id),
})

/** Adds a group. @param branch of the group above it @throws ApiError `validation_failed` for a place too deep in the tree */
export async function addGroup(tx: Tx, caller: Caller, input: GroupInput, branch?: number | null): Promise<Answer> {
  const church = caller.church.id
  const branch_id = branch ?? defaultBranch(caller)
  await holdTree(tx, church)
  await checkParent(tx, caller, 0, input.parent_id ?? null)
  const row = await insertRow(tx, TABLE, church, { branch_id, ...input })
  const id = Number(groupPrinter.column(row, 'id'))
  await replant(tx, church, id)
  return { status: 201, data: groupPrinter.print(row), created: id }
}

/** Whoever leads a confidential group neither reveals nor conceals one by a move: that is for administrators. */
async function checkParent(tx: Tx, caller: Caller, id: number, parent: number | null): Promise<void> {
  const church = caller.church.id
  const problems = new Problems()
  if (parent !== null) await checkPlace(tx, church, id, parent, problems)
  if (id !== 0 && !seesAll(caller) && (await changesHidden(tx, church, id, parent))) {
    problems.add('parent_id', because('would change who sees the group: only administrators may do that'))
  }
  problems.throwIfAny()
}

export const updateGroup = write({
  fields: groupFields,
  creates: false,
  unknown: 'ignore',
  doc: 'Changes the fields that are sent; all others stay',
  example: { capacity: 25, place: '12 Sabo Road, Yaba' },
  check,
  async run(tx, { caller, clock, house }, input, _found: Found, id): Promise<Answer> {
    const church = caller.church.id
    if (input.parent_id !== undefined) await holdTree(tx, church)
    const before = await lockGroup(tx, caller, id)
    checkAgesAfter(before, input)
    const moves = input.parent_id !== undefined && text(input.parent_id) !== groupPrinter.column(before, 'parent_id')
    if (moves) await checkParent(tx, caller, id, input.parent_id ?? null)
    const after = await changeRow(tx, TABLE, church, before, input)
    if (moves) await endGivenOut(tx, church, house, await replant(tx, church, id))
    const [from, to] = [before, after].map(row => Number(groupPrinter.column(row, 'branch_id'))) as [number, number]
    if (from !== to) await followBranch(tx, church, house, { group: id, from, to, now: clock.now() })
    if (!reports(before) && reports(after)) await hintReports(tx, church, clock.now())
    return { status: 200, data: groupPrinter.print(after) }
  },
})

/** Whether reports of a group are expected. */
const reports = (group: TextRow): boolean =>
  groupPrinter.column(group, 'reports') === 'weekly' && groupPrinter.column(group, 'status') === 'active'

const text = (id: number | null): string | null => (id === null ? null : String(id))

/** A group in the caller's sight, locked. @throws ApiError `not_found` */
export async function lockGroup(tx: Tx, caller: Caller, id: number): Promise<TextRow> {
  const row = await findOne(tx, GROUPS, caller, id, [], sql`for no key update`)
  if (row === undefined) throw new ApiError('not_found')
  return row
}
