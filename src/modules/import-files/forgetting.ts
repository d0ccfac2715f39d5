/** What becomes of files that are about to be imported, or were, when somebody is forgotten: of their reports what tells of them. */
import type { Db } from '../../db/database.ts'
import { join, type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import { isInternational } from '../../lib/phone.ts'
import { type CopiesPeople, deleted, type Forgotten, hasString, hasWords, nameless } from '../../resource/forgetting.ts'
import { recordsWritten } from '../imports/forgetting.ts'
import { emptied, STRETCH } from './files.ts'
import { calledBy, mayTell, outerWords, searched } from './rows-that-may-tell.ts'

/** All files of the church: what is in a workbook cannot be searched, and none is kept for longer than a day. */
export const filesForgotten: CopiesPeople = {
  table: 'import_files',
  asked: { untold: 'Whatever is in a file is not on record yet, and each is gone within a day.' },
  words: { one: 'file chosen for an import', many: 'files chosen for an import' },
  along: ['import_file_parts'],
  theirs: () => sql`t.emptied_at is null`,
  forgotten: deleted('Any of them may tell of the person. Whoever wants to import one chooses it again.', {
    hinders: {
      where: sql`t.status = 'running'`,
      because: { code: 'importing' },
    },
    async before(tx, { church }) {
      await tx.run(sql`delete from import_file_parts where church_id = ${church.id}`)
      await tx.run(sql`delete from import_file_rows where church_id = ${church.id} and file_id in (
        select id from import_files where church_id = ${church.id} and status <> 'done')`)
      await emptied(tx, church.id, sql`true`)
    },
  }),
}

/** What stands for one number however many zeros are before it: spreadsheets drop these. */
const bare = (text: Sql): Sql => sql`lower(regexp_replace(btrim(${text}), '^0+(?=.)', ''))`

/** Columns of any file whose cell may be a member number. */
const BY_NUMBER = ['member_no', 'child', 'teacher', 'pupil']
/** Columns of any file whose cell is the id of a person. */
const BY_ID = ['person_id', 'assignee_person_id']

const cellsIn = (columns: readonly string[]): Sql =>
  sql`array[${join(columns.map(column => bare(sql`(t.shown #>> ${`{said,${column}}`}::text[])`)))}]`

/** Rows that name them by a number or an id, as files of gifts and attendance do. */
const numberedRows = ({ church, ids }: Forgotten): Sql => sql`(${cellsIn(BY_ID)} && ${ids.map(String)}::text[]
  or ${cellsIn(BY_NUMBER)} && array(select ${bare(sql`number`)} from people as p
    cross join lateral unnest(array[p.member_no, p.freed_member_no]) as number
    where p.church_id = ${church.id} and p.id = any(${[...ids]}::bigint[]) and number is not null))`

/** Rows of reports that were taken for them, or have their number, an address or their name. */
function toldRows(forgotten: Forgotten): Sql {
  const { ids, names, addresses } = forgotten
  const taken = sql`t.shown ->> 'taken_for_id' = any(${ids.map(String)}::text[])`
  const text = sql`t.shown::text`
  const said = hasString(text, addresses)
  const called = addresses.filter(isInternational).map(one => sql`${text} ~ ${calledBy(one)}`)
  const named = names.map(name =>
    join(
      outerWords(name).map(word => hasWords(text, [word])),
      ' and ',
    ),
  )
  const ways = [taken, numberedRows(forgotten), said, ...called, ...named]
  return sql`(${join(ways, ' or ')})`
}

/** Rows that made or changed a record of theirs, by what the import wrote: as `id` of the file and `line`. */
const writtenRows = (forgotten: Forgotten): Sql => sql`select f.id, r.line from import_files as f
    join import_records as r on r.church_id = ${forgotten.church.id} and r.import_id = f.import_id
    where f.church_id = ${forgotten.church.id} and (r.resource, r.record_id) in (${recordsWritten(forgotten)})`

/** What is left of a row. */
const EMPTY = sql`'{"said": {}}'::jsonb`

/** Conditions on `t`, one after the other, that are true of all rows that tell of them together: each is of few rows, by their lines. */
async function stretchesOf(db: Db, forgotten: Forgotten): Promise<Sql[]> {
  const church = forgotten.church.id
  const files = await db.all<{ id: number; first: number; last: number }>(sql`
    select file_id as id, min(line) as first, max(line) as last from import_file_rows
    where church_id = ${church} group by file_id order by file_id`)
  const written = groupBy(await db.all<{ id: number; line: number }>(writtenRows(forgotten)), ({ id }) => id)
  const [may, told] = [await mayTell(db, forgotten, bare), toldRows(forgotten)]
  const found: Sql[] = []
  for (const { id, first, last } of files) {
    const lines = (written.get(id) ?? []).map(({ line }) => line)
    for (let from = first; from <= last; from += STRETCH) {
      const [maybe = { lines: [] }] = await db.all<{ lines: number[] }>(sql`
        select coalesce(array_agg(line), '{}') as lines from (
          select line, ${searched} from import_file_rows
          where church_id = ${church} and file_id = ${id} and line >= ${from} and line < ${from + STRETCH} offset 0) as t
        where ${may}`)
      const theirs = lines.filter(line => line >= from && line < from + STRETCH)
      if (maybe.lines.length + theirs.length === 0) continue
      found.push(sql`t.church_id = ${church} and t.file_id = ${id} and t.line = any(${[...theirs, ...maybe.lines]}::int[])
        and (t.line = any(${theirs}::int[]) or ${told})`)
    }
  }
  return found
}

export const reportsForgotten: CopiesPeople = {
  table: 'import_file_rows',
  asked: {
    untold:
      'What came in of them is told with the names of the files. Of other rows of a report nobody knows for sure whom they mean; it goes when the import can no longer be taken back.',
  },
  words: { one: 'row of a report on an import', many: 'rows of reports on imports' },
  theirs: forgotten => sql`((t.file_id, t.line) in (${writtenRows(forgotten)}) or ${toldRows(forgotten)})`,
  async count(db, forgotten) {
    let found = 0
    for (const some of await stretchesOf(db, forgotten)) {
      const row = await db.first<{ n: number }>(sql`select count(*)::int as n from import_file_rows as t where ${some}`)
      found += row?.n ?? 0
    }
    return found
  },
  forgotten: nameless(
    'That a row was imported or refused stays; what it said of them goes, and so does what may be of them.',
    () => ({ shown: EMPTY }),
    {
      async before(tx, forgotten) {
        for (const some of await stretchesOf(tx, forgotten)) {
          await tx.run(sql`update import_file_rows as t set shown = ${EMPTY} where ${some}`)
        }
        return sql`false`
      },
    },
  ),
}
