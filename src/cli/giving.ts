/** giving report. */
import { exactAmount } from '../lib/money.ts'
import { type GivingReport, type GivingSums, givingReport } from '../modules/contributions/giving-report.ts'
import { givingReportFile } from '../modules/contributions/giving-report-file.ts'
import { GROUPS } from '../modules/contributions/report-span.ts'
import { PAPERS } from '../paper/sheet.ts'
import { wordsOfValue } from '../texts/value-words.ts'
import { type AddCommand, action, CommandError, type Result, table } from './command.ts'
import { lookAt, writeMade } from './made-file.ts'

interface Options {
  church: string
  by?: string
  year?: string
  from?: string
  to?: string
  currency?: string
  branch?: string
  csv?: string
  pdf?: string
  months?: true
  paper?: string
}

/** The report for who reads it at the terminal. */
function told({ by, now, before, currency, rows, all }: GivingReport): string {
  const cells = ({ count, total, before: earlier, difference }: GivingSums): (string | number)[] => [
    count,
    ...[total, earlier, difference].map(amount => exactAmount(BigInt(amount), currency)),
  ]
  const lines = rows.map(row => [by === 'method' ? wordsOfValue(row.key) : (row.name ?? row.key), ...cells(row)])
  return [
    `${now.from} to ${now.to}, against ${before.from} to ${before.to}, in ${currency}.`,
    table([by, 'gifts', 'total', 'year before', 'difference'], [...lines, ['all', ...cells(all)]]),
  ].join('\n')
}

const saved = (out: string): Result => ({ json: { file: out }, text: `Saved as ${out}.` })

export const addGiving: AddCommand = (giving, call) => {
  action(
    giving
      .command('report')
      .description('what was given, against the year before; void gifts are left out')
      .requiredOption('--church <slug>', 'the church')
      .option('--by <group>', `one of ${GROUPS.join(', ')}; fund where missing`)
      .option('--year <year>', 'the current one up to today where missing')
      .option('--from <date>', 'the first day, in the place of a year')
      .option('--to <date>', 'the last day')
      .option('--currency <code>', 'only gifts in this currency, in their own amounts')
      .option('--branch <id>', 'this branch and its sub-branches')
      .option('--csv <file>', 'write a CSV file, with a column for each month')
      .option('--pdf <file>', 'write a PDF file')
      .option('--months', 'in the PDF: a column for each month, in the place of the year before')
      .option('--paper <size>', `of the PDF: one of ${PAPERS.join(', ')}; what is usual in the country where missing`)
      .addHelpText('after', '\nExample:\n  sexton giving report --church grace --by fund --year 2026 --pdf giving.pdf'),
    call,
    async (open, options: Options) => {
      const { church, branch: branch_id, csv, pdf, months, paper, by, year, from, to, currency } = options
      const asked = { by, year, from, to, currency, branch_id }
      if (csv !== undefined && pdf !== undefined) throw new CommandError('Ask for one file: --csv or --pdf.')
      const out = csv ?? pdf
      if (out !== undefined) {
        const format = csv === undefined ? 'pdf' : 'csv'
        await writeMade(open, church, givingReportFile, { ...asked, format, paper, months: months && '1' }, out)
        return saved(out)
      }
      const report = await lookAt(open, church, givingReport, asked)
      return { json: report, text: told(report) }
    },
  )
}
