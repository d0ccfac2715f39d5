/** Statements of giving and receipts, which every church has. */
import { module } from '../../resource/module.ts'
import { familyOf } from '../../resource/person-reference.ts'
import { issueInDemo, numbersAnew } from './demo.ts'
import { statementFile, statementPreview, statementsFile } from './files.ts'
import { issueAll, issueOne, issueReceipt } from './issue.ts'
import { freshRoute, statementRoute } from './link-route.ts'
import { peopleOfStatements, statementCopies } from './people-of-statements.ts'
import { runsDue } from './run-step.ts'
import { sendAll, sendStatement, statementRuns } from './send.ts'
import { statements } from './statements.ts'
import { supersedeStatement } from './supersede.ts'
import { verifyRoute } from './verify-route.ts'

export const statementsModule = module({
  name: 'statements',
  title: 'Statements',
  group: 'Giving',
  resources: [statements],
  actions: [issueAll, issueOne, issueReceipt, supersedeStatement, sendStatement, sendAll],
  views: [statementFile, statementsFile, statementPreview, statementRuns],
  namesPeople: peopleOfStatements,
  namesFamilies: [familyOf(statements)],
  copiesPeople: statementCopies,
  agenda: [runsDue],
  archive: {
    sums: [{ table: 'statements', by: ['year', 'kind', 'status'], of: ['base_total', 'gifts'] }],
  },
  serve: parts => ({ publicRoutes: [statementRoute(parts), freshRoute(parts), verifyRoute(parts)] }),
  needs: [numbersAnew],
  demo: issueInDemo,
})
