/** The week of a large church: its lists, its views, a roll beside plain inserts, promotions, many members at once. */
import pg from 'pg'
import { MOST_ROWS } from '../src/modules/meetings/fields.ts'
import type { Asking } from './asking.ts'
import { join } from './console.ts'
import { type DatabaseServer, onDatabase } from './databases.ts'
import type { Extent } from './options.ts'
import { type Running, startService } from './processes.ts'
import { processorTime } from './processor.ts'
import { median, ms, printTable, short } from './table.ts'
import { fillWeek, WEEK_SIZES, type WeekChurch, type WeekSize } from './week-data.ts'
import { asKey, weekLists } from './week-lists.ts'

const TIMES = { full: 5, quick: 5, smoke: 1 }
const ROUNDS = { full: 30, quick: 15, smoke: 2 }
/** Rolls before the first that counts: until then the compiler of Node has seen little of it. */
const WARM_UP = { full: 30, quick: 15, smoke: 1 }

/** Makes the church, starts the service, and prints all tables of the week. */
export async function week(server: DatabaseServer, extent: Extent): Promise<void> {
  const size = WEEK_SIZES[extent]
  const begun = performance.now()
  const url = await server.makeEmpty('week')
  const church = await onDatabase(url, database => fillWeek(database, size))
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(
    `Made a church with ${short(church.attendances)} attendances in ${short(size.groups)} groups in ${seconds} s.`,
  )
  const service = await startService({ DATABASE_URL: url })
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    const scene = { service, database, church, size, ask: await join(url, service.url, church.slug) }
    await weekLists(service.url, church, extent)
    await views(scene, TIMES[extent])
    await rolls(scene, extent)
    await acts(scene)
  } finally {
    await database.end()
    await service.stop()
  }
}

interface Scene {
  service: Running
  /** Beside the service. */
  database: pg.Client
  church: WeekChurch
  size: WeekSize
  /** As an owner, in the console. */
  ask: Asking
}

const VIEW_AIM_MS = 100

/** What the pages of the week show. */
const shown = ({ ids, middle }: WeekChurch): [what: string, path: string][] => [
  ['trends of 26 weeks', '/views/attendance_trends'],
  ['trends of 52 weeks', '/views/attendance_trends?weeks=52'],
  ['trends of a branch', `/views/attendance_trends?branch_id=${ids.branch_id}`],
  ['meetings of a week', `/meetings?from=${middle}&to=${middle}&sort=starts_at`],
  ['a meeting', `/meetings/${ids.meeting_id}`],
  ['roll', `/views/roll?meeting_id=${ids.meeting_id}`],
  ['roll: typed "last12"', `/views/roll?meeting_id=${ids.meeting_id}&q=last12`],
  ['not seen for six weeks', '/people?not_seen_weeks=6'],
  ['not seen, of a branch', `/people?not_seen_weeks=6&branch_id=${ids.branch_id}`],
  ['names of groups: typed "group 12"', '/groups/names?q=group%2012'],
  ['names of meetings: typed "group 12"', '/meetings/names?q=group%2012'],
  ['reports of the week', '/views/reports_of_week'],
  ['reports of the week: a zone', `/views/reports_of_week?group_id=${ids.parent_id}`],
]

async function views({ church, ask }: Scene, times: number): Promise<void> {
  const rows: string[][] = []
  for (const [what, path] of shown(church)) {
    const took: number[] = []
    for (let n = 0; n <= times; n += 1) took.push((await asked(ask, path)).took)
    const [first = 0, ...again] = took
    rows.push([what, ms(first), ms(median(again)), String(VIEW_AIM_MS)])
  }
  printTable('What the pages of the week show, in ms', ['what', 'first', 'again', 'aim'], rows)
}

interface Answered {
  took: number
  data: Record<string, unknown>
}

/** @throws Error for anything but success */
async function asked(ask: Asking, path: string, body?: object): Promise<Answered> {
  const begun = performance.now()
  const answer = await ask(path, body && { method: 'POST', body: JSON.stringify(body) })
  const text = await answer.text()
  const took = performance.now() - begun
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
  return { took, data: JSON.parse(text).data }
}

/** The rows of a roll as anybody would insert them: one statement, one transaction, no index less. */
const PLAIN = `insert into attendances (church_id, meeting_id, person_id, branch_id, held_on, state, source, created_at, updated_at)
  select $1, $2, person, 1, current_date, 'present', 'api', now(), now() from unnest($3::bigint[]) as person returning id`

/** What rolls took: each in milliseconds, and the seconds of processor time of all of them. */
interface RollTimes {
  took: number[]
  node: number
  postgres: number
}

/** Does it, and adds up what it took. */
async function timed(of: RollTimes, pid: number | undefined, work: () => Promise<unknown>): Promise<void> {
  const [before, begun] = [processorTime(pid), performance.now()]
  await work()
  of.took.push(performance.now() - begun)
  const after = processorTime(pid)
  of.node += (after?.node ?? 0) - (before?.node ?? 0)
  of.postgres += (after?.postgres ?? 0) - (before?.postgres ?? 0)
}

const nothing = (): RollTimes => ({ took: [], node: 0, postgres: 0 })

/** Records rolls by the API and inserts the same rows plainly, in turns. */
async function rolls({ service, database, church, size }: Scene, extent: Extent): Promise<void> {
  const [rounds, warmUp] = [ROUNDS[extent], WARM_UP[extent]]
  const meetings = await freshMeetings(database, church, 2 * (rounds + warmUp))
  const people = Array.from({ length: size.roll }, (_, at) => at + 1)
  const records = people.map(person_id => ({ person_id }))
  let [plain, recorded] = [nothing(), nothing()]
  for (let at = 0; at < meetings.length; at += 2) {
    const [one, other] = meetings.slice(at, at + 2)
    // The first are seen by nobody.
    if (at === 2 * warmUp) [plain, recorded] = [nothing(), nothing()]
    await timed(plain, service.process.pid, () =>
      database.query({ name: 'plain', text: PLAIN, values: [church.church, one, people] }),
    )
    await timed(recorded, service.process.pid, async () => {
      for (let from = 0; from < records.length; from += MOST_ROWS) {
        const body = JSON.stringify({ meeting_id: other, records: records.slice(from, from + MOST_ROWS) })
        await asKey(service.url, church.key, 'attendances', { method: 'POST', body })
      }
    })
  }
  printRolls(size.roll, plain, recorded)
}

function printRolls(roll: number, plain: RollTimes, recorded: RollTimes): void {
  const each = (seconds: number): string => ms((seconds * 1_000) / plain.took.length)
  const ratio = (median(plain.took) / median(recorded.took)).toFixed(2)
  const spent = plain.postgres / (recorded.node + recorded.postgres)
  const rows = [
    ['inserted plainly, one statement', ms(median(plain.took)), '', '', each(plain.postgres), '', ''],
    [
      'recorded by the API',
      ...[ms(median(recorded.took)), ratio, each(recorded.node), each(recorded.postgres)],
      ...[spent.toFixed(2), '0.60'],
    ],
  ]
  printTable(
    `A roll of ${roll}, in ms: the median of ${plain.took.length}, in turns; processor time: the mean`,
    ['what', 'took', 'ratio', 'processor: node', 'postgres', 'ratio', 'aim'],
    rows,
  )
}

/** Meetings of today on which nothing is recorded. */
async function freshMeetings(database: pg.Client, { church }: WeekChurch, count: number): Promise<number[]> {
  const { rows } = await database.query<{
    id: string
  }>(`insert into meetings (church_id, branch_id, kind, name, held_on,
      local_time, timezone, starts_at, ends_at, status, created_at, updated_at)
    select ${church}, 1, 'service', 'Roll ' || n, current_date, '09:00', 'Africa/Lagos', now(), now() + interval '90 minutes',
      'open', now(), now() from generate_series(1, ${count}) as n returning id`)
  return rows.map(({ id }) => Number(id))
}

/** What is done to many at once. */
async function acts({ database, church, size, ask }: Scene): Promise<void> {
  // Some of it asks for the password.
  await database.query('update sessions set stepped_up_at = now()')
  const year = church.ids.year
  const drafted = await asked(ask, '/actions/promotions.draft', { from_year_id: year, to_year_id: year + 1 })
  const id = drafted.data.id
  const applied = await asked(ask, '/actions/promotions.apply', { id })
  const undone = await asked(ask, '/actions/promotions.undo', { id })
  const group = await database.query<{ id: string }>(`insert into groups (church_id, branch_id, path, reach, kind, name,
      created_at, updated_at) values (${church.church}, 1, '{}', '{}', 'other', 'Everybody', now(), now()) returning id`)
  const everybody = Number(group.rows[0]?.id)
  const added = await asked(ask, '/actions/groups.add_people', { id: everybody, filter: 'sort=id' })
  printTable(
    'Many at once, in ms',
    ['what', 'took', 'aim'],
    [
      [`a promotion of ${short(size.pupils)} is drawn up`, ms(drafted.took), '2000'],
      ['applied', ms(applied.took), '2000'],
      ['undone', ms(undone.took), '2000'],
      [`${short(Number(added.data.added))} people are added to a group`, ms(added.took), '5000'],
    ],
  )
}
