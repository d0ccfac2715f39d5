/** What is done with groups in the console: people added together, a group made confidential. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf, WriteContext } from '../../resource/resource.ts'
import { ADMINISTRATORS, STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { findAddressees } from '../people/addressees.ts'
import { authorOf } from '../people/history.ts'
import { living } from '../people/living.ts'
import { readPeopleFilter } from '../people/people-filter.ts'
import { addMembers, holdGroup } from './add-members.ts'
import { lockGroup } from './edit-group.ts'
import { type groupFields, groupPrinter } from './fields.ts'
import { endGivenOut } from './given-out.ts'
import { memberSource } from './group-members.ts'
import { memberFields } from './member-fields.ts'
import { holdTree, replant } from './tree.ts'

/** People who are added by one act. */
export const MOST_TOGETHER = 20_000

/** Adds everybody who was chosen, or who matches the filters of the list of people: one event tells of all. */
export const addPeople = action({
  name: 'groups.add_people',
  logged: 'Added people to a group',
  done: 'People added.',
  may: within(STAFF),
  fields: {
    id: field.ref('groups').required(),
    person_ids: field.idList(MOST_TOGETHER).settable(),
    filter: field.text(2_000).settable(),
    role: memberFields.role,
  },
  detail: ({ filter, person_ids }) => (filter === undefined ? { count: person_ids?.length ?? 0 } : { filter }),
  async run(tx, { caller, clock }, { id, person_ids, filter, role = 'member' }) {
    const { church } = caller
    await lockGroup(tx, caller, id)
    const group = await holdGroup(tx, church.id, id)
    const problems = new Problems()
    if ((person_ids === undefined) === (filter === undefined)) {
      for (const name of ['person_ids', 'filter']) problems.add(name, 'send exactly one of person_ids and filter')
    }
    problems.throwIfAny()
    const meant = await meantBy(tx, caller, { person_ids, filter, now: clock.now() })
    const count = await tx.first<{ n: number }>(
      sql`select count(*)::int as n from people where church_id = ${church.id} and ${meant}`,
    )
    const name = filter === undefined ? 'person_ids' : 'filter'
    if (count?.n === 0) problems.add(name, because('names nobody'))
    if ((count?.n ?? 0) > MOST_TOGETHER)
      problems.add(name, because('names more than {most} people', { most: MOST_TOGETHER }))
    problems.throwIfAny()
    const becoming = { role, source: memberSource(caller), by: authorOf(caller), bulk: count?.n !== 1 }
    const { added, already } = await addMembers(tx, church, group, meant, becoming)
    return { id, added: added.length, already }
  },
})

/** Who is meant: by id, or by the filters of the list of people at this time. */
interface Meant {
  person_ids?: readonly number[] | undefined
  filter?: string | undefined
  now: Date
}

/** The condition on `people` who are meant, in the caller's sight; nobody who has died. @throws ApiError `validation_failed` */
async function meantBy(tx: Db, caller: Caller, { person_ids: ids, filter = '', now }: Meant): Promise<Sql> {
  if (ids === undefined) return every([living(sql`people`), ...readPeopleFilter(caller, filter, now)])
  const found = await findAddressees(tx, caller, ids)
  const problems = new Problems()
  if (ids.some(id => !found.has(id))) problems.add('person_ids', because('names people that you cannot use'))
  problems.throwIfAny()
  return sql`${living(sql`people`)} and id = any(${idArray([...found.values()].map(person => person.id))})`
}

/** Who asks, of which house. */
type Asked = Pick<WriteContext, 'caller' | 'house'>

/** Shows it to its leaders and administrators alone, with all below it, or to everybody again. */
async function setConfidential(tx: Tx, { caller, house }: Asked, id: number, is_confidential: boolean) {
  const church = caller.church.id
  // The tree before the group, as where a group moves.
  await holdTree(tx, church)
  const before = await lockGroup(tx, caller, id)
  const after = await changeRow(tx, { name: 'groups', printer: groupPrinter }, church, before, { is_confidential })
  await endGivenOut(tx, church, house, await replant(tx, church, id))
  return new Json<RecordOf<typeof groupFields>>(groupPrinter.print(after))
}

const ofGroup = { may: within(ADMINISTRATORS), fields: { id: field.ref('groups').required() } } as const

export const conceal = action({
  ...ofGroup,
  name: 'groups.conceal',
  label: 'Make confidential',
  aside: true,
  logged: 'Made a group confidential',
  confirm:
    'Staff, viewers and API keys will no longer see this group and the groups below it. Links that were given out stop working.',
  submit: 'Make confidential',
  done: 'Only its leaders and administrators see it now.',
  offered: { is_confidential: ['false'] },
  run: (tx, asked, { id }) => setConfidential(tx, asked, id, true),
})

export const reveal = action({
  ...ofGroup,
  name: 'groups.reveal',
  label: 'End confidentiality',
  aside: true,
  logged: 'Made a group visible again',
  confirm: 'Staff, viewers and API keys will see this group, its members and their requests.',
  submit: 'End confidentiality',
  done: 'Everybody who sees groups sees it again.',
  offered: { is_confidential: ['true'] },
  run: (tx, asked, { id }) => setConfidential(tx, asked, id, false),
})
