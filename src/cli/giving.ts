/** giving report. */
import { exactAmount } from '../lib/money.ts'
import { type GivingReport, type GivingSums, givingReport } from '../modules/contributions/giving-report.ts'
import { givingReportFile, rowName } from '../modules/contributions/giving-report-file.ts'
import { GROUPS } from '../modules/contributions/report-span.ts'
import { PAPERS } from '../paper/sheet.ts'
import { languageNamed } from '../texts/catalogues.ts'
import { type AddCommand, action, CommandError, type Result, table } from './command.ts'
import { lookAt, writeMade } from './made-file.ts'

interface Options {
  church: string
  by?: string
  format?: string
  fund?: string
  days?: string
  ranges?: string
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
function told(report: GivingReport): string {
  const { by, now, before, currency, rows, all, lapsed } = report
  const cells = ({ givers, count, total, before: earlier, difference }: GivingSums): (string | number)[] => [
    ...(givers === null ? [] : [givers.now, givers.before]),
    count,
    ...[total, earlier, difference].map(amount => exactAmount(BigInt(amount), currency)),
  ]
  // At the terminal months stand as they are sent.
  const lines = rows.map(row => [by === 'month' ? row.key : rowName(languageNamed('en'), report, row), ...cells(row)])
  const people = all.givers === null ? [] : ['givers', 'year before']
  return [
    `${now.from} to ${now.to}, against ${before.from} to ${before.to}, in ${currency}.`,
    table([by, ...people, 'gifts', 'total', 'year before', 'difference'], [...lines, ['all', ...cells(all)]]),
    ...(lapsed === null
      ? []
      : [`Lapsed after ${lapsed.days} days without a gift: ${lapsed.now}; in the year before ${lapsed.before}.`]),
  ].join('\n')
}

/** Which file is wanted, if one is. @throws CommandError for several, and for a format that there is not */
function fileOf({ csv, pdf, format }: Options, by: string): { format?: 'csv' | 'pdf'; out?: string } {
  const wanted = [csv, pdf, format].filter(one => one !== undefined)
  if (wanted.length > 1) throw new CommandError('Ask for one file: --csv, --pdf or --format.')
  if (format !== undefined && format !== 'csv' && format !== 'pdf') {
    throw new CommandError('--format is csv or pdf.')
  }
  if (format !== undefined) return { format, out: `giving-by-${by}.${format}` }
  if (csv !== undefined) return { format: 'csv', out: csv }
  return pdf === undefined ? {} : { format: 'pdf', out: pdf }
}

const saved = (out: string): Result => ({ json: { file: out }, text: `Saved as ${out}.` })

export const addGiving: AddCommand = (giving, call) => {
  action(
    giving
      .command('report [name]')
      .description('what was given and by how many, against the year before; void gifts are left out')
      .requiredOption('--church <slug>', 'the church')
      .option('--by <group>', `its name: one of ${GROUPS.join(', ')}; fund where missing`)
      .option('--year <year>', 'the current one up to today where missing')
      .option('--from <date>', 'the first day, in the place of a year')
      .option('--to <date>', 'the last day')
      .option('--currency <code>', 'only gifts in this currency, in their own amounts')
      .option('--branch <id>', 'this branch and its sub-branches')
      .option('--fund <id>', 'only gifts to this fund')
      .option('--days <n>', 'of givers: after how many days without a gift one has lapsed; 365 where missing')
      .option('--ranges <amounts>', 'where ranges begin: 1000,5000,10000; round amounts where missing')
      .option('--format <format>', 'csv or pdf: write such a file, named after the report')
      .option('--csv <file>', 'write a CSV file, with a column for each month')
      .option('--pdf <file>', 'write a PDF file')
      .option('--months', 'in the PDF: a column for each month, in the place of the year before')
      .option('--paper <size>', `of the PDF: one of ${PAPERS.join(', ')}; what is usual in the country where missing`)
      .addHelpText(
        'after',
        '\nExample:\n  sexton giving report --church grace --by fund --year 2026 --pdf giving.pdf\n  sexton giving report giver --church grace --from 2026-01-01 --to 2026-06-30 --format csv',
      ),
    call,
    async (open, name: string | undefined, options: Options) => {
      const {
        church,
        branch: branch_id,
        fund: fund_id,
        months,
        paper,
        year,
        from,
        to,
        currency,
        days,
        ranges,
      } = options
      if (name !== undefined && options.by !== undefined) throw new CommandError('Name one report: NAME or --by.')
      const by = name ?? options.by
      const asked = { by, year, from, to, currency, branch_id, fund_id, days, ranges }
      const { format, out } = fileOf(options, by ?? 'fund')
      if (out !== undefined) {
        await writeMade(open, church, givingReportFile, { ...asked, format, paper, months: months && '1' }, out)
        return saved(out)
      }
      const report = await lookAt(open, church, givingReport, asked)
      return { json: report, text: told(report) }
    },
  )
}
