/** What becomes of files that are about to be imported when a church moves. */
import { sql } from '../../db/sql.ts'
import type { InArchive } from '../../resource/in-archive.ts'
import { msg } from '../../texts/language.ts'

const MOVED = msg(
  'The church moved here while this file was being imported. Nothing of it was imported here. Choose it again if it is still missing.',
)

/**
 * An import is one transaction, so an archive that was written meanwhile has nothing of it. It is not begun once more by itself:
 * it may have been ended where it was begun.
 */
export const filesInArchive: InArchive = {
  unsettled: [
    {
      one: 'file that is being imported',
      many: 'files that are being imported',
      means: 'nothing of them is in the file. Wait for their end.',
      count: church =>
        sql`select count(*)::int as n from import_files where church_id = ${church} and status = 'running'`,
    },
  ],
  arrives: {
    import_files(row) {
      if (row.status === 'running') {
        row.status = 'failed'
        row.error = MOVED
        row.progress = 0
      }
      row.claim = null
      row.claimed_until = null
      row.tries = 0
    },
  },
}
