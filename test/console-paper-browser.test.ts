/** Lists, records and reports on paper, from a real browser, in both sizes: everything is there and nothing is clipped. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../src/db/sql.ts'
import { setRate } from '../src/modules/contributions/exchange-rates.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, openConsole, SKIP as skip } from './support/console-page.ts'
import { beyondMargins, type PdfPage, readPdf, textOf } from './support/read-pdf.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const PEOPLE = 130
/** Lists that are no tables of records. */
const UNLIKE = ['/messages/units', '/people/duplicates', '/settings/team']
const PAPERS = ['A4', 'Letter'] as const

let service: TestService
let church: TestChurch
let console: ConsolePage
let page: Page
let goTo: ConsolePage['goTo']
let obi: number
let ada: number
let gift: number

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['care'] })
  const made = async (path: string, body: object): Promise<number> => {
    const { status, json, text } = await church.send('POST', path, body)
    assert.equal(status, 201, text)
    return json.data.id
  }
  obi = await made('/families', { name: 'Obi', address: '1 Church Street, Lagos', phone: '08031234567' })
  ada = await made('/people', { first_name: 'Ada', last_name: 'Obi', status: 'member', family_id: obi })
  for (let n = 0; n < PEOPLE; n += 1) {
    const person_id = await made('/people', {
      first_name: `Person${n}`,
      middle_name: n === 7 ? 'Oluwaseunfunmilayo'.repeat(6) : 'Ọlá',
      last_name: 'Adébáyọ̀',
      status: n % 2 ? 'member' : 'visitor',
      email: `${'averylongaddress'.repeat(3)}${n}@example.org`,
      phone: '08031234567',
    })
    gift = await made('/contributions', {
      person_id,
      amount: 100_000 + n,
      given_on: '2024-03-01',
      reference: `envelope-${n}`,
    })
    await made('/prayer_requests', { person_id, body: `Request ${n}: ${'for rain and peace '.repeat(12)}end` })
  }
  console = await openConsole(service, church, {}, { acceptDownloads: true })
  ;({ page, goTo } = console)
})
after(async () => {
  await console?.close()
  await service?.close()
})

/** Prints what is shown; looks at every page: nothing lies beyond the margins, no part of the frame is printed, and axe finds nothing. */
async function printed(format: (typeof PAPERS)[number]): Promise<PdfPage[]> {
  if (format === 'A4') await passesOnPaper()
  const pages = await readPdf(await page.pdf({ format }))
  const words = pages.map(textOf).join('\n')
  assert.doesNotMatch(words, /Skip to content|Audit log\nChurch|Sign out/)
  assert.ok(words.includes(church.church.name), 'the church is named')
  for (const { width } of pages) {
    // Browsers round the size of A4 in their own units.
    assert.ok(Math.abs(width - { A4: 595, Letter: 612 }[format]) <= 1, `${format} is ${width} wide`)
  }
  assert.deepEqual(beyondMargins(pages), [])
  return pages
}
/** What is printed may be read to somebody as well, as a file: the same rules hold for it. */
async function passesOnPaper(): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  try {
    assert.deepEqual(await accessibilityProblems(page), [], `${page.url()} on paper`)
  } finally {
    await page.emulateMedia({ media: null })
  }
}

const flat = (pages: readonly PdfPage[]): string =>
  pages
    .map(({ texts }) => texts.map(({ text }) => text).join(''))
    .join('')
    .replace(/\s+/g, '')

/** Opens a list and goes on to its print view by its button. */
async function openPrint(path: string, heading: RegExp, rows: RegExp): Promise<void> {
  await goTo(path, heading)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByRole('status').filter({ hasText: rows }).waitFor()
}

test('the pages of paper and of the giving report are accessible, fit a phone and complain of nothing', {
  skip,
}, async () => {
  await console.inspect([
    ['/people/paper', /directory and labels/i],
    ['/contributions/report?year=2024', /giving report/i],
    ['/contributions/report?year=2024&by=month', /giving report/i],
    ['/contributions/report?year=2024&by=giver', /giving report/i],
    ['/contributions/report?year=2024&by=range', /giving report/i],
    ['/contributions/journal', /journal/i],
    ['/people?print=1&status=member', /people/i],
  ])
})

test('the list of people is printed under its filters: all rows, the header on each page, what was filtered', {
  skip,
}, async () => {
  await openPrint('/people?status=member', /people/i, /^66 rows$/)
  for (const format of PAPERS) {
    const pages = await printed(format)
    assert.ok(pages.length > 1)
    const words = flat(pages)
    for (let n = 1; n < PEOPLE; n += 2) {
      assert.ok(
        words.includes(`Person${n}${n === 7 ? 'Oluwaseunfunmilayo'.repeat(6) : 'Ọlá'}`),
        `Person${n} on ${format}`,
      )
      assert.ok(words.includes(`${'averylongaddress'.repeat(3)}${n}@example.org`), `the address of ${n}`)
    }
    assert.doesNotMatch(words, /Person2Ọlá/)
    assert.match(words, /Status:Member/)
    for (const one of pages) {
      assert.ok(flat([one]).includes('NameStatusPhoneEmailBranchMemberno.Changed'), 'the header is on every page')
    }
  }
})

test('gifts are printed with the names of all their givers and their sum, and a list that is drawn with its long texts', {
  skip,
}, async () => {
  await openPrint('/contributions', /gifts/i, /^130 rows$/)
  await page.getByRole('cell', { name: /^Person0 / }).waitFor()
  for (const format of PAPERS) {
    const words = flat(await printed(format))
    for (let n = 0; n < PEOPLE; n += 1) assert.ok(words.includes(`envelope-${n}`), `envelope-${n}`)
    assert.equal(words.match(/Person\d+/g)?.length, PEOPLE)
    assert.match(words, /₦130,083\.85/)
  }
  await openPrint('/prayer_requests', /prayer requests/i, /^130 rows$/)
  const words = flat(await printed('A4'))
  for (let n = 0; n < PEOPLE; n += 1) assert.match(words, new RegExp(`Request${n}:(forrainandpeace){12}end`))
})

test('the audit log is printed with all its pages', { skip }, async () => {
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into audit_log (church_id, user_id, user_name, operation, ip, created_at)
      select ${church.church.id}::bigint, 'someone', 'Someone', 'people.remove', '127.0.0.1', ${tx.now}::timestamptz
      from generate_series(1, 120)`),
  )
  await goTo('/settings/audit', /audit log/i)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await console.until(`document.querySelectorAll('ul[aria-label="Audit log"] > li').length > 120`)
  assert.equal(flat(await printed('Letter')).match(/Someone·/g)?.length, 120)
})

test('lists that are no resources are printed with every column, and without their buttons', { skip }, async () => {
  await church.act(setRate, { currency: 'USD', rate: '1650', valid_from: '2026-01-01' })
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into inbox (church_id, channel, provider, provider_id, "from", "to", body, created_at)
      select ${church.church.id}::bigint, 'sms', 'development', n::text, '+2348030000001', '+2348030000000', 'Message ' || n,
        ${tx.now}::timestamptz from generate_series(1, 120) as n`),
  )
  await goTo('/messages/inbox', /inbox/i)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await console.until(`document.querySelectorAll('.printed tbody tr').length === 120`)
  await page
    .getByRole('status')
    .filter({ hasText: /^120 rows$/ })
    .waitFor()
  assert.equal(flat(await printed('A4')).match(/\+2348030000001/g)?.length, 240)
  for (const [path, heading, text] of [
    ['/settings/keys', /api keys/i, /sx_live_/],
    ['/rates', /exchange rates/i, /1,?650/],
  ] as const) {
    await goTo(path, heading)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.locator('.printed tbody tr').first().waitFor()
    const paper = flat(await printed('Letter'))
    assert.match(paper, text)
    assert.doesNotMatch(paper, /Revoke|Addakey|Addarate/)
  }
})

test('a list is not printed before its rows are in, and one that is cut says so and shows all its rows when asked to', {
  skip,
}, async () => {
  const url = 'https://example.org/hook'
  const { id } = (await church.act(createEndpoint, { url, events: ['person.*'] })) as { id: number }
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event,
        kind, url, duration_ms, outcome, status)
      select ${church.church.id}::bigint, 1000000 + n, 1, ${tx.now}::timestamptz, ${id}::bigint, 'evt_x', 'person.created',
        'event', ${url}, 5, 'delivered', 200 from generate_series(1, 201) as n`),
  )
  let release = (): void => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/views/deliveries?*limit=5000*', async route => {
    await released
    await route.continue()
  })
  await goTo(`/settings/webhooks/${id}`, /example\.org/i)
  const toPrinter = page.getByRole('button', { name: 'Print', exact: true })
  await toPrinter.click()
  await page.getByRole('button', { name: 'Back to the list' }).waitFor()
  assert.equal(await toPrinter.isDisabled(), true, 'the rows are on their way')
  release()
  await page
    .getByRole('status')
    .filter({ hasText: /^201 rows$/ })
    .waitFor()
  assert.equal(await toPrinter.isDisabled(), false)
  await page.unrouteAll({ behavior: 'wait' })
  let wantsAll = false
  await page.route('**/people?*per_page=100*', async route => {
    const answer = await route.fetch()
    const { meta, data } = await answer.json()
    // As if the second hundred were the end of the first five thousand.
    const rows = wantsAll || meta.next_cursor ? data : []
    await route.fulfill({ response: answer, json: { data: rows, meta: { ...meta, total: 131 } } })
  })
  const said = /^The first 100 of 131\. Use filters for fewer, or export all of them\.$/
  await openPrint('/people', /people/i, said)
  wantsAll = true
  await page.getByRole('button', { name: /^Show all rows/ }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /^131 rows$/ })
    .waitFor()
  assert.equal(await page.locator('.printed tbody tr').count(), 131)
  assert.equal(await page.getByRole('button', { name: /^Show all rows/ }).count(), 0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('messages to many are printed all of them, and of one of them everybody whom it is for', { skip }, async () => {
  const [{ id = 0 } = {}] = await service.database.write(church.church.id, tx =>
    tx.all<{
      id: number
    }>(sql`insert into message_batches (church_id, key, user_id, user_name, audience, channel, body, total, created_at,
        finished_at)
      select ${church.church.id}::bigint, n::text, 'someone', 'Someone', '', 'sms', 'Message ' || n, ${PEOPLE}, ${tx.now}::timestamptz,
        ${tx.now}::timestamptz from generate_series(1, 120) as n returning id`),
  )
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into message_batch_recipients (church_id, batch_id, person_id, state)
      select church_id, ${id}::bigint, id, case when id % 2 = 0 then 'stopped' else 'waiting' end from people
      where church_id = ${church.church.id}`),
  )
  await openPrint('/messages/batches', /group messages/i, /^120 rows$/)
  assert.equal(flat(await printed('A4')).match(/Message\d+/g)?.length, 120)
  await openPrint(`/messages/batches/${id}`, /people$/i, /^131 rows$/)
  const words = flat(await printed('A4'))
  for (let n = 0; n < PEOPLE; n += 1) assert.ok(words.includes(`Person${n}`), `Person${n}`)
  assert.ok(words.includes('Waiting') && words.includes('Leftout'))
})

test('a person, a family, a gift, branches and a report are printed without what is only of use on a screen', {
  skip,
}, async () => {
  for (const [path, heading, words] of [
    [`/people/${ada}`, /ada obi/i, /AdaObi.*Member/],
    [`/families/${obi}`, /obi/i, /1ChurchStreet,Lagos/],
    [`/contributions/${gift}`, /₦/, /envelope-129/],
    ['/branches', /branches/i, /Headbranch|Headquarters/],
    ['/contributions/report?year=2024', /giving report/i, /₦130,083\.85/],
    ['/contributions/report?year=2024&show=months', /giving report/i, /Mar2024/],
    ['/contributions/report?year=2024&by=giver', /giving report/i, /₦130,083\.85/],
    ['/contributions/report?year=2024&by=range', /giving report/i, /₦130,083\.85/],
    ['/contributions/report?year=2024&by=month', /giving report/i, /₦130,083\.85/],
  ] as const) {
    await goTo(path, heading)
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
    await console.until('document.querySelector(\'[role=status][aria-label="Loading"]\') === null')
    for (const format of PAPERS) {
      const said = flat(await printed(format))
      assert.match(said, words, path)
      assert.doesNotMatch(said, /PrintEdit|Void…|Addatag|2026PeopleAdaObi/)
    }
  }
})

test('a list is exported under its filters and sort, and the directory, labels and report are downloaded', {
  skip,
}, async () => {
  const saved = async (name: string): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ])
    return readFileSync(await download.path())
  }
  await goTo('/people?status=member&sort=-id', /people/i)
  const lines = (await saved('Export')).toString('utf8').trim().split('\r\n')
  assert.equal(lines.length, 67)
  assert.match(lines[1] ?? '', /Person129/)
  await page.getByRole('link', { name: 'Directory and labels' }).click()
  await page.getByText('66 people in 66 households').waitFor()
  const directory = (await readPdf(await saved('Download directory'))).map(textOf).join('\n')
  assert.match(directory, /Adébáyọ̀, Person129/)
  assert.doesNotMatch(directory, /Person128/)
  await page.getByLabel('Label sheet').selectOption('L7163')
  assert.equal((await readPdf(await saved('Download labels'))).length, 1)
  await goTo('/contributions/report?year=2024', /giving report/i)
  assert.match((await saved('Export')).toString('utf8'), /General,NGN,130,.*130083\.85/)
  assert.match((await readPdf(await saved('Save as PDF'))).map(textOf).join('\n'), /₦130,083\.85/)
  const others = ['/messages/inbox', '/messages/batches', '/rates', '/settings/keys', '/settings/webhooks', ...UNLIKE]
  for (const path of ['/families', '/funds', '/branches', '/messages', '/settings/audit', ...others]) {
    await goTo(path, /./)
    assert.ok((await saved('Export')).toString('utf8').startsWith('\ufeff'), path)
    await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
  }
})
