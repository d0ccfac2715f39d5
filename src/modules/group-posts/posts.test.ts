import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { useOutbox } from '../../../test/support/messaging.ts'
import { eventually } from '../../../test/support/receiver.ts'
import type { Answered, TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { raw, sql } from '../../db/sql.ts'
import { conceal } from '../groups/group-actions.ts'
import { listOutbox } from '../messaging/providers/development.ts'
import { mergePeople } from '../people/merge.ts'

/** The event of a post. */
type PostedData = Record<'id' | 'audience' | 'channels' | 'recipients', unknown> & {
  author: { kind: string; name: string }
}

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church({ modules: ['groups'] })
  await useOutbox(service, church)
})
after(() => service.close())

const made = ({ status, json, text }: Answered) => {
  assert.equal(status, 201, text)
  return json.data
}
const group = async (body: object = {}): Promise<number> =>
  made(await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell', ...body })).id
const person = async (body: object): Promise<number> =>
  made(await church.send('POST', '/people', { first_name: 'Ada', ...body })).id
const join = async (group_id: number, body: object): Promise<void> =>
  void made(await church.send('POST', '/group_members', { group_id, ...body }))
const write = (group_id: number, body: object = {}, key?: string): Promise<Answered> =>
  church.send(
    'POST',
    '/group_posts',
    { group_id, body: 'We meet at seven.', ...body },
    key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
  )
const told = async () => (await church.events()).filter(({ name }) => name === 'groups.message_posted')

function wrong({ status, json, text }: Answered, ...fields: string[]): void {
  assert.deepEqual([status, json.error], [422, 'validation_failed'], text)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), fields.sort())
}

/** Waits until all that was posted has its outcome. @returns addresses of those who got something, in order */
async function delivered(): Promise<string[]> {
  await eventually('the posts are sent', async () => {
    const open = await service.database.read.first(sql`select 1 from message_batches
      where church_id = ${church.church.id} and finished_at is null limit 1`)
    return open === undefined ? true : undefined
  })
  return (await listOutbox(service.database.read, church.church, 1_000)).map(one => one.to).sort()
}

/** People as one statement puts them on record. @returns their ids, in this order */
let serial = 0
async function crowd(rows: readonly object[]): Promise<number[]> {
  serial += 1
  const columns = 'first_name text, email text, email_opt_in boolean, dob date, family_role text, family_id bigint'
  return await service.database.write(church.church.id, async tx => {
    const found = await tx.all<{
      id: number
    }>(sql`insert into people (church_id, member_no, first_name, email, email_opt_in,
        dob, family_role, family_id, country, source, branch_id, created_at, updated_at)
      select ${church.church.id}, ${`C${serial}-`} || place, first_name, email, coalesce(email_opt_in, true), dob, family_role, family_id,
        'NG', 'api', ${church.church.hq_branch_id}, now(), now()
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (${raw(columns)})) with ordinality
        as one (first_name, email, email_opt_in, dob, family_role, family_id, place) order by place returning id`)
    return found.map(({ id }) => id)
  })
}
test('of 300 members those who opted out or have no address are left out, and families of children get it once', async () => {
  const id = await group()
  const families = await service.database.write(church.church.id, async tx =>
    tx.all<{ id: number }>(sql`insert into families (church_id, name, branch_id, created_at)
      select ${church.church.id}, 'F' || i, ${church.church.hq_branch_id}, now() from generate_series(1, 12) as i returning id`),
  )
  const of = (n: number) => families[n % 12]?.id
  const plain = Array.from({ length: 230 }, (_, n) => ({ first_name: `P${n}`, email: `p${n}@example.org` }))
  const out = Array.from({ length: 40 }, (_, n) => ({
    first_name: `O${n}`,
    email: `out${n}@example.org`,
    email_opt_in: false,
  }))
  const unreachable = Array.from({ length: 10 }, (_, n) => ({ first_name: `N${n}` }))
  // Twenty children of twelve families: some by their birthday, some as children of the family whose birthday nobody knows.
  const children = Array.from({ length: 20 }, (_, n) => ({
    first_name: `C${n}`,
    email: `child${n}@example.org`,
    family_id: of(n),
    ...(n % 2 === 0 ? { dob: '2020-05-01' } : { family_role: 'child' }),
  }))
  const parents = families.slice(0, 11).flatMap(({ id: family_id }, n) => [
    { first_name: `M${n}`, email: `mother${n}@example.org`, family_id, family_role: 'head' },
    { first_name: `S${n}`, email: `sister${n}@example.org`, family_id, family_role: 'other', dob: '2011-01-01' },
  ])
  const ids = await crowd([...plain, ...out, ...unreachable, ...children])
  await crowd(parents)
  assert.equal(ids.length, 300)
  await join(id, { person_ids: ids })

  const { inChurch } = await member(service, church, 'staff')
  const writing = { group_id: id, body: 'We meet at seven, {first_name}.', audience: 'members', channels: ['email'] }
  const preview = (await inChurch('POST', '/actions/group_posts.preview', writing)).json.data
  // The family without an adult has the children 11 and 23, of whom the second is not there.
  assert.deepEqual(
    [preview.members, preview.children, preview.recipients, preview.left_out.length, preview.more_left_out],
    [300, 20, 230 + 11, 51, 0],
  )
  const why = (reason: string): number => preview.left_out.filter((one: { why: string }) => one.why === reason).length
  assert.deepEqual([why('opted_out'), why('no_address'), why('no_adult')], [40, 10, 1])
  const post = made(await write(id, { body: writing.body, channels: ['email'] }))
  assert.deepEqual([post.recipients, post.audience, post.channels, post.status], [241, 'members', ['email'], 'shown'])
  const wanted = [...plain, ...parents.filter(({ family_role }) => family_role === 'head')].map(({ email }) => email)
  assert.deepEqual(await delivered(), wanted.sort())
  const texts = await listOutbox(service.database.read, church.church, 1_000)
  assert.equal(
    texts
      .find(one => one.to === 'mother3@example.org')
      ?.body.trim()
      .split('\n')[0],
    'We meet at seven, M3.',
  )
  const sending = (await inChurch('GET', `/views/group_post_sending?id=${post.id}`)).json.data
  assert.deepEqual(sending, [
    { channel: 'email', finished: true, sent: 241, failed: 0, skipped: 50, waiting: 0, dropped: 0 },
  ])
})

test('a double tap posts once; two leaders who post at once post twice, and each post reaches everybody once', async () => {
  const id = await group()
  const [ada, bo] = [await person({ email: 'ada@example.org' }), await person({ email: 'bo@example.org' })]
  await join(id, { person_ids: [ada, bo] })
  const answers = await Promise.all([
    write(id, { channels: ['email'] }, 'tap'),
    write(id, { channels: ['email'] }, 'tap'),
    write(id, { channels: ['email'], body: 'Bring something to eat.' }, 'other'),
  ])
  const taps = answers.slice(0, 2).map(one => one.json.data?.id ?? one.json.error)
  assert.ok(taps[0] === taps[1] || taps.includes('idempotency_key_in_progress'), answers[1]?.text)
  assert.equal((await church.send('GET', '/group_posts')).json.meta.total, 2)
  assert.deepEqual(await delivered(), ['ada@example.org', 'ada@example.org', 'bo@example.org', 'bo@example.org'])
  assert.equal((await told()).length, 2)
})

test('the event tells the post with its author; without channels it is shown and sent to nobody', async () => {
  const id = await group()
  const leader = await person({ first_name: 'Lara', last_name: 'Obi', email: 'lara@example.org' })
  await join(id, { person_id: leader, role: 'leader' })
  await join(id, { person_id: await person({ email: 'ada@example.org' }) })
  const silent = made(await write(id, { person_id: leader }))
  assert.deepEqual([silent.author_kind, silent.author_name, silent.person_id], ['person', 'Lara Obi', leader])
  const some = made(await write(id, { audience: 'leaders', channels: ['email', 'sms', 'email'] }))
  assert.deepEqual(await delivered(), ['lara@example.org'])
  const [first, second] = (await told()).map(({ body }) => body.data as PostedData)
  const named = { id, name: 'Yaba', kind: 'cell', branch_id: church.church.hq_branch_id }
  assert.deepEqual(first, {
    id: silent.id,
    group: named,
    author: { kind: 'person', id: leader, name: 'Lara Obi' },
    body: 'We meet at seven.',
    audience: 'members',
    channels: [],
    recipients: 0,
    posted_at: silent.created_at,
  })
  assert.deepEqual(
    [second?.id, second?.author.kind, second?.author.name, second?.audience, second?.channels, second?.recipients],
    [some.id, 'key', 'Test', 'leaders', ['email', 'sms'], 1],
  )
})

test('all that is wrong with a post is named at once, and nothing is posted', async () => {
  const id = await group()
  const stranger = await person({ email: 'ada@example.org' })
  await join(id, { person_id: stranger })
  wrong(await write(id, { body: 'Dear {firstname}', channels: ['email'], person_id: stranger }), 'body', 'person_id')
  wrong(await write(id, { body: 'x'.repeat(1_600), channels: ['email', 'sms'] }), 'body')
  wrong(await write(999_999, { person_id: 999_999, audience: 'all' }), 'group_id', 'person_id', 'audience')
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update message_providers set active = false where church_id = ${church.church.id} and channel = 'email'`,
    ),
  )
  wrong(await write(id, { channels: ['email'] }), 'channels')
  await church.send('PATCH', `/groups/${id}`, { status: 'closed' })
  wrong(await write(id), 'group_id')
  assert.equal((await church.send('GET', '/group_posts')).json.meta.total, 0)
  assert.deepEqual(await told(), [])
})

test('a post that is taken down goes to nobody who has not had it; that is done once', async () => {
  const id = await group()
  const ids = await crowd(Array.from({ length: 60 }, (_, n) => ({ first_name: `P${n}`, email: `p${n}@example.org` })))
  await join(id, { person_ids: ids })
  const post = made(await write(id, { channels: ['email'] }))
  const down = await church.send('PATCH', `/group_posts/${post.id}`, {
    status: 'taken_down',
    reason: 'The day was wrong',
  })
  assert.deepEqual(
    [down.status, down.json.data.status, down.json.data.reason, down.json.data.taken_down_by],
    [200, 'taken_down', 'The day was wrong', 'Test'],
  )
  const got = await delivered()
  assert.ok(got.length < 60, `${got.length} were sent before`)
  const again = await church.send('PATCH', `/group_posts/${post.id}`, { status: 'taken_down', reason: 'Another' })
  assert.deepEqual(again.json.data, down.json.data)
  wrong(await church.send('PATCH', `/group_posts/${post.id}`, { status: 'shown' }), 'status')
})

test('the posts of a hidden group are sent, and told to nobody who may not know of it', async () => {
  const id = await group({ name: 'Grief' })
  const ada = await person({ email: 'ada@example.org' })
  await join(id, { person_id: ada })
  await church.act(conceal, { id })
  const [owner, staff] = [await member(service, church, 'owner'), await member(service, church, 'staff')]
  const writing = { group_id: id, body: 'We meet at seven.', channels: ['email'] }
  const posted = await owner.inChurch('POST', '/group_posts', writing)
  assert.equal(posted.status, 201, posted.text)
  assert.deepEqual(await delivered(), ['ada@example.org'])
  const [letter] = await listOutbox(service.database.read, church.church, 10)
  assert.equal(letter?.subject, 'Grace Church')
  const post = posted.json.data.id
  for (const ask of [staff.inChurch, church.send]) {
    assert.equal((await ask('GET', `/group_posts/${post}`)).status, 404)
    assert.equal((await ask('GET', '/group_posts')).json.meta.total, 0)
    const log = (await ask('GET', `/messages?person_id=${ada}`)).json
    assert.deepEqual([log.data, log.meta.total], [[], 0])
    assert.deepEqual((await ask('GET', '/messages')).json.meta.total, 0)
    wrong(await ask('POST', '/group_posts', writing), 'group_id')
  }
  assert.equal((await staff.inChurch('POST', '/actions/group_posts.preview', writing)).status, 404)
  assert.equal((await staff.inChurch('GET', `/views/group_post_sending?id=${post}`)).status, 404)
  for (const view of ['message_batches', 'message_batches_file']) {
    const { status, text } = await owner.inChurch('GET', `/views/${view}`)
    assert.ok(status === 200 && !text.includes('seven'), text)
  }
  const names = (await church.events()).map(({ name }) => name)
  assert.deepEqual(
    names.filter(name => name === 'message.sent' || name === 'groups.message_posted'),
    [],
  )
  const seen = (await owner.inChurch('GET', `/views/group_post_sending?id=${post}`)).json.data
  assert.deepEqual([seen[0].sent, seen[0].waiting], [1, 0])
})

test('who is merged is still the author; posts of a group that moves are of its new branch', async () => {
  const id = await group()
  const [kept, removed] = [await person({ last_name: 'Obi' }), await person({ last_name: 'Obi' })]
  await join(id, { person_id: removed, role: 'assistant' })
  const post = made(await write(id, { person_id: removed }))
  await church.act(mergePeople, { keep: kept, remove: removed })
  const branch = await church.branch('Ikeja')
  await church.send('PATCH', `/groups/${id}`, { branch_id: branch })
  const seen = (await church.send('GET', `/group_posts/${post.id}`)).json.data
  assert.deepEqual([seen.person_id, seen.author_name, seen.branch_id], [kept, 'Ada Obi', branch])
})

test('who has died is written to by no post, neither as a member nor for a child, and is not counted', async () => {
  const id = await group()
  const family_id = made(await church.send('POST', '/families', { name: 'Obi' })).id
  const people = await crowd([
    { first_name: 'Ada', email: 'ada@example.org' },
    { first_name: 'Late', email: 'late@example.org' },
    { first_name: 'Child', family_role: 'child', family_id },
    { first_name: 'Mother', email: 'mother@example.org', family_role: 'spouse', family_id },
    { first_name: 'Father', email: 'father@example.org', family_role: 'head', family_id },
  ])
  const [ada, late, child, , father] = people
  for (const person_id of [ada, late, child]) await join(id, { person_id })
  for (const dead of [late, father]) await church.send('PATCH', `/people/${dead}`, { status: 'deceased' })
  const { data } = (await write(id, { channels: ['email'] })).json
  assert.ok(data.id)
  assert.deepEqual(await delivered(), ['ada@example.org', 'mother@example.org'])
})
