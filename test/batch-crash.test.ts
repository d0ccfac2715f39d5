/** A batch goes on after a crash, and nobody is written to twice; one that is stopped writes to nobody more. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { post } from '../src/modules/group-posts/post.ts'
import { countsOf, findBatch, stopBatch } from '../src/modules/messaging/batches.ts'
import { beginBatch } from '../src/modules/messaging/begin-batch.ts'
import { smtp } from '../src/modules/messaging/providers/smtp.ts'
import type { Caller } from '../src/resource/caller.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { setAccount } from './support/messaging.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const PEOPLE = 40
const MEMBERS = 30

let service: TestService
let church: TestChurch
let mail: MailServer
let nodes: NodeProcess[] = []
let caller: Caller
let ids: number[]

before(async () => {
  service = await startService()
  mail = await startMailServer()
})
after(async () => {
  killProcesses()
  await mail.close()
  await service.close()
})
beforeEach(async () => {
  church = await service.church()
  const settings = { url: mail.url, from: 'office@example.org' }
  await setAccount(service, church.church, { provider: smtp, channel: 'email', values: settings })
  mail.received = []
  mail.recipient = () => undefined
  ids = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const body = { first_name: `P${n}`, email: `p${n}@example.org` }
    ids.push((await church.send('POST', '/people', body)).json.data.id)
  }
  caller = {
    church: church.church,
    visible: null,
    branches: { has: () => true, below: () => [] },
    by: { kind: 'person', id: 'ngozi', name: 'Ngozi', role: 'owner', session: '', membership: 1 },
  } as unknown as Caller
})
afterEach(async () => {
  for (const node of nodes) await node.kill()
  nodes = []
})

const start = async (): Promise<NodeProcess> => {
  const node = await startProcess(service.connection)
  nodes.push(node)
  return node
}
const begin = async (key: string) =>
  await service.database.write(church.church.id, tx =>
    beginBatch(
      tx,
      caller,
      { key, audience: { person_ids: ids, now: new Date() }, expected: ids.length },
      { channel: 'email', body: 'Peace' },
    ),
  )
const finished = async (id: number) =>
  await eventually(`batch ${id} is finished`, async () => {
    const batch = await findBatch(service.database.read, caller, id)
    return batch.finished_at === null ? undefined : batch
  })

/** The provider answers nothing until it is let go. @returns when the first mail is there, and how to let go */
function hold(): { reached: Promise<void>; release(): void } {
  let release = (): void => undefined
  const released = new Promise<undefined>(resolve => {
    release = () => resolve(undefined)
  })
  const reached = new Promise<void>(resolve => {
    mail.recipient = async () => {
      resolve()
      return await released
    }
  })
  return { reached, release }
}

test('a batch that is stopped writes to nobody whose turn had not come', async () => {
  const held = hold()
  const { id } = await begin('stop')
  await held.reached
  await service.database.write(church.church.id, tx => stopBatch(tx, caller, id))
  held.release()
  const done = await finished(id)
  assert.ok(done.stopped_at)
  assert.deepEqual([done.sent, done.failed, done.dropped], [25, 0, PEOPLE - 25])
  assert.equal(mail.received.length, 25)
})

test('killed in the middle of a batch and of a post, another node goes on; nobody is written to twice', async () => {
  await church.set({ modules: ['groups'] })
  const group_id = (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json.data.id
  for (let n = 0; n < MEMBERS; n += 1) {
    const person_id = (await church.send('POST', '/people', { first_name: `Q${n}`, email: `q${n}@example.org` })).json
      .data.id
    await church.send('POST', '/group_members', { group_id, person_id })
  }
  await service.app.close()
  const first = await start()
  const held = hold()
  const { id } = await begin('crash')
  await service.database.write(church.church.id, tx =>
    post(tx, caller, { group_id, body: 'Peace', channels: ['email'] }, { group: group_id, speaker: undefined }),
  )
  await held.reached
  await first.kill()
  mail.recipient = () => undefined
  held.release()
  await service.database.write(0, tx =>
    tx.run(sql`update message_tasks set claimed_until = now() - interval '1 second'
      where claimed_until is not null`),
  )
  await start()
  const done = await finished(id)
  assert.deepEqual([done.waiting, done.dropped, done.skipped, done.sent + done.failed], [0, 0, 0, PEOPLE])
  assert.deepEqual(
    done.problems.filter(({ error }) => error !== 'unknown_outcome'),
    [],
  )
  const posted = await eventually('the post is sent', async () => {
    const [email] = await service.database.read.all<{ id: number; finished: boolean }>(sql`select id,
      finished_at is not null as finished from message_batches where church_id = ${church.church.id} and post_id is not null`)
    return email?.finished ? await countsOf(service.database.read, church.church.id, email.id) : undefined
  })
  assert.deepEqual([posted.waiting, posted.dropped, posted.skipped, posted.sent + posted.failed], [0, 0, 0, MEMBERS])
  assert.ok(done.failed + posted.failed > 0, 'some had been handed over when it was killed')
  const to = mail.received.flatMap(one => one.to)
  assert.equal(new Set(to).size, to.length)
  assert.equal(to.length, done.sent + posted.sent)
  const told = (await church.events()).filter(({ name }) => name === 'message.sent')
  assert.equal(told.length, done.sent + posted.sent)
})
