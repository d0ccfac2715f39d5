/** What imports keep of somebody who is forgotten: what they wrote, and how files were read. */
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import {
  type CopiesPeople,
  deleted,
  type Forgotten,
  hasString,
  MAYBE_OTHERS,
  nameless,
} from '../../resource/forgetting.ts'
import { plain } from '../../resource/import-meanings.ts'
import { nameKey } from '../../resource/import-names.ts'

/**
 * What imports wrote that is theirs, as `resource` and `record_id`: to be looked up by its index, which alternatives of a condition
 * would not be.
 */
export const recordsWritten = ({ church, ids, records }: Forgotten): Sql =>
  join(
    [
      sql`select 'people' as resource, one as record_id from unnest(${[...ids]}::bigint[]) as one`,
      ...records.map(
        ({ resource, theirs }) =>
          sql`select ${resource}::text, t.id from ${ident(resource)} as t where t.church_id = ${church.id} and ${theirs}`,
      ),
    ],
    ' union all ',
  )

export const importCopies: readonly CopiesPeople[] = [
  {
    table: 'import_records',
    asked: { untold: 'They are told with the names of their files.' },
    words: { one: 'record of an import', many: 'records of imports' },
    theirs: forgotten => sql`(t.resource, t.record_id) in (${recordsWritten(forgotten)})`,
    forgotten: nameless('That a line was imported stays; what it said of them goes.', () => ({
      written: sql`'{}'::jsonb`,
      before: sql`null`,
    })),
  },
  {
    table: 'import_mappings',
    asked: MAYBE_OTHERS,
    theirs({ church, ids, names, addresses }) {
      const texts = [...names, ...addresses]
      const said = hasString(sql`t.mapping::text`, [...texts, ...texts.map(plain), ...texts.map(nameKey)])
      // Whoever somebody said is meant by a name, however that is spelt.
      return sql`(${said} or exists (select 1 from people as p
        cross join jsonb_each_text(t.mapping #> '{names,said}') as given (name, number)
        where p.church_id = ${church.id} and p.id = any(${[...ids]}::bigint[]) and given.number in (p.member_no, p.freed_member_no)))`
    },
    forgotten: deleted('They hold words of files that name them; the next file is asked about again.'),
  },
]
