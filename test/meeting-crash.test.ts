/** What the clock does with meetings it does once, whichever node is killed while it is at it, and however many do it at once. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { daysBetween } from '../src/lib/recurrence.ts'
import { afterCommit, beforeCommit } from './crash/moments.ts'
import { databaseAddress } from './support/database-address.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const DAY_MS = 86_400_000
const dayOf = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const RULE = 'FREQ=WEEKLY;BYDAY=SU'

let service: TestService
let proxy: TcpProxy
let nodes: NodeProcess[] = []

before(async () => {
  // It lives a month ago: what is due by now is left to the nodes.
  service = await startService({}, { clock: { now: () => new Date(Date.now() - 30 * DAY_MS) } })
  proxy = await startProxy(databaseAddress(service.connection))
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
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

interface Meeting {
  id: number
  held_on: string
  status: string
}
const meetingsOf = (church: TestChurch): Promise<Meeting[]> =>
  service.database.read.all<Meeting>(
    sql`select id, held_on, status from meetings where church_id = ${church.church.id} order by held_on, id`,
  )

/** A church whose meetings were made a month ago; what was counted of those before today nobody was told yet. */
async function scheduled(): Promise<{ church: TestChurch; over: number[] }> {
  const church = await service.church({ timezone: 'UTC' })
  const body = { name: 'Service', starts_on: dayOf(-30), local_time: '00:01', minutes: 5, rrule: RULE }
  assert.equal((await church.send('POST', '/schedules', body)).status, 201)
  const over = (await meetingsOf(church)).filter(({ held_on }) => held_on < dayOf(-1)).map(({ id }) => id)
  assert.ok(over.length >= 3)
  await service.database.write(church.church.id, async tx => {
    await tx.run(sql`insert into headcounts (church_id, meeting_id, branch_id, held_on, category, count, source, created_at, updated_at)
      select church_id, id, branch_id, held_on, 'men', 7, 'api', now(), now() from meetings
      where church_id = ${church.church.id} and id = any(${over}::bigint[])`)
    await tx.run(sql`update meetings set counted = 7, untold = true where church_id = ${church.church.id}
      and id = any(${over}::bigint[])`)
  })
  return { church, over }
}

const MOMENTS: [string, (act: () => void) => void][] = [
  ['while it closes meetings, before its commit', act => beforeCommit(proxy, "set status = 'closed'", act)],
  ['when it has closed meetings', act => afterCommit(proxy, "set status = 'closed'", act)],
  ['while it makes meetings, before its commit', act => beforeCommit(proxy, 'insert into meetings', act)],
  ['when it has made meetings', act => afterCommit(proxy, 'insert into meetings', act)],
]

for (const [moment, watch] of MOMENTS) {
  test(`a node is killed ${moment}; two others go on at once: each is closed, told and made once`, async () => {
    const { church, over } = await scheduled()
    // The moment may come before the node has said that it listens.
    let dying: Promise<NodeProcess> | undefined
    const died = new Promise<void>(resolve => watch(() => void dying?.then(node => node.kill()).then(resolve)))
    dying = start(proxy)
    await died
    proxy.watch = {}
    await Promise.all([start(), start()])
    const wanted = daysBetween({ rule: RULE, starts_on: dayOf(-30) }, dayOf(-30), dayOf(60))
    const meetings = await eventually('all are made and closed', async () => {
      const found = await meetingsOf(church)
      const done = found.filter(({ id, status }) => over.includes(id) && status === 'closed').length === over.length
      return done && found.length >= wanted.length && found
    })
    assert.deepEqual(
      meetings.map(({ held_on }) => held_on),
      wanted,
    )
    const told = (await church.events()).filter(({ name }) => name === 'attendance.recorded')
    const said = told.map(({ body }) => body.data as { meeting: { id: number }; revision: number; source: string })
    assert.deepEqual(
      said.map(({ meeting, revision, source }) => [meeting.id, revision, source]).toSorted(),
      over.map(id => [id, 1, 'clock']).toSorted(),
    )
  })
}
