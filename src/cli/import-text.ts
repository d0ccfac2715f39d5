/** What an import says at the terminal. */
import { mayMeanTwo } from '../lib/amount-column.ts'
import { own } from '../lib/own.ts'
import type { OwnTitles } from '../resource/import-file.ts'
import { plain } from '../resource/import-meanings.ts'
import type { OpenName } from '../resource/import-names.ts'
import type { Proposal } from '../resource/import-proposal.ts'
import { type ImportReport, type LeftOut, notesOf, type Refusal, type RowChange } from '../resource/import-report.ts'
import { ownColumn } from '../resource/own-column.ts'
import { ENGLISH } from '../texts/language.ts'

/** Rows that are shown at once; the rest is in the report. */
const SHOWN = 20

const count = (number: number): string => number.toLocaleString('en')

const REASONS: Readonly<Record<string, string>> = {
  member_no: 'number',
  dob: 'date of birth',
  email: 'e-mail',
}

/** The lines for a report. @param again the command that imports the file, without options */
export function importText(report: ImportReport, again: string): string[] {
  const { imported, refused, possible, skipped, imported_before } = report
  const surely = report.left_out.filter(one => !one.possible)
  const maybe = report.left_out.filter(one => one.possible)
  return [
    ...notesOf(report),
    summary(report),
    ...report.sums.map(({ gifts, display }) => `  ${count(gifts)} ${gifts === 1 ? 'gift' : 'gifts'}, ${display}`),
    ...phoneLines(report),
    ...nameLines(report),
    ...some(report.refusals, refused, one => refusalLine(one, report.titles)),
    ...some(surely, skipped - possible, one => `  line ${one.line}: ${one.name} is ${leftLine(one)}`),
    ...some(maybe, possible, one => `  line ${one.line}: ${one.name} may be ${leftLine(one)}`),
    ...some(report.changes, report.changed, changeLine),
    ...(possible > 0 ? [toAdd(maybe, again)] : []),
    ...(report.refusals.some(isDoubtful) ? [SAY_MARK] : []),
    ...(refused > 0 ? [toMend(imported > 0 || imported_before > 0, again)] : []),
  ]
}

const isDoubtful = ({ errors }: Refusal): boolean => Object.values(errors).some(mayMeanTwo)

const SAY_MARK =
  'Where amounts may have thousands or decimals, say what stands before decimals: --decimal point or --decimal comma.'

const openWords = (rows: number, keeps: boolean): string =>
  keeps
    ? `${rows === 1 ? 'gift keeps' : 'gifts keep'} the name only`
    : `${rows === 1 ? 'row is' : 'rows are'} left out for their names`

const giftsHave = (rows: number): string => `${count(rows)} ${rows === 1 ? 'gift has' : 'gifts have'}`

/** Which telephones led to somebody, and why others did not. */
function phoneLines({ phones }: ImportReport): string[] {
  if (phones === undefined) return []
  const { matched, shared, otherwise, open } = phones
  return [
    `  ${count(matched)} ${matched === 1 ? 'giver' : 'givers'} found by telephone`,
    ...(shared > 0 ? [`  ${giftsHave(shared)} a number of several people, and no giver`] : []),
    ...(otherwise > 0 ? [`  ${giftsHave(otherwise)} a number of somebody with another name, and no giver`] : []),
    ...some(open, open.length, one => `  ${whereWords(one)}, has the number of ${whomWords(one).join(', and of ')}`),
    ...sayWho(open[0], '--giver'),
  ]
}

/** Lines that are shown of a name. */
const SHOWN_LINES = 5

function whereWords({ name, rows, lines }: OpenName): string {
  const first = lines.slice(0, SHOWN_LINES).join(', ')
  const more = rows > SHOWN_LINES ? ', …' : ''
  return `"${name}", in ${rows === 1 ? `line ${first}` : `${count(rows)} rows (lines ${first}${more})`}`
}

const whomWords = ({ may }: OpenName): string[] => may.map(one => `${one.member_no} ${one.name} (${one.branch})`)

/** How somebody says who is meant by a name. */
const sayWho = (one: OpenName | undefined, option: string): string[] =>
  one === undefined
    ? []
    : [`Say who is meant, or with no number that nobody is:\n  ${option} "${one.name}=${one.may[0]?.member_no}"`]

/** Which names led to somebody, and which may mean several. */
function nameLines({ names }: ImportReport): string[] {
  if (names === undefined) return []
  const { matched, open_rows, open, keeps } = names
  const [one, many, option] = keeps ? ['giver', 'givers', '--giver'] : ['row', 'rows', '--person']
  const [first] = open
  return [
    `  ${count(matched)} ${matched === 1 ? one : many} found by name`,
    ...some(open, open.length, one => `  ${whereWords(one)}, may be ${whomWords(one).join(', or ')}`),
    ...(first === undefined ? [] : [`${count(open_rows)} ${openWords(open_rows, keeps)}.`]),
    ...sayWho(first, option),
  ]
}

function toAdd(maybe: readonly LeftOut[], again: string): string {
  const lines = maybe.slice(0, SHOWN).map(({ line }) => line)
  return `Who may be on record was left out. Look at them; who is somebody else is added with\n  ${again} --add-lines ${lines.join(',')}`
}

/** What to do about refused rows: the others must not be imported twice. */
function toMend(others: boolean, again: string): string {
  return others
    ? `Mend the refused rows in the file; then import them, and only them, with\n  ${again} --new-rows`
    : 'Mend the rows and import the file again; or import the others now with --skip-refused.'
}

function summary({ dry_run, rows, accepted, imported, refused, skipped, possible, ...report }: ImportReport): string {
  const parts = [
    dry_run
      ? `a dry run: ${count(accepted)} ${refused > 0 || report.imported_before > 0 ? 'could' : 'would'} be imported`
      : `${count(imported)} imported`,
    ...(report.changed > 0 ? [`${count(report.changed)} of them change what is on record`] : []),
    `${count(refused)} refused`,
    ...(report.imported_before > 0 ? [`${count(report.imported_before)} imported before`] : []),
    ...(skipped - possible > 0 ? [`${count(skipped - possible)} left out as on record`] : []),
    ...(possible > 0 ? [`${count(possible)} left out as possibly on record`] : []),
  ]
  const failed = !dry_run && refused > 0 && imported === 0
  const text = `${count(rows)} ${rows === 1 ? 'row' : 'rows'}: ${parts.join(', ')}.`
  return failed ? `Nothing was imported. ${text}` : text
}

function some<T>(list: readonly T[], total: number, line: (one: T) => string): string[] {
  const shown = list.slice(0, SHOWN).map(line)
  return total > shown.length ? [...shown, `  … and ${count(total - shown.length)} more; see --report`] : shown
}

/** Columns are named as the file calls them, and as `--map` does. */
function refusalLine({ line, errors }: Refusal, titles: OwnTitles = {}): string {
  const reasons = Object.entries(errors).map(
    ([name, problem]) => `${ownColumn(ENGLISH.say, own(titles, name), name)} ${problem}`,
  )
  return `  line ${line}: ${reasons.join('; ')}`
}

const shown = (value: unknown): string => (value === null ? 'nothing' : `"${value}"`)

const changeLine = ({ line, name, changes }: RowChange): string =>
  `  line ${line}: ${name}: ${Object.entries(changes)
    .map(([field, [before, after]]) => `${field} ${shown(before)} → ${shown(after)}`)
    .join(', ')}`

const leftLine = ({ taken_for, reasons }: LeftOut): string =>
  `${taken_for} (same ${reasons.map(reason => REASONS[reason] ?? reason).join(', ')})`

/** What a file was taken for: its kind, its columns, the values that somebody may have meant otherwise, its days. */
export function proposalText(
  { kind, meanings, system, remembered, mapping, values, table }: Proposal,
  path: string,
): string[] {
  const labels = new Map(meanings.targets.map(({ name, label }) => [name, label]))
  const from = system === undefined ? '' : `, exported from ${system}`
  const columns = table.titles.map(title => {
    const target = own(mapping.columns, title) ?? ''
    return `  "${title}" → ${target === '' ? 'left out' : `${labels.get(target) ?? target} (${target})`}`
  })
  const meant = Object.entries(values).flatMap(([target, list]) => {
    const changed = list.flatMap(({ text }) => {
      const value = own(mapping.values[target], plain(text))
      return value === text ? [] : [`"${text}" → ${value ?? '?'}`]
    })
    return changed.length === 0 ? [] : [`  ${target}: ${changed.slice(0, SHOWN).join(', ')}`]
  })
  const days = Object.entries(mapping.days).map(
    ([target, order]) => `  ${target}: ${order === 'day_first' ? 'day/month/year' : 'month/day/year'}`,
  )
  const { names } = meanings
  const unmatched = names && !mapping.names?.match && Object.values(mapping.columns).includes(names.target)
  return [
    `${path} is read as ${kind}${from}${remembered ? ', as the last file with these columns was' : ''}:`,
    ...columns,
    ...(meant.length > 0 ? ['Values:', ...meant] : []),
    ...(days.length > 0 ? ['Days:', ...days] : []),
    ...(unmatched
      ? [`${names.keeps ? 'Givers' : 'People'} are not looked up by their names: add --match-names to do so.`]
      : []),
    'Say otherwise with --as, --map "TITLE=COLUMN", --value "COLUMN:TEXT=VALUE" or --days.',
    '',
  ]
}
