/** import people, import contributions. */
import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { SingleBar } from 'cli-progress'
import { type Command, Option } from 'commander'
import type { DecimalMark } from '../lib/amount-column.ts'
import { importContributions } from '../modules/contributions/import-contributions.ts'
import { importPeople } from '../modules/people/import-people.ts'
import { ImportError, openImportFile } from '../resource/import-file.ts'
import { type Import, ImportedBefore } from '../resource/import-record.ts'
import type { ImportOptions, ImportReport } from '../resource/import-report.ts'
import { type AddCommand, action, CommandError, type Open, type Result } from './command.ts'
import { importText } from './import-text.ts'
import { idOption, listOption } from './numbers.ts'

interface Options extends Omit<ImportOptions, 'decimal'> {
  church: string
  report?: string
  encoding?: string
  decimal?: 'point' | 'comma'
}

type Work = (open: Open, source: Omit<Import, 'options'>, options: Options) => Promise<ImportReport>

/** Comma-separated lines of a file. @throws InvalidArgumentError */
const linesOption = (text: string): number[] => listOption(text).map(idOption)

const MARKS: Record<'point' | 'comma', DecimalMark> = { point: '.', comma: ',' }

export const addImport: AddCommand = (group, end) => {
  const people = group
    .command('people')
    .description('import people; columns are the fields of a person, member_no, branch, family, and custom.<key>')
    .option('--dedupe', 'leave out rows that name somebody who is, or may be, on record')
    .option(
      '--add-lines <lines>',
      'add these lines of the file although they may be on record; goes with --dedupe and --new-rows',
      linesOption,
    )
  declare(people, end, async ({ database, church }, source, { decimal: _, ...options }) =>
    importPeople(database, await church(options.church), { ...source, options }),
  )

  const contributions = group
    .command('contributions')
    .description(
      'import gifts; columns are the fields of a contribution, fund, branch, member_no and email. amount is as people write it (21000, 21,000.50), amount_minor in minor units',
    )
    .addOption(new Option('--decimal <mark>', 'what stands before the decimals of amounts').choices(Object.keys(MARKS)))
  declare(contributions, end, async ({ database, church }, source, { decimal, ...given }) => {
    const options = { ...given, ...(decimal && { decimal: MARKS[decimal] }) }
    return importContributions(database, await church(given.church), new Date(), { ...source, options })
  })
}

function declare(command: Command, end: (code: number) => void, work: Work): void {
  action(
    command
      .argument('<file>', 'a CSV file whose first line names the columns')
      .requiredOption('--church <slug>', 'the church')
      .option('--dry-run', 'check everything, import nothing')
      .option('--skip-refused', 'import the accepted rows although others are refused')
      .option('--ignore-unknown', 'leave out columns that are not known')
      .option('--new-rows', 'leave out rows that were imported before')
      .option('--force', 'import rows that were imported before once more')
      .option('--encoding <name>', 'how the file is encoded, such as windows-1252; found out without it')
      .option('--report <file>', 'write the whole report to a file, as JSON')
      .addHelpText(
        'after',
        `\nExample:\n  sexton import ${command.name()} ${command.name()}.csv --church grace --dry-run`,
      ),
    end,
    async (open, path: string, options: Options) => {
      // Before the import, so that a report that cannot be written does not look like an import that failed.
      if (options.report !== undefined) writeReport(options.report, {})
      const report = await perform(open, path, options, work)
      if (options.report !== undefined) writeReport(options.report, report)
      return tell(report, { command: command.name(), path, church: options.church })
    },
  )
}

async function perform(open: Open, path: string, options: Options, work: Work): Promise<ImportReport> {
  try {
    const file = openImportFile(path, options.encoding)
    const by = { kind: 'command_line', name: operator() } as const
    return await withBar(progress => work(open, { file, by, progress }, options))
  } catch (error) {
    if (error instanceof ImportedBefore) {
      throw new CommandError(
        `${error.message} To import only the rows that are new, add --new-rows; to import all of them once more, add --force.`,
      )
    }
    throw error instanceof ImportError ? new CommandError(error.message) : error
  }
}

/** Who is at this terminal, as the machine knows them; null where it does not. */
function operator(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

function writeReport(file: string, report: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  } catch (error) {
    throw new CommandError(`The report cannot be written to ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Shows how far the file is read, where somebody looks. */
async function withBar(
  work: (progress: NonNullable<Import['progress']>) => Promise<ImportReport>,
): Promise<ImportReport> {
  if (!process.stderr.isTTY) return await work(() => undefined)
  const bar = new SingleBar({ format: '{bar} {percentage} % | {duration_formatted}', clearOnComplete: true })
  bar.start(100, 0)
  try {
    return await work(share => bar.update(Math.floor(share * 100)))
  } finally {
    bar.stop()
  }
}

function tell(report: ImportReport, { command, path, church }: Record<'command' | 'path' | 'church', string>): Result {
  const failed = report.refused > 0 && report.imported === 0
  const again = `sexton import ${command} ${/[^\w./-]/.test(path) ? `"${path}"` : path} --church ${church}`
  return { json: { ...report }, text: importText(report, again).join('\n'), code: failed ? 1 : 0 }
}
