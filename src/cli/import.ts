/** The commands that import: one for each resource whose records may come from a file. */
import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { SingleBar } from 'cli-progress'
import { type Command, Option } from 'commander'
import { record } from '../events/record.ts'
import type { DecimalMark } from '../lib/amount-column.ts'
import type { House } from '../resource/house.ts'
import type { Importer, OwnOption } from '../resource/import-declaration.ts'
import { importerOf } from '../resource/import-declared.ts'
import { ImportError, openImportFile } from '../resource/import-file.ts'
import { type Import, ImportedBefore } from '../resource/import-record.ts'
import type { ImportOptions, ImportReport } from '../resource/import-report.ts'
import { type ImportParts, runImport } from '../resource/import-run.ts'
import type { Resource } from '../resource/resource.ts'
import { type AddCommand, action, type Call, CommandError, type Open, type Result } from './command.ts'
import { callerIn } from './doing.ts'
import { importText } from './import-text.ts'
import { idOption, listOption } from './numbers.ts'

interface Options extends Omit<ImportOptions, 'decimal'> {
  church: string
  report?: string
  encoding?: string
  sheet?: string
  decimal?: 'point' | 'comma'
}

/** Comma-separated lines of a file. @throws InvalidArgumentError */
const linesOption = (text: string): number[] => listOption(text).map(idOption)

const MARKS: Record<'point' | 'comma', DecimalMark> = { point: '.', comma: ',' }

const OWN_OPTIONS: Record<OwnOption, () => Option> = {
  dedupe: () => new Option('--dedupe', 'leave out rows that name somebody who is, or may be, on record'),
  addLines: () =>
    new Option(
      '--add-lines <lines>',
      'add these lines of the file although they may be on record; goes with --dedupe and --new-rows',
    ).argParser(linesOption),
  decimal: () =>
    new Option('--decimal <mark>', 'what stands before the decimals of amounts').choices(Object.keys(MARKS)),
}

/** Fills the group of commands with one for each resource of the house that takes files. */
export const importCommands =
  ({ modules, resource: resourceNamed }: House): AddCommand =>
  (group, call) => {
    for (const resource of modules.flatMap(({ resources }) => resources)) {
      const importer = importerOf(resource, resourceNamed)
      if (importer !== undefined) addImport(group, call, resource, importer)
    }
  }

function addImport(group: Command, call: Call, resource: Resource, importer: Importer): void {
  const { name, words, command: short } = resource
  const command = group.command(name).description(`import ${words.many}; columns are ${importer.columns}`)
  if (short !== undefined) command.alias(short)
  for (const option of importer.understands) command.addOption(OWN_OPTIONS[option]())
  action(
    command
      .argument('<file>', 'a CSV file or a workbook (.xlsx) whose first line names the columns')
      .requiredOption('--church <slug>', 'the church')
      .option('--dry-run', 'check everything, import nothing')
      .option('--skip-refused', 'import the accepted rows although others are refused')
      .option('--ignore-unknown', 'leave out columns that are not known')
      .option('--new-rows', 'leave out rows that were imported before')
      .option('--force', 'import rows that were imported before once more')
      .option('--encoding <name>', 'how the file is encoded, such as windows-1252; found out without it')
      .option('--sheet <name>', 'of a workbook, the sheet; the first without it')
      .option('--report <file>', 'write the whole report to a file, as JSON')
      .addHelpText(
        'after',
        `\nExample:\n  sexton import ${command.name()} ${command.name()}.csv --church grace --dry-run`,
      ),
    call,
    async (open, path: string, options: Options) => {
      // Before the import, so that a report that cannot be written does not look like an import that failed.
      if (options.report !== undefined) writeReport(options.report, {})
      const report = await perform(open, path, options, name, importer)
      if (options.report !== undefined) writeReport(options.report, report)
      return tell(report, { command: command.name(), path, church: options.church })
    },
  )
}

async function perform(
  open: Open,
  path: string,
  { church: slug, decimal, ...given }: Options,
  kind: string,
  importer: Importer,
): Promise<ImportReport> {
  try {
    const file = await openImportFile(path, given)
    const by = { kind: 'command_line', name: operator() } as const
    const caller = await callerIn(open, await open.church(slug))
    const options = { ...given, ...(decimal && { decimal: MARKS[decimal] }) }
    return await withBar(progress => runImport(partsOf(open), kind, importer, caller, { file, by, options, progress }))
  } catch (error) {
    if (error instanceof ImportedBefore) {
      throw new CommandError(
        `${error.message} To import only the rows that are new, add --new-rows; to import all of them once more, add --force.`,
      )
    }
    throw error instanceof ImportError ? new CommandError(error.message) : error
  }
}

const partsOf = ({ database }: Open): ImportParts => ({
  database,
  clock: { now: () => new Date() },
  completed: (tx, church, data) => record(tx, church, 'imports.completed', data),
})

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
