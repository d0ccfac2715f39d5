/** Families: households (spec, Family; Families). People join through their own family_id and family_role. */

import { type Db, idArray, type Tx } from '../../db/database.ts'
import { raw, type Sql, sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import type { Input } from '../../resource/field.ts'
import { branch, changedSince, described, labelled, partOf } from '../../resource/filter.ts'
import { type Answer, resource, type WriteContext, write } from '../../resource/resource.ts'
import { returning } from '../../resource/returning.ts'
import { READERS, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { defaultBranch, NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { familyInFiles } from './import-look-ups.ts'

const MEMBERS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'first_name', 'last_name', 'family_role', 'status'],
    properties: {
      id: { type: 'integer' },
      first_name: { type: 'string' },
      last_name: { type: ['string', 'null'] },
      family_role: { type: ['string', 'null'] },
      status: { type: 'string' },
    },
  },
}

/** The family's people that are not removed, as far as the caller may see them. */
const ofFamily = (visible: Sql): Sql => sql`from people p where p.church_id = t.church_id and p.family_id = t.id
  and not p.removed and (${visible}::bigint[] is null or p.branch_id = any(${visible}::bigint[]))`

const fields = {
  id: field.id(),
  name: field.line().required().example('Obi'),
  address: field.text(500).nullable().settable().short().example('1 Church Street, Lagos'),
  phone: field.phone().nullable().settable(),
  branch_id: field
    .ref('branches')
    .settable()
    .label('Branch', 'Default branch')
    .doc("Default: the key's branch, else the head branch"),
  member_count: field
    .integer(0)
    .column(visible => sql`(select count(*) ${ofFamily(visible)})`)
    .label('People')
    .counts({ one: 'person', many: 'people' })
    .doc('People in sight that are not removed'),
  created_at: field.timestamp(),
  updated_at: field.timestamp().nullable(),
  members: field
    .json(MEMBERS)
    .column(
      visible => sql`(select coalesce(json_agg(json_build_object('id', p.id, 'first_name', p.first_name, 'last_name',
        p.last_name, 'family_role', p.family_role, 'status', p.status) order by p.id), '[]') ${ofFamily(visible)})`,
    )
    .onlyOne()
    .example([{ id: 1, first_name: 'Ada', last_name: 'Obi', family_role: 'head', status: 'member' }]),
}

type FamilyInput = Input<typeof fields>

export const families = resource({
  name: 'families',
  explained: {
    says: 'Households with their people. A family shares an address, can share an envelope, and can get one statement of its giving.',
    chapter: 'first-sunday#add-a-visitor',
  },
  words: { one: 'family', many: 'families' },
  may: { read: READERS, write: STAFF },
  icon: 'family',
  command: 'family',
  singular: 'Family',
  title: 'name',
  chosen: { from: 'typed', by: [['member_count'], ['address']] },
  found: { part: 'search', by: [['address']] },
  page: [{ title: 'Details', fields: ['address', 'phone', 'branch_id'] }],
  limitTo: 'branch_id',
  fields,
  list: {
    columns: ['name', 'member_count', 'address', 'phone', 'branch_id'],
    wide: ['phone', 'branch_id'],
    none: 'No families yet. Add one, then add people to it.',
    filters: {
      q: labelled(
        'Search by name',
        described('Search by name, without regard to case and diacritics', partOf('search', 100)),
      ),
      branch_id: branch(),
      updated_since: changedSince(raw('coalesce(updated_at, created_at)')),
    },
    shownBy: 'id',
    sorts: [],
    doc: 'Families, without their members',
  },
  one: { doc: 'One family with its members' },
  inFiles: familyInFiles,
  create: write({
    fields,
    creates: true,
    unknown: 'ignore',
    doc: 'Adds a family',
    example: { name: 'Obi', address: '1 Church Street, Lagos' },
    check,
    run: create,
  }),
})

async function check(_db: Db, { caller }: WriteContext, input: FamilyInput, problems: Problems): Promise<void> {
  if (input.branch_id !== undefined && !canSee(caller, input.branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
}

async function create(tx: Tx, { caller }: WriteContext, input: FamilyInput): Promise<Answer> {
  const { name = '', address = null, phone = null, branch_id = defaultBranch(caller) } = input
  const [row = []] = await tx.text(
    returning(
      sql`insert into families as t (church_id, name, address, phone, branch_id, created_at)
    values (${caller.church.id}, ${name}, ${address}, ${phone}, ${branch_id}, ${tx.now}::timestamptz)`,
      families.alone,
      caller.church.id,
    ),
  )
  return { status: 201, data: families.alone.print(row), created: Number(families.alone.column(row, 'id')) }
}

/** What a body is told of a family that does not exist or is out of sight. */
export const NO_SUCH_FAMILY = because('names no family that you can use')

/** True when the caller may put people into this family. */
export async function familyExists(db: Db, caller: Caller, id: number): Promise<boolean> {
  const found = await db.first<{ branch_id: number }>(
    sql`select branch_id from families where church_id = ${caller.church.id} and id = ${id}`,
  )
  return found !== undefined && canSee(caller, found.branch_id)
}

/** Marks families whose members changed, so that readers of changes see their new member_count. */
export async function touchFamilies(
  tx: Tx,
  church: number,
  ids: readonly (number | null | undefined)[],
): Promise<void> {
  const wanted = [...new Set(ids)].filter(id => typeof id === 'number')
  if (wanted.length === 0) return
  // Locked in one order, so that two writes that touch the same families cannot wait for each other.
  await tx.run(sql`update families as t set updated_at = ${tx.now}::timestamptz from (
      select id from families where church_id = ${church} and id = any(${idArray(wanted)})
        and created_at < ${tx.now}::timestamptz order by id for no key update) as touched
    where t.church_id = ${church} and t.id = touched.id`)
}
