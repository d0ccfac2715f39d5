/** Imports, which every church has: what came from files, and how it is taken back. */
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
  serve: parts => ({ jobs: [undoRounds(parts)] }),
})
