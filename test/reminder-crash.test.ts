/**
 * Each reminder is sent once at most, whichever node is killed at whatever moment, and once where it was not being handed over at that
 * moment (decision 0025); several of one receiver become one message.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { NO_CHURCH } from '../src/db/database.ts'
import { type Sql, sql } from '../src/db/sql.ts'
import { smtp } from '../src/modules/messaging/providers/smtp.ts'
import { termii } from '../src/modules/messaging/providers/termii.ts'
import { addUnits } from '../src/modules/messaging/units-book.ts'
import { REMINDERS, remind } from '../src/modules/reminders/remind.ts'
import { afterCommit, beforeCommit } from './crash/moments.ts'
import { whereItIsNoon } from './support/by-day.ts'
import { databaseAddress } from './support/database-address.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { setAccount, useOutbox } from './support/messaging.ts'
import { moved } from './support/moved-time.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { proved } from './support/proved.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { answers, type ScriptedApi, startScripted } from './support/scripted-api.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const HOUR_MS = 3_600_000
/** As many a node hands over at once, by e-mail and by SMS. */
const MOST_HANDED_OVER = smtp.rate.atOnce + termii.rate.atOnce

let service: TestService
let proxy: TcpProxy
let mail: MailServer
/** Where SMS arrive. */
let texts: ScriptedApi
let nodes: NodeProcess[] = []

before(async () => {
  service = await startService()
  proxy = await startProxy(databaseAddress(service.connection))
  mail = await startMailServer()
  texts = await startScripted(answers(200, { code: 'ok', message_id_str: '1', message: 'Successfully Sent' }))
  // What is due is done by nodes that can be killed.
  await service.app.close()
})
after(async () => {
  killProcesses()
  await proxy.close()
  await mail.close()
  await texts.close()
  await service.close()
})
afterEach(async () => {
  proxy.watch = {}
  for (const node of nodes) await node.kill()
  nodes = []
})

const start = async (through?: TcpProxy, env: Record<string, string> = {}): Promise<NodeProcess> => {
  const at = through === undefined ? {} : { host: '127.0.0.1', port: through.port }
  const node = await startProcess({ ...service.connection, ...at }, env)
  nodes.push(node)
  return node
}

/** A church whose messages go to the outbox, with people; each gets a reminder that is due, all written at once. */
async function reminded(people: number): Promise<TestChurch> {
  const church = await service.church({ timezone: whereItIsNoon(new Date()) })
  const { id, hq_branch_id: branch } = church.church
  await useOutbox(service, church)
  await service.database.write(id, async tx => {
    const made = await tx.all<{
      id: number
    }>(sql`insert into people (church_id, branch_id, first_name, email,
        member_no, country, created_at, updated_at)
      select ${id}, ${branch}, 'P' || n, 'p' || n || '@example.org', 'M' || n, 'NG', now(), now()
      from generate_series(1, ${people}) as n returning id`)
    const due = new Date(Date.now() - HOUR_MS)
    for (const { id: person } of made) {
      const words = { title: 'Call', text: `Text ${person}/1` }
      const reminder = { kind: 'test', subject: person, step: 1, to: { person }, due, ...words }
      assert.equal(await remind(tx, church.church, due, reminder), true)
    }
  })
  return church
}

/** Lets the claims of dead nodes run out. */
const expire = () =>
  service.database.write(NO_CHURCH, async tx => {
    await tx.run(sql`update agenda set claimed_until = now() - interval '1 second' where claimed_until is not null`)
    await tx.run(sql`update message_tasks set claimed_until = now() - interval '1 second'
      where claimed_until is not null`)
  })

/** Waits until nothing is on the agenda any more. */
const done = () =>
  eventually(
    'every reminder has its outcome',
    async () => (await service.database.read.first(sql`select 1 from agenda limit 1`)) === undefined,
  )

interface Told {
  text: string
  sent: number
  unknown: number
}

/** Of each reminder: in how many messages it was handed over, and in how many of which nobody knows. */
const toldOf = ({ church }: TestChurch): Promise<Told[]> =>
  service.database.read.all<Told>(sql`select 'Text ' || r.subject_id || '/' || r.step as text,
      count(o.id)::integer as sent, count(*) filter (where m.error = 'unknown_outcome')::integer as unknown
    from reminders as r
      left join messages as m on m.church_id = ${church.id} and (m.body || E'\n') like '%Text ' || r.subject_id || '/' || r.step || E'\n%'
      left join outbox as o on o.church_id = ${church.id} and o.message_id = m.id
    where r.church_id = ${church.id} group by r.subject_id, r.step`)

for (const [moment, watch] of [
  ['when it has claimed and not begun', act => afterCommit(proxy, 'update agenda as a set claimed_until', act)],
  ['before what it wrote is committed', act => beforeCommit(proxy, 'update reminders as r set message_id', act)],
  [
    'when its messages are committed and not handed over',
    act => afterCommit(proxy, 'update reminders as r set message_id', act),
  ],
] satisfies [string, (act: () => void) => void][]) {
  test(`a node is killed ${moment}: another sends each reminder once`, async () => {
    const church = await reminded(3)
    // The moment may come before the node has said that it listens.
    let dying: Promise<NodeProcess> | undefined
    const died = new Promise<void>(resolve => watch(() => void dying?.then(node => node.kill()).then(resolve)))
    dying = start(proxy)
    await died
    proxy.watch = {}
    await expire()
    await start()
    await done()
    assert.deepEqual(
      (await toldOf(church)).map(({ sent, unknown }) => [sent, unknown]),
      Array(3).fill([1, 0]),
    )
  })
}

/** More than are on their way at once, many times; 2,000 for a figure that tells something, without any time that is let pass by hand. */
const LEADERS = Number(process.env.SEXTON_TEST_LEADERS ?? 60)
const WHOLE = LEADERS >= 2_000

/** A church of so many cells that met this morning, where it is noon; every other leader has no e-mail, and is reached by SMS. */
async function cellsThatMet(): Promise<TestChurch> {
  const church = await service.church({ timezone: whereItIsNoon(new Date()) })
  const { id, hq_branch_id: branch } = church.church
  await church.set({ modules: ['groups'] })
  await setAccount(service, church.church, {
    provider: smtp,
    channel: 'email',
    values: { url: mail.url, from: 'office@example.org' },
  })
  await setAccount(service, church.church, {
    provider: termii,
    channel: 'sms',
    values: { api_key: 'q8W3x'.repeat(10), from: 'GraceChapel', secret_key: '0123456789abcdef'.repeat(2) },
  })
  const many = sql`generate_series(1, ${LEADERS}::integer) as n`
  await service.database.write(id, async tx => {
    await addUnits(tx, church.church, 10 * LEADERS)
    await tx.run(sql`insert into people (church_id, branch_id, member_no, first_name, email, phone, country, created_at, updated_at)
      select ${id}, ${branch}, 'L' || n, 'L' || n, case when n % 2 = 0 then 'l' || n || '@example.org' end,
        '+234803' || 1000000 + n, 'NG', now(), now() from ${many}`)
    await tx.run(sql`insert into groups (church_id, branch_id, kind, name, reports, member_count, leader_count, created_at, updated_at)
      select ${id}, ${branch}, 'cell', 'L' || n, 'weekly', 1, 1, now(), now() from ${many}`)
    await tx.run(sql`insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
      select ${id}, g.id, p.id, g.branch_id, 'leader', '2026-01-01', 'api', now(), now()
      from groups as g join people as p on p.church_id = g.church_id and p.member_no = g.name where g.church_id = ${id}`)
    await tx.run(sql`insert into meetings (church_id, branch_id, group_id, kind, name, held_on, local_time, timezone, starts_at,
        ends_at, status, created_at, updated_at)
      select ${id}, branch_id, id, 'group', name, (now() at time zone ${church.church.timezone}::text)::date, '07:00',
        ${church.church.timezone}, now() - interval '5 hours', now() - interval '4 hours', 'closed', now(), now()
      from groups where church_id = ${id}`)
  })
  return church
}

/** Longer than the claims of a node that was killed hold. */
const STILL_MS = 180_000

/** Waits until so many of a church's reminders are like this, for as long as there are ever more of them. */
async function remindersAre(church: number, wanted: number, condition: Sql): Promise<void> {
  let [last, since] = [0, performance.now()]
  while (last < wanted) {
    const found = await service.database.read.first<{ n: number }>(
      sql`select count(*)::integer as n from reminders where church_id = ${church} and ${condition}`,
    )
    if ((found?.n ?? 0) > last) [last, since] = [found?.n ?? 0, performance.now()]
    else if (performance.now() - since > STILL_MS) assert.fail(`${last} of ${wanted} reminders, and no more`)
    else await pause(100)
  }
}

test('every leader of a church of many cells is reminded by two nodes of which one is killed: nobody twice, and once whose reminder was not being handed over', async t => {
  const church = await cellsThatMet()
  const { id } = church.church
  const reach = { TEST_REACH: JSON.stringify({ 'https://v3.api.termii.com': texts.url }) }
  let began = performance.now()
  const took = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`
  const [victim] = await Promise.all([start(undefined, reach), start(undefined, reach)])
  await remindersAre(id, LEADERS, sql`true`)
  t.diagnostic(`${LEADERS} reminders are written down: ${took()}`)
  // Ten minutes, in which those of one receiver are gathered.
  began = performance.now()
  await service.database.write(id, async tx => {
    await tx.run(sql`update reminders set due_at = ${moved('due_at', '-10 minutes')} where church_id = ${id}`)
    await tx.run(
      sql`update agenda set due_at = ${moved('due_at', '-10 minutes')} where church_id = ${id} and kind = ${REMINDERS}`,
    )
  })
  await remindersAre(id, Math.ceil(LEADERS / 3), sql`message_id is not null`)
  await victim?.kill()
  if (!WHOLE) await expire()
  await remindersAre(id, LEADERS, sql`ended_at is not null`)
  t.diagnostic(`${LEADERS} reminders are sent: ${took()}`)
  const came = [
    ...mail.received.flatMap(({ to }) => to),
    ...texts.came.map(({ body }) => `+${(JSON.parse(body) as { to: string }).to}`),
  ]
  assert.equal(new Set(came).size, came.length, 'nobody is reminded twice')
  // Of what was being handed over when the node died nobody knows; nothing else may be missing.
  const messages = await service.database.read.all<{ to: string; status: string; error: string | null }>(
    sql`select "to", status, error from messages where church_id = ${id} and (status = 'sent' or error = 'unknown_outcome')`,
  )
  assert.equal(new Set(messages.map(({ to }) => to)).size, LEADERS)
  const sent = messages.filter(({ status }) => status === 'sent')
  assert.deepEqual(
    sent.map(({ to }) => to).filter(to => !came.includes(to)),
    [],
  )
  t.diagnostic(`${messages.length - sent.length} were being handed over when the node was killed`)
  assert.ok(messages.length - sent.length <= MOST_HANDED_OVER)
  proved(t, LEADERS, 'leaders reminded')
})
