/** Tags of people. They are told apart without case; each is spelled as it was first written among those in sight. */

import type { Db, TextRow, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { object } from '../../resource/event.ts'
import { deleted } from '../../resource/forgetting.ts'
import type { MovedReference } from '../../resource/person-reference.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { tally } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { LONGEST_TAG, personPrinter } from './fields.ts'
import { authorOf, keepHistory } from './history.ts'
import { people } from './people.ts'
import { visibleTo } from './visible-person.ts'

const { column, print } = personPrinter

/** Tags that a person may have. */
export const MOST_TAGS = 100

/** What both actions are. */
const ofPerson = {
  may: within(STAFF),
  fields: { id: field.ref().required(), tag: field.text(LONGEST_TAG).required() },
  on: people,
} as const

const TAGGED = object({ person: { $ref: '#/components/schemas/Person' }, tag: { type: 'string' } })

export const tagAdded = specified('person.tag_added', TAGGED)
export const tagRemoved = specified('person.tag_removed', TAGGED)

/** Records `person.tag_added`; where the person has the tag nothing happens. */
export const addTag = action({
  name: 'people.add_tag',
  logged: 'Added a tag',
  done: 'Tag added.',
  ...ofPerson,
  run: (tx, { caller }, { tag: text }, _prepared, row) =>
    change(tx, caller, row, async (church, person) => {
      const tag = await spelling(tx, caller, person, spaced(text))
      const has = await tagsOf(tx, church, person)
      if (has.includes(tag)) return false
      checkRoom(has)
      await tx.run(sql`insert into person_tags (church_id, person_id, tag, created_at)
        values (${church}, ${person}, ${tag}, ${tx.now}::timestamptz)`)
      await record(tx, caller.church, tagAdded, `{"person":${print(row)},"tag":${JSON.stringify(tag)}}`)
      keepHistory(tx, church, { person, kind: 'tag_added', by: authorOf(caller), tag })
      return true
    }),
})

/** Records `person.tag_removed`; where the person does not have the tag nothing happens. */
export const removeTag = action({
  name: 'people.remove_tag',
  logged: 'Removed a tag',
  done: 'Tag removed.',
  ...ofPerson,
  run: (tx, { caller }, { tag: text }, _prepared, row) =>
    change(tx, caller, row, async (church, person) => {
      const gone = await tx.first<{ tag: string }>(sql`delete from person_tags where church_id = ${church}
        and person_id = ${person} and lower(tag) = lower(${spaced(text)}) returning tag`)
      if (gone === undefined) return false
      const { tag } = gone
      await record(tx, caller.church, tagRemoved, `{"person":${print(row)},"tag":${JSON.stringify(tag)}}`)
      keepHistory(tx, church, { person, kind: 'tag_removed', by: authorOf(caller), tag })
      return true
    }),
})

/** A tag after the change. */
interface TagsChanged {
  changed: boolean
  /** The person's tags. */
  tags: string[]
}

/** @param row the person, locked @throws ApiError `not_found` for a person who is removed */
async function change(
  tx: Tx,
  { church: { id: church } }: Caller,
  row: TextRow,
  work: (church: number, person: number) => Promise<boolean>,
): Promise<TagsChanged> {
  const person = Number(column(row, 'id'))
  if (column(row, 'deleted_at') !== null) {
    throw new ApiError('not_found', { message: because('This church has no person {id}.', { id: person }) })
  }
  const changed = await work(church, person)
  const marks = { id: person, branch_id: Number(column(row, 'branch_id')), status: column(row, 'status') ?? '' }
  // Totals of lists by tag are remembered for as long as the version of the data is the same.
  if (changed) await tally(tx, church, 'people', [{ ...marks, n: 0 }])
  return { changed, tags: await tagsOf(tx, church, person) }
}

/** A tag with single spaces. */
export const spaced = (text: string): string => text.replace(/\s+/g, ' ')

function checkRoom(has: readonly string[]): void {
  const problems = new Problems()
  if (has.length >= MOST_TAGS)
    problems.add('tag', because('cannot be added: a person may have {most} tags', { most: MOST_TAGS }))
  problems.throwIfAny()
}

/**
 * How a tag is written: as the person has it, else as it was written first among the people in sight, so that nobody
 * learns how it is written elsewhere. Locked, so that two people cannot begin it in two ways.
 * @param person 0 for nobody in particular
 */
export async function spelling(tx: Tx, caller: Caller, person: number, tag: string): Promise<string> {
  const church = caller.church.id
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church}/tag/${tag.toLowerCase()}`}, 1))`)
  const known = await tx.first<{ tag: string | null }>(sql`select coalesce(
    (select tag from person_tags where church_id = ${church} and lower(tag) = lower(${tag}) and person_id = ${person}
      order by tag limit 1),
    (select tag from person_tags as t where church_id = ${church} and lower(tag) = lower(${tag})
      and exists (select 1 from people where church_id = ${church} and id = t.person_id and ${visibleTo(caller)})
      order by person_id limit 1)) as tag`)
  return known?.tag ?? tag
}

/** The tags of a person, in order. */
export async function tagsOf(read: Db, church: number, person: number): Promise<string[]> {
  const rows = await read.all<{ tag: string }>(sql`select tag from person_tags
    where church_id = ${church} and person_id = ${person} order by lower(tag)`)
  return rows.map(({ tag }) => tag)
}

/** A tag `t` that the kept person has, too. */
const isShared = (church: number, kept: number): Sql => sql`exists (select 1 from person_tags as own
  where own.church_id = ${church} and own.person_id = ${kept} and lower(own.tag) = lower(t.tag))`

/** After a merge the kept person has the tags of both. */
export const personTags: MovedReference<'person_tags'> = {
  table: 'person_tags',
  words: { one: 'tag', many: 'tags' },
  read: 'people',
  ofBranches: false,
  left: isShared,
  forgotten: deleted('They say what somebody belongs to.'),
  async move(tx, { church, removed, kept }) {
    await tx.run(sql`insert into person_tags (church_id, person_id, tag, created_at)
      select church_id, ${kept}, tag, created_at from person_tags as t
      where church_id = ${church} and person_id = ${removed} and not ${isShared(church, kept)}`)
    await tx.run(sql`delete from person_tags where church_id = ${church} and person_id = ${removed}`)
  },
}
