/** Imports, which every church has: what came from files, and how it is taken back. */
import { sql } from '../../db/sql.ts'
import { module } from '../../resource/module.ts'
import { importCopies } from './forgetting.ts'
import { imports } from './imports.ts'
import { stayingFile } from './staying-file.ts'
import { undoImport } from './undo-import.ts'
import { undoRounds } from './undo-rounds.ts'
import { undoView } from './undo-view.ts'

export const importsModule = module({
  name: 'imports',
  title: 'Imports',
  group: 'Settings',
  resources: [imports],
  actions: [undoImport],
  views: [undoView, stayingFile],
  copiesPeople: importCopies,
  archive: {
    unsettled: [
      {
        one: 'import that is being taken back',
        many: 'imports that are being taken back',
        means: 'that goes on here and in the other place, each for itself. Wait for its end.',
        count: church => sql`select count(*)::int as n from imports where church_id = ${church} and status = 'undoing'`,
      },
    ],
  },
  serve: parts => ({ jobs: [undoRounds(parts)] }),
})
