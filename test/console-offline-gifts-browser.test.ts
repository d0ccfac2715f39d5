/** Gifts that wait on the device, in a real browser: corrected, in batches, in two tabs, for long, and where the disk is full. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openConsole, SKIP as skip } from './support/console-page.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['giving'] })
})
after(() => service?.close())

const POSTED = /\/console\/api\/[^/]+\/contributions$/

/** How many gifts there are, and their sum. */
async function gifts(): Promise<[number, number]> {
  const { meta } = (await church.send('GET', '/contributions')).json
  return [meta.total, meta.sum_amount_base]
}

const FULL = `IDBObjectStore.prototype.put = () => {
  throw new DOMException('The disk is full.', 'QuotaExceededError')
}`

test('where the disk takes nothing more, a gift is sent all the same, and waits as long as the page', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'full@example.org' })
  t.after(() => own.close())
  const [count, sum] = await gifts()
  await own.page.addInitScript(FULL)
  await own.load('/contributions/new', /record gifts/i)
  const amount = own.page.getByLabel(/^amount/i)
  await amount.fill('61')
  await own.page.keyboard.press('Enter')
  await own.page.getByText('₦61.00 in 1 gift').waitFor()
  await own.page.route(POSTED, route => route.abort('connectionfailed'))
  await amount.fill('62')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('status').filter({ hasText: '1 entry waiting to be sent' }).waitFor()
  await own.page.unroute(POSTED)
  await own.page.getByRole('button', { name: 'Show', exact: true }).click()
  await own.page.getByRole('button', { name: 'Send now' }).click()
  await own.page.getByText('Nothing is waiting.').waitFor()
  assert.deepEqual(await gifts(), [count + 2, sum + 12_300])
})

/** As if all that waits had first been sent in 1970. */
const LONG_AGO = `new Promise((done, fail) => {
  const opening = indexedDB.open('sexton')
  opening.onerror = () => fail(opening.error)
  opening.onsuccess = () => {
    const changing = opening.result.transaction('unsent', 'readwrite')
    changing.objectStore('unsent').openCursor().onsuccess = ({ target: { result: row } }) => {
      if (row === null) return
      row.update({ ...row.value, tried: 0 })
      row.continue()
    }
    changing.oncomplete = () => done()
  }
})`

test('a gift that waited so long that nobody can tell of it is said to, and sent by who has looked', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'old@example.org' })
  t.after(() => own.close())
  const [count] = await gifts()
  await own.load('/contributions/new', /record gifts/i)
  await own.page.route(POSTED, route => route.abort('connectionfailed'))
  await own.page.getByLabel(/^amount/i).fill('71')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('status').filter({ hasText: '1 entry waiting to be sent' }).waitFor()
  await own.page.unroute(POSTED)
  await own.page.evaluate(LONG_AGO)
  await own.page.getByRole('button', { name: 'Show', exact: true }).click()
  await own.page.getByRole('button', { name: 'Send now' }).click()
  await own.page.getByText(/^Not accepted: It waited so long/).waitFor()
  await own.page.keyboard.press('Escape')
  assert.equal((await gifts())[0], count)
  await own.page.getByRole('button', { name: 'Try again' }).click()
  await own.page.getByText('₦71.00 in 1 gift').waitFor()
  assert.equal((await gifts())[0], count + 1)
})

test('what a gift that waited is refused for is said in French, with the labels of its fields, and beside them', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'french@example.org' }, { locale: 'fr-FR' })
  t.after(() => own.close())
  const { page } = own
  await own.load('/contributions/new', /./)
  await page.route(POSTED, route => route.abort('connectionfailed'))
  await page.getByLabel(/^Montant/).fill('91')
  await page.getByLabel('Date', { exact: true }).fill('2199-01-01')
  await page.getByRole('button', { name: 'Enregistrer le don' }).click()
  const show = page.getByRole('button', { name: 'Afficher', exact: true })
  await show.waitFor()
  await page.unroute(POSTED)
  await show.click()
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click()
  await page.getByText(/^Refusé.*Date\u202f: doit être entre le /).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^Non enregistré\u202f: Date\u202f: doit être entre le /).waitFor()
  await page.getByRole('button', { name: 'Modifier' }).first().click()
  await page.getByText(/^Doit être entre le /).waitFor()
})

test('a gift that another tab took out, or sent, is so in this one too', { skip }, async t => {
  const own = await openConsole(service, church, { email: 'tabs@example.org' })
  t.after(() => own.close())
  const [count] = await gifts()
  await own.page.context().route(POSTED, route => route.abort('connectionfailed'))
  await own.load('/contributions/new', /record gifts/i)
  await own.page.getByLabel(/^amount/i).fill('81')
  await own.page.keyboard.press('Enter')
  await own.page.getByRole('status').filter({ hasText: '1 entry waiting to be sent' }).waitFor()
  const tab = await own.page.context().newPage()
  await tab.goto(`${own.origin}/c/${church.church.slug}/contributions/new`)
  await tab.getByRole('button', { name: 'Edit' }).click()
  await own.page.getByText(/^Not saved: you took it out to change it/).waitFor()
  await tab.getByRole('button', { name: 'Save gift' }).click()
  await own.page.getByText('Waiting to be sent', { exact: true }).waitFor()
  await own.page.context().unroute(POSTED)
  await tab.getByRole('button', { name: 'Show', exact: true }).click()
  await tab.getByRole('button', { name: 'Send now' }).click()
  await own.page.getByText('₦81.00 in 1 gift').waitFor()
  assert.equal((await gifts())[0], count + 1)
})

test('after one that waits was corrected, the gifts that follow are gifts of their own, in the batch that is shown', {
  skip,
}, async t => {
  const own = await openConsole(service, church, { email: 'corrected@example.org' })
  t.after(() => own.close())
  const [count, sum] = await gifts()
  const { data: batch } = (await church.send('POST', '/batches', { name: 'Second service' })).json
  await own.load('/contributions/new', /record gifts/i)
  const enter = async (amount: string): Promise<void> => {
    await own.page.getByLabel(/^amount/i).fill(amount)
    await own.page.keyboard.press('Enter')
    await own.until("document.querySelector('form input').value === ''")
  }
  const change = async (from: string, to: string): Promise<void> => {
    await own.page.getByRole('button', { name: 'Edit' }).first().click()
    await own.until(`document.querySelector('form input').value === '${from}'`)
    await enter(to)
  }
  const sendAll = async (): Promise<void> => {
    await own.page.unroute(POSTED)
    await own.page.getByRole('button', { name: 'Show', exact: true }).click()
    await own.page.getByRole('button', { name: 'Send now' }).click()
    await own.page.getByText('Nothing is waiting.').waitFor()
    await own.page.keyboard.press('Escape')
  }
  const waits = (words: string) => own.page.getByRole('status').filter({ hasText: words }).first()
  await own.page.route(POSTED, route => route.abort('connectionfailed'))
  await enter('41')
  await change('41', '42')
  await enter('43')
  await enter('44')
  await waits('3 entries waiting to be sent').waitFor()
  await sendAll()
  assert.deepEqual(await gifts(), [count + 3, sum + 12_900])

  // One that belongs to no batch, and is corrected on the page of one, stays in none; the next is the batch's.
  await own.page.route(POSTED, route => route.abort('connectionfailed'))
  await enter('51')
  await waits('1 entry waiting to be sent').waitFor()
  await own.load(`/contributions/new?batch=${batch.id}`, /Second service/)
  await change('51', '52')
  await enter('53')
  await waits('2 entries waiting to be sent').waitFor()
  await sendAll()
  assert.deepEqual(await gifts(), [count + 5, sum + 23_400])
  const ofBatch = (await church.send('GET', `/contributions?batch_id=${batch.id}`)).json.data
  assert.deepEqual(
    ofBatch.map(({ amount }: { amount: number }) => amount),
    [5300],
  )
})
