/** Files that are kept with records of other modules. */
import { sql } from '../../db/sql.ts'
import { module } from '../../resource/module.ts'
import { sweep } from './sweep.ts'

const HOUR_MS = 3_600_000

export const filesModule = module({
  name: 'files',
  title: 'Files',
  resources: [],
  archive: {
    leftOut: { file_parts: 'of files that were being sent' },
    only: { files: { where: sql`status = 'kept'`, because: 'what was being sent is sent again' } },
  },
  serve: parts => ({ jobs: [{ every: HOUR_MS, run: () => sweep(parts) }] }),
})
