/** A report of giving as a file: CSV for spreadsheets, PDF for paper. */

import { guarded } from '../../lib/csv-guard.ts'
import { exactAmount } from '../../lib/money.ts'
import { plainAmount } from '../../lib/plain-amount.ts'
import { pdf } from '../../paper/pdf.ts'
import { PAPERS, paperOf } from '../../paper/sheet.ts'
import { drawTable } from '../../paper/table.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { csvText } from '../../resource/csv-text.ts'
import { csvFile, type MadeFile, pdfFile } from '../../resource/made-file.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { languageNamed } from '../../texts/catalogues.ts'
import { type Language, msg } from '../../texts/language.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { type GivingReport, type GivingRow, type GivingSums, readReport } from './giving-report.ts'
import { type GivingGroup, reportFields, type Span } from './report-span.ts'

const TITLES: Readonly<Record<GivingGroup, string>> = {
  fund: msg('Giving by fund'),
  branch: msg('Giving by branch'),
  method: msg('Giving by method'),
  month: msg('Giving by month'),
}

const HEADS: Readonly<Record<GivingGroup, string>> = {
  fund: msg('Fund'),
  branch: msg('Branch'),
  method: msg('Method'),
  month: msg('Month'),
}

const dated = (language: Language, day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language.locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const monthName = (language: Language, month: string): string =>
  dated(language, `${month}-01`, { month: 'short', year: 'numeric' })

const spanName = (language: Language, { from, to }: Span): string =>
  language.say('{from} to {to}', {
    from: dated(language, from, { dateStyle: 'medium' }),
    to: dated(language, to, { dateStyle: 'medium' }),
  })

/** What a group is called. */
function rowName(language: Language, by: GivingGroup, { key, name }: GivingRow): string {
  if (by === 'month') return monthName(language, key)
  return by === 'method' ? language.say(wordsOfValue(key)) : (name ?? key)
}

/** The heads of the columns behind the first; `months` where they are wanted. */
function heads(language: Language, report: GivingReport, months: boolean): string[] {
  const { say } = language
  return [
    ...(months ? report.months.map(month => monthName(language, month)) : []),
    say('Total'),
    ...(months ? [] : [say('Year before'), say('Difference')]),
  ]
}

const amounts = ({ months, total, before, difference }: GivingSums, wanted: boolean): string[] =>
  wanted ? [...months, total] : [total, before, difference]

/** Gifts, months, total, year before and difference: a spreadsheet has room for all of it. */
function csvOf(language: Language, report: GivingReport, { church }: Caller): AsyncGenerator<string> {
  const { say } = language
  const plain = (amount: string): string => plainAmount(BigInt(amount), report.currency, church.country)
  const head = [
    say(HEADS[report.by]),
    say('Currency'),
    say('Gifts'),
    ...report.months.map(month => monthName(language, month)),
    ...heads(language, report, false),
  ]
  const cells = (sums: GivingSums): (string | number)[] => [
    report.currency,
    sums.count,
    ...[...sums.months, sums.total, sums.before, sums.difference].map(plain),
  ]
  const rows = report.rows.map(row => [guarded(rowName(language, report.by, row)), ...cells(row)])
  return csvText(
    church.country,
    head,
    (async function* () {
      yield [...rows, [say('All'), ...cells(report.all)]]
    })(),
  )
}

interface OnPaper {
  paper: (typeof PAPERS)[number]
  /** A column for each month in the place of the year before. */
  months: boolean
}

function pdfOf(language: Language, report: GivingReport, { church }: Caller, { paper, months }: OnPaper) {
  const { say, locale } = language
  const byMonths = months && report.by !== 'month'
  const shown = (sums: GivingSums): string[] =>
    amounts(sums, byMonths).map(amount => exactAmount(BigInt(amount), report.currency))
  const title = say('{church}: {report}', { church: church.name, report: say(TITLES[report.by]) })
  const span = spanName(language, report.now)
  const table = {
    title,
    about: [
      byMonths ? span : say('{now}, against {before}', { now: span, before: spanName(language, report.before) }),
      say('{count, plural, one {# gift} other {# gifts}} in {currency}. Void gifts are left out.', {
        count: report.all.count,
        currency: report.currency,
      }),
    ],
    head: [say(HEADS[report.by]), ...heads(language, report, byMonths)],
    rows: report.rows.map(row => [rowName(language, report.by, row), ...shown(row)]),
    last: [say('All'), ...shown(report.all)],
    foot: (page: number) => say('Page {page, number}', { page }),
  }
  return pdf({ title, paper, landscape: byMonths, language: locale }, doc => drawTable(doc, table))
}

export const givingReportFile = view({
  name: 'giving_report_file',
  may: within(FINANCE),
  fields: {
    ...reportFields,
    format: field.oneOf(['csv', 'pdf']).required(),
    months: field.boolean().settable().doc('In a PDF: a column for each month, in the place of the year before'),
    paper: field.oneOf(PAPERS).settable().doc("A4 or Letter; what is usual in the church's country, unless said"),
  },
  async run(parts, caller, { format, months = false, paper, ...asked }): Promise<MadeFile> {
    const report = await readReport(parts, caller, asked)
    const language = languageNamed(parts.config.language)
    const name = `giving-by-${report.by}-${report.now.from}-${report.now.to}`
    if (format === 'csv') return csvFile(name, csvOf(language, report, caller))
    return pdfFile(name, pdfOf(language, report, caller, { paper: paper ?? paperOf(caller.church.country), months }))
  },
})
