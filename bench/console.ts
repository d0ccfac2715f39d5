/** How long the console waits for each list and view of a large church, one request after the other, as a person asks. */
import { Database } from '../src/db/database.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import { invite } from '../src/sign-in/join.ts'
import { type Asking, times } from './asking.ts'
import type { BenchChurch } from './data.ts'
import type { Extent } from './options.ts'
import { startService, startYardstick } from './processes.ts'
import { searchTimes } from './search.ts'
import { median, ms, printTable, short } from './table.ts'

const PASSWORD = 'a few words for the benchmark'
const TIMES = { full: 20, quick: 20, smoke: 1 }
const AIM_MS = 100

/** What the pages ask, by what a person does. */
const asked = ({ person, fund }: BenchChurch): [what: string, path: string][] => [
  ['people', '/people'],
  ['people: typed "ada"', '/people?q=ada'],
  ['people: typed "okafor 12"', '/people?q=okafor%2012'],
  ['people: typed "person99"', '/people?q=person99'],
  ['people: by status', '/people?status=member'],
  ['people: by name', '/people?sort=last_name'],
  ['people: page 1,000', '/people?page=1000'],
  ['a person', `/people/${person}`],
  ['a person: history', `/views/person_history?id=${person}`],
  ['a person: giving by year', `/views/person_giving?id=${person}`],
  ['tags', '/views/tags'],
  ['duplicates', '/views/duplicates'],
  ['families', '/families'],
  ['branches', '/branches'],
  ['gifts', '/contributions'],
  ['gifts: of a fund', `/contributions?fund_id=${fund}`],
  ['gifts: of a person', `/contributions?person_id=${person}`],
  ['messages', '/messages?sort=-id'],
  ['home: people', '/views/home.people'],
  ['home: giving', '/views/home.giving'],
  ['home: messages', '/views/home.messages'],
  ['webhooks', '/views/endpoints'],
  ['audit log', '/views/audit'],
]

/** Lets somebody join as owner. @returns asks in their name */
export async function join(databaseUrl: string, url: string, slug: string): Promise<Asking> {
  const connection = { connectionString: databaseUrl }
  const database = new Database({ connection, poolSize: 3, statementTimeout: 15_000, maxWaiting: 10 })
  const church = await findChurch(database, slug)
  if (church === undefined) throw new Error('The church was not made.')
  const input = { email: null, role: 'owner', branch_id: null } as const
  const { token } = await database.write(church.id, tx => invite(tx, church, input, null))
  await database.close()
  const site = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ token, name: 'Bench', email: 'bench@example.org', password: PASSWORD })
  const joined = await fetch(`${url}/console/api/join`, { method: 'POST', headers: site, body })
  if (!joined.ok) throw new Error(`Nobody could join: ${await joined.text()}`)
  const cookie = joined.headers
    .getSetCookie()
    .map(text => text.split(';')[0])
    .join('; ')
  return (path, init) => fetch(`${url}/console/api/${slug}${path}`, { ...init, headers: { ...site, cookie } })
}

/** Asks for everything that the pages show, and prints the table. The yardstick is a bare server's list of people. */
export async function consoleTimes(url: string, church: BenchChurch, extent: Extent): Promise<void> {
  const service = await startService({ DATABASE_URL: url })
  const bare = await startYardstick('bare', url)
  try {
    const ask = await join(url, service.url, `bench-${church.gifts}`)
    const rows: string[][] = []
    for (const [what, path] of asked(church)) {
      const { first, later } = await times(() => ask(path), TIMES[extent])
      const slow = later.toSorted((a, b) => a - b).at(-2) ?? later[0] ?? 0
      rows.push([what, ms(first), ms(median(later)), ms(slow), String(AIM_MS)])
    }
    const headers = { authorization: `Bearer ${church.key}` }
    const yard = await times(() => fetch(`${bare.url}/api/v1/people`, { headers }), TIMES[extent])
    rows.push(['bare server: people', ms(yard.first), ms(median(yard.later)), '', ''])
    const size = `${short(church.people)} people, ${short(church.gifts)} gifts`
    printTable(`The console, in ms (${size})`, ['what', 'first', 'median', '19 of 20', 'aim'], rows)
    await searchTimes(service, ask, church, extent)
  } finally {
    await bare.stop()
    await service.stop()
  }
}
