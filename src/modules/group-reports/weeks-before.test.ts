/** What is told of earlier weeks beside the reports of a week is what each of them tells of itself (decisions, Groups). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member, type TestMember } from '../../../test/support/console.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { raw, sql } from '../../db/sql.ts'

/** A Wednesday, at nine in the evening. */
const NOW = Date.parse('2026-11-18T21:00:00Z')
const GROUPS = 40

let service: TestService
let church: TestChurch
let north: number
before(async () => {
  service = await startService({}, { clock: { now: () => new Date(NOW) } })
  church = await service.church({ timezone: 'UTC', modules: ['groups'] })
  north = await church.branch('North')
  await fill()
})
after(() => service.close())

/** One of several, by a number that looks random and is the same each time. */
const any = (seed: string, ...values: readonly string[]): string =>
  `(array[${values.join(', ')}])[1 + abs(hashint8(${seed})) % ${values.length}]`

/**
 * Zones with cells of every kind that may be told apart: of either branch, paused, closed, hidden, reporting or not; with none to
 * three meetings in each of fourteen weeks around this one, held, cancelled, under way or ahead; each with any report or none.
 */
async function fill(): Promise<void> {
  const { id, hq_branch_id: hq } = church.church
  const statements = [
    `insert into groups (church_id, branch_id, parent_id, path, reach, hidden, is_confidential, kind, name, reports, status,
        created_at, updated_at)
      select ${id}, ${any('n * 3', String(hq), String(north))}, null, '{}', '{}', n % 9 = 0, n % 9 = 0, 'cell', 'Cell ' || n,
        ${any('n * 5', "'weekly'", "'weekly'", "'none'")}, ${any('n * 7', "'active'", "'active'", "'active'", "'paused'", "'closed'")},
        now(), now() from generate_series(1::bigint, ${GROUPS}) as n`,
    `update groups as g set parent_id = z.id, path = case when z.id is null then array[g.id] else array[z.id, g.id] end,
        reach = array[g.id] from (select g.id as of, (select min(id) from groups where church_id = ${id}) + g.id % 4 as id,
        row_number() over (order by g.id) as n from groups as g where g.church_id = ${id}) as zoned
      left join groups as z on z.church_id = ${id} and z.id = zoned.id and zoned.n > 4
      where g.church_id = ${id} and g.id = zoned.of`,
    `insert into meetings (church_id, branch_id, group_id, kind, name, held_on, local_time, timezone, starts_at, ends_at, status,
        created_at, updated_at)
      select ${id}, g.branch_id, g.id, 'group', g.name, day, '19:00', 'UTC', day + interval '19 hours',
        day + interval '20 hours' + (k * 5) * interval '1 hour', ${any('g.id * 11 + w * 13 + k', "'closed'", "'open'", "'cancelled'")},
        now(), now()
      from groups as g, generate_series(-10, 3) as w, generate_series(0, 2) as k,
        lateral (select date '2026-11-16' + 7 * w + (abs(hashint8(g.id * 17 + w * 19 + k)) % 7)::integer as day) as d
      where g.church_id = ${id} and abs(hashint8(g.id * 23 + w * 29 + k)) % 5 < 3`,
    `insert into group_reports (church_id, group_id, meeting_id, branch_id, held_on, status, held, present, absent, visitors,
        first_timers, decisions, offering, currency, revision, source, created_at, updated_at)
      select ${id}, group_id, id, branch_id, held_on, ${any('id * 31', "'submitted'", "'submitted'", "'draft'", "'returned'")},
        id % 6 > 0, id % 12, 1, id % 3, id % 2, id % 5, case when id % 3 = 0 then 100 + id end,
        ${any('id * 37', "'NGN'", "'USD'")}, 1, 'link', now(), now()
      from meetings where church_id = ${id} and abs(hashint8(id * 41)) % 10 < 8`,
  ]
  await service.database.write(id, async tx => {
    for (const text of statements) await tx.run(raw(text))
  })
}

interface Week {
  from: string
  to: string
  all: object
  weeks: ({ from: string } & object)[]
}

const shown = async (who: TestMember, query: string): Promise<Week> =>
  (await who.inChurch('GET', `/views/reports_of_week?${query}`)).json.data

test('of each of the weeks before the same is told as by the week itself, whoever asks, and of whichever groups', async () => {
  const zones = await service.database.read.all<{ id: number }>(
    sql`select id from groups where church_id = ${church.church.id} and parent_id is null order by id`,
  )
  const owner = await member(service, church, 'owner')
  const staff = await member(service, church, 'staff')
  const ofNorth = await member(service, church, 'staff', north)
  let expected = 0
  for (const [who, more] of [
    [owner, ''],
    [owner, `&branch_id=${north}`],
    [owner, `&group_id=${zones[0]?.id}`],
    [staff, ''],
    [staff, `&group_id=${zones[1]?.id}`],
    [ofNorth, ''],
  ] as const) {
    const own = new Map<string, object>()
    // This week, and one to come.
    for (const week of ['2026-11-18', '2026-12-02']) {
      for (const { from, ...told } of (await shown(who, `week=${week}${more}`)).weeks) {
        const all = own.get(from) ?? (await shown(who, `week=${from}${more}`)).all
        own.set(from, all)
        assert.deepEqual(told, all, `${from} ${more}`)
        expected += (all as { expected: number }).expected
      }
    }
  }
  assert.ok(expected > 500, `only ${expected} reports were expected: nothing was tried`)
})
