/** Each reminder is sent once, whichever node is killed at whatever moment; several of one receiver become one message. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { NO_CHURCH } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { remind } from '../src/modules/reminders/remind.ts'
import { afterCommit, beforeCommit } from './crash/moments.ts'
import { whereItIsNoon } from './support/by-day.ts'
import { databaseAddress } from './support/database-address.ts'
import { useOutbox } from './support/messaging.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const HOUR_MS = 3_600_000
const CHURCHES = 20
const PEOPLE = 50

let service: TestService
let proxy: TcpProxy
let nodes: NodeProcess[] = []

before(async () => {
  service = await startService()
  proxy = await startProxy(databaseAddress(service.connection))
  // What is due is done by nodes that can be killed.
  await service.app.close()
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.database.close()
})
afterEach(async () => {
  proxy.watch = {}
  for (const node of nodes) await node.kill()
  nodes = []
})

const start = async (through?: TcpProxy): Promise<NodeProcess> => {
  const at = through === undefined ? {} : { host: '127.0.0.1', port: through.port }
  const node = await startProcess({ ...service.connection, ...at })
  nodes.push(node)
  return node
}

/** A church whose messages go to the outbox, with people; each gets so many reminders that are due, all written at once. */
async function reminded(people: number, each: number): Promise<TestChurch> {
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
      for (let step = 1; step <= each; step += 1) {
        const texts = { title: `Call ${step}`, text: `Text ${person}/${step}` }
        const reminder = { kind: 'test', subject: person, step, to: { person }, due, ...texts }
        assert.equal(await remind(tx, church.church, due, reminder), true)
      }
    }
  })
  return church
}

/** Lets the claims of dead nodes run out. */
const expire = () =>
  service.database.write(NO_CHURCH, async tx => {
    await tx.run(
      sql`update agenda set claimed_until = clock_timestamp() - interval '1 second' where claimed_until is not null`,
    )
    await tx.run(sql`update message_tasks set claimed_until = clock_timestamp() - interval '1 second'
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

test('2,000 reminders of 20 churches that are due at once, two nodes, one of them killed: each is sent once', async t => {
  const churches: TestChurch[] = []
  for (let n = 0; n < CHURCHES; n += 1) churches.push(await reminded(PEOPLE, 2))
  const [victim] = await Promise.all([start(), start()])
  await eventually('a good part is sent', async () => {
    const sent = await service.database.read.first<{ n: number }>(sql`select count(*)::integer as n from outbox`)
    return (sent?.n ?? 0) > 200
  })
  await victim?.kill()
  await expire()
  await done()
  let unknown = 0
  for (const church of churches) {
    const told = await toldOf(church)
    assert.equal(told.length, 2 * PEOPLE)
    for (const one of told) {
      assert.ok(one.sent <= 1, `${one.text} was sent ${one.sent} times`)
      assert.equal(one.sent === 1 || one.unknown === 1, true, `${one.text} is lost`)
      unknown += one.unknown
    }
    const sent = await service.database.read.first<{
      n: number
      most: number
    }>(sql`select count(*)::integer as n from messages
      where church_id = ${church.church.id} and source = 'reminder' and status = 'sent'`)
    assert.ok((sent?.n ?? 0) <= PEOPLE, 'both of one receiver are in one message')
  }
  t.diagnostic(`${unknown} reminders were being handed over when the node was killed`)
})

for (const [moment, watch] of [
  ['when it has claimed and not begun', act => afterCommit(proxy, 'update agenda as a set claimed_until', act)],
  ['before what it wrote is committed', act => beforeCommit(proxy, 'update reminders as r set message_id', act)],
  [
    'when its messages are committed and not handed over',
    act => afterCommit(proxy, 'update reminders as r set message_id', act),
  ],
] satisfies [string, (act: () => void) => void][]) {
  test(`a node is killed ${moment}: another sends each reminder once`, async () => {
    const church = await reminded(3, 1)
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
