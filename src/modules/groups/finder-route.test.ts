import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { conceal } from './group-actions.ts'

let service: TestService
let church: TestChurch
let yaba: { id: number; slug: string }
before(async () => {
  service = await startService()
  church = await service.church({ name: 'Grace <Church>' })
  await church.set({ modules: ['groups'] })
  const shown = { kind: 'cell', is_listed: true, place: '12 Herbert Macaulay Way' }
  yaba = await add({ name: 'Yaba <cell>', ...shown, place_public: true, description: 'Wednesdays' })
  await add({ name: 'Ikeja', ...shown })
  await add({ name: 'Unlisted', kind: 'cell' })
  await add({ name: 'Paused', ...shown, status: 'paused' })
  const { id } = await add({ name: 'Counsellors', ...shown })
  await church.act(conceal, { id })
  await add({ name: 'Full', ...shown, joining: 'closed' })
})
after(() => service.close())

const add = async (body: object): Promise<{ id: number; slug: string }> =>
  (await church.send('POST', '/groups', body)).json.data
const visit = (path = '', form?: Record<string, string>): Promise<Response> =>
  fetch(`${service.url}/groups/${church.church.slug}${path}`, {
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
const requests = async () => (await church.send('GET', '/join_requests')).json.data
const STRANGER = { name: 'Bola', email: 'bola@example.org', phone: '', message: 'I live near by', website: '' }

test('the church shows its listed groups, without what is hidden, paused or not for the public, and no script runs', async () => {
  const response = await visit()
  const text = await response.text()
  assert.equal(response.status, 200)
  assert.match(text, /Yaba &lt;cell&gt;.*12 Herbert/s)
  assert.equal(text.split('12 Herbert').length, 2, 'only the place that is public')
  assert.match(text, /Ikeja/)
  for (const hidden of ['Unlisted', 'Paused', 'Counsellors']) assert.doesNotMatch(text, new RegExp(hidden))
  const policy = response.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src/)
  const found = await (await visit('?q=MACAULAY')).text()
  assert.match(found, /Yaba/)
  assert.doesNotMatch(found, /Ikeja/)
})

test('what is not shown has no page of its own, in the same words as what never was', async () => {
  const all = (await church.send('GET', '/groups')).json.data as { name: string; slug: string }[]
  const nobody = await (await visit('/nobody-999999')).text()
  for (const { name, slug } of all.filter(one => ['Unlisted', 'Paused'].includes(one.name))) {
    const [page, form] = [await visit(`/${slug}`), await visit(`/${slug}`, STRANGER)]
    assert.deepEqual([page.status, form.status], [404, 404], name)
    assert.deepEqual([await page.text(), await form.text()], [nobody, nobody])
  }
})

test('a form asks to join; looking does nothing, and the same form twice is one request', async () => {
  const path = `/${yaba.slug}`
  for (const at of ['', path, `${path}/thanks`]) assert.equal((await visit(at)).status, 200)
  assert.deepEqual(await requests(), [])
  for (const _ of ['first', 'again']) {
    const sent = await visit(path, STRANGER)
    assert.deepEqual([sent.status, sent.headers.get('location')], [303, `/groups/${church.church.slug}${path}/thanks`])
  }
  const [request, ...more] = await requests()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [request.name, request.email, request.source, request.status, request.person_id],
    ['Bola', 'bola@example.org', 'form', 'pending', null],
  )
  assert.equal((await church.send('GET', '/people')).json.meta.total, 0)
})

test('a form that lacks something says so and keeps what was typed; what fills in the hidden field is kept nowhere', async () => {
  const before = (await requests()).length
  const path = `/${yaba.slug}`
  const wrong = await visit(path, { ...STRANGER, name: '', email: 'x"><script>' })
  const text = await wrong.text()
  assert.equal(wrong.status, 422)
  assert.match(text, /Please write your name\./)
  assert.match(text, /value="x&quot;&gt;&lt;script&gt;"/)
  assert.equal(
    (await visit(path, { ...STRANGER, email: 'bot@example.org', website: 'https://spam.example' })).status,
    303,
  )
  assert.equal((await requests()).length, before)
})

test('a church that has the module off has no such pages', async () => {
  await church.set({ modules: [] })
  assert.equal((await visit()).status, 404)
  await church.set({ modules: ['groups'] })
})
