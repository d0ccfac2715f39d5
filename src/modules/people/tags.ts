/** Tags of people. They are told apart without case; each is spelled as it was first written among those in sight. */
import type { Database, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import { tally } from '../../resource/tally.ts'
import { personPrinter } from './fields.ts'
import { type Author, keepHistory } from './history.ts'
import type { PersonMove } from './merge.ts'
import { EVERYBODY } from './visible-person.ts'

const { column, columns, print } = personPrinter

/** Characters of the longest tag. */
export const LONGEST_TAG = 60

/** Tags that a person may have. */
const MOST_TAGS = 100

/**
 * Adds a tag to a person and records `person.tag_added`; where they have it nothing happens.
 * @param within whom the caller sees, judged when the person is locked
 * @returns JSON text: whether something changed, and the person's tags
 * @throws ApiError `not_found`, or `validation_failed`
 */
export const addTag = (
  database: Database,
  church: Church,
  person: number,
  text: string,
  by: Author,
  within: Sql = EVERYBODY,
): Promise<string> =>
  change(database, church, person, text, within, async (tx, wanted, row) => {
    const tag = await spelling(tx, church.id, person, wanted, within)
    const has = await tagsOf(tx, church.id, person)
    if (has.includes(tag)) return false
    if (has.length >= MOST_TAGS) wrong('tag', `cannot be added: a person may have ${MOST_TAGS} tags`)
    await tx.run(sql`insert into person_tags (church_id, person_id, tag, created_at)
      values (${church.id}, ${person}, ${tag}, ${tx.now}::timestamptz)`)
    await record(tx, church, 'person.tag_added', `{"person":${print(row)},"tag":${JSON.stringify(tag)}}`)
    keepHistory(tx, church.id, { person, kind: 'tag_added', by, tag })
    return true
  })

/** Takes a tag off a person and records `person.tag_removed`; where they do not have it nothing happens. */
export const removeTag = (
  database: Database,
  church: Church,
  person: number,
  text: string,
  by: Author,
  within: Sql = EVERYBODY,
): Promise<string> =>
  change(database, church, person, text, within, async (tx, wanted, row) => {
    const gone = await tx.first<{ tag: string }>(sql`delete from person_tags where church_id = ${church.id}
      and person_id = ${person} and lower(tag) = lower(${wanted}) returning tag`)
    if (gone === undefined) return false
    await record(tx, church, 'person.tag_removed', `{"person":${print(row)},"tag":${JSON.stringify(gone.tag)}}`)
    keepHistory(tx, church.id, { person, kind: 'tag_removed', by, tag: gone.tag })
    return true
  })

type Work = (tx: Tx, tag: string, row: (string | null)[]) => Promise<boolean>

async function change(
  database: Database,
  church: Church,
  person: number,
  text: string,
  within: Sql,
  work: Work,
): Promise<string> {
  const tag = text.replace(/\s+/g, ' ').trim()
  if (tag === '') wrong('tag', 'is required')
  if ([...tag].length > LONGEST_TAG) wrong('tag', `must be at most ${LONGEST_TAG} characters`)
  return await database.write(church.id, async tx => {
    const [row] = await tx.text(sql`select ${columns} from people as t
      where church_id = ${church.id} and id = ${person} and not removed and ${within} for no key update`)
    if (row === undefined) throw new ApiError('not_found', { message: `This church has no person ${person}.` })
    const changed = await work(tx, tag, row)
    const marks = { id: person, branch_id: Number(column(row, 'branch_id')), status: column(row, 'status') ?? '' }
    // Totals of lists by tag are remembered for as long as the version of the data is the same.
    if (changed) await tally(tx, church.id, 'people', [{ ...marks, n: 0 }])
    return JSON.stringify({ changed, tags: await tagsOf(tx, church.id, person) })
  })
}

function wrong(field: string, problem: string): void {
  const problems = new Problems()
  problems.add(field, problem)
  problems.throwIfAny()
}

/**
 * How a tag is written: as the person has it, else as it was written first among the people in sight, so that nobody
 * learns how it is written elsewhere. Locked, so that two people cannot begin it in two ways.
 */
async function spelling(tx: Tx, church: number, person: number, tag: string, within: Sql): Promise<string> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${church}/tag/${tag.toLowerCase()}`}, 1))`)
  const known = await tx.first<{ tag: string | null }>(sql`select coalesce(
    (select tag from person_tags where church_id = ${church} and lower(tag) = lower(${tag}) and person_id = ${person}
      order by tag limit 1),
    (select tag from person_tags as t where church_id = ${church} and lower(tag) = lower(${tag})
      and exists (select 1 from people where church_id = ${church} and id = t.person_id and ${within})
      order by person_id limit 1)) as tag`)
  return known?.tag ?? tag
}

interface Reader {
  all: Database['read']['all']
}

/** The tags of a person, in order. */
export async function tagsOf(read: Reader, church: number, person: number): Promise<string[]> {
  const rows = await read.all<{ tag: string }>(sql`select tag from person_tags
    where church_id = ${church} and person_id = ${person} order by lower(tag)`)
  return rows.map(({ tag }) => tag)
}

/** A tag `t` that the kept person has, too. */
const isShared = (church: number, kept: number): Sql => sql`exists (select 1 from person_tags as own
  where own.church_id = ${church} and own.person_id = ${kept} and lower(own.tag) = lower(t.tag))`

/** What a merge does to tags: the kept person has those of both. */
export const moveTags = {
  tables: [{ table: 'person_tags', read: 'people', ofBranches: false, left: isShared }],
  async move(tx, church, removed, kept) {
    await tx.run(sql`insert into person_tags (church_id, person_id, tag, created_at)
      select church_id, ${kept}, tag, created_at from person_tags as t
      where church_id = ${church.id} and person_id = ${removed} and not ${isShared(church.id, kept)}`)
    await tx.run(sql`delete from person_tags where church_id = ${church.id} and person_id = ${removed}`)
  },
} as const satisfies PersonMove
