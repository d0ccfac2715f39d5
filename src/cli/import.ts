/** The commands that import: one for each resource whose records may come from a file. */
import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { SingleBar } from 'cli-progress'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { record } from '../events/record.ts'
import type { DecimalMark } from '../lib/amount-number.ts'
import type { House } from '../resource/house.ts'
import type { Importer, OwnOption } from '../resource/import-declaration.ts'
import { importerOf } from '../resource/import-declared.ts'
import { EncodingUnknown, ImportError, type ImportFile, openImportFile } from '../resource/import-file.ts'
import { keyedNames, type NameDecisions } from '../resource/import-names.ts'
import { type Import, ImportedBefore } from '../resource/import-record.ts'
import { type ImportOptions, type ImportReport, notesOf } from '../resource/import-report.ts'
import { type ImportParts, runImport } from '../resource/import-run.ts'
import type { Resource } from '../resource/resource.ts'
import { type AddCommand, action, type Call, CommandError, type Open, type Result } from './command.ts'
import { callerIn } from './doing.ts'
import { importText } from './import-text.ts'
import { addImports } from './import-undo.ts'
import { idOption, listOption } from './numbers.ts'

/** What every command that imports takes. */
export interface ImportCommandOptions extends Omit<ImportOptions, 'decimal' | 'names'> {
  matchNames?: boolean
  giver?: [string, string][]
  person?: [string, string][]
  church: string
  report?: string
  encoding?: string
  sheet?: string
  decimal?: 'point' | 'comma'
}

/** Comma-separated lines of a file. @throws InvalidArgumentError */
const linesOption = (text: string): number[] => listOption(text).map(idOption)

/** `Ada Obi=000004`; `Ada Obi=` means nobody. @throws InvalidArgumentError */
function giverOption(text: string, before: [string, string][] = []): [string, string][] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('Write NAME=NUMBER, such as "Ada Obi=000004".')
  return [...before, [text.slice(0, at).trim(), text.slice(at + 1).trim()]]
}

export const MARKS: Record<'point' | 'comma', DecimalMark> = { point: '.', comma: ',' }

/** What `--decimal` calls a mark. */
export const markWord = (mark: DecimalMark | '' | undefined): 'point' | 'comma' | undefined =>
  mark ? (mark === '.' ? 'point' : 'comma') : undefined

/** Options that not every import has. */
export const OWN_OPTIONS: Record<OwnOption, () => readonly Option[]> = {
  dedupe: () => [new Option('--dedupe', 'leave out rows that name somebody who is, or may be, on record')],
  addLines: () => [
    new Option(
      '--add-lines <lines>',
      'add these lines of the file although they may be on record; goes with --dedupe and --new-rows',
    ).argParser(linesOption),
  ],
  update: () => [
    new Option('--update', 'change who is on record to what the file says; nothing is emptied; goes with --dedupe'),
  ],
  sameLines: () => [
    new Option(
      '--same-lines <lines>',
      'these lines of the file name whom they may name: change them; goes with --update',
    ).argParser(linesOption),
  ],
  decimal: () => [
    new Option('--decimal <mark>', 'what stands before the decimals of amounts').choices(Object.keys(MARKS)),
  ],
  names: () => [
    new Option('--match-names', 'find givers and others by their names, where a row has nothing better'),
    new Option(
      '--giver <name=number>',
      'who is meant by a name, such as "Ada Obi=000004"; nobody where no number follows; several times',
    ).argParser(giverOption),
    new Option('--person <name=number>', 'the same, of attendance').argParser(giverOption),
  ],
}

/** Fills the group of commands with one for each resource of the house that takes files. */
export const importCommands =
  (house: House): AddCommand =>
  (group, call) => {
    addImports(group, call)
    for (const resource of house.modules.flatMap(({ resources }) => resources)) {
      const importer = importerOf(resource, house)
      if (importer !== undefined) addImport(group, call, resource, importer)
    }
  }

/** The options that every import has. */
export const withImportOptions = (command: Command): Command =>
  command
    .requiredOption('--church <slug>', 'the church')
    .option('--dry-run', 'check everything, import nothing')
    .option('--skip-refused', 'import the accepted rows although others are refused')
    .option('--new-rows', 'leave out rows that were imported before')
    .option('--force', 'import rows that were imported before once more')
    .option('--encoding <name>', 'how the file is encoded, such as windows-1252; found out without it')
    .option('--sheet <name>', 'of a workbook, the sheet; the first without it')
    .option('--report <file>', 'write the whole report to a file, as JSON')

function addImport(group: Command, call: Call, resource: Resource, importer: Importer): void {
  const { name, words, command: short } = resource
  const command = group.command(name).description(`import ${words.many}; columns are ${importer.columns}`)
  if (short !== undefined) command.alias(short)
  for (const option of importer.understands.flatMap(one => OWN_OPTIONS[one]())) command.addOption(option)
  action(
    withImportOptions(command.argument('<file>', 'a CSV file or a workbook (.xlsx) whose first line names the columns'))
      .option('--ignore-unknown', 'leave out columns that are not known')
      .addHelpText(
        'after',
        `\nExample:\n  sexton import ${command.name()} ${command.name()}.csv --church grace --dry-run`,
      ),
    call,
    async (open, path: string, options: ImportCommandOptions) => {
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
  options: ImportCommandOptions,
  kind: string,
  importer: Importer,
): Promise<ImportReport> {
  return await toldPlainly(async () => {
    const file = await openImportFile(path, options)
    return await importFileInto(open, file, options, kind, importer)
  })
}

/** Imports a file that is read already. @throws ImportError */
export async function importFileInto(
  open: Open,
  file: ImportFile,
  { church: slug, decimal, matchNames, giver, person, ...given }: ImportCommandOptions,
  kind: string,
  importer: Importer,
  names = namesSaid({ matchNames, giver, person }),
): Promise<ImportReport> {
  const by = { kind: 'command_line', name: operator() } as const
  const caller = await callerIn(open, await open.church(slug))
  const options = { ...given, names, ...(decimal && { decimal: MARKS[decimal] }) }
  const report = await withBar(progress =>
    runImport(partsOf(open), kind, importer, caller, { file, by, options, progress }),
  )
  return { ...report, notes: notesOf(report) }
}

/** What was said of names; a decision about one says that names are looked up. */
export function namesSaid({
  matchNames,
  giver = [],
  person = [],
}: Pick<ImportCommandOptions, 'matchNames' | 'giver' | 'person'>): NameDecisions | undefined {
  const said = [...giver, ...person]
  if (!matchNames && said.length === 0) return undefined
  return keyedNames({ match: true, said: Object.fromEntries(said) })
}

/** What cannot be imported is told with what to do. @throws CommandError */
export async function toldPlainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportedBefore) {
      throw new CommandError(
        `${error.message} To import only the rows that are new, add --new-rows; to import all of them once more, add --force.`,
      )
    }
    if (error instanceof EncodingUnknown) throw new CommandError(`${error.message} Say so with --encoding NAME.`)
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

export function writeReport(file: string, report: object): void {
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

/** The report, in words and as JSON. */
export function tell(
  report: ImportReport,
  { command, path, church }: Record<'command' | 'path' | 'church', string>,
): Result {
  const failed = report.refused > 0 && report.imported === 0
  const again = `sexton import ${command === '' ? '' : `${command} `}${/[^\w./-]/.test(path) ? `"${path}"` : path} --church ${church}`
  return { json: { ...report }, text: importText(report, again).join('\n'), code: failed ? 1 : 0 }
}
