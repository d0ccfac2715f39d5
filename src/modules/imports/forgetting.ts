/** What imports keep of somebody who is forgotten: what they wrote, and how files were read. */
import { ident, join, sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted, hasString, nameless } from '../../resource/forgetting.ts'
import { plain } from '../../resource/import-meanings.ts'

export const importCopies: readonly CopiesPeople[] = [
  {
    table: 'import_records',
    words: { one: 'record of an import', many: 'records of imports' },
    theirs({ church, ids, records }) {
      const own = sql`t.resource = 'people' and t.record_id = any(${[...ids]}::bigint[])`
      const others = records.map(
        ({ resource, theirs }) => sql`t.resource = ${resource} and t.record_id in (
        select t.id from ${ident(resource)} as t where t.church_id = ${church.id} and ${theirs})`,
      )
      return sql`(${join([own, ...others], ' or ')})`
    },
    forgotten: nameless('That a line was imported stays; what it said of them goes.', () => ({
      written: sql`'{}'::jsonb`,
      before: sql`null`,
    })),
  },
  {
    table: 'import_mappings',
    theirs({ names, addresses }) {
      const texts = [...names, ...addresses]
      return hasString(sql`t.mapping::text`, [...texts, ...texts.map(plain)])
    },
    forgotten: deleted('They hold words of files that name them; the next file is asked about again.'),
  },
]
