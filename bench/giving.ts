/** Giving in large churches: lists with progress, totals, reports, and a year's statements, each beside its aim. */
import { times } from './asking.ts'
import { join } from './console.ts'
import { type DatabaseServer, onDatabase } from './databases.ts'
import { fillGivers, fillWeeks, GIFTS_EACH, type GivingChurch, YEAR } from './giving-data.ts'
import type { Extent } from './options.ts'
import { startService } from './processes.ts'
import { statementTimes } from './statements.ts'
import { median, ms, printTable, short } from './table.ts'

interface Size {
  /** Givers of a small church and of a large one. */
  givers: readonly [number, number]
  statements: number
  /** Requests of each kind. */
  times: number
}

const SIZES: Readonly<Record<Extent, Size>> = {
  full: { givers: [400, 40_000], statements: 10_000, times: 40 },
  quick: { givers: [400, 4_000], statements: 1_000, times: 20 },
  smoke: { givers: [50, 100], statements: 20, times: 2 },
}

/** So much slower the large church may be where it is said to be as quick: more than that is no noise. */
const FLAT = 2
const LIST_MS = 100

interface Case {
  what: string
  path(church: GivingChurch): string
  aim?: 'list' | 'flat'
}

const CASES: readonly Case[] = [
  { what: 'for comparison: funds, of which there is one', path: () => '/funds' },
  { what: 'recurring gifts, 100 of them', path: () => '/recurring_gifts?per_page=100', aim: 'list' },
  {
    what: 'pledges with progress, 100 of them',
    path: ({ campaign }) => `/pledges?campaign_id=${campaign}&per_page=100`,
    aim: 'list',
  },
  { what: 'total and sum of recurring gifts', path: () => '/recurring_gifts?per_page=1', aim: 'flat' },
  { what: 'total and sum of pledges', path: () => '/pledges?per_page=1', aim: 'flat' },
  { what: 'total and sum of gifts', path: () => '/contributions?per_page=1', aim: 'flat' },
  { what: 'a campaign', path: ({ campaign }) => `/views/campaign_progress?id=${campaign}` },
  { what: 'giving by month', path: () => `/views/giving_report?by=month&year=${YEAR}` },
  { what: 'givers: new, back, lapsed', path: () => `/views/giving_report?by=giver&year=${YEAR}` },
  { what: 'givers by how much they gave', path: () => `/views/giving_report?by=range&year=${YEAR}` },
]

interface Subject {
  church: GivingChurch
  ask(path: string): Promise<Response>
  stop(): Promise<void>
}

async function subjectOf(server: DatabaseServer, givers: number): Promise<Subject> {
  const url = await server.makeEmpty(`giving_${givers}`)
  const church = await onDatabase(url, database => fillGivers(database, givers))
  const service = await startService({ DATABASE_URL: url })
  return { church, ask: await join(url, service.url, church.church.slug), stop: service.stop }
}

/** What a case took in each church, with its aim and whether it is met. */
async function measure({ what, path, aim }: Case, subjects: readonly Subject[], count: number): Promise<string[]> {
  const took = []
  for (const { church, ask } of subjects) took.push(await times(() => ask(path(church)), count))
  const later = took.map(one => median(one.later))
  const [small = 0, large = 0] = later
  const growth = large / small
  const [said, met] =
    aim === 'list'
      ? [`< ${LIST_MS} ms`, large < LIST_MS]
      : aim === 'flat'
        ? [`< ${FLAT} ×`, growth < FLAT]
        : ['', undefined]
  const firsts = took.map(({ first }) => ms(first))
  return [what, ...firsts, ...later.map(ms), growth.toFixed(2), said, met === undefined ? '' : met ? 'met' : 'MISSED']
}

/** Asks for what a treasurer looks at, as the console does, and prints the table. */
async function lists(server: DatabaseServer, { givers, times: count }: Size): Promise<void> {
  const subjects: Subject[] = []
  try {
    for (const many of givers) subjects.push(await subjectOf(server, many))
    const rows: string[][] = []
    for (const one of CASES) rows.push(await measure(one, subjects, count))
    const sizes = givers.map(short)
    const title = `Giving, in ms, by givers: each with a pledge, a recurring gift and ${GIFTS_EACH} gifts of it; the first request, and the median of those after it`
    const head = ['what', ...sizes.map(size => `first ${size}`), ...sizes, 'growth', 'aim', '']
    printTable(title, head, rows)
  } finally {
    for (const { stop } of subjects) await stop()
  }
}

/** All tables of giving. */
export async function giving(server: DatabaseServer, extent: Extent): Promise<void> {
  const size = SIZES[extent]
  await lists(server, size)
  const url = await server.makeEmpty('statements')
  await onDatabase(url, async database => statementTimes(database, await fillWeeks(database, size.statements)))
}
