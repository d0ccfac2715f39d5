/** Two with one form: what one typed over what the other wrote meanwhile is shown, and overwritten only knowingly. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { createClass } from '../school/edit-class.ts'

let service: TestService
let church: TestChurch
let group: number
let ada: number
let ben: number
before(async () => {
  service = await startService({}, { clock: { now: () => new Date('2026-11-18T20:00:00Z') } })
})
beforeEach(async () => {
  church = await service.church({ timezone: 'UTC', modules: ['groups', 'school'] })
  group = (await church.act(createClass, { name: 'Lions' })).id
  ada = await made('/people', { first_name: 'Ada' })
  ben = await made('/people', { first_name: 'Ben' })
  for (const person_id of [ada, ben])
    await made('/group_members', { group_id: group, person_id, joined_on: '2026-01-01' })
})
after(() => service.close())

const made = async (to: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', to, body)
  assert.equal(status, 201, text)
  return json.data.id
}
const meet = (): Promise<number> =>
  made('/meetings', {
    name: 'Cell',
    group_id: group,
    held_on: '2026-11-18',
    local_time: '19:00',
    minutes: 60,
    timezone: 'UTC',
  })
const pathOf = async (view: string): Promise<string> => {
  const owner = await member(service, church, 'owner')
  const { json, text } = await owner.inChurch('GET', `/views/${view}`)
  assert.ok(json.ok, text)
  return new URL(json.data.url).pathname
}
const open = async (path: string): Promise<string> => (await service.request('GET', path)).text
const send = (path: string, fields: URLSearchParams): Promise<Answered> =>
  service.request('POST', path, {
    raw: fields.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** The form as it stands on a page, with what is ticked. */
function formOf(text: string): URLSearchParams {
  const form = new URLSearchParams()
  for (const [tag] of text.matchAll(/<input[^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(tag) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(tag) ?? []
    if (!tag.includes('type="checkbox"') || tag.includes(' checked')) form.append(name, value)
  }
  for (const [, name = '', value = ''] of text.matchAll(/<textarea name="(\w+)"[^>]*>([^<]*)</g))
    form.append(name, value)
  return form
}
const filled = (text: string, fields: Record<string, string | number>): URLSearchParams => {
  const form = formOf(text)
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'p' || name === 'here') form.append(name, String(value))
    else form.set(name, String(value))
  }
  return form
}

test('of two who fill in one report what each typed alone is kept; what both typed is shown to the second', async () => {
  const path = await pathOf(`report_link?meeting_id=${await meet()}`)
  const [mine, theirs] = [await open(path), await open(path)]
  const first = await send(path, filled(mine, { p: ada, topic: 'Faith', visitors: 2, note: 'A good evening', save: 1 }))
  assert.equal(first.status, 303)
  const second = await send(path, filled(theirs, { p: ben, topic: 'Hope', first_timers: 1, save: 1 }))
  assert.equal(second.status, 422)
  assert.match(second.text, /Somebody else wrote meanwhile: Faith/)
  const report = async () => (await church.send('GET', '/group_reports')).json.data[0]
  assert.deepEqual([(await report()).topic, (await report()).first_timers], ['Faith', 0])
  // What they typed and ticked stands on the page; sent again it is meant.
  assert.match(second.text, /value="Hope"/)
  assert.equal((await send(path, filled(second.text, {}))).status, 303)
  const { topic, visitors, first_timers, note, present } = await report()
  assert.deepEqual([topic, visitors, first_timers, note, present], ['Hope', 2, 1, 'A good evening', 2])
})

test('a care note that somebody else wrote meanwhile is overwritten knowingly, by the link and in the console', async () => {
  const meeting = await meet()
  const path = await pathOf(`report_link?meeting_id=${meeting}`)
  const staff = await member(service, church, 'staff')
  const [mine, theirs] = [await open(path), await open(path)]
  const keep = (text: string, care_note: string) => send(path, filled(text, { care_note, save: 1 }))
  const view = async () => (await staff.inChurch('GET', `/views/report_form?meeting_id=${meeting}`)).json.data
  const stands = async () => {
    const { id } = (await view()).report
    return (await staff.inChurch('POST', '/actions/group_reports.read_care_note', { id })).json.data.care_note
  }
  assert.equal((await keep(mine, 'Ada is ill')).status, 303)
  const second = await keep(theirs, 'Ben lost his work')
  assert.equal(second.status, 422)
  assert.match(second.text, /Somebody else wrote a care note meanwhile/)
  assert.doesNotMatch(second.text, /Ada is ill/)
  assert.equal(await stands(), 'Ada is ill')
  // What they typed stands on the page; sent again it is meant.
  assert.equal((await send(path, filled(second.text, { save: 1 }))).status, 303)
  assert.equal(await stands(), 'Ben lost his work')
  // Whoever writes none, or the same, has nothing to decide.
  assert.equal((await send(path, filled(mine, { topic: 'Hope', save: 1 }))).status, 303)
  const { care_note_version: known } = await view()
  const submit = (care_note: string, care_note_version?: number) => {
    const body = { meeting_id: meeting, care_note, care_note_version, status: 'draft' }
    return staff.inChurch('POST', '/actions/group_reports.submit', body)
  }
  assert.equal((await submit('Ben lost his work')).status, 200)
  for (const version of [undefined, known - 1]) {
    const refused = await submit('Ben has work again', version)
    assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, ['care_note']])
  }
  assert.equal(await stands(), 'Ben lost his work')
  assert.equal((await submit('Ben has work again', known)).status, 200)
  assert.deepEqual([await stands(), (await view()).care_note_version], ['Ben has work again', known + 1])
})

test('of two teachers who write of one class the second is shown what the first wrote, and the class stays open', async () => {
  const session = (await church.send('POST', '/class_sessions', { group_id: group })).json.data.id
  const path = await pathOf(`session_link?id=${session}`)
  const [mine, theirs] = [await open(path), await open(path)]
  assert.equal((await send(path, filled(mine, { lesson: 'The lost son', visitor_count: 2, do: 'save' }))).status, 303)
  const second = await send(
    path,
    filled(theirs, { here: ada, lesson: 'Jonah', memory_verse: 'Luke 15:24', do: 'close' }),
  )
  assert.equal(second.status, 422)
  assert.match(second.text, /Somebody else wrote: The lost son/)
  const shown = async () => (await church.send('GET', `/class_sessions/${session}`)).json.data
  const before = await shown()
  assert.deepEqual(
    [before.status, before.lesson, before.memory_verse, before.visitor_count, before.present],
    ['open', 'The lost son', 'Luke 15:24', 2, 1],
  )
  assert.equal((await send(path, filled(second.text, { do: 'close' }))).status, 303)
  const closed = await shown()
  assert.deepEqual([closed.status, closed.lesson, closed.visitor_count], ['closed', 'Jonah', 2])
})

test('of two ushers who type different numbers of one category the second sees that of the first', async () => {
  const meeting = await made('/meetings', {
    name: 'Sunday',
    held_on: '2026-11-18',
    local_time: '19:00',
    timezone: 'UTC',
  })
  const path = await pathOf(`meeting_link?id=${meeting}`)
  const [mine, theirs] = [await open(path), await open(path)]
  assert.equal((await send(path, filled(mine, { n0: 84 }))).status, 303)
  const second = await send(path, filled(theirs, { n0: 80, n1: 40 }))
  assert.equal(second.status, 422)
  assert.match(second.text, /Somebody else counted 84\./)
  const counts = async () =>
    (await church.send('GET', `/headcounts?meeting_id=${meeting}`)).json.data.map(
      ({ count }: { count: number }) => count,
    )
  assert.deepEqual(await counts(), [84, 40])
  assert.equal((await send(path, filled(second.text, {}))).status, 303)
  assert.deepEqual(await counts(), [80, 40])
  // The same number by both is no clash.
  const [one, other] = [await open(path), await open(path)]
  assert.equal((await send(path, filled(one, { n2: 7 }))).status, 303)
  assert.equal((await send(path, filled(other, { n2: 7 }))).status, 303)
})
