/** Churches: made by the command line, set there and in the console. A church begins with its head branch and a default fund. */
import type { Database, Tx } from '../../db/database.ts'
import { ident, join, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { isTimezone } from '../../lib/calendar.ts'
import { isEmailAddress } from '../../lib/email.ts'
import { lineProblem } from '../../lib/line.ts'
import { isCurrency } from '../../lib/money.ts'
import { isCountry } from '../../lib/phone.ts'
import type { Church } from '../../resource/caller.ts'
import type { Extended } from '../../resource/extension-point.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { ROLES } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'
import { msg } from '../../texts/language.ts'
import { languages } from '../../texts/names.ts'
import { languageFor } from '../../texts/spoken.ts'
import { raiseAccountVersion } from './node-lease.ts'
import { take } from './taken.ts'
import { setZone } from './zone-of-branch.ts'

export interface NewChurch {
  name: string
  slug: string
  country: string
  currency: string
  timezone: string
  /** BCP 47; null or missing for that of the installation. */
  language?: string | null
}

interface CreatedChurch {
  id: number
  slug: string
  branch_id: number
  fund_id: number
}

/** A church as it is found by its slug. */
export type FoundChurch = Church

/** The tables in which a church has one row when it begins. */
export const BEGINS_WITH: readonly string[] = ['branches', 'funds']

/**
 * Makes a church with its head branch and a default fund named General, in the language of the church where it has one.
 * @param tx of no church
 * @throws ApiError `validation_failed` naming every wrong field
 */
export async function createChurch(tx: Tx, input: NewChurch): Promise<CreatedChurch> {
  const church = {
    ...input,
    name: input.name.trim(),
    country: input.country.toUpperCase(),
    currency: input.currency.toUpperCase(),
  }
  checkChurch(church).throwIfAny()
  const { name, slug, country, currency, timezone, language = null } = church
  const made = await tx.first<{
    id: number
  }>(sql`insert into churches (name, slug, country, currency, timezone, language)
    values (${name}, ${slug}, ${country}, ${currency}, ${timezone}, ${language}) returning id`)
  if (made === undefined) throw new Error('A church was made and has no id.')
  const { id } = made
  if (!(await take(tx, id, 'slug', slug))) {
    throw new ApiError('validation_failed', { errors: { slug: `is taken: there is a church "${slug}"` } })
  }
  const branch = await tx.first<{ id: number }>(sql`
    insert into branches (church_id, name, is_hq, level, country, currency, timezone)
    values (${id}, ${name}, true, 'headquarters', ${country}, ${currency}, ${timezone}) returning id`)
  const fund = await tx.first<{ id: number }>(sql`
    insert into funds (church_id, name, slug, currency, is_default)
    values (${id}, ${languageFor({ language, country }).say(msg('General'))}, 'general', ${currency}, true) returning id`)
  return { id, slug, branch_id: branch?.id ?? 0, fund_id: fund?.id ?? 0 }
}

/** What may be corrected of a church that nobody uses yet; its slug stands in addresses already. */
export type ChurchCorrection = Pick<NewChurch, 'name' | 'country' | 'currency' | 'timezone'>

/**
 * Corrects a church before its owner has come, and with it its fund and what its head branch has of the church.
 * @param church as it is
 * @param house what follows where it is set to another time zone
 * @param recorded whether there is anything that is counted in its currency, which stays then
 * @throws ApiError `validation_failed` naming every wrong field
 */
export async function correctChurch(
  tx: Tx,
  church: Pick<Church, 'id' | 'country' | 'currency'>,
  { name, country, currency, timezone }: ChurchCorrection,
  house: SetHouse,
  recorded: boolean,
): Promise<void> {
  const sent = { name: name.trim(), country: country.toUpperCase(), currency: currency.toUpperCase(), timezone }
  const problems = checkChurch(sent)
  if (recorded && sent.currency !== church.currency)
    problems.add('currency', because('cannot be changed: there are records in it'))
  problems.throwIfAny()
  const now = sql`${tx.now}::timestamptz`
  await tx.run(sql`update churches set currency = ${sent.currency} where id = ${church.id}`)
  await tx.run(sql`update branches set country = ${sent.country}, currency = ${sent.currency}, updated_at = ${now}
    where church_id = ${church.id} and is_hq and country = ${church.country} and currency = ${church.currency}`)
  await tx.run(sql`update funds set currency = ${sent.currency}, updated_at = ${now}
    where church_id = ${church.id} and currency = ${church.currency}`)
  await setChurch(tx, church.id, { name: sent.name, country: sent.country, timezone }, house)
}

/** What is wrong with what is named; what is not named is not looked at. */
export function checkChurch({ name, slug, country, currency, timezone, language }: Partial<NewChurch>): Problems {
  const problems = new Problems()
  const nameProblem = name === undefined ? undefined : lineProblem(name, 190)
  if (nameProblem !== undefined) problems.add('name', nameProblem)
  if (slug !== undefined && !/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(slug)) {
    problems.add('slug', because('must be 1 to 64 small letters, digits and hyphens, such as grace-church'))
  }
  if (country !== undefined && !isCountry(country))
    problems.add('country', because('must be a two-letter country code (ISO 3166-1), such as NG'))
  if (currency !== undefined && !isCurrency(currency))
    problems.add('currency', because('must be a currency code (ISO 4217), such as NGN'))
  if (timezone !== undefined && !isTimezone(timezone))
    problems.add('timezone', because('must be a time-zone name, such as Africa/Lagos'))
  if (language != null) checkList(problems, 'language', [language], languages())
  return problems
}

/** The church of a slug, or undefined. */
export async function findChurch({ read }: Pick<Database, 'read'>, slug: string): Promise<FoundChurch | undefined> {
  return await read.first<FoundChurch>(sql`select id, slug, name, country, currency, timezone, language, languages, status,
    api_enabled, modules, people_limit, (select b.id from branches b where b.church_id = c.id and b.is_hq) as hq_branch_id
    from churches c where slug = ${slug}`)
}

/** The head branch that is called as the church was is called as it is now; one that has a name of its own keeps it. */
async function renameHeadBranch(tx: Tx, church: number, name: string): Promise<void> {
  // Locked, so that of two renames the second knows the first's name.
  const before = await tx.first<{ name: string }>(sql`select name from churches where id = ${church} for no key update`)
  if (before === undefined || before.name === name) return
  await tx.run(sql`update branches set name = ${name}, updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and is_hq and name = ${before.name}`)
}

/** The head branch that is in the time zone of the church follows it into another one; one that has a zone of its own keeps it. */
async function moveHeadBranch(tx: Tx, church: number, house: Extended, to: string, now: Date): Promise<void> {
  const head = await tx.first<{ branch: number }>(sql`select b.id as branch from branches as b
      join churches as c on c.id = ${church} and c.timezone = b.timezone where b.church_id = ${church} and b.is_hq`)
  if (head !== undefined) await setZone(tx, church, house, { ...head, to, now })
}

/** What may be set of a church; a missing member stays, a null limit is none. */
interface ChurchSettings {
  name?: string
  /** Phone numbers without a country code are read as numbers of this country from now on. */
  country?: string
  timezone?: string
  /** BCP 47, as the catalogues are named; null for that of the installation. */
  language?: string | null
  /** In which its public pages are offered beside its own; none for all that there are. */
  languages?: readonly string[]
  status?: 'active' | 'inactive'
  api_enabled?: boolean
  modules?: readonly string[]
  people_limit?: number | null
  key_limit?: number | null
  webhook_limit?: number | null
  /** Who is mailed what the church's administrators have to know. */
  notice_emails?: readonly string[]
  /** Roles that work in the console only with a second factor. */
  second_factor_roles?: readonly string[]
}

/** What setting a church asks of its house. */
type SetHouse = Pick<HouseFacts, 'optional' | 'standsOn'> & Extended

/**
 * Sets a church. The currency is not among it: gifts, funds and totals are counted in it.
 * @param house its modules: which can be switched, which stand on others, what they say of time zones; none where neither is sent
 * @param now by the clock of who sets it
 * @returns the version of the accounts that every node has to have seen
 * @throws ApiError `validation_failed` naming everything that is wrong
 */
export async function setChurch(
  tx: Tx,
  church: number,
  settings: ChurchSettings,
  house: SetHouse = { optional: [], standsOn: {}, addedAt: () => [] },
  now = new Date(tx.now),
): Promise<number> {
  const { modules = [], notice_emails = [], second_factor_roles = [], languages: offered = [], ...about } = settings
  const problems = checkChurch(about)
  checkList(problems, 'languages', offered, languages())
  checkList(problems, 'modules', modules, house.optional)
  checkStanding(problems, modules, house.standsOn)
  checkList(problems, 'second_factor_roles', second_factor_roles, ROLES)
  const noAddresses = notice_emails.filter(address => !isEmailAddress(address))
  if (noAddresses.length > 0)
    problems.add('notice_emails', because('{addresses}: not an email address', { addresses: noAddresses.join(', ') }))
  problems.throwIfAny()
  if (settings.status !== undefined) await checkOpen(tx, church)
  if (settings.name !== undefined) await renameHeadBranch(tx, church, settings.name)
  if (settings.timezone !== undefined) await moveHeadBranch(tx, church, house, settings.timezone, now)
  const sets = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${ident(name)} = ${value}`)
  await tx.run(
    sql`update churches set ${join([...sets, sql`updated_at = ${tx.now}::timestamptz`])} where id = ${church}`,
  )
  return await raiseAccountVersion(tx)
}

/** @throws ApiError `validation_failed` for a church that waits to be removed */
async function checkOpen(tx: Tx, church: number): Promise<void> {
  const found = await tx.first<{ status: string }>(
    sql`select status from churches where id = ${church} for no key update`,
  )
  if (found?.status === 'active' || found?.status === 'inactive') return
  const status = 'the church is closed, to be removed; "sexton church keep" opens it again'
  throw new ApiError('validation_failed', { errors: { status } })
}

/** Names modules that are on without what they stand on, whichever of them was switched. */
function checkStanding(
  problems: Problems,
  modules: readonly string[],
  standsOn: Readonly<Record<string, readonly string[]>>,
): void {
  for (const name of modules) {
    const missing = (standsOn[name] ?? []).filter(other => !modules.includes(other))
    if (missing.length > 0) {
      problems.add(
        'modules',
        because('{name} needs {needed}: switch {needed} on too, or {name} off', {
          name,
          needed: missing.join(' and '),
        }),
      )
    }
  }
}

function checkList(problems: Problems, name: string, values: readonly string[], known: readonly string[]): void {
  const strangers = values.filter(one => !known.includes(one))
  if (strangers.length > 0) problems.add(name, `${strangers.join(', ')}: not known; there are ${known.join(', ')}`)
}
