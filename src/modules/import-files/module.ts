/** Files that are imported through the console: chosen, understood, checked, and then imported in the background. */
import { module } from '../../resource/module.ts'
import { begin, check, decide, drop, put, start } from './actions.ts'
import { filesInArchive } from './archive.ts'
import { filesForgotten, reportsForgotten } from './forgetting.ts'
import { ImportWorker } from './import-worker.ts'
import { letGoRounds } from './let-go.ts'
import { importReportView, refusedView, reportView } from './report.ts'
import { importCheckView, importFilesView, importFileView, importRowsView } from './views.ts'

export const importFilesModule = module({
  name: 'import-files',
  title: 'Files to import',
  resources: [],
  copiesPeople: [filesForgotten, reportsForgotten],
  archive: filesInArchive,
  actions: [begin, put, check, decide, start, drop],
  views: [importFileView, importCheckView, importRowsView, refusedView, reportView, importReportView, importFilesView],
  serve: parts => ({ workers: [new ImportWorker(parts)], jobs: [letGoRounds(parts)] }),
})
