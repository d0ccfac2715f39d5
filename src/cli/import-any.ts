/** `sexton import FILE`: a file that somebody else made. What it holds is guessed, shown, and may be said. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { today } from '../lib/calendar.ts'
import type { DayOrder } from '../lib/day-text.ts'
import type { House } from '../resource/house.ts'
import { ImportError, openImportFile } from '../resource/import-file.ts'
import { mapFile } from '../resource/import-mapping.ts'
import { plain } from '../resource/import-meanings.ts'
import {
  importKinds,
  type Proposal,
  propose,
  readAsBefore,
  type SaidMapping,
  unknownKind,
} from '../resource/import-proposal.ts'
import { type AddCommand, action, type Call } from './command.ts'
import {
  type ImportCommandOptions,
  importCommands,
  importFileInto,
  MARKS,
  markWord,
  namesSaid,
  OWN_OPTIONS,
  tell,
  toldPlainly,
  withImportOptions,
  writeReport,
} from './import.ts'
import { proposalText } from './import-text.ts'

interface Options extends ImportCommandOptions {
  as?: string
  map?: [string, string][]
  value?: [string, string, string][]
  days?: 'day-first' | 'month-first'
}

/** `Phone No.=phone`; `Shoe size=` leaves a column out. The last = parts, since titles may have one. @throws InvalidArgumentError */
function mapOption(text: string, before: [string, string][] = []): [string, string][] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('Write TITLE=COLUMN, such as "Phone No.=phone".')
  return [...before, [text.slice(0, at).trim(), text.slice(at + 1).trim()]]
}

/** `status:Full Member=member`. @throws InvalidArgumentError */
function valueOption(text: string, before: [string, string, string][] = []): [string, string, string][] {
  const [, target, said, value] = /^([^:]+):(.+)=([^=]*)$/.exec(text) ?? []
  if (target === undefined || said === undefined || value === undefined)
    throw new InvalidArgumentError('Write COLUMN:TEXT=VALUE, such as "status:Full Member=member".')
  return [...before, [target.trim(), said.trim(), value.trim()]]
}

/** The group of commands that import: one for each kind of file, and the one that finds out which it is. */
export const importGroup =
  (house: House): AddCommand =>
  (group, call) => {
    importCommands(house)(group, call)
    addImportAny(group, call, house)
  }

/** Adds the command that is meant where no kind is named. */
function addImportAny(group: Command, call: Call, house: House): void {
  const command = withImportOptions(
    group
      .command('file', { isDefault: true, hidden: true })
      .description('import a file that other people or programs made; --dry-run shows what it is taken for')
      .argument('<file>', 'a CSV file or a workbook (.xlsx)'),
  )
  for (const option of Object.values(OWN_OPTIONS).flatMap(add => add())) command.addOption(option)
  action(
    command
      .option('--as <kind>', 'what it holds, such as people or contributions; guessed without it')
      .option('--map <title=column>', 'what a column is, such as "Phone No.=phone"; several times', mapOption)
      .option('--value <column:text=value>', 'what a value is, such as "status:Full Member=member"', valueOption)
      .addOption(new Option('--days <order>', 'how days are written').choices(['day-first', 'month-first'])),
    call,
    async (open, path: string, options: Options) =>
      await toldPlainly(async () => {
        if (options.report !== undefined) writeReport(options.report, {})
        const church = await open.church(options.church)
        const kinds = importKinds(house, church.modules)
        const { read } = open.database
        const file = await openImportFile(path, options, (...asked) => readAsBefore(read, church, ...asked))
        const proposal = await propose(read, church, file, kinds, saidBy(options))
        checkSaid(proposal)
        const found = kinds.find(({ kind }) => kind === proposal.kind)
        if (found === undefined) throw unknownKind(proposal.kind)
        const day = today(new Date(), church.timezone)
        const mapped = mapFile(file, proposal.table, proposal.mapping, proposal.meanings, day)
        const report = await importFileInto(
          open,
          mapped,
          { ...options, decimal: markWord(proposal.mapping.decimal) },
          proposal.kind,
          found.importer,
          proposal.mapping.names,
        )
        if (options.report !== undefined) writeReport(options.report, report)
        const told = tell(report, { command: '', path, church: options.church })
        const { kind, mapping } = proposal
        return {
          ...told,
          json: { kind, mapping, ...told.json },
          text: [...proposalText(proposal, path), told.text].join('\n'),
        }
      }),
  )
}

const ORDERS: Record<'day-first' | 'month-first', DayOrder> = { 'day-first': 'day_first', 'month-first': 'month_first' }

function saidBy({ as: kind, map = [], value = [], days, decimal, ...options }: Options): SaidMapping {
  const values: Record<string, Record<string, string>> = {}
  for (const [target, text, meant] of value) values[target] = { ...values[target], [plain(text)]: meant }
  return {
    kind,
    columns: Object.fromEntries(map),
    values,
    order: days && ORDERS[days],
    decimal: decimal && MARKS[decimal],
    names: namesSaid(options),
  }
}

/** @throws ImportError for a column of ours that there is not */
function checkSaid({ meanings, mapping, kind }: Proposal): void {
  const names = meanings.targets.map(({ name }) => name)
  const wrong = Object.values(mapping.columns).find(
    target => target !== '' && !names.includes(target) && !(meanings.custom && target.startsWith('custom.')),
  )
  if (wrong !== undefined) throw new ImportError(`${kind} have no column ${wrong}. There are ${names.join(', ')}.`)
}
