/** Long lists of attendance: pages far down and wide spans of changes, less what hidden groups hold, agree with the rows (decisions 0003, 0008). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runAs } from '../../../test/support/database.ts'
import { RESOURCES } from '../../../test/support/endpoints.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { tellsChanges } from '../../resource/resource.ts'
import { recount } from '../../resource/tally.ts'
import { conceal } from '../groups/group-actions.ts'
import { attendances } from './attendances.ts'

const [MEETINGS, PEOPLE] = [140, 150]
/** Ids lie so far apart that they fill several places. */
const APART = 9

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church({ modules: ['groups'] })
  const group = (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json.data.id
  await church.act(conceal, { id: group })
  await fill(group)
})
after(() => service.close())

/** Every seventh meeting is of the hidden group. What was recorded of meetings was changed when they were held, and one in thousands later. */
async function fill(group: number): Promise<void> {
  const { id, hq_branch_id } = church.church
  await service.database.write(id, async tx => {
    // However busy the machine is.
    await tx.run(sql`set local statement_timeout = 0`)
    await tx.run(sql`insert into people (church_id, member_no, first_name, country, branch_id, created_at, updated_at)
      select ${id}, n, 'P' || n, 'NG', ${hq_branch_id}::bigint, now(), now() from generate_series(1, ${PEOPLE}::integer) as n`)
    await tx.run(sql`insert into meetings (church_id, branch_id, group_id, kind, name, held_on, local_time, timezone, starts_at,
        ends_at, status, created_at, updated_at)
      select ${id}, ${hq_branch_id}::bigint, case when n % 7 = 0 then ${group}::bigint end, 'group', 'Evening',
        date '2026-01-01' + n / 4, '19:00', 'Africa/Lagos', now(), now(), 'closed', now(), now()
      from generate_series(1, ${MEETINGS}::integer) as n`)
    await tx.run(sql`insert into attendances (id, church_id, meeting_id, person_id, branch_id, group_id, held_on, state, role,
        first_time, source, created_at, updated_at)
      overriding system value
      select (row_number() over (order by m.id, p.id)) * ${APART}::integer, ${id}, m.id, p.id, m.branch_id, m.group_id, m.held_on,
        case when p.id % 5 = 0 then 'absent' else 'present' end, 'attendee', false, 'roll', m.held_on,
        m.held_on + case when p.member_no = '7' and m.id % 10 = 0 then interval '100 days' else interval '1 hour' end
      from meetings as m join people as p on p.church_id = m.church_id where m.church_id = ${id}`)
    await recount(tx, id, attendances)
  })
  await runAs(service.owner, `select setval(pg_get_serial_sequence('attendances', 'id'), ${MEETINGS * PEOPLE * APART})`)
}

const SORTS = ['id', '-id', 'held_on', '-held_on'] as const
const SINCE = [undefined, '2025-01-01', '2026-01-05', '2026-01-23', '2026-04-13'] as const
/** So few that one finds them among the first of the list, and so many that one does not. */
const PER_PAGES = [5, 40] as const

interface Row {
  id: number
  held_on: string
  state: string
  updated_at: string
}

interface Asked {
  sort: (typeof SORTS)[number]
  since: (typeof SINCE)[number]
  state: string | undefined
  perPage: number
}

async function check(rows: readonly Row[], { sort, since, state, perPage }: Asked): Promise<void> {
  const matches = rows.filter(
    row => (since === undefined || row.updated_at >= since) && (state ?? row.state) === row.state,
  )
  const ordered = sort.endsWith('held_on')
    ? matches.toSorted((a, b) => a.held_on.localeCompare(b.held_on) || a.id - b.id)
    : matches
  const ids = (sort.startsWith('-') ? ordered.toReversed() : ordered).map(({ id }) => id)
  const query = `sort=${sort}&per_page=${perPage}${since ? `&updated_since=${since}` : ''}${state ? `&state=${state}` : ''}`
  const last = Math.max(1, Math.ceil(ids.length / perPage))
  for (const page of new Set([1, Math.ceil(last / 2), last])) {
    const { json, text } = await church.send('GET', `/attendances?${query}&page=${page}`)
    assert.equal(json.meta?.total, ids.length, `${query}: ${text.slice(0, 300)}`)
    const shown = json.data.map(({ id }: Row) => id)
    assert.deepEqual(shown, ids.slice((page - 1) * perPage, page * perPage), `${query}, page ${page}`)
    if (json.meta.next_cursor === null) continue
    const behind = await church.send('GET', `/attendances?${query}&cursor=${json.meta.next_cursor}`)
    const next = behind.json.data.map(({ id }: Row) => id)
    assert.deepEqual(next, ids.slice(page * perPage, (page + 1) * perPage), `${query}, behind page ${page}`)
  }
}

test('any page of a long list, and of changes since any moment, is what the rows say', async () => {
  const rows = await service.database.read.all<Row>(sql`select id, held_on, state, updated_at::date::text as updated_at
    from attendances where church_id = ${church.church.id} and group_id is null order by id`)
  assert.ok(rows.length > 10_000)
  const states = [undefined, 'absent']
  const asked = PER_PAGES.flatMap(perPage =>
    SINCE.flatMap(since => SORTS.flatMap(sort => states.map((state): Asked => ({ sort, since, state, perPage })))),
  )
  for (const one of asked) await check(rows, one)
})

test('whatever keeps totals and tells changes has the index that tells of each place when it was changed', async () => {
  const indexed = await service.database.read.all<{ name: string }>(sql`select tablename as name from pg_indexes
    where schemaname = 'public' and indexdef like '%(church_id, ((id >> 14)), updated_at, id)%' order by 1`)
  const wanted = [...RESOURCES.values()].filter(one => one.list.tallies && tellsChanges(one)).map(({ name }) => name)
  assert.ok(wanted.includes('attendances'))
  assert.deepEqual(
    indexed.map(({ name }) => name),
    wanted.toSorted(),
  )
})
