/** What becomes of files that are about to be imported, or were, when somebody is forgotten: of their reports what tells of them. */
import type { Db } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted, type Forgotten, hasString, hasWords, nameless } from '../../resource/forgetting.ts'
import { emptied } from './files.ts'

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

/** Digits in which a telephone is told, however it is written. */
const TELLING_DIGITS = 9

/** Rows of reports that made or changed a record of theirs, were taken for them, or have their name or an address. */
function theirRows({ church, ids, name, names, addresses, records }: Forgotten): Sql {
  const own = sql`r.resource = 'people' and r.record_id = any(${[...ids]}::bigint[])`
  const others = records.map(
    ({ resource, theirs }) => sql`r.resource = ${resource} and r.record_id in (
      select t.id from ${ident(resource)} as t where t.church_id = ${church.id} and ${theirs})`,
  )
  const written = sql`(t.file_id, t.line) in (select f.id, r.line from import_files as f
    join import_records as r on r.church_id = ${church.id} and r.import_id = f.import_id
    where f.church_id = ${church.id} and (${join([own, ...others], ' or ')}))`
  const taken = sql`t.shown ->> 'taken_for_id' = any(${ids.map(String)}::text[])`
  const text = sql`t.shown::text`
  const said = hasString(text, addresses)
  const numbers = addresses.map(one => one.replace(/\D/g, '')).filter(digits => digits.length >= TELLING_DIGITS)
  const called = numbers.map(digits => sql`${text} ~ ${[...digits.slice(-TELLING_DIGITS)].join('[^0-9"]{0,3}')}`)
  const words = name.split(' ')
  const named = [words[0] ?? '', words.at(-1) ?? ''].map(word => hasWords(text, [word]))
  const ways = [written, taken, said, ...called, ...(names.length > 0 ? [sql`(${join(named, ' and ')})`] : [])]
  return sql`(${join(ways, ' or ')})`
}

/** What is left of a row. */
const EMPTY = sql`'{"said": {}}'::jsonb`

/** Rows that a statement looks through, so that none runs out of its time. */
const STRETCH = 20_000

/** Conditions on `t`, one after the other, that are true of all rows of reports together. */
async function stretchesOf(db: Db, church: number): Promise<Sql[]> {
  const files = await db.all<{ id: number; first: number; last: number }>(sql`
    select file_id as id, min(line) as first, max(line) as last from import_file_rows
    where church_id = ${church} group by file_id order by file_id`)
  return files.flatMap(({ id, first, last }) =>
    Array.from({ length: Math.ceil((last - first + 1) / STRETCH) }, (_, nth) => {
      const from = first + nth * STRETCH
      return sql`t.file_id = ${id} and t.line between ${from} and ${from + STRETCH - 1}`
    }),
  )
}

export const reportsForgotten: CopiesPeople = {
  table: 'import_file_rows',
  asked: {
    untold: 'What came in of them is told with the names of the files. The report of an import goes after thirty days.',
  },
  words: { one: 'row of a report on an import', many: 'rows of reports on imports' },
  theirs: theirRows,
  async count(db, forgotten) {
    const church = forgotten.church.id
    let found = 0
    for (const some of await stretchesOf(db, church)) {
      const row = await db.first<{ n: number }>(sql`select count(*)::int as n from import_file_rows as t
        where t.church_id = ${church} and ${some} and ${theirRows(forgotten)}`)
      found += row?.n ?? 0
    }
    return found
  },
  forgotten: nameless(
    'That a row was imported or refused stays; what it said of them goes, and so does what may be of them.',
    () => ({ shown: EMPTY }),
    {
      async before(tx, { church }, theirs) {
        for (const some of await stretchesOf(tx, church.id)) {
          await tx.run(sql`update import_file_rows as t set shown = ${EMPTY}
            where t.church_id = ${church.id} and ${some} and ${theirs}`)
        }
        return sql`false`
      },
    },
  ),
}
