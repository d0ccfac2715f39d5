/** Totals of attendance by day: kept by the writes, exact whatever is written, and less what is hidden (decision 0003). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { foldWritten } from '../../resource/tally.ts'
import { conceal } from '../groups/group-actions.ts'
import { mergePeople } from '../people/merge.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['groups'] })
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
