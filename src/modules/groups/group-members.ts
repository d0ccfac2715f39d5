/** Who belongs to groups. What ended stays on record with its status. */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { type Caller, sourceOf } from '../../resource/caller.ts'
import type { Sent } from '../../resource/field.ts'
import { belongingTo, branch, changedSince, described, oneOf } from '../../resource/filter.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, resource, type WriteContext, write } from '../../resource/resource.ts'
import { STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { HAS_DIED } from '../../texts/import-refusals.ts'
import { findAddressees } from '../people/addressees.ts'
import { authorOf } from '../people/history.ts'
import { diedAmong, living } from '../people/living.ts'
import { addMembers, holdGroup } from './add-members.ts'
import { changeMember } from './change-member.ts'
import type { Source } from './events.ts'
import { SEE_GROUPS } from './groups.ts'
import { importMembers, judgeMembers } from './import-members.ts'
import {
  MEMBER_STATUSES,
  MOST_NAMED_MEMBERS,
  memberChanges,
  memberFields,
  memberPrinter,
  ROLES_IN_GROUP,
} from './member-fields.ts'
import { ofGroupsInSight } from './sight.ts'

const { group_id, person_id, role, joined_on } = memberFields

const addFields = {
  group_id,
  person_id,
  person_ids: field.idList(MOST_NAMED_MEMBERS).settable().doc(`Up to ${MOST_NAMED_MEMBERS} people, each once`),
  role,
  joined_on,
}

type AddInput = Sent<typeof addFields>

/** Who is to be added, and to which group. */
interface Found {
  group: number
  people: readonly number[]
}

export const groupMembers = resource({
  name: 'group_members',
  explained: {
    says: 'Who belongs to which group, and since when.',
    chapter: 'groups-and-classes#groups',
  },
  singular: 'GroupMember',
  words: { one: 'group member', many: 'group members', added: 'Added somebody to a group' },
  may: { read: SEE_GROUPS, write: STAFF },
  icon: 'person',
  command: 'group-member',
  title: 'full_name',
  page: [{ title: 'Membership', fields: ['group_id', 'role', 'joined_on', 'left_on', 'left_reason', 'source'] }],
  listedBy: [{ by: 'person_id', rank: 10, columns: ['group_id', 'role', 'status'] }],
  limitTo: 'branch_id',
  sight: ofGroupsInSight,
  fields: memberFields,
  list: {
    columns: ['full_name', 'group_id', 'role', 'status', 'joined_on', 'left_on'],
    terminal: ['id', 'full_name', 'group_name', 'role', 'status', 'joined_on', 'left_on'],
    filters: {
      group_id: described('Of one group', belongingTo('groups', 'group_id')),
      person_id: described('Of one person', belongingTo('people', 'person_id')),
      role: described(
        'One role',
        oneOf(ROLES_IN_GROUP, wanted => sql`role = ${wanted}`),
      ),
      status: described(
        'One status',
        oneOf(MEMBER_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: ['id', '-id', 'joined_on', '-joined_on'],
    doc: 'Memberships in groups, those that ended with them, oldest first',
  },
  one: { doc: 'One membership' },
  import: { brings: { status: ['active'], left_on: [] } },
  create: write({
    fields: addFields,
    creates: true,
    declared: true,
    judgeTogether: (db, { caller }, inputs) => judgeMembers(db, caller, inputs),
    together: (tx, { caller }, inputs) => importMembers(tx, caller, inputs),
    unknown: 'ignore',
    many: true,
    refusals: ['no_places'],
    doc: 'Adds one person to a group, or several; who is an active member already stays one',
    example: { group_id: 1, person_id: 1, role: 'member' },
    meta: {
      duplicate: { type: 'boolean', description: 'True when all of them were members already: nobody was added' },
    },
    check,
    run: add,
  }),
  update: write({
    fields: memberChanges,
    creates: false,
    unknown: 'ignore',
    doc: 'Changes the role of a member, or ends the membership',
    example: { role: 'assistant' },
    check: async () => undefined,
    run: async (tx, { caller }, input, _found, id): Promise<Answer> => ({
      status: 200,
      data: memberPrinter.print(await changeMember(tx, caller, id, input)),
    }),
  }),
})

const ONE_OF = 'send exactly one of person_id and person_ids'

async function check(db: Db, context: WriteContext, input: AddInput, problems: Problems): Promise<Found> {
  const { person_ids, ...one } = input
  const names = (['person_id', 'person_ids'] as const).filter(name => input[name] !== undefined || problems.has(name))
  if (names.length !== 1) for (const name of ['person_id', 'person_ids']) problems.add(name, ONE_OF)
  const found = await lookUpReferences(db, context, addFields, one, problems)
  const group = found.get('group_id')?.id ?? 0
  if (person_ids === undefined) {
    const person = found.get('person_id')?.id ?? 0
    await checkLiving(db, context.caller, { group, people: [person] }, 'person_id', problems)
    return { group, people: [person] }
  }
  const known = await findAddressees(db, context.caller, person_ids)
  if (person_ids.some(asked => !known.has(asked)))
    problems.add('person_ids', because('names people that you cannot use'))
  const people = [...new Set([...known.values()].map(person => person.id))]
  await checkLiving(db, context.caller, { group, people }, 'person_ids', problems)
  return { group, people }
}

/** Names whoever has died and is no member; who is one stays one. */
async function checkLiving(
  db: Db,
  { church }: Caller,
  { group, people }: Found,
  name: 'person_id' | 'person_ids',
  problems: Problems,
): Promise<void> {
  const died = await diedAmong(db, church.id, people)
  if (died.size === 0) return
  const members = await db.all<{
    person_id: number
  }>(sql`select person_id from group_members where church_id = ${church.id}
    and group_id = ${group} and status = 'active' and person_id = any(${idArray([...died])})`)
  if (members.length < died.size) problems.add(name, HAS_DIED)
}

async function add(tx: Tx, { caller }: WriteContext, input: AddInput, { group: id, people }: Found): Promise<Answer> {
  const { church } = caller
  const group = await holdGroup(tx, church.id, id)
  const { added } = await addMembers(tx, church, group, sql`id = any(${idArray(people)}) and ${living(sql`people`)}`, {
    role: input.role ?? 'member',
    joined_on: input.joined_on,
    source: memberSource(caller),
    by: authorOf(caller),
    bulk: input.person_ids !== undefined && people.length > 1,
  })
  const rows = await activeOf(tx, caller, id, people)
  const printed = rows.map(row => memberPrinter.print(row))
  const status = added.length === 0 ? 200 : 201
  const meta = added.length === 0 ? { meta: { duplicate: true } } : {}
  if (input.person_ids !== undefined) return { status, data: `[${printed.join(',')}]`, ...meta }
  return { status, data: printed[0] ?? '', ...meta, ...(added[0] && { created: added[0].id }) }
}

/** How somebody comes to be a member whom this caller adds. */
export const memberSource = (caller: Caller): Source =>
  caller.by.kind === 'command' ? 'command_line' : sourceOf(caller) === 'api' ? 'api' : 'console'

/** The active memberships of people in a group. */
const activeOf = (tx: Tx, caller: Caller, group: number, people: readonly number[]): Promise<TextRow[]> =>
  tx.text(sql`select ${memberPrinter.columnsIn(caller.church.id, caller.visible)} from group_members as t
    where church_id = ${caller.church.id} and group_id = ${group} and status = 'active'
      and person_id = any(${idArray(people)}) order by id`)
