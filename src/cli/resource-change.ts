/** The commands that add a record of a resource and change it, from what is declared of its writes and actions. */
import type { Command } from 'commander'
import type { Action } from '../resource/action.ts'
import type { Resource, Write } from '../resource/resource.ts'
import { ENGLISH, withoutMeaning } from '../texts/language.ts'
import { aOrAn, phrasesOf } from '../texts/resource-phrases.ts'
import { action, type Call } from './command.ts'
import { doAction, doWrite } from './doing.ts'
import { addFields, exampleOptions, type Options, valuesOf } from './field-options.ts'
import { idOption } from './numbers.ts'
import type { Shown } from './read.ts'
import { wordsOfRecord } from './record-words.ts'

/** The option of every command that is about a church. */
export const CHURCH = ['--church <slug>', 'the church'] as const

const CREATED = 201

/** An action that adds a record has no record yet. */
const adds = ({ name }: Action): boolean => name.endsWith('.create')

/** Whether an action is about a resource's records in a way that a command can be derived from: it adds one, or changes one. */
export const isDerivable = (resource: Resource, action: Action): boolean =>
  action.name.startsWith(`${resource.name}.`) && (adds(action) || action.fields.id !== undefined)

/** A command on one record. */
export const ofOne = ({ words }: Resource, group: Command, name: string, verb: string): Command =>
  group
    .command(name)
    .description(`${verb} ${aOrAn(words.one)}`)
    .argument('<id>', `the ${words.one}`, idOption)
    .requiredOption(...CHURCH)

/** The command of a creation: it is checked, run and recorded as the API's own. */
export function addCreate(resource: Resource, write: Write, group: Command, call: Call): void {
  const command = adding(resource, group, 'add', 'create', write)
  action(command, call, async (open, options: Options) => {
    const { status, data } = await doWrite(open, String(options.church), write, valuesOf(write.fields, options))
    const made = JSON.parse(data) as Shown
    const done = status === CREATED ? 'is added' : 'was on record already'
    return { json: made, text: `${phrasesOf(resource.words).one} ${made.id} ${done}.` }
  })
}

/** The command of the API's change of a record. */
export function addUpdate(resource: Resource, write: Write, group: Command, call: Call): void {
  const command = ofOne(resource, group, 'update', 'update')
  addFields(command, write.fields)
  addExample(command, group, 'update 12', exampleOptions(write.fields))
  action(command, call, async (open, id: number, options: Options) => {
    const of = { id, words: resource.words }
    const { data } = await doWrite(open, String(options.church), write, valuesOf(write.fields, options), of)
    return { json: JSON.parse(data) as Shown, text: phrasesOf(resource.words).saved }
  })
}

/** The command of an action. */
export function addAction(resource: Resource, one: Action, group: Command, call: Call): void {
  const add = adds(one) ? addAdding : addChanging
  add(resource, one, group, call)
}

/** What it does, for the list of commands: by its button where the name of the command alone says less. */
function explained({ label = '' }: Action, words: readonly string[]): string {
  const [first = '', ...rest] = words
  const button = withoutMeaning(label).replace('…', '')
  const says = button === '' ? words.join(' ') : button.charAt(0).toLowerCase() + button.slice(1)
  return rest.length === 0 && says === first ? says : `${says}:`
}

function addChanging(resource: Resource, one: Action, group: Command, call: Call): void {
  const words = one.name.slice(resource.name.length + 1).split('_')
  const name = words.join('-')
  const command = ofOne(resource, group, name, explained(one, words))
  addFields(command, one.fields)
  addExample(command, group, `${name} 12`, exampleOptions(one.fields))
  action(command, call, async (open, id: number, options: Options) => {
    const sent = { id, ...valuesOf(one.fields, options) }
    const shown = await doAction(open, String(options.church), one, sent, resource.words)
    const done = one.done && ENGLISH.say(one.done, wordsOfRecord(resource, shown as Shown))
    return { json: shown as Shown, text: done ?? phrasesOf(resource.words).saved }
  })
}

function addAdding(resource: Resource, one: Action, group: Command, call: Call): void {
  const command = adding(resource, group, 'create', 'add', one)
  action(command, call, async (open, options: Options) => {
    const made = (await doAction(open, String(options.church), one, valuesOf(one.fields, options))) as Shown
    return { json: made, text: `${phrasesOf(resource.words).one} ${made.id} is added.` }
  })
}

function adding(
  { words }: Resource,
  group: Command,
  name: string,
  alias: string,
  { fields }: Pick<Write, 'fields'>,
): Command {
  const command = group
    .command(name)
    .alias(alias)
    .description(`add ${aOrAn(words.one)}`)
    .requiredOption(...CHURCH)
  addFields(command, fields)
  return addExample(command, group, name, exampleOptions(fields))
}

const addExample = (command: Command, group: Command, call: string, options: string): Command =>
  command.addHelpText('after', `\nExample:\n  sexton ${group.name()} ${call} --church grace${options}`)
