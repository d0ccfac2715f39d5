/** Lists of the week by branch, group and state are counted from an index alone: by the blocks that are read, not by the clock (decision 0008). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { idArray } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { groupReports } from '../src/modules/group-reports/group-reports.ts'
import { groupMembers } from '../src/modules/groups/group-members.ts'
import { meetings } from '../src/modules/meetings/meetings.ts'
import type { Caller } from '../src/resource/caller.ts'
import type { Resource } from '../src/resource/resource.ts'
import { blocksOf } from './support/blocks.ts'
import { runAs } from './support/database.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

/** Each group has one member, meeting and report for each of the days; a branch has every tenth group. */
const [GROUPS, DAYS, BRANCHES] = [100, 120, 10]
const FIRST = '2026-01-05'

/** Files lend their databases to services with the same pool; nobody has one of this size, so that it is a new one. */
const ALONE = { SEXTON_POOL_SIZE: '7' }

let service: TestService
let church: TestChurch
/** A key of one branch. */
let caller: Caller
let group: number
before(async () => {
  service = await startService(ALONE)
  church = await service.church()
  await church.set({ modules: ['groups'] })
  const { id: of, hq_branch_id } = church.church
  const made = await service.database.write(of, tx =>
    tx.all<{ id: number }>(sql`insert into branches (church_id, parent_id, depth, name, country, currency, timezone)
      select ${of}, ${hq_branch_id}::bigint, 1, 'Branch ' || n, 'NG', 'NGN', 'Africa/Lagos'
      from generate_series(1, ${BRANCHES}::integer) as n returning id`),
  )
  const branches = made.map(({ id }) => id)
  await fill(branches)
  // What others still read while it is vacuumed is looked up once more.
  const isSeen = async (): Promise<boolean> => {
    await runAs(service.owner, 'vacuum analyze groups, meetings, group_members, group_reports')
    const unseen = await service.database.read.first(sql`select 1 from pg_class where relallvisible < relpages
      and relname in ('groups', 'meetings', 'group_members', 'group_reports')`)
    return unseen === undefined
  }
  await eventually('an index alone tells what is on record', isSeen, 300_000).catch(async error => {
    const held = await service.database.read.all(sql`select pid::text, datname, state, backend_xmin::text, query
      from pg_stat_activity where backend_xmin is not null or backend_xid is not null`)
    throw new Error(`Others still read: ${JSON.stringify(held)}`, { cause: error })
  })
  const [branch = 0] = branches
  const found = await service.database.read.first<{ id: number }>(
    sql`select min(id) as id from groups where church_id = ${church.church.id} and branch_id = ${branch}`,
  )
  group = found?.id ?? 0
  caller = {
    account: 'a',
    church: church.church,
    by: { kind: 'key', key: (await church.send('GET', '')).json.data.key, origins: [] },
    scopes: ['meetings:read', 'groups:read', 'group_members:read', 'group_reports:read'],
    branches: { size: BRANCHES + 1, has: () => true, below: one => [one] },
    branch_id: branch,
    visible: [branch],
  }
})
after(() => service.close())

/** Rows of one branch lie among those of all others, and were changed in another order than they were made. */
async function fill(branches: readonly number[]): Promise<void> {
  const { id } = church.church
  const changed = sql`'2026-06-01'::timestamptz + (n * 7919 % 86400) * interval '1 second'`
  const meets = sql`(select g.id, g.branch_id, day, row_number() over (order by day, g.id) as n
    from groups as g, generate_series(1, ${DAYS}::integer) as day where g.church_id = ${id}) as one`
  await service.database.write(id, async tx => {
    await tx.run(sql`set local statement_timeout = 0`)
    await tx.run(sql`insert into people (church_id, member_no, first_name, country, branch_id, created_at, updated_at)
      select ${id}, n, 'P' || n, 'NG', ${branches[0]}::bigint, now(), now() from generate_series(1, ${DAYS}::integer) as n`)
    await tx.run(sql`insert into groups (church_id, branch_id, kind, name, reports, member_count, leader_count, created_at, updated_at)
      select ${id}, (${idArray(branches)})[1 + n % ${BRANCHES}::integer], 'cell', 'G' || n, 'weekly', 1, 1, now(), now()
      from generate_series(1, ${GROUPS}::integer) as n`)
    await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, status, joined_on, left_on, source,
        created_at, updated_at)
      select ${id}, one.id, p.id, one.branch_id, case when n % 3 = 0 then 'leader' else 'member' end,
        case when n % 2 = 0 then 'active' else 'left' end, '2026-01-01', case when n % 2 = 1 then date '2026-02-01' end, 'api', now(), ${changed}
      from ${meets} join people as p on p.church_id = ${id} and p.member_no = day::text`)
    await tx.run(sql`insert into meetings (church_id, branch_id, group_id, kind, name, held_on, local_time, timezone, starts_at,
        ends_at, status, created_at, updated_at)
      select ${id}, branch_id, id, 'group', 'Evening', ${FIRST}::date + day, '19:00', 'Africa/Lagos', now() - interval '2 hours',
        now() - interval '1 hour', case when n % 2 = 0 then 'closed' else 'cancelled' end, now(), ${changed} from ${meets}`)
    await tx.run(sql`insert into group_reports (church_id, group_id, meeting_id, branch_id, held_on, status, held, present, absent, currency,
        revision, source, submitted_at, created_at, updated_at)
      select ${id}, group_id, id, branch_id, held_on, case when n % 2 = 0 then 'submitted' else 'draft' end, true, 5, 1, 'NGN',
        1, 'link', now(), now(), ${changed}
      from (select *, row_number() over (order by id) as n from meetings where church_id = ${id}) as one`)
  })
}

/** For the way down indexes, what is hidden, and the one record of the page with what it names. */
const FIXED = 40
/** Entries of an index that stand on a block, at least. */
const EACH_BLOCK = 40
/** They are looked through for the total, and once more for a page of few. */
const TIMES = 2
const ALL = GROUPS * DAYS

/** What is asked, and how many blocks it may look at. Of one group its own records are looked up: they are few. */
function asked(): [Resource, string, number][] {
  const entries = (n: number): number => FIXED + (TIMES * n) / EACH_BLOCK
  const scopes: [string, number][] = [
    ['', entries(ALL / BRANCHES)],
    [`group_id=${group}`, FIXED + TIMES * DAYS],
    ['updated_since=2026-01-01', entries(ALL)],
  ]
  const lists: [Resource, string[]][] = [
    [meetings, ['', 'status=closed', 'kind=group']],
    [groupMembers, ['', 'status=active', 'role=leader']],
    [groupReports, ['', 'status=submitted', 'status=draft']],
  ]
  const all = lists.flatMap(([resource, states]) =>
    scopes.flatMap(([scope, budget]) =>
      states.map((state): [Resource, string, number] => [resource, [scope, state].filter(Boolean).join('&'), budget]),
    ),
  )
  return [...all, [meetings, 'of_groups=0', FIXED]]
}

test('meetings, members and reports are counted by branch, group and state from an index, without looking up each record', async t => {
  const over: string[] = []
  let most = 0
  for (const [resource, filter, budget] of asked()) {
    const blocks = await blocksOf(service, caller, resource, `per_page=1&${filter}`)
    if (blocks > budget) over.push(`${resource.name}?${filter}: ${blocks} blocks, more than ${budget}`)
    most = Math.max(most, blocks)
  }
  assert.deepEqual(over, [])
  t.diagnostic(`${most} blocks at most, of ${ALL} records each`)
})
