/** The history of a person, as the console shows it: their own, and that of records that were merged into theirs. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { limitOf } from '../../resource/limit.ts'
import { checkVisible } from '../../resource/list.ts'
import { READERS, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { families } from './families.ts'
import type { Author, HistoryKind } from './history.ts'
import { people } from './people.ts'
import { tagsOf } from './tags.ts'

const PER_PAGE = 50

/** One line, as the page shows it. */
export interface HistoryEntry {
  id: number
  /** Whose record: another one's where it was merged into this. */
  person_id: number
  kind: HistoryKind
  by: Author
  /** By field: the values before and after. */
  changes: Record<string, [before: unknown, after: unknown]>
  tag: string | null
  /** The other record of a merge. */
  other_id: number | null
  created_at: string
}

/** One page of it. */
export interface PersonHistory {
  /** The latest first. */
  entries: HistoryEntry[]
  /** Families that the changes name, as far as they are in sight. */
  families: { id: number; name: string }[]
  has_more: boolean
}

/** What the console knows of a person beside their record. */
interface PersonMore {
  tags: string[]
  /** The record that theirs was merged into. */
  merged_into: number | null
  /** True where nothing of them is on record any more. */
  forgotten: boolean
}

interface Row extends Omit<HistoryEntry, 'by' | 'changes'> {
  by_kind: Author['kind']
  by_name: string | null
  changes: string
}

const may = within(READERS)

export const historyView = view({
  name: 'person_history',
  may,
  fields: {
    id: field.ref('people').required(),
    before: field.ref().settable().doc('the id of a line: those earlier than it'),
  },
  async run({ read }, caller, { id, before = Number.MAX_SAFE_INTEGER }): Promise<PersonHistory> {
    await checkVisible(read, people, caller, id)
    const church = caller.church.id
    const rows = await read.all<Row>(sql`
      select id, person_id, kind, by_kind, by_name, changes::text as changes, tag, other_id, created_at
      from person_history where church_id = ${church} and id < ${before} and person_id = any(array(
        select id from people where church_id = ${church} and merged_into_id = ${id}
          and ${limitOf('branch_id', caller) ?? sql`true`} union all select ${id}::bigint))
        and (person_id = ${id} or kind <> 'merged_away')
      order by id desc limit ${PER_PAGE + 1}`)
    const entries = rows.slice(0, PER_PAGE).map(({ by_kind, by_name, changes, created_at, ...row }) => ({
      ...row,
      by: { kind: by_kind, name: by_name },
      changes: JSON.parse(changes) as HistoryEntry['changes'],
      created_at: printTimestamp(created_at),
    }))
    return { entries, families: await familiesOf(read, caller, entries), has_more: rows.length > PER_PAGE }
  },
})

async function familiesOf(
  read: Db,
  caller: Caller,
  entries: readonly HistoryEntry[],
): Promise<PersonHistory['families']> {
  const ids = [...new Set(entries.flatMap(({ changes }) => changes.family_id ?? []))].filter(id => id !== null)
  if (ids.length === 0) return []
  return await read.all(sql`select id, name from families where church_id = ${caller.church.id}
    and id = any(${ids}::bigint[]) and ${limitOf(families.limitTo, caller) ?? sql`true`} order by id`)
}

export const moreView = view({
  name: 'person_more',
  may,
  fields: { id: field.ref('people').required() },
  async run({ read }, caller, { id }): Promise<PersonMore> {
    await checkVisible(read, people, caller, id)
    const church = caller.church.id
    const [tags, state] = await Promise.all([
      tagsOf(read, church, id),
      read.first<{ merged_into: number | null; forgotten: boolean }>(sql`select merged_into_id as merged_into,
        forgotten_at is not null as forgotten from people where church_id = ${church} and id = ${id}`),
    ])
    return { tags, merged_into: state?.merged_into ?? null, forgotten: state?.forgotten ?? false }
  },
})
