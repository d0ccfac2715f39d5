/** What becomes of files that are about to be imported, or were within the last day, when somebody is forgotten. */
import { sql } from '../../db/sql.ts'
import { type CopiesPeople, deleted } from '../../resource/forgetting.ts'

/** All files of the church: what is in a workbook cannot be searched, and none is kept for longer than a day. */
export const filesForgotten: CopiesPeople = {
  table: 'import_files',
  asked: { untold: 'Whatever is in a file is not on record yet, and each is gone within a day.' },
  words: { one: 'file chosen for an import', many: 'files chosen for an import' },
  along: ['import_file_parts', 'import_file_rows'],
  theirs: () => sql`true`,
  forgotten: deleted('Any of them may tell of the person. Whoever wants to import one chooses it again.', {
    hinders: {
      where: sql`t.status = 'running'`,
      because: { code: 'importing' },
    },
    async before(tx, { church }) {
      await tx.run(sql`delete from import_file_rows where church_id = ${church.id}`)
      await tx.run(sql`delete from import_file_parts where church_id = ${church.id}`)
    },
  }),
}
