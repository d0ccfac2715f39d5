import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cli, type Ended } from '../../test/support/cli.ts'
import type { TestChurch, TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'
import { HOUSE } from '../house.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
  church = await service.church()
  await church.set({ modules: [...HOUSE.optional] })
})
after(() => service.close())

const sexton = (words: string, ...rest: string[]): Promise<Ended> =>
  cli(service.databaseUrl, [...words.split(' '), ...rest, '--church', church.church.slug])
/** The one JSON object of a command that must succeed. */
async function json(words: string, ...rest: string[]): Promise<Record<string, unknown>> {
  const { code, json, stderr, stdout } = await sexton(words, ...rest, '--json')
  assert.equal(code, 0, `${words}: ${stderr}${stdout}`)
  const { ok, ...shown } = json ?? assert.fail(stdout)
  assert.equal(ok, true)
  return shown
}
const idsOf = (shown: unknown): unknown[] => (shown as { id: number }[]).map(({ id }) => id)
const ofApi = async (path: string) => (await church.send('GET', path)).json.data

const COMMANDS = HOUSE.modules
  .flatMap(({ resources }) => resources)
  .flatMap(resource => (resource.command === undefined ? [] : [{ resource, command: resource.command }]))

test('every resource but messages and imports has a group of commands, with a list that answers as the API does', async () => {
  assert.deepEqual(
    HOUSE.modules.flatMap(({ resources }) => resources.flatMap(one => (one.command ? [] : [one.name]))),
    ['imports', 'messages'],
  )
  assert.equal(new Set(COMMANDS.map(({ command }) => command)).size, COMMANDS.length)
  for (const { resource, command } of COMMANDS) {
    const { meta, ...lists } = await json(`${command} list`)
    const answer = (await church.send('GET', `/${resource.name}?per_page=100`)).json
    assert.deepEqual(Object.keys(lists), [resource.name])
    assert.deepEqual([...(lists[resource.name] as object[])].reverse(), answer.data, command)
    assert.equal((meta as { total: number }).total, answer.meta.total)
    const missing = await sexton(`${command} show 999999`, '--json')
    assert.deepEqual([missing.code, missing.json?.error], [1, 'not_found'])
    assert.equal(missing.json?.message, `This church has no ${resource.words.one} 999999.`)
  }
})

test('people are added, found, changed, removed and taken back by the command line', async () => {
  const { id, ...added } = await json('person add', '--first-name', 'Ada', '--custom', '{"choir":"alto"}')
  assert.deepEqual({ id, ...added }, await ofApi(`/people/${id}`))
  assert.deepEqual(added.custom, { choir: 'alto' })
  const changed = await json('person update', String(id), '--last-name', 'Obi', '--email', 'ada@example.org')
  assert.deepEqual([changed.full_name, changed.first_name], ['Ada Obi', 'Ada'])
  assert.equal((await json('person update', String(id), '--email', '')).email, null)
  assert.deepEqual(idsOf((await json('person list', '--q', 'obi')).people), [id])
  assert.match((await sexton(`person remove ${id}`)).stdout, /^Person removed\.$/m)
  assert.deepEqual((await json('person list', '--q', 'obi')).people, [])
  assert.deepEqual(idsOf((await json('person list', '--q', 'obi', '--include-deleted')).people), [id])
  assert.equal((await json(`person restore ${id}`)).deleted_at, null)
  const again = await sexton('person add', '--first-name', 'Ada', '--phone', '08031234567')
  assert.match(again.stdout, /^Person \d+ is added\.$/m)
  const known = await sexton('person add', '--first-name', 'Eda', '--phone', '08031234567', '--dedupe')
  assert.match(known.stdout, /^Person \d+ was on record already\.$/m)
  const wrong = await sexton('person update 999999', '--status', 'saint', '--json')
  assert.deepEqual([wrong.code, wrong.json?.ok], [1, false])
})

test('what is missing is named with all else that is wrong', async () => {
  const { code, json: shown } = await sexton('person add', '--email', 'x', '--sms-opt-in', 'often', '--json')
  assert.deepEqual([code, Object.keys(shown?.errors ?? {}).sort()], [1, ['email', 'first_name', 'sms_opt_in']])
})

test('families are added, changed and shown with their members', async () => {
  const { id } = await json('family add', '--name', 'Obi', '--phone', '08031234567')
  const changed = await json(`family update ${id}`, '--name', 'Obi-Eze', '--phone', '')
  assert.deepEqual([changed.name, changed.phone], ['Obi-Eze', null])
  await json('person create', '--first-name', 'Chidi', '--family-id', String(id), '--family-role', 'head')
  const shown = await sexton(`family show ${id}`)
  assert.match(shown.stdout, /^name: Obi-Eze\n(.+\n)*members:\n {2}id: \d+, first_name: Chidi, family_role: head/m)
})

test('contributions are added, listed by their filters and voided', async () => {
  const { id } = await json('contribution add', '--amount', '150050', '--given-on', '2026-03-01', '--method', 'cash')
  const shown = await json(`contribution show ${id}`)
  assert.deepEqual(shown, await ofApi(`/contributions/${id}`))
  assert.deepEqual(idsOf((await json('contribution list', '--method', 'cash')).contributions), [id])
  assert.match(
    (await sexton(`contribution void ${id}`, '--reason', 'twice')).stdout,
    /^The gift of ₦1,500\.50 was voided\.$/m,
  )
  assert.deepEqual((await json('contribution list', '--method', 'cash')).contributions, [])
  assert.deepEqual(idsOf((await json('contribution list', '--status', 'void')).contributions), [id])
})

test('branches are listed page by page, and shown as the tree that they are', async () => {
  const north = await json('branch create', '--name', 'North')
  const below = await json('branch add', '--name', 'Far north', '--parent-id', String(north.id))
  const { branches, meta } = await json('branch list', '--per-page', '1')
  assert.deepEqual(idsOf(branches), [below.id])
  assert.deepEqual([(meta as { total: number }).total, (meta as { page: number }).page], [3, 1])
  assert.deepEqual(idsOf((await json('branch list', '--per-page', '1', '--page', '2')).branches), [north.id])
  const tree = (await sexton('branch tree')).stdout
  assert.match(tree, new RegExp(`\\n {2}North \\(${north.id}\\)\\n {4}Far north \\(${below.id}\\)\\n$`))
  assert.equal(((await json('branch tree')).branches as object[]).length, 3)
  assert.equal((await json(`branch show ${north.id}`)).name, 'North')
  const gone = await sexton('branch update 999999', '--name', 'South', '--json')
  assert.equal(gone.json?.message, 'This church has no branch 999999.')
})

test('a switch without a value is on, and a fund that takes no gifts is found by its filter', async () => {
  const roof = await json('fund create', '--name', 'Roof', '--is-default')
  const old = await json('fund create', '--name', 'Old roof', '--is-active', 'false')
  assert.deepEqual([roof.is_default, old.is_active], [true, false])
  assert.deepEqual(idsOf((await json('fund list', '--active', '0')).funds), [old.id])
  assert.ok(!idsOf((await json('fund list', '--active')).funds).includes(old.id))
  assert.match((await sexton('fund list')).stdout, /Roof +general +yes +yes/)
})

test('a service is planned, counted, closed and cancelled by the command line', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const weekly = ['--name', 'Sunday service', '--starts-on', day, '--local-time', '09:00', '--rrule', 'FREQ=DAILY']
  const { id: schedule } = await json('schedule add', ...weekly)
  const [first, ...more] = (await json('meeting list', '--schedule-id', String(schedule))).meetings as { id: number }[]
  assert.ok(more.length > 20)
  const { id } = await json('meeting add', '--name', 'Prayer', '--held-on', day, '--local-time', '09:00')
  const counted = await json(
    'attendance count',
    '--meeting',
    String(id),
    '--category',
    'men=84',
    '--category',
    'women=101',
  )
  assert.deepEqual(
    (counted.headcounts as { category: string; count: number }[]).map(({ category, count }) => [category, count]),
    [
      ['men', 84],
      ['women', 101],
    ],
  )
  assert.match((await sexton(`attendance count --meeting ${id} --category men=`)).stdout, /no count of men/)
  assert.deepEqual((await json('attendance categories', 'men', 'women')).categories, ['men', 'women'])
  const wrong = await sexton(`attendance count --meeting ${id} --category men=many`, '--json')
  assert.deepEqual(Object.keys(wrong.json?.errors ?? {}), ['records.0.count'])
  assert.notEqual((await sexton(`attendance count --meeting ${id} --category 84`)).code, 0)
  const person = String((await json('person add', '--first-name', 'Ada')).id)
  const added = await json('attendance add', '--meeting-id', String(id), '--person-id', person, '--role', 'helper')
  assert.equal((await json('attendance undo', String(added.id))).state, 'undone')
  assert.equal((await json('meeting close', String(id))).status, 'closed')
  assert.equal((await json('meeting show', String(id))).total, 101)
  assert.equal((await json('meeting cancel', String(first?.id))).status, 'cancelled')
  assert.equal((await json('schedule end', String(schedule))).status, 'ended')
})
