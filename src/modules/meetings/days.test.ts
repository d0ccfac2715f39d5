/** Totals of attendance by day: kept by the writes, exact whatever is written, and less what is hidden (decision 0003). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { raw, sql } from '../../db/sql.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { foldWritten, recount } from '../../resource/tally.ts'
import { conceal } from '../groups/group-actions.ts'
import { mergePeople } from '../people/merge.ts'
import { attendances } from './attendances.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church({ modules: ['groups'] })
})
after(() => service.close())

const made = async (path: string, body: object) => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.ok(status === 201 || status === 200, text)
  return json.data
}
const person = async () => (await made('/people', { first_name: 'Ada', last_name: 'Obi' })).id as number
const day = (ago: number) => addDays(today(new Date(), 'Africa/Lagos'), -ago)
const meet = async (ago: number, group_id?: number) =>
  (await made('/meetings', { name: 'Evening', held_on: day(ago), local_time: '19:00', ...(group_id && { group_id }) }))
    .id as number
const mark = (meeting_id: number, person_id: number, state = 'present') =>
  made('/attendances', { meeting_id, person_id, state })

/** What a key is told of a span, in each order, beside the rows that it may see. */
async function compare(what: string): Promise<void> {
  const rows = await service.database.read.all<{ id: number; held_on: string; state: string }>(sql`
    select id, held_on, state from attendances where church_id = ${church.church.id}
      and (group_id is null or group_id not in (select id from groups where church_id = ${church.church.id} and hidden))
    order by id`)
  for (const [from, to] of [
    [9, 0],
    [3, 0],
    [9, 4],
    [2, 2],
    [6, 6],
  ]) {
    for (const state of ['', 'present', 'absent', 'undone']) {
      const matches = rows.filter(
        row => row.held_on >= day(from ?? 0) && row.held_on <= day(to ?? 0) && (state === '' || row.state === state),
      )
      for (const sort of ['id', '-id', 'held_on', '-held_on']) {
        const ordered = matches.toSorted((a, b) =>
          sort.endsWith('held_on') ? a.held_on.localeCompare(b.held_on) || a.id - b.id : a.id - b.id,
        )
        const ids = (sort.startsWith('-') ? ordered.toReversed() : ordered).map(({ id }) => id)
        const query = `from=${day(from ?? 0)}&to=${day(to ?? 0)}&sort=${sort}${state && `&state=${state}`}`
        const pages = [1, 2].map(page => church.send('GET', `/attendances?${query}&per_page=3&page=${page}`))
        const [first, second] = await Promise.all(pages)
        assert.equal(first?.json.meta.total, ids.length, `${what}: ${query}`)
        const shown = [first, second].flatMap(one => one?.json.data.map((row: { id: number }) => row.id))
        assert.deepEqual(shown, ids.slice(0, 6), `${what}: ${query}`)
        const next = first?.json.meta.next_cursor
        if (next === null) continue
        const behind = await church.send('GET', `/attendances?${query}&per_page=3&cursor=${next}`)
        assert.deepEqual(
          behind.json.data.map((row: { id: number }) => row.id),
          ids.slice(3, 6),
          `${what}: ${query}, behind the cursor`,
        )
      }
    }
  }
}

test('what a span of days comes to is told exactly: after marks, moves, merges, and without what is hidden', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, person))
  const group = await made('/groups', { name: 'Yaba', kind: 'cell' })
  const meetings = await Promise.all([meet(8), meet(6), meet(2), meet(2, group.id), meet(0)])
  for (const [at, meeting] of meetings.entries()) {
    for (const [one, id] of people.entries()) if ((one + at) % 3 > 0) await mark(meeting, id)
  }
  await compare('as they were written')
  await foldWritten(service.database)
  await compare('folded')
  const [first = 0, second = 0, third = 0] = meetings
  await mark(first, people[1] ?? 0, 'absent')
  await mark(second, people[0] ?? 0, 'undone')
  await church.send('PATCH', `/meetings/${third}`, { held_on: day(3) })
  await compare('changed and moved')
  await church.act(mergePeople, { keep: people[0] ?? 0, remove: people[1] ?? 0 })
  await compare('merged')
  await church.act(conceal, { id: group.id })
  await compare('with a group that is hidden')
  await foldWritten(service.database)
  await compare('folded again')
})

/** More than are found and sorted wherever they are. */
const MANY = 5_400

test('what was changed since a moment is told exactly, however many that are, in each order, and without what is hidden', async () => {
  church = await service.church({ modules: ['groups'] })
  const { id, hq_branch_id: hq } = church.church
  const group = await made('/groups', { name: 'Yaba', kind: 'cell' })
  const meetings = [await meet(8), await meet(6), await meet(2, group.id)]
  await church.act(conceal, { id: group.id })
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, country, source, branch_id, created_at, updated_at)
      select ${id}, 'C' || i, 'P', 'NG', 'api', ${hq}, now(), now() from generate_series(1, ${raw(String(MANY / 3))}) as i`)
    // Changed in about the order in which they were made, but for one of ten.
    await tx.run(sql`insert into attendances (church_id, meeting_id, person_id, branch_id, group_id, held_on, state, source, created_at, updated_at)
      select ${id}, m.id, p.id, ${hq}, m.group_id, m.held_on, case when p.id % 7 = 0 then 'absent' else 'present' end, 'api',
        now() - interval '300 days', now() - (case when p.id % 10 = 3 then p.id % 270 else 300 - 100 * array_position(${meetings}::bigint[], m.id) end + 1) * interval '1 day'
      from meetings as m join people as p on p.church_id = m.church_id where m.church_id = ${id}
        and m.id = any(${meetings}::bigint[]) order by array_position(${meetings}::bigint[], m.id), p.id`)
    await recount(tx, id, attendances)
  })
  await mark(meetings[0] ?? 0, await person())
  const rows = await service.database.read.all<{ id: number; held_on: string; state: string; updated_at: string }>(sql`
    select id, held_on, state, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_at
    from attendances where church_id = ${id} and group_id is null order by id`)
  for (const ago of [400, 250, 150, 100, 30, 0]) {
    const since = new Date(Date.now() - ago * 86_400_000).toISOString()
    for (const state of ['', 'absent']) {
      const matches = rows.filter(row => row.updated_at >= since && (state === '' || row.state === state))
      for (const sort of ['id', '-id', 'held_on', '-held_on']) {
        const ordered = matches.toSorted((a, b) =>
          sort.endsWith('held_on') ? a.held_on.localeCompare(b.held_on) || a.id - b.id : a.id - b.id,
        )
        const ids = (sort.startsWith('-') ? ordered.toReversed() : ordered).map(one => one.id)
        const query = `updated_since=${since}&sort=${sort}${state && `&state=${state}`}&per_page=50`
        const [first, third] = await Promise.all(
          [1, 3].map(page => church.send('GET', `/attendances?${query}&page=${page}`)),
        )
        const shown = (one: typeof first) => one?.json.data.map((row: { id: number }) => row.id)
        assert.equal(first?.json.meta.total, ids.length, query)
        assert.deepEqual([shown(first), shown(third)], [ids.slice(0, 50), ids.slice(100, 150)], query)
        const next = first?.json.meta.next_cursor
        if (next === null) continue
        assert.deepEqual(
          shown(await church.send('GET', `/attendances?${query}&cursor=${next}`)),
          ids.slice(50, 100),
          query,
        )
      }
    }
  }
})
