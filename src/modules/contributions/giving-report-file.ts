/** A report of giving as a file: CSV for spreadsheets, PDF for paper. */

import { guarded } from '../../lib/csv-guard.ts'
import { plainAmount } from '../../lib/plain-amount.ts'
import { drawPairs } from '../../paper/pairs.ts'
import { pdf } from '../../paper/pdf.ts'
import { PAPERS, paperOf } from '../../paper/sheet.ts'
import { drawTable } from '../../paper/table.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { csvText } from '../../resource/csv-text.ts'
import { csvFile, type MadeFile, pdfFile } from '../../resource/made-file.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { amountIn, monthIn, shortDateIn } from '../../texts/forms.ts'
import { type Language, msg } from '../../texts/language.ts'
import { languageFor } from '../../texts/spoken.ts'
import { wordsOfValue } from '../../texts/value-words.ts'
import { type GivingReport, type GivingRow, type GivingSums, readReport } from './giving-report.ts'
import { type GivingGroup, reportFields, type Span } from './report-span.ts'

const TITLES: Readonly<Record<GivingGroup, string>> = {
  fund: msg('Giving by fund'),
  branch: msg('Giving by branch'),
  method: msg('Giving by method'),
  month: msg('Giving by month'),
  giver: msg('Givers: new, back, steady'),
  range: msg('Givers by how much they gave'),
}

const HEADS: Readonly<Record<GivingGroup, string>> = {
  fund: msg('Fund'),
  branch: msg('Branch'),
  method: msg('Method'),
  month: msg('Month'),
  giver: msg('Givers'),
  range: msg('Gave in all'),
}

const STANDINGS: Readonly<Record<string, string>> = {
  new: msg('New givers'),
  back: msg('Came back'),
  steady: msg('Gave before, too'),
  unknown: msg('No giver named'),
}

const monthName = (language: Language, month: string): string => monthIn(language, month, 'short')

const spanName = (language: Language, { from, to }: Span): string =>
  language.say('{from} to {to}', {
    from: shortDateIn(language, from),
    to: shortDateIn(language, to),
  })

/** `₦1,000.00 to ₦4,999.99`. */
function rangeName(language: Language, { from, to }: NonNullable<GivingRow['range']>, currency: string): string {
  const { say } = language
  const shown = (amount: string, less = 0n): string => amountIn(language, BigInt(amount) - less, currency)
  if (to === null) return from === null ? say('Any amount') : say('{amount} and more', { amount: shown(from) })
  if (from === null) return say('Less than {amount}', { amount: shown(to) })
  return say('{from} to {to}', { from: shown(from), to: shown(to, 1n) })
}

/** What a group is called. */
export function rowName(language: Language, { by, currency }: GivingReport, { key, name, range }: GivingRow): string {
  if (by === 'month') return monthName(language, key)
  if (range !== undefined) return rangeName(language, range, currency)
  const standing = STANDINGS[key]
  if ((by === 'giver' || by === 'range') && standing !== undefined) return language.say(standing)
  return by === 'method' ? language.say(wordsOfValue(key)) : (name ?? key)
}

const isOfGivers = ({ by }: GivingReport): boolean => by === 'giver' || by === 'range'

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

/** Givers, gifts, months, total, year before and difference: a spreadsheet has room for all of it. */
function csvOf(language: Language, report: GivingReport, { church }: Caller): AsyncGenerator<string> {
  const { say } = language
  const plain = (amount: string): string => plainAmount(BigInt(amount), report.currency, church.country)
  const head = [
    say(HEADS[report.by]),
    say('Currency'),
    ...(isOfGivers(report) ? [say('Givers'), say('Givers of the year before')] : []),
    say('Gifts'),
    ...report.months.map(month => monthName(language, month)),
    ...heads(language, report, false),
  ]
  const cells = (sums: GivingSums): (string | number)[] => [
    report.currency,
    ...(sums.givers === null ? [] : [sums.givers.now, sums.givers.before]),
    sums.count,
    ...[...sums.months, sums.total, sums.before, sums.difference].map(plain),
  ]
  const rows = report.rows.map(row => [guarded(rowName(language, report, row)), ...cells(row)])
  return csvText(
    church.country,
    head,
    (async function* () {
      yield [...rows, [say('All'), ...cells(report.all)], ...lapsedRow(language, report)]
    })(),
  )
}

/** Below the sums, since lapsed givers may be among those above. */
function lapsedRow({ say }: Language, { lapsed, currency }: GivingReport): (string | number)[][] {
  if (lapsed === null) return []
  const head = say('Lapsed: {days} days without a gift', { days: lapsed.days })
  return [[head, currency, lapsed.now, lapsed.before, '', '', '', '']]
}

interface OnPaper {
  paper: (typeof PAPERS)[number]
  /** A column for each month in the place of the year before. */
  months: boolean
}

function pdfOf(language: Language, report: GivingReport, { church }: Caller, { paper, months }: OnPaper) {
  const { say, locale } = language
  const byMonths = months && report.months.length > 0
  const money = (amount: string): string => amountIn(language, amount, report.currency)
  const shown = (sums: GivingSums): string[] => [
    ...(sums.givers === null
      ? []
      : [sums.givers.now, sums.givers.before].map(count => say('{count, number}', { count }))),
    ...amounts(sums, byMonths).map(money),
  ]
  const title = say('{church}: {report}', { church: church.name, report: say(TITLES[report.by]) })
  const span = spanName(language, report.now)
  const before = spanName(language, report.before)
  const table = {
    title,
    about: [
      byMonths ? span : say('{now}, against {before}', { now: span, before }),
      say('{count, plural, one {# gift} other {# gifts}} in {currency}. Void gifts are left out.', {
        count: report.all.count,
        currency: report.currency,
      }),
      ...lapsedSentence(language, report),
    ],
    head: [
      say(HEADS[report.by]),
      ...(isOfGivers(report) ? [say('Givers'), say('Year before')] : []),
      ...heads(language, report, byMonths),
    ],
    rows: report.rows.map(row => [rowName(language, report, row), ...shown(row)]),
    last: [say('All'), ...shown(report.all)],
    foot: (page: number) => say('Page {page, number}', { page }),
  }
  // Nobody is counted where no giver is named.
  const drawn = report.rows.filter(({ key }) => key !== 'unknown')
  const chart = {
    title: say(TITLES[report.by]),
    legend: [span, before] as const,
    rows: drawn.map(row => ({ name: rowName(language, report, row), bars: barsOf(language, row, money) })),
    cut: (count: number) => say('The first {count, number} of {all, number} rows.', { count, all: drawn.length }),
  }
  return pdf({ title, paper, landscape: byMonths, language: locale }, function* (doc) {
    yield* drawTable(doc, table)
    if (drawn.length > 0) yield* drawPairs(doc, chart)
  })
}

/** How many people, where the rows are of people; else how much. A drawing is no place for more digits than a number holds. */
function barsOf({ say }: Language, { givers, total, before }: GivingRow, money: (amount: string) => string) {
  const counted = (count: number) => ({ length: count, says: say('{count, number}', { count }) })
  const summed = (amount: string) => ({ length: Number(amount), says: money(amount) })
  return givers === null
    ? ([summed(total), summed(before)] as const)
    : ([counted(givers.now), counted(givers.before)] as const)
}

function lapsedSentence({ say }: Language, { lapsed }: GivingReport): string[] {
  if (lapsed === null) return []
  return [
    say(
      '{now, plural, one {# giver} other {# givers}} lapsed: {days} days without a gift. In the year before: {before, number}.',
      { now: lapsed.now, days: lapsed.days, before: lapsed.before },
    ),
  ]
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
    const language = languageFor(caller.church)
    const name = `giving-by-${report.by}-${report.now.from}-${report.now.to}`
    if (format === 'csv') return csvFile(name, csvOf(language, report, caller))
    return pdfFile(name, pdfOf(language, report, caller, { paper: paper ?? paperOf(caller.church.country), months }))
  },
})
