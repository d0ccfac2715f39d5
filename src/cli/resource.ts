/** The commands of a resource, from its declaration: list, show, and one for each of its actions. */
import type { Command } from 'commander'
import { ApiError } from '../errors.ts'
import type { Action } from '../resource/action.ts'
import type { FieldSpec, Fields } from '../resource/field.ts'
import { DEFAULT_PER_PAGE } from '../resource/limits.ts'
import { findOne, list } from '../resource/list.ts'
import type { Resource, Write } from '../resource/resource.ts'
import { type AddCommand, action as addAction, type Open, table } from './command.ts'
import { callerIn, create, doAction } from './doing.ts'
import { addFilters, optionKey, optionName, queryOf } from './list-options.ts'
import { idOption } from './numbers.ts'

type Shown = Record<string, unknown>

/** Widest cell of a list, in characters. */
const WIDTH = 60

const CHURCH = ['--church <slug>', 'the church'] as const

/**
 * Fills the command of a resource.
 * @param actions those on its records
 */
export const resourceCommands =
  (resource: Resource, actions: readonly Action[]): AddCommand =>
  (command, end) => {
    addList(resource, command, end)
    if (resource.one !== undefined) addShow(resource, command, end)
    if (resource.create !== undefined) addCreate(resource, resource.create, command, end)
    for (const one of actions) addChange(resource, one, command, end)
  }

type Add = (resource: Resource, ...more: Parameters<AddCommand>) => void

const addList: Add = (resource, command, end) => {
  const { words, name } = resource
  const added = command.command('list').description(`list the ${words.many}, newest first`)
  added.requiredOption(...CHURCH).option('--page <number>', `which ${DEFAULT_PER_PAGE} of them; the first, unless said`)
  addFilters(added, resource)
  addExample(added, command, 'list')
  addAction(added, end, async (open, options: Record<string, string | true>) => {
    const query = queryOf(resource, { ...options, sort: '-id' }, ['page', 'sort'])
    const caller = await callerIn(open, await open.church(String(options.church)))
    const { data, meta } = JSON.parse(await list(open, resource, query, caller)) as { data: Shown[]; meta: Shown }
    return { json: { [name]: data, meta }, text: overview(resource, data, Number(meta.total)) }
  })
}

const addShow: Add = (resource, command, end) => {
  const added = ofOne(resource, command, 'show', `show a ${resource.words.one}`)
  addExample(added, command, 'show 12')
  addAction(added, end, async (open, id: number, options) => {
    const record = await find(open, resource, (options as { church: string }).church, id)
    return { json: record, text: describe(resource, record) }
  })
}

/** What the command line does with a creation: it is checked, run and recorded as the API's own. */
const addCreate = (resource: Resource, write: Write, command: Command, end: (code: number) => void): void => {
  const fields = Object.entries(write.fields).filter(([, { spec }]) => spec.settable)
  const added = command
    .command('add')
    .description(`add ${resource.words.one}`)
    .requiredOption(...CHURCH)
  for (const [field, { spec }] of fields) addOption(added, field, spec)
  addExample(added, command, 'add', fields)
  addAction(added, end, async (open, options: Record<string, string>) => {
    const sent = fields.flatMap(([field, { spec }]): [string, unknown][] => {
      const text = options[optionKey(field)]
      return text === undefined ? [] : [[field, spec.fromForm(text)]]
    })
    const { data } = await create(open, options.church ?? '', write, Object.fromEntries(sent))
    const made = JSON.parse(data) as Shown
    return { json: made, text: `${upper(resource.words.one)} ${made.id} is added.` }
  })
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function addChange(resource: Resource, action: Action, command: Command, end: (code: number) => void): void {
  const name = action.name.slice(resource.name.length + 1).replaceAll('_', '-')
  const fields = Object.entries(action.fields).filter(([field]) => field !== 'id')
  const added = ofOne(resource, command, name, `${(action.label ?? name).toLowerCase()}: a ${resource.words.one}`)
  for (const [field, { spec }] of fields) addOption(added, field, spec)
  addExample(added, command, `${name} 12`, fields)
  addAction(added, end, async (open, id: number, options: Record<string, string>) => {
    const values = fields.map(([field, { spec }]) => [field, meantBy(spec, options[optionKey(field)])])
    const shown = await doAction(open, options.church ?? '', action, { id, ...Object.fromEntries(values) })
    return { json: shown as Shown, text: action.done ?? `${action.label ?? name}: ${id}.` }
  })
}

/** How the command is called, with what it demands. */
function addExample(
  added: Command,
  group: Command,
  call: string,
  fields: readonly [string, Fields[string]][] = [],
): void {
  const demanded = fields.filter(([, { spec }]) => spec.required)
  const options = demanded.map(([name, { spec }]) => ` ${optionName(name)} ${JSON.stringify(spec.example ?? '…')}`)
  added.addHelpText('after', `\nExample:\n  sexton ${group.name()} ${call} --church grace${options.join('')}`)
}

function addOption(command: Command, name: string, { doc, required }: FieldSpec): void {
  const flags = `${optionName(name)} <value>`
  if (required) command.requiredOption(flags, doc)
  else command.option(flags, doc)
}

const meantBy = (spec: FieldSpec, text: string | undefined): unknown =>
  text === undefined ? undefined : spec.fromForm(text)

/** A command on one record. */
const ofOne = ({ words }: Resource, command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(description)
    .argument('<id>', `the ${words.one}`, idOption)
    .requiredOption(...CHURCH)

/** @throws ApiError `not_found` */
async function find(open: Open, resource: Resource, slug: string, id: number): Promise<Shown> {
  const caller = await callerIn(open, await open.church(slug))
  const row = await findOne(open.database.read, resource, caller, id)
  if (row === undefined) throw new ApiError('not_found', { message: `This church has no ${resource.words.one} ${id}.` })
  return JSON.parse(resource.alone.print(row)) as Shown
}

function overview({ list: { columns }, fields, words }: Resource, records: readonly Shown[], total: number): string {
  if (records.length === 0) return `There are no ${words.many}.`
  const shown = columns ?? Object.keys(fields).slice(0, 8)
  const rows = records.map(record => ['id', ...shown].map(name => cell(record[name])))
  const more = total > records.length ? [`${records.length} of ${total}; --page shows the next.`] : []
  return [table(['id', ...shown], rows), ...more].join('\n')
}

function cell(value: unknown): string | null {
  if (value === null || value === undefined || value === false) return null
  if (value === true) return 'yes'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.replace(/\s+/g, ' ').slice(0, WIDTH)
}

const describe = ({ fields }: Resource, record: Shown): string =>
  Object.keys(fields)
    .filter(name => record[name] !== null && record[name] !== undefined)
    .map(name => `${name}: ${typeof record[name] === 'object' ? JSON.stringify(record[name]) : record[name]}`)
    .join('\n')
