/** What the church chose for those who graduate: a status and a tag, and both taken back. People's own events tell of it. */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { recordMany } from '../../events/record.ts'
import type { Church } from '../../resource/caller.ts'
import type { STATUSES } from '../people/fields.ts'
import { personPrinter } from '../people/fields.ts'
import { type Author, keepHistory } from '../people/history.ts'
import { tagAdded, tagRemoved } from '../people/tags.ts'
import { changePerson } from '../people/update.ts'

type Status = (typeof STATUSES)[number]

const { column, columns, print } = personPrinter

/** People, locked in the order of their ids. */
const hold = (tx: Tx, church: number, ids: readonly number[]): Promise<TextRow[]> =>
  tx.text(sql`select ${columns} from people as t where church_id = ${church} and id = any(${idArray(ids)}) and not removed
    order by id for no key update`)

/** Sets the status of people. @returns as they are then, with the status from before where it was another */
export async function setStatus(
  tx: Tx,
  church: Church,
  people: ReadonlyMap<number, string>,
  by: Author,
): Promise<{ id: number; row: TextRow; before: string | null }[]> {
  const done: { id: number; row: TextRow; before: string | null }[] = []
  for (const row of await hold(tx, church.id, [...people.keys()])) {
    const id = Number(column(row, 'id'))
    const [before, wanted] = [column(row, 'status'), people.get(id)]
    const after = await changePerson(tx, church, row, { change: { status: wanted as Status }, by })
    done.push({ id, row: after, before: before === wanted ? null : before })
  }
  return done
}

/** Tags people who do not have the tag. @returns their ids */
export async function tagAll(
  tx: Tx,
  church: Church,
  ids: readonly number[],
  tag: string,
  by: Author,
): Promise<number[]> {
  const rows = await hold(tx, church.id, ids)
  const added = await tx.all<{ person_id: number }>(sql`insert into person_tags (church_id, person_id, tag, created_at)
    select ${church.id}, p.id, ${tag}, ${tx.now}::timestamptz from people as p
    where p.church_id = ${church.id} and p.id = any(${idArray(ids)}) and not p.removed and p.id not in (
      select person_id from person_tags where church_id = ${church.id} and lower(tag) = lower(${tag}))
    order by p.id returning person_id`)
  const tagged = new Set(added.map(({ person_id }) => person_id))
  await tell(
    tx,
    church,
    tagAdded,
    rows.filter(row => tagged.has(Number(column(row, 'id')))),
    { tag, by, kind: 'tag_added' },
  )
  return [...tagged]
}

/** Takes the tag from people who have it. */
export async function untagAll(tx: Tx, church: Church, ids: readonly number[], tag: string, by: Author): Promise<void> {
  const rows = await hold(tx, church.id, ids)
  const gone = await tx.all<{ person_id: number }>(sql`delete from person_tags where church_id = ${church.id}
    and person_id = any(${idArray(ids)}) and lower(tag) = lower(${tag}) returning person_id`)
  const had = new Set(gone.map(({ person_id }) => person_id))
  await tell(
    tx,
    church,
    tagRemoved,
    rows.filter(row => had.has(Number(column(row, 'id')))),
    { tag, by, kind: 'tag_removed' },
  )
}

interface Tagging {
  tag: string
  by: Author
  kind: 'tag_added' | 'tag_removed'
}

async function tell(
  tx: Tx,
  church: Church,
  event: typeof tagAdded | typeof tagRemoved,
  rows: readonly TextRow[],
  { tag, by, kind }: Tagging,
): Promise<void> {
  if (rows.length === 0) return
  await recordMany(
    tx,
    church,
    event,
    rows.map(row => `{"person":${print(row)},"tag":${JSON.stringify(tag)}}`),
  )
  for (const row of rows) keepHistory(tx, church.id, { person: Number(column(row, 'id')), kind, by, tag })
}
