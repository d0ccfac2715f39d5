/** What an import says at the terminal. */
import type { ImportReport, LeftOut, Refusal } from '../resource/import-report.ts'

/** Rows that are shown at once; the rest is in the report. */
const SHOWN = 20

const count = (number: number): string => number.toLocaleString('en')

const REASONS: Readonly<Record<string, string>> = {
  member_no: 'number',
  dob: 'date of birth',
  email: 'e-mail',
}

/** The lines for a report. */
export function importText(report: ImportReport): string[] {
  const { dry_run, imported, refused, possible, notes } = report
  const surely = report.left_out.filter(one => !one.possible)
  const maybe = report.left_out.filter(one => one.possible)
  return [
    ...notes,
    summary(report),
    ...report.sums.map(({ gifts, display }) => `  ${count(gifts)} ${gifts === 1 ? 'gift' : 'gifts'}, ${display}`),
    ...some(report.refusals, refused, refusalLine),
    ...some(surely, report.skipped - possible, one => `  line ${one.line}: ${one.name} is ${leftLine(one)}`),
    ...some(maybe, possible, one => `  line ${one.line}: ${one.name} may be ${leftLine(one)}`),
    ...(possible > 0 ? [toAdd(maybe)] : []),
    ...(refused > 0 && imported === 0 && !dry_run
      ? ['Nothing was imported. Mend the rows, or leave them out with --skip-refused.']
      : []),
  ]
}

function toAdd(maybe: readonly LeftOut[]): string {
  const lines = maybe.slice(0, SHOWN).map(({ line }) => line)
  return `Who may be on record was left out. Look at them; who is somebody else is added with --add-lines ${lines.join(',')}.`
}

function summary({ dry_run, rows, accepted, imported, refused, skipped, possible }: ImportReport): string {
  const parts = [
    dry_run ? `a dry run: ${count(accepted)} would be imported` : `${count(imported)} imported`,
    `${count(refused)} refused`,
    ...(skipped - possible > 0 ? [`${count(skipped - possible)} left out as on record`] : []),
    ...(possible > 0 ? [`${count(possible)} left out as possibly on record`] : []),
  ]
  return `${count(rows)} ${rows === 1 ? 'row' : 'rows'}: ${parts.join(', ')}.`
}

function some<T>(list: readonly T[], total: number, line: (one: T) => string): string[] {
  const shown = list.slice(0, SHOWN).map(line)
  return total > shown.length ? [...shown, `  … and ${count(total - shown.length)} more; see --report`] : shown
}

function refusalLine({ line, errors }: Refusal): string {
  const reasons = Object.entries(errors).map(([name, problem]) => `${name} ${problem}`)
  return `  line ${line}: ${reasons.join('; ')}`
}

const leftLine = ({ taken_for, reasons }: LeftOut): string =>
  `${taken_for} (same ${reasons.map(reason => REASONS[reason] ?? reason).join(', ')})`
