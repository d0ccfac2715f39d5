/** The commands of a resource, from its declaration: list, show, and what adds and changes records (resource-change.ts). */
import type { Command } from 'commander'
import type { Action } from '../resource/action.ts'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../resource/limits.ts'
import type { Resource } from '../resource/resource.ts'
import type { ByHand } from './by-hand.ts'
import { type AddCommand, action, type Call, table } from './command.ts'
import type { Options } from './field-options.ts'
import { addFilters, queryOf } from './list-options.ts'
import { readOne, readPage, type Shown } from './read.ts'
import { addAction, addCreate, addUpdate, CHURCH, ofOne } from './resource-change.ts'

/** Widest cell of a list, in characters. */
const WIDTH = 60

/**
 * Fills the command of a resource.
 * @param actions those that have commands
 * @param lists what its list shows beside records
 */
export const resourceCommands =
  (resource: Resource, actions: readonly Action[], lists?: ByHand['lists']): AddCommand =>
  (command, call) => {
    addList(resource, command, call, lists)
    addShow(resource, command, call)
    if (resource.create !== undefined) addCreate(resource, resource.create, command, call)
    if (resource.update !== undefined) addUpdate(resource, resource.update, command, call)
    for (const one of actions) addAction(resource, one, command, call)
  }

function addList(resource: Resource, group: Command, call: Call, lists?: ByHand['lists']): void {
  const { words, name, list } = resource
  const command = group.command('list').description(`list the ${words.many}, newest first`)
  command
    .requiredOption(...CHURCH)
    .option('--page <number>', 'which page; the first, unless said')
    .option('--per-page <number>', `how many on a page: ${DEFAULT_PER_PAGE}, unless said, ${MAX_PER_PAGE} at most`)
  if (list.sorts.length > 0)
    command.option('--sort <order>', `one of ${list.sorts.join(', ')}; newest first, unless said`)
  addFilters(command, resource)
  if (lists !== undefined) {
    command.option(`--${lists.flag}`, lists.doc)
    for (const [flags, doc] of lists.options) command.option(flags, doc)
  }
  command.addHelpText('after', `\nExample:\n  sexton ${group.name()} list --church grace`)
  action(command, call, async (open, options: Options) => {
    if (lists !== undefined && options[lists.flag]) return await lists.run(open, options)
    const query = queryOf(resource, { sort: '-id', ...options }, ['page', 'per_page', 'sort'])
    const { data, meta } = await readPage(open, resource, String(options.church), query)
    return { json: { [name]: data, meta }, text: overview(resource, data, meta.total) }
  })
}

function addShow(resource: Resource, group: Command, call: Call): void {
  const command = ofOne(resource, group, 'show', 'show')
  command.addHelpText('after', `\nExample:\n  sexton ${group.name()} show 12 --church grace`)
  action(command, call, async (open, id: number, { church }: { church: string }) => {
    const record = await readOne(open, resource, church, id)
    return { json: record, text: describe(resource, record) }
  })
}

function overview(
  { list: { columns, terminal = columns }, fields, words }: Resource,
  records: readonly Shown[],
  total: number,
): string {
  if (records.length === 0)
    return total > 0 ? `There are ${total} ${words.many}, none of them on this page.` : `There are no ${words.many}.`
  const shown = ['id', ...(terminal ?? Object.keys(fields).filter(name => name !== 'id')).slice(0, 8)]
  const rows = records.map(record => shown.map(name => cell(record[name])))
  const more = total > records.length ? [`${records.length} of ${total}; --page shows the next.`] : []
  return [table(shown, rows), ...more].join('\n')
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
    .map(name => `${name}:${Array.isArray(record[name]) ? parts(record[name]) : ` ${plain(record[name])}`}`)
    .join('\n')

/** What a record consists of, such as the members of a family: a line each. */
const parts = (values: readonly unknown[]): string =>
  values.length === 0 ? ' none' : values.map(value => `\n  ${members(value)}`).join('')

function members(value: unknown): string {
  if (typeof value !== 'object' || value === null) return plain(value)
  const known = Object.entries(value).filter(([, one]) => one !== null)
  return known.map(([name, one]) => `${name}: ${plain(one)}`).join(', ')
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
