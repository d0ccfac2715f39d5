/** church create, church set, church list; what moves and ends a church is in files of its own. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { createChurch, type NewChurch } from '../modules/church/churches.ts'
import { configureChurch } from '../modules/church/configure-church.ts'
import type { House } from '../resource/house.ts'
import { ROLES, type Role } from '../resource/roles.ts'
import { languages } from '../texts/names.ts'
import { addArchive } from './church-archive.ts'
import { addEnd } from './church-end.ts'
import { type AddCommand, action, type Call, CommandError, table } from './command.ts'
import { doAction } from './doing.ts'
import { limitOption, listOption } from './numbers.ts'

interface SetOptions {
  name?: string
  country?: string
  timezone?: string
  language?: string | 'none'
  languages?: string[]
  status?: 'active' | 'inactive'
  api?: 'on' | 'off'
  modules?: string[]
  peopleLimit?: number | 'none'
  keyLimit?: number | 'none'
  webhookLimit?: number | 'none'
  noticeEmails?: string[]
  secondFactor?: Role[]
}

/** @throws InvalidArgumentError */
function rolesOption(text: string): Role[] {
  const roles = listOption(text)
  const strange = roles.filter(role => !ROLES.some(known => known === role))
  if (strange.length > 0)
    throw new InvalidArgumentError(`${strange.join(', ')}: not known; there are ${ROLES.join(', ')}.`)
  return roles as Role[]
}

/** Fills the group. @param house whose modules can be switched on */
export const churchCommands =
  ({ optional }: House): AddCommand =>
  (church, call) => {
    addCreate(church, call)
    addSet(church, call, optional)
    addList(church, call)
    addArchive(church, call)
    addEnd(church, call)
  }

function addCreate(church: Command, call: Call): void {
  action(
    church
      .command('create')
      .description('make a church with its head branch and a default fund')
      .requiredOption('--name <name>', 'its name')
      .requiredOption('--slug <slug>', 'its name in commands and addresses, such as grace')
      .requiredOption('--country <code>', 'two-letter country code, such as NG')
      .requiredOption('--currency <code>', 'currency code, such as NGN')
      .requiredOption('--timezone <name>', 'time zone, such as Africa/Lagos')
      .option('--language <tag>', `its language: ${languages().join(', ')}; without it, SEXTON_LANGUAGE`)
      .addHelpText(
        'after',
        '\nExample:\n  sexton church create --name "Grace Church" --slug grace --country NG --currency NGN --timezone Africa/Lagos',
      ),
    call,
    async ({ database }, options: NewChurch) => {
      const { name, slug, country, currency, timezone, language } = options
      const input = { name, slug, country, currency, timezone, language: language ?? null }
      const made = await database.write(NO_CHURCH, tx => createChurch(tx, input))
      return {
        json: made,
        text: `Church "${made.slug}" made (id ${made.id}, head branch ${made.branch_id}, fund ${made.fund_id}).`,
      }
    },
  )
}

function addSet(church: Command, call: Call, optional: readonly string[]): void {
  const command = church
    .command('set')
    .description('set a church: its name, its API, its modules, its limits')
    .argument('<slug>', 'the church')
    .addHelpText('after', '\nExample:\n  sexton church set grace --modules giving,media --people-limit 5000')
  for (const option of settable(optional)) command.addOption(option)
  action(command, call, async (open, slug: string, options: SetOptions) => {
    const settings = settingsOf(options)
    if (Object.keys(settings).length === 0) {
      throw new CommandError('Nothing to set. Name at least one option; see "sexton church set --help".')
    }
    await doAction(open, slug, configureChurch, settings)
    const { id } = await open.church(slug)
    return { json: { id, slug, ...settings }, text: `Church "${slug}" set. Every server follows.` }
  })
}

/** What of a church is set. @param optional modules that can be switched on */
const settable = (optional: readonly string[]): Option[] => [
  new Option('--name <name>', 'its name'),
  new Option('--country <code>', 'two-letter country code: how phone numbers are read from now on'),
  new Option('--timezone <name>', 'time zone, such as Africa/Lagos'),
  new Option(
    '--language <tag>',
    `what it is written to and shown in where nothing better is known: ${languages().join(', ')}; none for SEXTON_LANGUAGE`,
  ),
  new Option(
    '--languages <tags>',
    'in which its public pages are offered beside its own, such as fr,en; "" for all that there are',
  ).argParser(listOption),
  new Option('--status <status>', 'an inactive church is served nothing').choices(['active', 'inactive']),
  new Option('--api <switch>', 'whether keys work').choices(['on', 'off']),
  new Option('--modules <names>', `optional modules that are on: ${optional.join(',')}; "" for none`).argParser(
    listOption,
  ),
  new Option('--people-limit <number>', 'people it may have, or none').argParser(limitOption),
  new Option('--key-limit <number>', 'API keys it may have, or none').argParser(limitOption),
  new Option('--webhook-limit <number>', 'webhook endpoints it may have, or none').argParser(limitOption),
  new Option(
    '--notice-emails <addresses>',
    'who is mailed its notices, such as a@x.org,b@y.org; "" for none',
  ).argParser(listOption),
  new Option(
    '--second-factor <roles>',
    `roles that work only with a second factor: ${ROLES.join(',')}; "" for none`,
  ).argParser(rolesOption),
]

/** As it is stored: null for none. */
const limitOf = (option: number | 'none'): number | null => (option === 'none' ? null : option)

/** What was typed, by the names of the settings. */
function settingsOf(options: SetOptions) {
  const { name, country, timezone, language, languages, status, api, modules } = options
  const { peopleLimit, keyLimit, webhookLimit, noticeEmails, secondFactor } = options
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(country !== undefined && { country: country.toUpperCase() }),
    ...(timezone !== undefined && { timezone }),
    ...(language !== undefined && { language: language === 'none' ? null : language }),
    ...(languages !== undefined && { languages }),
    ...(status !== undefined && { status }),
    ...(api !== undefined && { api_enabled: api === 'on' }),
    ...(modules !== undefined && { modules }),
    ...(peopleLimit !== undefined && { people_limit: limitOf(peopleLimit) }),
    ...(keyLimit !== undefined && { key_limit: limitOf(keyLimit) }),
    ...(webhookLimit !== undefined && { webhook_limit: limitOf(webhookLimit) }),
    ...(noticeEmails !== undefined && { notice_emails: noticeEmails }),
    ...(secondFactor !== undefined && { second_factor_roles: secondFactor }),
  }
}

function addList(church: Command, call: Call): void {
  action(church.command('list').description('list the churches'), call, async ({ database }) => {
    const churches = await database.read.all<Record<string, unknown>>(sql`select id, slug, name, country, currency,
      timezone, language, languages, status, api_enabled, modules, people_limit, key_limit, webhook_limit, notice_emails, second_factor_roles from churches
      order by id`)
    const rows = churches.map(one => [
      one.id,
      one.slug,
      one.name,
      one.currency,
      one.status,
      one.api_enabled ? 'on' : 'off',
    ])
    return { json: { churches }, text: table(['id', 'slug', 'name', 'currency', 'status', 'api'], rows) }
  })
}
