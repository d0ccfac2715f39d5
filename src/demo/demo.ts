/**
 * The demo church that a first `npm start` makes: branches, funds, people, gifts, all from a fixed seed, in one
 * transaction. No events are recorded for it: nobody did these things.
 */
import { STEP_NAMES } from '../console/setup/steps.ts'
import type { Database, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { HOUSE } from '../house.ts'
import { addDays, today } from '../lib/calendar.ts'
import { seededRandom } from '../lib/random.ts'
import { makeKey } from '../modules/church/api-keys.ts'
import { createChurch, findChurch } from '../modules/church/churches.ts'
import { recount } from '../resource/tally.ts'
import { invite } from '../sign-in/join.ts'
import type { Vault } from '../vault.ts'
import { DOLLAR_RATE, demoGifts } from './gifts.ts'
import { demoMessages } from './messages.ts'
import { demoPeople } from './people.ts'
import {
  insertBranches,
  insertFamilies,
  insertFunds,
  insertGifts,
  insertMessages,
  insertPeople,
  insertPrayers,
  insertSermons,
} from './records.ts'
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
export async function prepareDemo(database: Database, vault: Vault, url: string): Promise<string> {
  const made = await database.writeAlone(0, async tx => {
    const churches = await tx.first<{ some: boolean }>(sql`select exists (select 1 from churches) as some`)
    if (churches?.some) return false
    await makeDemo(tx, today(new Date(), CHURCH.timezone))
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
    makeKey(tx, church, { name: 'First key', scopes: ['all'] }, HOUSE.scopes),
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

async function makeDemo(tx: Tx, day: string): Promise<void> {
  const random = seededRandom(SEED)
  const { id: church, branch_id, fund_id } = await createChurch(tx, CHURCH)
  await tx.run(sql`update churches set modules = ${[...HOUSE.optional]}::text[] where id = ${church}`)
  const branches = await insertBranches(tx, church, branch_id)
  const funds = [fund_id, ...(await insertFunds(tx, church))]
  const rateFrom = addDays(day, -800)
  await tx.run(sql`insert into exchange_rates (church_id, currency, valid_from, rate)
    values (${church}, 'USD', ${rateFrom}::date, ${DOLLAR_RATE}::numeric)`)
  const { families, people } = demoPeople(random, branches.length, day)
  const familyIds = await insertFamilies(tx, church, branches, families)
  const personIds = await insertPeople(tx, church, branches, familyIds, people)
  const givers = people.flatMap(({ dob, branch }, person) => (dob < addDays(day, -9_000) ? [{ person, branch }] : []))
  const gifts = demoGifts(random, givers, branches.length, funds.length, day)
  await insertGifts(tx, church, branches, funds, personIds, gifts)
  await insertMessages(tx, church, branches, personIds, demoMessages(seededRandom(SEED + 1), people, CHURCH.name, day))
  await insertPrayers(tx, church, branch_id, personIds)
  await insertSermons(tx, church, day)
  // It is no new church: its first steps are long behind it.
  await tx.run(sql`insert into setup_steps (church_id, step, done_at)
    select ${church}, step, ${tx.now}::timestamptz from unnest(${STEP_NAMES}::text[]) as step`)
  await recount(tx, church, 'people', { removed: 'removed', amount: '0' })
  await recount(tx, church, 'contributions', { removed: 'false', amount: 'amount_base' })
  await recount(tx, church, 'messages', { removed: 'false', amount: '0' })
}
