/** statement issue, receipt, send-all, export: what is issued for a period, and the paper of it. The rest of the group is derived. */

import { statementFile, statementsFile } from '../modules/statements/files.ts'
import { issueAll, issueOne, issueReceipt } from '../modules/statements/issue.ts'
import { runOn } from '../modules/statements/run-step.ts'
import { type ShownRun, sendAll, statementRuns } from '../modules/statements/send.ts'
import { stepsOn } from '../resource/step.ts'
import type { ByHand } from './by-hand.ts'
import { action, CommandError, type Open, type Result } from './command.ts'
import { doAction } from './doing.ts'
import { lookAt, writeMade } from './made-file.ts'
import { idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface Days {
  church: string
  year?: number
  from?: string
  to?: string
}

interface IssueOptions extends Days {
  by?: string
  person?: number
  note?: string
}

interface ExportOptions {
  church: string
  year?: string
  id?: string
  out: string
}

const daysOf = ({ year, from, to }: Days) => ({
  ...(year !== undefined && { year }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

/** Ends when all are issued, or with the process: a server goes on then. */
async function issueOfAll(open: Open, slug: string, { by, note, ...days }: IssueOptions): Promise<Result> {
  const sent = { ...daysOf(days), ...(by !== undefined && { by }), ...(note !== undefined && { note }) }
  const { id } = await doAction(open, slug, issueAll, sent)
  await workOff(open, slug, id)
  const run = await runOf(open, slug, id)
  const left = run.status === 'issued' ? '' : ' The server goes on with the rest.'
  return { json: { ...run }, text: `${run.issued} of ${run.total} statements are issued.${left}` }
}

async function workOff(open: Open, slug: string, id: number): Promise<void> {
  const church = await open.church(slug)
  const take = stepsOn(open.database, { now: () => new Date() }, await open.house(), open.config)
  while (!open.stop.aborted && (await take(runOn, church, id)));
}

async function runOf(open: Open, slug: string, id: number): Promise<ShownRun> {
  const { runs } = await lookAt(open, slug, statementRuns, {})
  const run = runs.find(one => one.id === id)
  if (run === undefined)
    throw new CommandError('Other statements were issued in the meantime. See: sexton statement list')
  return run
}

export const byHand: ByHand = {
  instead: [],
  add(statement, call) {
    const issue = statement
      .command('issue')
      .description('issue statements of giving: for everybody who gave, or for one person')
      .requiredOption(...CHURCH)
    issue
      .option('--year <year>', 'the year of the gifts', idOption)
      .option('--from <date>', 'the first day, in the place of a year')
      .option('--to <date>', 'the last day')
      .option('--by <holder>', 'person, or family: one for each; person, unless said')
      .option('--person <id>', 'for this person alone', idOption)
      .option('--note <text>', 'printed on each: what the law of the country asks for')
      .addHelpText('after', '\nExample:\n  sexton statement issue --year 2026 --by family --church grace')
    action(issue, call, async (open, options: IssueOptions) => {
      if (options.person === undefined) return await issueOfAll(open, options.church, options)
      const made = await doAction(open, options.church, issueOne, { person_id: options.person, ...daysOf(options) })
      return { json: made, text: `Statement ${made.number} is issued.` }
    })
    action(
      statement
        .command('receipt')
        .description('issue a receipt of one gift')
        .argument('<id>', 'the gift', idOption)
        .requiredOption(...CHURCH)
        .addHelpText('after', '\nExample:\n  sexton statement receipt 4711 --church grace'),
      call,
      async (open, id: number, { church }: { church: string }) => {
        const made = await doAction(open, church, issueReceipt, { contribution_id: id })
        return { json: made, text: `Receipt ${made.number} is issued.` }
      },
    )
    addSending(statement, call)
  },
}

const addSending: ByHand['add'] = (statement, call) => {
  action(
    statement
      .command('send-all')
      .description('send the links to the statements that were issued last, to all who had none')
      .requiredOption(...CHURCH)
      .addHelpText('after', '\nExample:\n  sexton statement send-all --church grace'),
    call,
    async (open, { church }: { church: string }) => {
      const { runs } = await lookAt(open, church, statementRuns, {})
      const [latest] = runs
      if (latest === undefined) throw new CommandError('No statements were issued together yet.')
      await doAction(open, church, sendAll, { run_id: latest.id })
      await workOff(open, church, latest.id)
      const run = await runOf(open, church, latest.id)
      return {
        json: { ...run },
        text: `Links to ${run.sent} statements are on their way; ${run.unsent} have no address.`,
      }
    },
  )
  action(
    statement
      .command('export')
      .description('write statements as a PDF: those of a year that hold, or one')
      .requiredOption(...CHURCH)
      .requiredOption('--out <file>', 'the PDF file to write')
      .option('--year <year>', 'all of this year, one after the other')
      .option('--id <id>', 'this one')
      .addHelpText('after', '\nExample:\n  sexton statement export --year 2026 --out statements.pdf --church grace'),
    call,
    async (open, { church, year, id, out }: ExportOptions) => {
      if ((year === undefined) === (id === undefined)) throw new CommandError('Say either --year or --id.')
      if (id !== undefined) await writeMade(open, church, statementFile, { id }, out)
      else await writeMade(open, church, statementsFile, { year }, out)
      return { json: { file: out }, text: `Saved as ${out}.` }
    },
  )
}
