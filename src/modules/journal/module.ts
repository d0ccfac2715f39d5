/** The journal for accounting programs, which every church has. */
import { module } from '../../resource/module.ts'
import { setAccounts } from './account-codes.ts'
import { closeJournal } from './close-journal.ts'
import { journalBefore, keepBooksInDemo } from './demo.ts'
import { journalFile } from './journal-file.ts'
import { journalsView } from './journals-view.ts'

export const journalModule = module({
  name: 'journal',
  title: 'Journal',
  group: 'Bookkeeping',
  resources: [],
  navigation: [{ label: 'Journal', path: '/contributions/journal', icon: 'report', may: journalsView.name }],
  actions: [setAccounts, closeJournal],
  views: [journalsView, journalFile],
  details: [{ table: 'account_codes', columns: ['fund_id'], of: 'funds' }],
  needs: [journalBefore],
  demo: keepBooksInDemo,
})
