/** Every list of the week, with each filter and each sort that it declares: first, asked again, and after a write. */
import { HOUSE } from '../src/house.ts'
import type { JsonSchema } from '../src/resource/field.ts'
import type { Extent } from './options.ts'
import { median, ms, printTable, short } from './table.ts'
import type { WeekChurch } from './week-data.ts'

const AIM_MS = 100

const LISTS = [
  'meetings',
  'attendances',
  'headcounts',
  'schedules',
  'groups',
  'group_members',
  'join_requests',
  'group_posts',
  'group_reports',
  'school_classes',
  'class_sessions',
  'school_years',
  'promotions',
]

/** Values that a filter is tried with, where its name alone says what they are. */
const values = ({ ids, middle }: WeekChurch): Record<string, readonly (string | number)[]> => ({
  meeting_id: [ids.meeting_id],
  person_id: [ids.person_id],
  group_id: [ids.group_id],
  schedule_id: [ids.schedule_id],
  parent_id: [ids.parent_id],
  below: [ids.parent_id],
  from_year_id: [ids.year],
  to_year_id: [ids.year],
  school_year_id: [ids.year],
  // A branch of many, and the one above all others.
  branch_id: [ids.branch_id, 1],
  // Half of all, and nearly all.
  from: [middle, '2000-01-01'],
  to: [middle, '2100-01-01'],
  updated_since: [`${middle}T00:00:00Z`, '2000-01-01'],
  q: ['group 12', 'g'],
  grade_from: ['1'],
  without_meeting_in: [middle],
})

interface Asked {
  list: string
  filter: string
  sort: string
  /** Of pages far down the list. */
  page?: number
}

/** Each word of a closed list. */
function wordsOf({ enum: words, pattern }: JsonSchema): readonly string[] | undefined {
  if (Array.isArray(words)) return words
  return typeof pattern === 'string' ? /^\^\(([a-z_|]+)\)/.exec(pattern)?.[1]?.split('|') : undefined
}

/** Each value of each filter, and the list without one, in each order; half of all as changes with a word of each closed list, too. @throws Error for a filter that nothing is known of */
function casesOf(list: string, church: WeekChurch, extent: Extent): Asked[] {
  const resource = HOUSE.resource(list)
  if (resource === undefined) throw new Error(`There are no ${list}.`)
  const known = values(church)
  const filters = Object.entries(resource.list.filters).flatMap(([name, { schema, consoleOnly }]) => {
    if (consoleOnly) return []
    const tried = known[name] ?? wordsOf(schema)
    if (tried === undefined) throw new Error(`The benchmark has no value for ${list}?${name}=.`)
    return tried.map(value => `${name}=${encodeURIComponent(value)}`)
  })
  // An index knows the one, totals know the other.
  const since = filters.find(filter => filter.startsWith('updated_since='))
  const words = Object.entries(resource.list.filters).flatMap(([name, { schema, consoleOnly }]) => {
    const [word] = consoleOnly || name in known ? [] : (wordsOf(schema) ?? [])
    return word === undefined ? [] : [`${name}=${word}`]
  })
  const both = since === undefined ? [] : words.map(word => `${since}&${word}`)
  const sorts = resource.list.sorts.length > 0 ? resource.list.sorts : ['']
  const tried = extent === 'smoke' ? sorts.slice(0, 1) : sorts
  return ['', ...filters, ...both].flatMap(filter => tried.map(sort => ({ list, filter, sort })))
}

const addressOf = ({ list, filter, sort, page }: Asked): string =>
  `${list}?${[filter, sort && `sort=${sort}`, page && `page=${page}`].filter(Boolean).join('&')}`

/** How far down the list, as a share of it. */
const DEEP = 0.9

/** Pages far down: of the list without a filter, of half of all as changes, and of the latter with a word of a closed list. */
async function deepCases(url: string, key: string, cases: readonly Asked[]): Promise<Asked[]> {
  const deep = cases.filter(
    ({ filter }) => filter === '' || (filter.startsWith('updated_since=2') && !filter.includes('2000-01-01')),
  )
  const found: Asked[] = []
  for (const one of deep) {
    const { meta } = JSON.parse((await askedAsKey(url, key, addressOf(one))).text)
    if (meta.total_pages > 1) found.push({ ...one, page: Math.ceil(meta.total_pages * DEEP) })
  }
  return found
}

/** Asks the service as a key does. @returns the milliseconds that it took */
export const asKey = async (...asked: Parameters<typeof askedAsKey>): Promise<number> =>
  (await askedAsKey(...asked)).took

/** @throws Error for a refusal */
async function askedAsKey(
  url: string,
  key: string,
  path: string,
  init: RequestInit = {},
): Promise<{ took: number; text: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const begun = performance.now()
  const answer = await fetch(`${url}/api/v1/${path}`, { ...init, headers })
  const text = await answer.text()
  const took = performance.now() - begun
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
  return { took, text }
}

/** Milliseconds of one way to ask. */
interface Took extends Asked {
  first: number
  again: number
  written: number
}

/** How often each is asked again. */
const TIMES = { full: 5, quick: 5, smoke: 1 }

/** Asks for every list in every way as two keys do, and prints the slowest of each list. */
export async function weekLists(url: string, church: WeekChurch, extent: Extent): Promise<void> {
  const keys = [
    ['a key', church.key],
    ['a key of a branch', church.branchKey],
  ] as const
  for (const [who, key] of extent === 'smoke' ? keys.slice(0, 1) : keys) {
    const took: Took[] = []
    for (const list of LISTS) {
      const cases = casesOf(list, church, extent)
      const all = [...cases, ...(await deepCases(url, key, cases))]
      for (const one of all) took.push(await measured(url, church, key, one, TIMES[extent]))
    }
    print(took, `${who}: ${short(church.attendances)} attendances, ${short(church.groups)} groups`)
  }
}

let marks = 0

/** What was remembered of totals is untrue after it. */
async function write(url: string, { key, open }: WeekChurch): Promise<void> {
  marks += 1
  const state = marks % 1_000 < 500 ? 'present' : 'absent'
  const body = JSON.stringify({ meeting_id: open, person_id: 1 + (marks % 500), state })
  await asKey(url, key, 'attendances', { method: 'POST', body })
}

async function measured(url: string, church: WeekChurch, key: string, one: Asked, times: number): Promise<Took> {
  const ask = (): Promise<number> => asKey(url, key, addressOf(one))
  const first = await ask()
  const again: number[] = []
  for (let n = 0; n < times; n += 1) again.push(await ask())
  await write(url, church)
  return { ...one, first, again: median(again), written: await ask() }
}

const worstOf = ({ first, again, written }: Took): number => Math.max(first, again, written)

function print(took: readonly Took[], who: string): void {
  const rows = LISTS.map(list => {
    const ways = took.filter(one => one.list === list).toSorted((one, other) => worstOf(other) - worstOf(one))
    const [slowest] = ways
    if (slowest === undefined) return [list]
    const { first, again, written } = slowest
    return [
      decodeURIComponent(addressOf(slowest)),
      String(ways.length),
      ...[first, again, written].map(ms),
      String(AIM_MS),
    ]
  })
  printTable(
    `Of each list of the week the slowest way to ask for it, with each filter and sort, near and far down, in ms (${who})`,
    ['list', 'ways', 'first', 'again', 'after a write', 'aim'],
    rows,
  )
  const missed = took.filter(one => worstOf(one) > AIM_MS)
  console.log(`\n${missed.length} of ${took.length} took more than ${AIM_MS} ms at any time.`)
  for (const one of missed) {
    console.log(
      `  ${decodeURIComponent(addressOf(one))}: ${ms(one.first)}, again ${ms(one.again)}, after a write ${ms(one.written)}`,
    )
  }
}
