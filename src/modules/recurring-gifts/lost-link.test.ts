/** Givers who lost the link to their recurring gift: they are sent another, and nobody learns who gives. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type GivingChurch, type GivingService, startGiving, visit } from '../../../test/support/giving.ts'
import { useOutbox } from '../../../test/support/messaging.ts'
import { beginRecurring, IDLE_MODULES, moveTo, recurringOf, startRecurring } from '../../../test/support/recurring.ts'
import { sql } from '../../db/sql.ts'
import { ALLOWANCES } from '../../http/allowances.ts'
import { cancelAction } from './actions.ts'

let service: GivingService
let church: GivingChurch

before(async () => {
  service = await startRecurring()
})
after(() => service.close())
beforeEach(async () => {
  service.resetClock()
  moveTo(service, '2027-01-31T09:00:00Z')
  church = await service.givingChurch('stripe')
  await useOutbox(service, church)
})

interface Sent {
  to: string
  subject: string
  body: string
}
/** Messages with a link that somebody asked for. */
const links = (): Promise<Sent[]> =>
  service.database.read.all<Sent>(sql`select "to", subject, body from messages
    where church_id = ${church.church.id} and subject like 'The link to your recurring gift%' order by id`)

test('the link goes to the address on record, once an hour; the answer is the same whoever asks', async () => {
  const id = await beginRecurring(service, church, 'stripe')
  const [{ donor_email }] = await recurringOf(church)
  const address = `${church.page}/manage`
  assert.match((await visit(church.page)).text, /href="\/give\/[^"]+\/manage"/)
  assert.match((await visit(address)).text, /Send me the link/)
  assert.equal((await links()).length, 0, 'looking sends nothing')

  const strange = await visit(address, { email: 'nobody@example.org' })
  assert.equal((await links()).length, 0)
  const known = await visit(address, { email: donor_email.toUpperCase() })
  assert.deepEqual([known.status, known.text], [strange.status, strange.text])
  assert.deepEqual(
    (await links()).map(({ to }) => to),
    [donor_email],
  )
  const [{ body } = assert.fail()] = await links()
  assert.doesNotMatch(body, /\d|General/, 'the log of messages is read by more than the books')

  await Promise.all([1, 2, 3].map(() => visit(address, { email: donor_email })))
  assert.equal((await links()).length, 1)
  service.pass(61)
  const again = await Promise.all([1, 2, 3].map(() => visit(address, { email: donor_email })))
  assert.ok(again.every(({ text }) => text === strange.text))
  assert.equal((await links()).length, 2)

  service.pass(61)
  await church.act(cancelAction, { id })
  await visit(address, { email: donor_email })
  assert.equal((await links()).length, 2, 'of what has ended there is nothing to change')
})

test('what is no address is said so; another church, and one without online giving, send nothing', async () => {
  await beginRecurring(service, church, 'stripe')
  const [{ donor_email }] = await recurringOf(church)
  for (const email of ['', 'ada', '<b>@x']) {
    const wrong = await visit(`${church.page}/manage`, { email })
    assert.equal(wrong.status, 422, email)
    assert.doesNotMatch(wrong.text, /<b>@/)
  }
  const other = await service.givingChurch('stripe')
  await visit(`${other.page}/manage`, { email: donor_email })
  await church.set({ modules: [] })
  assert.equal((await visit(`${church.page}/manage`, { email: donor_email })).status, 404)
  const all = await service.database.read.all(sql`select 1 from messages where church_id in (${church.church.id},
    ${other.church.id}) and subject like 'The link%'`)
  assert.deepEqual(all, [])
})

test('one who tries many addresses is stopped', async () => {
  const limited = await startGiving({ SEXTON_RATE_LIMIT_IP: '5000' }, { modules: IDLE_MODULES })
  try {
    const { page } = await limited.givingChurch('stripe')
    const asked = []
    for (let n = 0; n <= ALLOWANCES.formRate.most; n += 1)
      asked.push((await visit(`${page}/manage`, { email: `a${n}@example.org` })).status)
    assert.deepEqual([asked[0], asked.at(-1)], [200, 429])
  } finally {
    await limited.close()
  }
})
