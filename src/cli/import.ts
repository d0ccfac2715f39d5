/** import people, import contributions. */
import { statSync, writeFileSync } from 'node:fs'
import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import { importContributions } from '../modules/giving/import-contributions.ts'
import { importPeople } from '../modules/people/import-people.ts'
import { ImportError, type Progress } from '../resource/import.ts'
import type { ImportOptions, ImportReport } from '../resource/import-report.ts'
import { type AddCommand, action, CommandError, type Open, type Result } from './command.ts'

interface Options extends ImportOptions {
  church: string
  report?: string
}

type Import = (open: Open, file: string, options: Options, progress: Progress) => Promise<ImportReport>

/** Refused rows that are shown at once; the rest is in the report. */
const SHOWN = 20

export const addImport: AddCommand = (group, end) => {
  const people = group
    .command('people')
    .description('import people; columns are the fields of a person, branch, family, and custom.<key>')
    .option('--dedupe', 'leave out rows whose e-mail or phone is on record')
  declare(people, end, async ({ database, church }, file, options, progress) =>
    importPeople(database, await church(options.church), file, options, progress),
  )

  const contributions = group
    .command('contributions')
    .description('import gifts; columns are the fields of a contribution, fund, branch, member_no and email')
  declare(contributions, end, async ({ database, church }, file, options, progress) =>
    importContributions(database, await church(options.church), file, new Date(), options, progress),
  )
}

function declare(command: Command, end: (code: number) => void, work: Import): void {
  action(
    command
      .argument('<file>', 'a CSV file in UTF-8 whose first line names the columns')
      .requiredOption('--church <slug>', 'the church')
      .option('--dry-run', 'check everything, import nothing')
      .option('--skip-refused', 'import the accepted rows although others are refused')
      .option('--ignore-unknown', 'leave out columns that are not known')
      .option('--report <file>', 'write the whole report to a file, as JSON')
      .addHelpText(
        'after',
        `\nExample:\n  sexton import ${command.name()} ${command.name()}.csv --church grace --dry-run`,
      ),
    end,
    async (open, file: string, options: Options) => {
      // Before the import, so that a report that cannot be written does not look like an import that failed.
      if (options.report !== undefined) writeReport(options.report, {})
      const report = await withBar(file, progress => work(open, file, options, progress)).catch(error => {
        throw error instanceof ImportError ? new CommandError(error.message) : error
      })
      if (options.report !== undefined) writeReport(options.report, report)
      return tell(report)
    },
  )
}

function writeReport(file: string, report: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  } catch (error) {
    throw new CommandError(`The report cannot be written to ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Shows how far the file is read, where somebody looks. */
async function withBar(file: string, work: (progress: Progress) => Promise<ImportReport>): Promise<ImportReport> {
  if (!process.stderr.isTTY) return await work(() => undefined)
  const bar = new SingleBar({ format: '{bar} {percentage} % | {duration_formatted}', clearOnComplete: true })
  bar.start(statSync(file, { throwIfNoEntry: false })?.size ?? 1, 0)
  try {
    return await work(bytes => bar.update(bytes))
  } finally {
    bar.stop()
  }
}

function tell(report: ImportReport): Result {
  const { rows, accepted, imported, refused, skipped, refusals, dry_run } = report
  const lines = refusals.slice(0, SHOWN).map(({ line, errors }) => {
    const reasons = Object.entries(errors).map(([name, problem]) => `${name} ${problem}`)
    return `  line ${line}: ${reasons.join('; ')}`
  })
  if (refused > SHOWN) lines.push(`  … and ${refused - SHOWN} more; see --report`)
  const done = dry_run ? `a dry run: ${accepted} would be imported` : `${imported} imported`
  const text = [`${rows} rows: ${done}, ${refused} refused, ${skipped} skipped as duplicates.`, ...lines]
  const failed = refused > 0 && imported === 0
  if (failed && !dry_run) text.push('Nothing was imported. Mend the rows, or leave them out with --skip-refused.')
  return { json: { ...report }, text: text.join('\n'), code: failed ? 1 : 0 }
}
