/** The demo's records go by one press: all that the demo made, nothing that people added, and nothing that what they added names. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tablesOfChurch } from '../src/archive/tables.ts'
import { partDemo } from '../src/console/setup/demo-records.ts'
import type { CountedRecords } from '../src/console/setup/remove-demo.ts'
import { ident, sql } from '../src/db/sql.ts'
import { prepareDemo } from '../src/demo/demo.ts'
import { HOUSE } from '../src/house.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import type { Church } from '../src/resource/caller.ts'
import { cli as runCli } from './support/cli.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

interface Made {
  service: TestService
  demo: Church
  owner: TestMember
}

/** A service with a demo church, and somebody who owns it. */
async function start(): Promise<Made> {
  const service = await startService()
  await prepareDemo(service.database, service.vault, service.url)
  const demo = (await findChurch(service.database, 'demo')) as Church
  const owner = await member(service, { church: demo } as TestChurch, 'owner')
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  return { service, demo, owner }
}

let made: Made
before(async () => {
  made = await start()
})
after(() => made.service.close())

/** Rows of a church, by table; those that have none are left out. */
async function rowsOf({ service: { database }, demo }: Made): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const { name } of await tablesOfChurch(database.read)) {
    const found = await database.read.first<{ n: number }>(
      sql`select count(*) as n from ${ident(name)} where church_id = ${demo.id}`,
    )
    if (found?.n) rows[name] = found.n
  }
  return rows
}

const counts = (records: readonly CountedRecords[]) => Object.fromEntries(records.map(one => [one.many, one.count]))

test('what was added stays with all that it names, is told before by name, and nothing else of the demo is left', async () => {
  const { owner, demo, service } = made
  const send = async (path: string, body: object) => {
    const answered = await owner.inChurch('POST', path, body)
    assert.ok(answered.status < 300, answered.text)
    return answered.json.data
  }
  const list = async (path: string) => (await owner.inChurch('GET', path)).json.data
  const [ada, bola] = (await list('/people?family_id=1&per_page=2')) as {
    id: number
    full_name: string
    branch_id: number
  }[]
  assert.ok(ada && bola)
  // Somebody of the church's own, a gift of somebody of the demo, and changes that keep nobody.
  await send('/people', { first_name: 'Chidi', last_name: 'Real', branch_id: demo.hq_branch_id })
  await send('/contributions', { amount: 5_000, person_id: ada.id })
  await owner.inChurch('PATCH', `/people/${bola.id}`, { city: 'Enugu' })
  await send('/actions/people.add_tag', { id: bola.id, tag: 'choir' })
  const others = await service.church()
  await others.send('POST', '/people', { first_name: 'Other' })

  const told = (await owner.inChurch('GET', '/views/demo')).json.data
  assert.deepEqual(counts(told.added), { people: 1, gifts: 1 })
  assert.deepEqual(told.added[0].names, ['Chidi Real'])
  const stays = counts(told.stays)
  assert.deepEqual([stays.people, stays.families], [1, 1])
  assert.ok(told.stays.some((one: CountedRecords) => one.names.includes(ada.full_name)))
  assert.equal(counts(told.goes).people, 199)

  const before = (await owner.inChurch('GET', '/contributions')).json.meta.total
  const events = await service.database.read.all(sql`select id from events where church_id = ${demo.id}`)
  const done = await owner.inChurch('POST', '/actions/demo.remove', {})
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(done.json.data, told)
  const people = await list('/people')
  assert.deepEqual(
    people.map((one: { full_name: string }) => one.full_name).sort(),
    ['Chidi Real', ada.full_name].sort(),
  )
  const gifts = (await owner.inChurch('GET', '/contributions')).json
  assert.ok(before > 1_000)
  assert.deepEqual([gifts.meta.total, gifts.data.length, gifts.meta.sum_amount_base], [1, 1, 5_000])
  assert.equal((await list('/sermons')).length, 0)
  // The branch of the person who stays is there, and those above it.
  assert.equal((await list('/branches')).length, 1 + (stays.branches ?? 0))
  const after = await service.database.read.all(sql`select id from events where church_id = ${demo.id}`)
  assert.equal(after.length, events.length)
  assert.equal((await others.send('GET', '/people')).json.meta.total, 1)
  const audit = (await owner.inChurch('GET', '/views/audit?operation=demo.remove')).json.data
  assert.ok(audit[0].detail.removed.includes('199 people'))
})

test('once it is gone there is nothing more to remove, and the first steps begin', async () => {
  const { owner } = made
  assert.equal((await owner.inChurch('GET', '/views/demo')).json.data, null)
  assert.equal((await owner.inChurch('POST', '/actions/demo.remove', {})).status, 404)
  const setup = (await owner.inChurch('GET', '/views/setup')).json.data
  assert.deepEqual([setup.demo, setup.completed, setup.done], [false, false, 0])
})

test('only an owner removes it, with the password again; of an untouched demo nothing is left but the church itself', async () => {
  const one = await start()
  const { service, demo } = one
  const inDemo = { church: demo } as TestChurch
  const [administrator, calm] = [await member(service, inDemo, 'administrator'), await member(service, inDemo, 'owner')]
  assert.equal((await administrator.inChurch('POST', '/actions/demo.remove', {})).json.error, 'not_permitted')
  assert.equal((await calm.inChurch('POST', '/actions/demo.remove', {})).json.error, 'step_up_required')
  const parted = await partDemo(service.database.read, demo.id, HOUSE.details)
  assert.ok(parted.length >= 8)
  assert.deepEqual(
    parted.filter(({ stays }) => stays.length > 0),
    [],
  )
  const cli = (...args: string[]) => runCli(service.databaseUrl, args)
  const dry = await cli('church', 'remove-demo', 'demo', '--dry-run')
  assert.match(dry.stdout, /Would be removed: .*200 people/)
  const gone = await cli('church', 'remove-demo', 'demo')
  assert.equal(gone.code, 0, gone.stderr)
  const rows = await rowsOf(one)
  for (const table of ['people', 'families', 'contributions', 'messages', 'sermons', 'prayer_requests', 'demo_marks'])
    assert.equal(rows[table], undefined, table)
  assert.deepEqual([rows.branches, rows.funds], [1, 1])
  assert.match((await cli('church', 'remove-demo', 'demo', '--dry-run')).stderr, /no demo records/)
  await service.close()
})
