/**
 * The demo church that a first `npm start` makes: branches, people and what each module adds, all from a fixed seed, in
 * one transaction. No events are recorded for it: nobody did these things.
 */
import { highestIds, markDemo } from '../console/setup/demo-marks.ts'
import { STEP_NAMES } from '../console/setup/steps.ts'
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { HOUSE } from '../house.ts'
import { today } from '../lib/calendar.ts'
import { seededRandom } from '../lib/random.ts'
import { makeKey } from '../modules/church/api-keys.ts'
import { createChurch, findChurch } from '../modules/church/churches.ts'
import { people as peopleResource } from '../modules/people/people.ts'
import type { DemoChurch } from '../resource/demo.ts'
import type { House } from '../resource/house.ts'
import { recount } from '../resource/tally.ts'
import { invite } from '../sign-in/join.ts'
import type { Vault } from '../vault.ts'
import { demoPeople } from './people.ts'
import { insertBranches, insertFamilies, insertPeople } from './records.ts'
import { prepareServices } from './services.ts'

const SEED = 1662
/** The demo church is known by it. */
export const DEMO_SLUG = 'demo'
const CHURCH = {
  name: 'Grace Community Church',
  slug: DEMO_SLUG,
  country: 'NG',
  currency: 'NGN',
  timezone: 'Africa/Lagos',
}

/**
 * Makes the demo church and its first key where there is no church at all.
 * @param url where the service answers
 * @param vault seals the accounts with providers
 * @returns what to tell the person who started the service
 */
export async function prepareDemo(database: Database, vault: Vault, url: string, house = HOUSE): Promise<string> {
  const made = await database.writeAlone(0, async tx => {
    const churches = await tx.first<{ some: boolean }>(sql`select exists (select 1 from churches) as some`)
    if (churches?.some) return false
    await makeDemo(tx, house, today(new Date(), CHURCH.timezone))
    return true
  })
  const church = await findChurch(database, DEMO_SLUG)
  if (church === undefined) return ''
  if (!made) {
    return `The demo church is "${DEMO_SLUG}". Another key: npx sexton key create --church ${DEMO_SLUG} --name "Mine" --scopes all`
  }
  await prepareServices(database, vault, church)
  const { token } = await database.write(church.id, tx =>
    invite(tx, church, { email: null, role: 'owner', branch_id: null }, null),
  )
  const { key: first } = await database.write(church.id, tx =>
    makeKey(tx, church, { name: 'First key', scopes: ['all'] }, house.scopes),
  )
  return `
A demo church was made: "${CHURCH.name}" (${DEMO_SLUG}). Its API key, shown this once:

  ${first.key}

Its console: make yourself its first owner by this link, good once and for seven days:

  ${url}/join?token=${token}

Try the API:

  curl -H "Authorization: Bearer ${first.key}" "${url}/api/v1/people?per_page=3"

Its giving page takes test payments: ${url}/give/${DEMO_SLUG}
`
}

async function makeDemo(tx: Tx, { modules, optional }: House, day: string): Promise<void> {
  const random = seededRandom(SEED)
  const { id: church, branch_id } = await createChurch(tx, CHURCH)
  await tx.run(sql`update churches set modules = ${[...optional]}::text[] where id = ${church}`)
  const before = await highestIds(tx, church)
  const branches = await insertBranches(tx, church, branch_id)
  const { families, people } = demoPeople(random, branches.length, day)
  const familyIds = await insertFamilies(tx, church, branches, families)
  const ids = await insertPeople(tx, church, branches, familyIds, people)
  await recount(tx, church, peopleResource)
  const { name, currency } = CHURCH
  const known = people.map(({ branch, ...one }, at) => ({ ...one, id: ids[at] ?? 0, branch_id: branches[branch] ?? 0 }))
  const demo: DemoChurch = { id: church, name, currency, branches, people: known, day, random }
  for (const module of modules) await module.demo?.(tx, demo)
  await markDemo(tx, church, before)
  // It is no new church: its first steps are long behind it.
  await tx.run(sql`insert into setup_steps (church_id, step, done_at)
    select ${church}, step, ${tx.now}::timestamptz from unnest(${STEP_NAMES}::text[]) as step`)
}
