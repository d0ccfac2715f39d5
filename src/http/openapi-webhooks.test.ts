import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { verifyWebhook } from '../../client/src/index.ts'
import { type Node, readDocument, resolve } from '../../test/property/document.ts'
import { makeRecord, OPTIONAL_MODULES, RESOURCES } from '../../test/support/endpoints.ts'
import { plantGift, plantRecurring } from '../../test/support/giving.ts'
import { importContributions, importPeople } from '../../test/support/import.ts'
import { useOutbox } from '../../test/support/messaging.ts'
import { eventually, type Receiver, startReceiver, status } from '../../test/support/receiver.ts'
import { startService, type TestChurch, type TestService } from '../../test/support/service.ts'
import { finishSteps } from '../console/setup/finish.ts'
import { STEP_NAMES } from '../console/setup/steps.ts'
import { HOUSE } from '../house.ts'
import { closeBatch } from '../modules/batches/close.ts'
import { depositBatch } from '../modules/batches/deposit.ts'
import { createKey, revokeKey } from '../modules/church/api-keys.ts'
import { voidContribution } from '../modules/contributions/void-gift.ts'
import { undoImport } from '../modules/imports/undo-import.ts'
import { createSermon } from '../modules/media/edit-sermon.ts'
import { deleteSermon, publishSermon } from '../modules/media/publish-sermon.ts'
import { publishSection, setSection, unpublishSection } from '../modules/media/sections.ts'
import { addDevice } from '../modules/messaging/devices.ts'
import { takeIncoming } from '../modules/messaging/inbox.ts'
import type { PaymentState } from '../modules/online-giving/provider.ts'
import { settle } from '../modules/online-giving/settle.ts'
import { mergePeople } from '../modules/people/merge.ts'
import { removePerson } from '../modules/people/remove.ts'
import { addTag, removeTag } from '../modules/people/tags.ts'
import { createCampaign } from '../modules/pledges/keep-campaign.ts'
import { applyPromotion } from '../modules/promotions/apply.ts'
import { activate } from '../modules/recurring-gifts/activate.ts'
import { cancel } from '../modules/recurring-gifts/end-recurring.ts'
import { lockRecurring } from '../modules/recurring-gifts/recurring-row.ts'
import { createClass } from '../modules/school/edit-class.ts'
import { type ImportFile, importFile } from '../resource/import-file.ts'
import { invite } from '../sign-in/join.ts'
import { createEndpoint } from '../webhooks/endpoints.ts'
import { sendTest } from '../webhooks/send-again.ts'

let service: TestService
let document: Node
let webhooks: Record<string, { post: Node }>
/** Hears all of it, but what is told of an endpoint that is gone. */
let receiver: Receiver

before(async () => {
  service = await startService({ SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' })
  ;({ document } = await readDocument(service))
  webhooks = document.webhooks as typeof webhooks
  receiver = await startReceiver()
})
after(async () => {
  await receiver.close()
  await service.close()
})

/** The declared shape of an event's body. */
const bodyOf = (name: string): Node => {
  const { content } = (webhooks[name] as { post: Node }).post.requestBody as { content: Record<string, Node> }
  return content['application/json']?.schema as Node
}

/** What only deliveries cause: an endpoint is gone. */
async function causeGone({ events, act }: TestChurch): Promise<void> {
  const gone = await startReceiver()
  gone.reply = status(410)
  const { id } = await act(createEndpoint, { url: gone.url, events: ['*'], description: 'Books' })
  await act(sendTest, { id })
  await eventually('it is gone', async () => (await events()).some(({ name }) => name === 'api.webhook_gone'))
  await gone.close()
}

/** Does everything else that is told of. */
async function causeAll(grace: TestChurch): Promise<void> {
  const { church, fund_id, send, act } = grace
  const { database } = service
  const person = async (): Promise<number> =>
    (await send('POST', '/people', { first_name: 'Ada', email: 'a@example.org' })).json.data.id
  const [kept, merged, removed] = [await person(), await person(), await person()]
  await send('PATCH', `/people/${kept}`, { status: 'member', dob: '1990-01-01' })
  await grace.act(mergePeople, { keep: kept, remove: merged })
  await grace.act(removePerson, { id: removed })
  await grace.act(addTag, { id: kept, tag: 'Choir' })
  await grace.act(removeTag, { id: kept, tag: 'Choir' })
  const gift = (await send('POST', '/contributions', { amount: 100, person_id: kept })).json.data.id
  await grace.act(voidContribution, { id: gift })
  const meeting_id = (await send('POST', '/meetings', { name: 'Sunday', held_on: '2026-03-01', local_time: '09:00' }))
    .json.data.id
  await send('POST', '/attendances', { meeting_id, person_id: kept })
  await send('POST', '/headcounts', { meeting_id, category: 'men', count: 84 })
  await send('POST', '/prayer_requests', { person_id: kept, body: 'For rain' })
  await causeMedia(grace)
  await causeSchool(grace)
  await causePromotion(grace)
  const days = { starts_on: '2026-01-01', ends_on: '2030-12-31' }
  const { id: campaign_id } = await act(createCampaign, { name: 'Roof', fund_id, ...days })
  await send('POST', '/pledges', { campaign_id, donor_name: 'Ada', amount: 120_000 })
  await causeGroups(grace, [kept, await person()])
  await database.write(church.id, tx => finishSteps(tx, church, { skipped: STEP_NAMES }))
  const key = await act(createKey, { name: 'Till', scopes: ['people:read'] })
  await act(revokeKey, { id: key.id })
  const file = (name: string, text: string): ImportFile => importFile(name, Buffer.from(text))
  const by = { kind: 'command_line', name: null } as const
  await causeGiving(church, fund_id)
  await causeDeposit(grace)
  await useOutbox(service, { church })
  await send('POST', '/messages', { channel: 'sms', to: '08031234567', body: 'Peace' })
  const incoming = { channel: 'sms', provider: 'twilio', from: '+2348031234567', to: '123', confirmed: false } as const
  const invitation = { email: 'new@example.org', role: 'staff', branch_id: null } as const
  await database.write(church.id, tx => invite(tx, church, invitation, null))
  await grace.act(addDevice, { person_id: kept, kind: 'fcm', address: 'token' })
  for (const [provider_id, body] of [
    ['a', 'Amen'],
    ['b', 'Stop.'],
  ] as const) {
    await database.write(church.id, tx => takeIncoming(tx, church, { ...incoming, provider_id, body }))
  }
  await importPeople(database, church, { file: file('people.csv', 'first_name\nBo\n'), by })
  const [{ id: brought }] = (await grace.send('GET', '/imports')).json.data
  await grace.act(undoImport, { id: brought })
  await eventually('the import is taken back', async () => {
    return (await grace.send('GET', `/imports/${brought}`)).json.data.status === 'undone'
  })
  await importContributions(database, church, new Date(), { file: file('gifts.csv', 'amount\n10.00\n'), by })
}

async function causeGiving(church: TestChurch['church'], fund: number): Promise<void> {
  const { database } = service
  const donor = { donor_name: 'Ada', donor_email: 'ada@example.org' }
  const { reference } = await plantGift(database, church, fund, donor)
  const gift = { church, provider: 'development', reference }
  const clock = { now: () => new Date() }
  const tell = (state: PaymentState) => database.write(church.id, tx => settle(tx, clock, gift, state))
  await tell({ status: 'failed', error: 'declined', method: null })
  const paid = { payment_id: 'p1', amount: 150050, currency: 'NGN', fee: 100, method: 'card' }
  await tell({ status: 'succeeded', paid_at: null, is_test: false, ...paid })
  const id = await plantRecurring(database, church, fund, { ...donor, branch_id: church.hq_branch_id })
  await database.write(church.id, async tx => {
    const one = (await lockRecurring(tx, church.id, id)) ?? assert.fail()
    await activate(tx, church, new Date(), one)
    await cancel(tx, church, one, { by: 'giver', reason: 'I am moving' })
  })
}

async function causeDeposit({ act, send }: TestChurch): Promise<void> {
  const counted = { control_count: 1, controls: [{ currency: 'NGN', amount: 100 }] }
  const { id } = (await send('POST', '/batches', { name: 'First service', counters: ['Ada', 'Bo'], ...counted })).json
    .data
  await send('POST', '/contributions', { amount: 100, batch_id: id, method: 'cheque' })
  await act(closeBatch, { id })
  await act(depositBatch, { id })
}

async function causeGroups({ send }: TestChurch, people: readonly number[]): Promise<void> {
  const group = async (): Promise<number> =>
    (await send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json.data.id
  const group_id = await group()
  await send('POST', '/group_members', { group_id, person_id: people[0] })
  await send('POST', '/group_members', { group_id: await group(), person_ids: people })
  await send('POST', '/group_posts', { group_id, body: 'We meet at seven.' })
  await send('POST', '/group_reports', { group_id, held_on: '2026-01-07', present: 9 })
  await send('POST', '/join_requests', { group_id, name: 'Bo', email: 'bo@example.org' })
}

async function causeSchool({ act, send }: TestChurch): Promise<void> {
  const { id } = await act(createClass, { name: 'Lions', grade_from: '3' })
  const session = (await send('POST', '/class_sessions', { group_id: id, lesson: 'The lost son', offering: 500 })).json
    .data
  await send('PATCH', `/class_sessions/${session.id}`, { status: 'closed' })
}

/** Nobody is in a class: the promotion is applied all the same. */
async function causePromotion(church: TestChurch): Promise<void> {
  const resource = RESOURCES.get('promotions') ?? assert.fail()
  await church.act(applyPromotion, { id: await makeRecord(service, church, resource) })
}

async function causeMedia(church: TestChurch): Promise<void> {
  const { id } = await church.act(createSermon, { title: 'The lost son' })
  await church.act(publishSermon, { id })
  const place = { id, kind: 'notes' } as const
  await church.act(setSection, { ...place, body: 'A father had two sons.' })
  await church.act(publishSection, place)
  await church.act(unpublishSection, place)
  await church.act(deleteSermon, { id })
}

test('the document has a webhook for each event that is recorded, with the headers and the answers of the spec', () => {
  assert.deepEqual(Object.keys(webhooks).sort(), [...HOUSE.catalogue.recorded].sort())
  const headers = ['X-Service-Event', 'X-Service-Event-Id', 'X-Service-Delivery', 'X-Service-Signature']
  const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  for (const [name, { post }] of Object.entries(webhooks)) {
    const parameters = (post.parameters as Node[]).map(one => resolve(document, one))
    assert.deepEqual(
      parameters.map(parameter => parameter.name),
      [...headers, ...standard],
      name,
    )
    assert.ok(parameters.every(parameter => parameter.in === 'header' && parameter.required === true))
    const { '2XX': received } = post.responses as Record<string, Node>
    assert.match(String(received?.description), /any 2xx within 10 seconds/)
  }
})

test('an event has the envelope of the spec', () => {
  const envelope = ['id', 'event', 'created_at', 'api_version', 'church', 'data']
  const withPrevious = ['person.updated', 'person.status_changed', 'person.merging', 'person.merged']
  for (const name of Object.keys(webhooks)) {
    const { required, properties } = bodyOf(name) as { required: string[]; properties: Record<string, Node> }
    assert.deepEqual(required, withPrevious.includes(name) ? [...envelope, 'previous'] : envelope, name)
    assert.deepEqual(Object.keys(properties), required)
    assert.deepEqual([properties.event, properties.api_version], [{ const: name }, { const: 'v1' }])
  }
})

/** Of each event of groups, school, attendance, giving and imports something that must be in it, the last one told. */
const SAID: Readonly<Record<string, object>> = {
  'attendance.recorded': { revision: 1, total: 9, total_from: 'headcount', closed: true, source: 'report' },
  'school.attendance_closed': { class: { name: 'Lions', grade_from: '3' }, present: 0, offering: 500, currency: 'NGN' },
  'school.promotion_applied': { moved: 0, graduated: 0, applied_by: { kind: 'command_line' } },
  'groups.member_added': { group: { name: 'Yaba', kind: 'cell' }, person: { full_name: 'Ada' }, role: 'member' },
  'groups.members_bulk_added': { group: { name: 'Yaba' }, count: 2, already: 0, more: 0, source: 'api' },
  'groups.message_posted': { group: { name: 'Yaba' }, author: { kind: 'key' }, body: 'We meet at seven.' },
  'groups.report_submitted': { group: { name: 'Yaba' }, meeting: { kind: 'group' }, held: true, present: 9 },
  'groups.join_requested': { group_name: 'Yaba', name: 'Bo', email: 'bo@example.org', status: 'pending' },
  'giving.pledge_created': { campaign: { name: 'Roof' }, amount: 120_000, currency: 'NGN', given: 0, status: 'active' },
  'giving.gift_received': { amount: 150_050, currency: 'NGN', fee: 100, status: 'succeeded', payment_id: 'p1' },
  'giving.recurring_created': { amount: 150_050, frequency: 'monthly', status: 'active', cancelled_by: null },
  'giving.recurring_cancelled': { status: 'cancelled', cancelled_by: 'giver', cancel_reason: 'I am moving' },
  'giving.batch_deposited': {
    ...{ status: 'deposited', count: 1, totals: [{ currency: 'NGN', amount: 100 }], counters: ['Ada', 'Bo'] },
    by_method: [{ method: 'cheque', count: 1, amount: 100, currency: 'NGN' }],
  },
  'imports.completed': { kind: 'contributions', imported: 1, refused: 0, skipped: 0 },
  'imports.undone': { kind: 'people', file_name: 'people.csv', rows: 1, reversed: 1, kept: 0 },
}
const TOLD_OF = /^(groups|school|attendance|giving|imports)\./

/** Whether there is all of it in something, whatever else there is. */
const says = (something: unknown, said: unknown): boolean =>
  typeof said !== 'object' || said === null
    ? something === said
    : Object.entries(said).every(([name, one]) => says((something as Record<string, unknown>)?.[name], one))

/** What the receiver got, genuine and each once, in the order in which it happened. */
async function heard(secret: string, recorded: readonly { body: Record<string, unknown> }[]) {
  const got = await receiver.until(recorded.length)
  const bodies = new Map<unknown, Record<string, unknown>>()
  for (const { body, headers } of got) {
    const event = await verifyWebhook(body, headers as Record<string, string>, secret)
    bodies.set(event.id, JSON.parse(body))
  }
  assert.equal(bodies.size, recorded.length)
  return recorded.map(({ body }) => bodies.get(body.id) ?? assert.fail(`${body.id} did not come`))
}

test('every event comes to a receiver, signed, in the shape that the document gives it, and with no member besides', async () => {
  const church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
  await causeGone(church)
  const before = (await church.events()).length
  const { secret } = await church.act(createEndpoint, { url: receiver.url, events: ['*'] })
  await causeAll(church)
  const told = await church.events()
  const names = new Set(told.map(({ name }) => name))
  assert.deepEqual([...names].sort(), [...HOUSE.catalogue.recorded].sort())
  const got = await heard(secret, told.slice(before))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  for (const body of [...told.slice(0, before).map(one => one.body), ...got]) {
    const name = String(body.event)
    const $ref = `openapi#/webhooks/${name}/post/requestBody/content/application~1json/schema`
    const validate = ajv.compile({ $ref })
    assert.ok(validate(body), `${name}: ${ajv.errorsText(validate.errors)}`)
    const { properties } = bodyOf(name) as { properties: Record<string, Node> }
    assert.deepEqual(Object.keys(body), Object.keys(properties), name)
    const data = resolve(document, properties.data as Node)
    assert.deepEqual(Object.keys(body.data as object), Object.keys(data.properties as object), name)
  }
  const last = new Map(got.map(({ event, data }) => [String(event), data as object]))
  assert.deepEqual([...last.keys()].filter(name => TOLD_OF.test(name)).sort(), Object.keys(SAID).sort())
  for (const [name, said] of Object.entries(SAID)) {
    assert.ok(says(last.get(name), said), `${name}: ${JSON.stringify(last.get(name))}`)
  }
})
