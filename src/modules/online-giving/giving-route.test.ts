import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  filled,
  formIdOf,
  type GivingChurch,
  type GivingService,
  type Page,
  startGiving,
  useProvider,
  visit,
} from '../../../test/support/giving.ts'
import { sql } from '../../db/sql.ts'
import { createFund } from '../contributions/create-fund.ts'

let service: GivingService
let church: GivingChurch
before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  church = await service.givingChurch('development')
})
after(() => service.close())

const refOf = (page: Page): string => /gift-[0-9a-f]{32}/.exec(page.location ?? '')?.[0] ?? assert.fail(page.text)

test('the page offers the funds that are active and online, the default fund chosen', async () => {
  const { database } = service
  await church.act(createFund, { name: 'Roof & <Walls>' })
  await church.act(createFund, { name: 'Closed', is_active: false })
  const { id } = await church.act(createFund, { name: 'Cash only' })
  await database.write(church.church.id, tx => tx.run(sql`update funds set is_online = false where id = ${id}`))
  const { status, text, headers } = await visit(church.page)
  assert.equal(status, 200)
  assert.match(text, /<option value="\d+" selected>General<\/option>/)
  assert.match(text, /<option value="\d+">Roof &amp; &lt;Walls&gt;<\/option>/)
  assert.doesNotMatch(text, /Closed|Cash only/)
  assert.match(text, /Test mode: no money moves/)
  assert.match(text, /minmax\(40%, 1fr\)[\s\S]*overflow-wrap: anywhere/, 'a long reference fits a narrow screen')
  assert.match(headers.get('content-security-policy') ?? '', /form-action 'self' https:;/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal((await visit(church.page, filled(id))).status, 422, 'a fund that is not offered cannot be chosen')
  const keyed = await service.givingChurch('stripe')
  assert.doesNotMatch((await visit(keyed.page)).text, /Test mode/)
})

test('every mistake is named at once beside its field, and what was typed is shown again', async () => {
  const typed = { fund: '999', amount: '1.500', name: ' ', email: 'a"b<c>', note: 'n'.repeat(2001), anonymous: '1' }
  const { status, text } = await church.give(typed)
  assert.equal(status, 422)
  for (const name of ['fund', 'amount', 'name', 'email', 'note']) {
    assert.match(text, new RegExp(`aria-invalid="true" aria-describedby="${name}-mistake"`), name)
    assert.match(text, new RegExp(`<p class="wrong" id="${name}-mistake">[A-Z][^<]+\\.</p>`), name)
  }
  assert.equal(text.match(/autofocus/g)?.length, 1)
  assert.match(text, /value="1\.500"/)
  assert.match(text, /value="a&quot;b&lt;c&gt;"/)
  assert.match(text, /value="1" checked/)
  assert.match(text, /role="alert"/)
  assert.deepEqual(await church.gifts(), [])
  assert.match((await church.give({ amount: '1.500' })).text, /1\.500 may mean 1500 or 1\.5\. Please type the one/)
  for (const amount of ['', '0', '-5', '1.005', 'ten', '99999999999999']) {
    assert.match(
      (await church.give({ amount })).text,
      /id="amount-mistake">Enter an amount in NGN, such as 1,500\.50\./,
    )
  }
  const wrong = await visit(church.page, {})
  assert.equal(wrong.status, 422)
  assert.equal((await visit(church.page, { ...filled(church.fund_id), name: 'A\0' })).status, 422)
})

test('an amount is read by the digits of the church currency', async () => {
  const yen = await service.givingChurch('development', { currency: 'JPY', country: 'JP', timezone: 'Asia/Tokyo' })
  assert.match((await visit(yen.page)).text, /placeholder="1,500"/)
  assert.equal((await yen.give({ amount: '1500.5' })).status, 422)
  assert.equal((await yen.give({ amount: '¥1,500' })).status, 303)
  assert.deepEqual(
    (await yen.gifts()).map(({ amount }) => amount),
    [1500],
  )
})

test('the same form sent twice is one gift; a form that was changed, or a new one, is another', async () => {
  const fields = filled(church.fund_id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => visit(church.page, fields)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
  assert.equal(new Set(answers.map(({ location }) => location)).size, 1)
  assert.equal((await church.gifts()).length, 1)
  const changed = await visit(church.page, { ...fields, amount: '20' })
  assert.notEqual(changed.location, answers[0]?.location)
  const [first, second] = [await visit(church.page), await visit(church.page)]
  assert.match(formIdOf(first), /^[0-9a-f]{32}$/)
  assert.notEqual(formIdOf(first), formIdOf(second))
  assert.equal((await church.gifts()).length, 2)
})

test('a form sent again after its gift came to an end says so, and never begins a second payment by itself', async () => {
  const fields = filled(church.fund_id)
  const test = `${service.url}${(await visit(church.page, fields)).location}`
  await visit(test, { outcome: 'pay' })
  assert.match((await visit(church.page, fields)).location ?? '', /\/thanks\/gift-/)
  const other = filled(church.fund_id)
  const failing = `${service.url}${(await visit(church.page, other)).location}`
  await visit(failing, { outcome: 'decline' })
  const again = await visit(church.page, other)
  assert.equal(again.status, 409)
  assert.match(again.text, /did not go through/)
  assert.notEqual(formIdOf(again), other.form_id)
  assert.equal((await church.gifts()).length, 2)
})

test('the development provider takes test payments: pay and decline, once', async () => {
  const led = await church.give()
  const address = `${service.url}${led.location}`
  assert.equal(led.location, `/give/${church.church.slug}/test/${refOf(led)}`)
  const page = await visit(address)
  assert.match(page.text, /Test payment/)
  assert.match(page.text, /₦1,500\.50/)
  const paid = await visit(address, { outcome: 'pay' })
  assert.deepEqual([paid.status, paid.location], [303, `/give/${church.church.slug}/thanks/${refOf(led)}`])
  assert.match((await visit(`${service.url}${paid.location}`)).text, /Thank you for your gift/)
  const repeats = await Promise.all(Array.from({ length: 4 }, () => visit(address, { outcome: 'pay' })))
  for (const repeat of [...repeats, await visit(address, { outcome: 'decline' }), await visit(address)]) {
    assert.equal(repeat.location, paid.location)
  }
  assert.equal((await church.contributions()).length, 1)
  const [gift] = await church.gifts()
  assert.deepEqual([gift.provider, gift.method, gift.status], ['development', 'development', 'succeeded'])
  const declined = `${service.url}${(await church.give()).location}`
  await visit(declined, { outcome: 'decline' })
  assert.deepEqual(
    (await church.gifts()).map(({ status }) => status),
    ['succeeded', 'failed'],
  )
})

test('test payments are only for gifts that were begun with the development provider', async () => {
  const keyed = await service.givingChurch('paystack')
  await keyed.give()
  const [{ reference }] = await keyed.gifts()
  const address = `${keyed.page}/test/${reference}`
  for (const page of [await visit(address), await visit(address, { outcome: 'pay' })]) assert.equal(page.status, 404)
  await useProvider(service, keyed.church, 'development')
  assert.equal((await visit(address, { outcome: 'pay' })).status, 404)
  assert.equal((await keyed.gifts())[0].status, 'pending')
})

test('a church that takes no online gifts, for whatever reason, has the page of one that does not exist', async () => {
  const bare = await service.church()
  const inactive = await service.givingChurch('development')
  await inactive.set({ status: 'inactive' })
  const off = await service.givingChurch('development')
  await off.set({ modules: ['care'] })
  const without = await service.church()
  await without.set({ modules: ['giving'] })
  const funds = await service.givingChurch('development')
  await service.database.write(0, tx =>
    tx.run(sql`update funds set is_online = false where church_id = ${funds.church.id}`),
  )
  const texts = new Set<string>()
  const slugs = [bare, inactive, off, without, funds].map(one => one.church.slug)
  for (const slug of [
    ...slugs,
    'nobody',
    '%00',
    'Grace',
    `${church.church.slug}/x`,
    `${church.church.slug}/thanks/x`,
    '',
  ]) {
    for (const fields of [undefined, filled(1)]) {
      const { status, text } = await visit(`${service.url}/give/${slug}`, fields)
      assert.equal(status, 404, slug)
      texts.add(text)
    }
  }
  assert.equal(texts.size, 1)
})

test('a reference of another church’s gift on my page is nothing', async () => {
  const other = await service.givingChurch('development')
  const reference = refOf(await other.give())
  const nobody = await visit(`${church.page}/thanks/gift-${'0'.repeat(32)}`)
  assert.equal(nobody.status, 404)
  for (const path of [`thanks/${reference}`, `test/${reference}`, 'thanks', 'thanks/%27', `test/${'x'.repeat(300)}`]) {
    const page = await visit(`${church.page}/${path}`)
    assert.deepEqual([page.status, page.text], [404, nobody.text], path)
  }
  const paid = await visit(`${church.page}/test/${reference}`, { outcome: 'pay' })
  assert.equal(paid.status, 404)
  assert.equal((await other.gifts())[0].status, 'pending')
  assert.match((await visit(`${other.page}/thanks/${reference}`)).text, /not confirmed yet/)
})

test('the pages are limited by the address that asks; callbacks of providers are not', async () => {
  const limited = await service.node({}, { SEXTON_RATE_LIMIT_PAGES: '3' })
  const keyed = await service.givingChurch('paystack')
  const page = `${limited.url}/give/${church.church.slug}`
  const statuses = []
  for (let n = 1; n <= 4; n += 1) statuses.push((await visit(page)).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  await keyed.give()
  const transaction = service.paystack.transactions.at(-1) ?? assert.fail()
  service.paystack.pay(transaction)
  assert.equal(await keyed.callBack(service.paystack.event('charge.success', transaction), limited.url), 200)
  await limited.close()
})
