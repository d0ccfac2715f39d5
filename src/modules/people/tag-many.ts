/** A tag given to many people at once, or taken from them, by the rules of a tag that is given to one. */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { recordMany } from '../../events/record.ts'
import type { Caller } from '../../resource/caller.ts'
import { summed, tally } from '../../resource/tally.ts'
import { because } from '../../texts/because.ts'
import { personPrinter } from './fields.ts'
import { authorOf, keepHistory } from './history.ts'
import { MOST_TAGS, spaced, spelling, tagAdded, tagRemoved } from './tags.ts'

const { column, columns, print } = personPrinter

/** People, locked in the order of their ids. */
const hold = (tx: Tx, church: number, ids: readonly number[]): Promise<TextRow[]> =>
  tx.text(sql`select ${columns} from people as t where church_id = ${church} and id = any(${idArray([...ids])}) and not removed
    order by id for no key update`)

/**
 * Tags people who do not have the tag; it is spelled as it is written already.
 * @returns the ids of those who did not have it
 * @throws ApiError `validation_failed` where somebody has as many tags as a person may have
 */
export async function tagPeople(tx: Tx, caller: Caller, ids: readonly number[], text: string): Promise<number[]> {
  if (ids.length === 0) return []
  const church = caller.church.id
  const tag = await spelling(tx, caller, 0, spaced(text))
  const rows = await hold(tx, church, ids)
  const people = sql`any(${idArray(rows.map(idOf))})`
  const full = await tx.all<{ name: string }>(sql`select p.full_name as name
    from (select person_id, count(*) as n, bool_or(lower(tag) = lower(${tag})) as has from person_tags
      where church_id = ${church} and person_id = ${people} group by person_id) as t
    join people as p on p.church_id = ${church} and p.id = t.person_id
    where t.n >= ${MOST_TAGS} and not t.has order by p.full_name, p.id limit 3`)
  if (full.length > 0) {
    const names = full.map(({ name }) => name).join(', ')
    const message = because('The tag cannot be added: a person may have {most} tags, and this many have: {names}.', {
      most: MOST_TAGS,
      names,
    })
    throw new ApiError('validation_failed', { message })
  }
  const added = await tx.all<{ person_id: number }>(sql`insert into person_tags (church_id, person_id, tag, created_at)
    select ${church}, p.id, ${tag}, ${tx.now}::timestamptz from people as p
      left join person_tags as has on has.church_id = p.church_id and has.person_id = p.id and lower(has.tag) = lower(${tag})
    where p.church_id = ${church} and p.id = ${people} and has.person_id is null order by p.id returning person_id`)
  const tagged = new Set(added.map(({ person_id }) => person_id))
  await tell(
    tx,
    caller,
    rows.filter(row => tagged.has(idOf(row))),
    tag,
    true,
  )
  return [...tagged]
}

/** Takes the tag from those who have it. */
export async function untagPeople(tx: Tx, caller: Caller, ids: readonly number[], tag: string): Promise<void> {
  const church = caller.church.id
  const rows = await hold(tx, church, ids)
  const gone = await tx.all<{ person_id: number; tag: string }>(sql`delete from person_tags where church_id = ${church}
    and person_id = any(${idArray(rows.map(idOf))}) and lower(tag) = lower(${spaced(tag)}) returning person_id, tag`)
  const had = new Map(gone.map(one => [one.person_id, one.tag]))
  for (const spelt of new Set(had.values())) {
    await tell(
      tx,
      caller,
      rows.filter(row => had.get(idOf(row)) === spelt),
      spelt,
      false,
    )
  }
}

const idOf = (row: TextRow): number => Number(column(row, 'id'))

/** Others are told; totals of lists by tag are remembered for as long as the version of the data is the same, so it moves. */
async function tell(tx: Tx, caller: Caller, rows: readonly TextRow[], tag: string, added: boolean): Promise<void> {
  if (rows.length === 0) return
  const { church } = caller
  const bodies = rows.map(row => `{"person":${print(row)},"tag":${JSON.stringify(tag)}}`)
  await recordMany(tx, church, added ? tagAdded : tagRemoved, bodies)
  const by = authorOf(caller)
  keepHistory(tx, church.id, { person: rows.map(idOf), kind: added ? 'tag_added' : 'tag_removed', by, tag })
  const marks = rows.map(row => ({
    id: idOf(row),
    branch_id: Number(column(row, 'branch_id')),
    status: column(row, 'status') ?? '',
    n: 0,
  }))
  await tally(tx, church.id, 'people', summed(marks))
}
