/** Who is reminded of which report, and when; and who is not. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { useOutbox } from '../../../test/support/messaging.ts'
import { eventually } from '../../../test/support/receiver.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { doDue } from '../../agenda/agenda-worker.ts'
import { kindsOf } from '../../agenda/hints.ts'
import { sweepAgenda } from '../../agenda/sweep.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import type { Module } from '../../resource/module.ts'
import { doingOn } from '../../resource/step.ts'
import { conceal } from '../groups/group-actions.ts'
import { REPORTS_DUE } from '../groups/reports-due.ts'
import { remindersModule } from '../reminders/module.ts'
import { groupReportsModule } from './module.ts'
import { remindAction } from './report-actions.ts'

let service: TestService
let church: TestChurch
/** By the clock of who works the agenda off; the service itself stands still when the meetings are over. */
let now: number
let cell: number
let leader: number

const at = (moment: string): number => Date.parse(`2026-11-${moment}:00Z`)

before(async () => {
  service = await startService({}, { clock: { now: () => new Date(at('18T18:30')) } })
})
beforeEach(async () => {
  church = await service.church({ timezone: 'Africa/Lagos', modules: ['groups'] })
  ;[cell, leader] = await ledGroup('Yaba')
})
after(() => service.close())

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}
/** A group that reports weekly, with a leader who has an address. */
async function ledGroup(name: string, person?: number): Promise<[group: number, leader: number]> {
  const group = await made('/groups', { name: `${name} cell`, kind: 'cell', reports: 'weekly' })
  const person_id = person ?? (await made('/people', { first_name: name, email: `${name.toLowerCase()}@example.org` }))
  await made('/group_members', { group_id: group, person_id, role: 'leader', joined_on: '2026-01-01' })
  return [group, person_id]
}
/** In Lagos: from 18:00 to 19:00, which is 17:00 to 18:00 UTC. */
const meets = (group_id: number, body: object = {}): Promise<number> =>
  made('/meetings', { name: 'Cell', group_id, held_on: '2026-11-18', local_time: '18:00', minutes: 60, ...body })

/** Of what is due before the moment at which the service stands still its own worker would remind first. */
const DAY_AFTER = '2026-11-19'

const partsOf = (modules: readonly Module[]) => {
  const clock = { now: () => new Date(now) }
  return { ...doingOn(service.database, clock, HOUSE), clock, log: pino({ level: 'silent' }), kinds: kindsOf(modules) }
}
/** Lets it be that moment. @returns the reminders so far: meeting, step, whom */
async function come(moment: string, nodes = 1): Promise<[number, number, number][]> {
  now = at(moment)
  await service.database.write(church.church.id, tx =>
    putOnAgenda(tx, church.church.id, REPORTS_DUE, church.church.id, new Date(now)),
  )
  await Promise.all(Array.from({ length: nodes }, () => doDue(partsOf([groupReportsModule]))))
  const rows = await service.database.read.all<{ subject_id: number; step: number; person_id: number }>(
    sql`select subject_id, step, person_id from reminders where church_id = ${church.church.id} order by id`,
  )
  return rows.map(({ subject_id, step, person_id }) => [subject_id, step, person_id])
}

test('a leader is reminded three hours after the meeting, in the evening for the next morning, and at nine on the morning after, each once, by the clock of the branch', async () => {
  const meeting = await meets(cell)
  assert.deepEqual(await come('18T20:59'), [])
  const hint = await service.database.read.first<{ due_at: string }>(
    sql`select due_at::text as due_at from agenda where kind = ${REPORTS_DUE} and church_id = ${church.church.id}`,
  )
  assert.equal(new Date(hint?.due_at ?? '').getTime(), at('18T21:00'))
  assert.deepEqual(await come('18T21:00'), [[meeting, 1, leader]])
  assert.deepEqual(await come('20T07:59'), [[meeting, 1, leader]])
  const both = [
    [meeting, 1, leader],
    [meeting, 2, leader],
  ]
  assert.deepEqual(await come('20T08:00', 3), both)
  assert.deepEqual(await come('20T20:00'), both)
  assert.deepEqual(await come('25T08:00'), both)
})

test('of a meeting that was over in the afternoon a leader is reminded that evening and the next morning', async () => {
  const meeting = await meets(cell, { held_on: DAY_AFTER, local_time: '15:00' })
  assert.deepEqual(await come('19T17:59'), [])
  assert.deepEqual(await come('19T18:00'), [[meeting, 1, leader]])
  assert.equal((await come('20T07:59')).length, 1)
  assert.equal((await come('20T08:00')).length, 2)
})

test('the agenda knows of a meeting that is made or moved, and of a group that begins to report', async () => {
  const { id } = church.church
  const due = async () =>
    (
      await service.database.read.first<{ due_at: string }>(
        sql`select due_at::text as due_at from agenda where kind = ${REPORTS_DUE} and church_id = ${id}`,
      )
    )?.due_at
  const forget = () => service.database.write(id, tx => tx.run(sql`delete from agenda where church_id = ${id}`))
  await forget()
  const [silent] = await ledGroup('Silent')
  await church.send('PATCH', `/groups/${silent}`, { reports: 'none' })
  await meets(silent)
  assert.equal(await due(), undefined)
  const meeting = await meets(cell)
  assert.equal(Date.parse((await due()) ?? ''), at('18T21:00'))
  await forget()
  await church.send('PATCH', `/meetings/${meeting}`, { local_time: '20:00' })
  assert.equal(Date.parse((await due()) ?? ''), at('18T23:00'))
  await forget()
  const body = { name: 'Cell', group_id: cell, starts_on: '2026-11-19', local_time: '18:00', minutes: 60 }
  await made('/schedules', { ...body, rrule: 'FREQ=WEEKLY;BYDAY=TH' })
  assert.notEqual(await due(), undefined)
  await forget()
  await church.send('PATCH', `/groups/${silent}`, { reports: 'weekly' })
  // The hint is for now; whoever comes first says when the next look is.
  assert.ok(Date.parse((await due()) ?? '') <= at('18T21:00'))
})

test('a group that met far away is reminded by the clock of its branch', async () => {
  const north = await church.branch('Auckland')
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update branches set timezone = 'Pacific/Auckland' where church_id = ${church.church.id} and id = ${north}`,
    ),
  )
  await church.send('PATCH', `/groups/${cell}`, { branch_id: north })
  const meeting = await meets(cell, { held_on: DAY_AFTER, local_time: '19:00' })
  assert.deepEqual(await come('19T09:59'), [])
  assert.deepEqual(await come('19T10:00'), [[meeting, 1, leader]])
  assert.deepEqual(await come('20T19:59'), [[meeting, 1, leader]])
  assert.equal((await come('20T20:00')).length, 2)
})

test('nobody is reminded of what is handed in, not held, cancelled, paused, not asked for, or no longer theirs', async () => {
  const others = { closed: { status: 'closed' }, paused: { status: 'paused' }, none: { reports: 'none' } }
  for (const [name, change] of Object.entries(others)) {
    const [group] = await ledGroup(name)
    await meets(group)
    assert.equal((await church.send('PATCH', `/groups/${group}`, change)).status, 200)
  }
  const [ended, person] = await ledGroup('ended')
  await meets(ended)
  const { data } = (await church.send('GET', `/group_members?person_id=${person}`)).json
  await church.send('PATCH', `/group_members/${data[0].id}`, { status: 'left', confirmed: true })
  const [cancelled] = await ledGroup('cancelled')
  const off = await meets(cancelled)
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update meetings set status = 'cancelled' where church_id = ${church.church.id} and id = ${off}`),
  )
  const [handed] = await ledGroup('handed')
  await made('/group_reports', { meeting_id: await meets(handed), present: 5 })
  const [unheld] = await ledGroup('unheld')
  await made('/group_reports', { meeting_id: await meets(unheld), held: false })
  const [draft, drafting] = await ledGroup('draft')
  const kept = await meets(draft)
  await made('/group_reports', { meeting_id: kept, present: 5, status: 'draft' })
  const mute = await made('/people', { first_name: 'Mute' })
  const [silent] = await ledGroup('silent', mute)
  await meets(silent)
  assert.deepEqual(await come('18T21:00'), [[kept, 1, drafting]])
  await church.send('POST', '/group_reports', { meeting_id: kept, present: 5 })
  // What was written down and not sent yet is taken back.
  assert.deepEqual(await come('19T08:00'), [])
})

test('several groups of one leader are one message with a link for each, and the log has no address of them', async () => {
  await useOutbox(service, church)
  const [second] = await ledGroup('Ikeja', leader)
  for (const group of [cell, second]) await meets(group)
  await church.act(conceal, { id: second })
  await come('18T21:00')
  // At ten in the evening nobody is written to.
  const sends = async (moment: string): Promise<number> => {
    now = at(moment)
    await doDue(partsOf([groupReportsModule, remindersModule]))
    const found = await service.database.read.first<{ n: number }>(
      sql`select count(*)::integer as n from messages where church_id = ${church.church.id}`,
    )
    return found?.n ?? 0
  }
  assert.deepEqual([await sends('18T21:10'), await sends('19T05:59'), await sends('19T06:00')], [0, 0, 1])
  const [message, ...more] = await eventually('the message is sent', async () => {
    const { data } = (await church.send('GET', '/messages')).json
    return data[0]?.status === 'sent' && data
  })
  assert.deepEqual([message.to, message.subject, more], ['yaba@example.org', '2 reminders', []])
  assert.match(message.body, /Please hand in the report of Yaba cell/)
  assert.match(message.body, /Please hand in the report of your group/)
  assert.doesNotMatch(message.body, /Ikeja|\/my\/report/)
  const sent = await service.database.read.first<{ body: string }>(
    sql`select body from outbox where church_id = ${church.church.id}`,
  )
  const paths = [...(sent?.body.matchAll(/\/my\/report\/\S+/g) ?? [])].map(([path]) => path)
  assert.equal(paths.length, 2)
  for (const path of paths) assert.equal((await service.request('GET', path)).status, 200)
})

test('by hand leaders are reminded once a day, and of nothing that is handed in', async () => {
  const meeting = await meets(cell)
  const remind = (meeting_ids: number[]) => church.act(remindAction, { meeting_ids })
  assert.deepEqual(await remind([meeting]), { reminded: 1, already: 0, without_address: 0, not_due: 0 })
  assert.deepEqual(await remind([meeting]), { reminded: 0, already: 1, without_address: 0, not_due: 0 })
  const [other] = await ledGroup('Mute', await made('/people', { first_name: 'Mute' }))
  const silent = await meets(other)
  assert.deepEqual(await remind([meeting, silent]), { reminded: 0, already: 1, without_address: 1, not_due: 0 })
  const service_ = await made('/meetings', { name: 'Service', held_on: '2026-11-15', local_time: '09:00' })
  await assert.rejects(remind([service_]), { code: 'validation_failed' })
  await made('/group_reports', { meeting_id: meeting, present: 4 })
  assert.deepEqual(await remind([meeting]), { reminded: 0, already: 0, without_address: 0, not_due: 1 })
})

test('by hand leaders are reminded of old meetings by a link that works, and of none to come, too old or of a group that rests', async () => {
  await useOutbox(service, church)
  const [resting] = await ledGroup('Resting')
  const rests = await meets(resting)
  await church.send('PATCH', `/groups/${resting}`, { status: 'paused' })
  const [old, ancient, ahead] = [
    await meets(cell, { held_on: '2026-10-20' }),
    await meets(cell, { held_on: '2026-09-01' }),
    await meets(cell, { held_on: '2026-11-25' }),
  ]
  assert.deepEqual(await church.act(remindAction, { meeting_ids: [old, rests, ancient, ahead] }), {
    reminded: 1,
    already: 0,
    without_address: 0,
    not_due: 3,
  })
  now = at('18T18:45')
  await doDue(partsOf([remindersModule]))
  const sent = await eventually('the message is sent', () =>
    service.database.read.first<{ body: string }>(sql`select body from outbox where church_id = ${church.church.id}`),
  )
  const [path = ''] = /\/my\/report\/\S+/.exec(sent?.body ?? '') ?? []
  assert.equal((await service.request('GET', path)).status, 200)
})

test('what was asked for by hand is sent though the group becomes confidential meanwhile, without its name and by a link that works', async () => {
  await useOutbox(service, church)
  const meeting = await meets(cell)
  const remind = () => church.act(remindAction, { meeting_ids: [meeting] })
  assert.equal((await remind()).reminded, 1)
  await church.act(conceal, { id: cell })
  now = at('18T18:45')
  await doDue(partsOf([remindersModule]))
  const [sent, ...more] = await eventually('the message is sent', async () => {
    const all = await service.database.read.all<{ subject: string; body: string }>(
      sql`select subject, body from outbox where church_id = ${church.church.id}`,
    )
    return all.length > 0 && all
  })
  assert.deepEqual([sent?.subject, more], ['Please hand in the report of your group', []])
  assert.doesNotMatch(sent?.body ?? '', /Yaba/)
  const [path = ''] = /\/my\/report\/\S+/.exec(sent?.body ?? '') ?? []
  assert.equal((await service.request('GET', path)).status, 200)
})

/** More than one step writes down; what is sent, by nodes that are killed, is in test/reminder-crash.test.ts. */
const CELLS = Number(process.env.SEXTON_TEST_CELLS ?? 600)

test('reminders of hundreds of cells are written down within a handful of steps, each once, also where a step is rolled back', async t => {
  const { id } = church.church
  await service.database.write(id, async tx => {
    const many = sql`generate_series(1, ${CELLS}::integer) as n`
    await tx.run(sql`insert into people (church_id, member_no, first_name, email, country, source, branch_id, created_at, updated_at)
      select ${id}, 'L' || n, 'L' || n, 'l' || n || '@example.org', 'NG', 'api', ${church.church.hq_branch_id}, now(), now() from ${many}`)
    await tx.run(sql`insert into groups (church_id, branch_id, kind, name, reports, created_at, updated_at)
      select ${id}, ${church.church.hq_branch_id}, 'cell', 'N' || n, 'weekly', now(), now() from ${many}`)
    await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
      select ${id}, g.id, p.id, g.branch_id, 'leader', '2026-01-01', 'api', now(), now()
      from groups as g join people as p on p.church_id = g.church_id and p.member_no = 'L' || substr(g.name, 2)
      where g.church_id = ${id} and g.name like 'N%'`)
    await tx.run(sql`insert into meetings (church_id, branch_id, group_id, kind, name, held_on, local_time, timezone, starts_at, ends_at,
        created_at, updated_at)
      select ${id}, branch_id, id, 'group', name, '2026-11-18', '18:00', 'Africa/Lagos', '2026-11-18T17:00:00Z',
        '2026-11-18T18:00:00Z', now(), now() from groups where church_id = ${id} and name like 'N%'`)
    await tx.run(sql`delete from agenda where church_id = ${id}`)
  })
  now = at('18T21:00')
  const parts = partsOf([groupReportsModule])
  await sweepAgenda(parts)
  // The sweep goes by the clock of the database, which is not that of this test.
  await service.database.write(0, tx =>
    tx.run(sql`update agenda set due_at = ${new Date(now).toISOString()}::timestamptz
    where church_id = ${id} and kind = ${REPORTS_DUE}`),
  )
  let steps = 0
  const dying = {
    ...parts,
    take: (async (step, of, input) => {
      const isMine = step.name === `agenda.${REPORTS_DUE}` && of.id === id
      if (isMine) steps += 1
      // Killed at the end of its second step, before that commits: it is rolled back.
      const killed = isMine && steps === 2
      return await parts.take(
        killed
          ? {
              ...step,
              run: async (...args) => {
                await step.run(...args)
                throw new Error('killed')
              },
            }
          : step,
        of,
        input,
      )
    }) as typeof parts.take,
  }
  const began = performance.now()
  await doDue(dying)
  assert.equal(steps, 2)
  // Its claim runs out; the other node goes on.
  await service.database.write(0, tx => tx.run(sql`update agenda set claimed_until = null where church_id = ${id}`))
  const written = async (): Promise<number | undefined> => {
    const sent = sql`select count(*)::integer as n from reminders where church_id = ${id}`
    return (await service.database.read.first<{ n: number }>(sent))?.n
  }
  // Where a machine is so slow that a claim runs out, whoever comes next goes on.
  await eventually('all are reminded', async () => {
    await Promise.all([doDue(parts), doDue(parts)])
    return (await written()) === CELLS
  })
  t.diagnostic(`${CELLS} reminders: ${Math.round(performance.now() - began)} ms`)
  const found = await service.database.read.first<{
    all: number
    people: number
    steps: number
  }>(sql`select count(*)::integer as all,
      count(distinct person_id)::integer as people, max(step) as steps from reminders where church_id = ${id}`)
  assert.deepEqual(found, { all: CELLS, people: CELLS, steps: 1 })
})
