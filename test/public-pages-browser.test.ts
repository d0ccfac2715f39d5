/** The pages without an account in a real browser: givers, ushers, teachers, leaders, and who asks to join a group. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { member, type TestMember } from './support/console.ts'
import { fits, SKIP as skip } from './support/console-page.ts'
import type { GivingChurch, GivingService } from './support/giving.ts'
import { givingLinks } from './support/giving-links.ts'
import { moveTo, startRecurring } from './support/recurring.ts'
import { NOW, PUPILS, volunteerLinks } from './support/volunteer-links.ts'

/** Bytes of a page that opens on the slowest phone. */
const LIGHT = 20_000
const PHONE = { width: 360, height: 740 }
const SCREEN = { width: 1280, height: 844 }
/** What axe looks at in colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']
let service: GivingService
let church: GivingChurch
let office: TestMember
let context: BrowserContext
let page: Page
/** Addresses of links by what they are for. */
let links: Record<string, string>
let statementNumber: string
let meeting: number
let recurring: number

before(async () => {
  if (skip) return
  service = await startRecurring()
  moveTo(service, NOW)
  church = await service.givingChurch('development', { timezone: 'UTC' })
  await church.set({ modules: ['giving', 'groups', 'school'] })
  office = await member(service, church, 'owner')
  context = await (await sharedBrowser()).newContext({ hasTouch: true, viewport: PHONE })
  page = await context.newPage()
  const given = await volunteerLinks(service, church, office)
  const givers = await givingLinks(service, church)
  meeting = given.meeting
  ;({ recurring, statementNumber } = givers)
  links = { ...given.links, ...givers.links }
})
after(async () => {
  await context?.close()
  await service?.close()
})

const get = async (path: string) => (await church.send('GET', path)).json.data

const addressOf = (name: string): string => links[name] ?? assert.fail(name)
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** What a page says of how things stand. */
const says = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).waitFor()

test('pages without an account are accessible, fit phone and screen, are light and run no script', {
  skip,
}, async t => {
  const sizes: string[] = []
  for (const [name, address] of Object.entries(links)) {
    await page.setViewportSize(PHONE)
    const reply = await page.goto(address)
    const text = (await reply?.text()) ?? ''
    assert.equal(reply?.status(), name === 'nothing' ? 404 : 200, name)
    assert.doesNotMatch(text, /<script/, name)
    assert.ok(text.length < LIGHT, `${name} has ${text.length} bytes`)
    sizes.push(`${name} ${text.length}`)
    assert.deepEqual(await accessibilityProblems(page), [], `${name} on a phone`)
    await fits(page, name, PHONE.width)
    await page.setViewportSize(SCREEN)
    assert.deepEqual(await accessibilityProblems(page), [], `${name} on a screen`)
    await fits(page, name, SCREEN.width)
  }
  await page.setViewportSize(PHONE)
  t.diagnostic(`bytes: ${sizes.join(', ')}`)
})

test('pages without an account can be read in the dark, and so can what is wrong on them', { skip }, async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const name of Object.keys(links)) {
    await page.goto(addressOf(name))
    if (name === 'give') await button('Continue to payment').click()
    // What else axe looks at is the same in the dark.
    assert.deepEqual(await accessibilityProblems(page, { only: COLOURS }), [], name)
  }
  await page.emulateMedia({ colorScheme: 'light' })
})

test('who chose light or dark in the console on a device sees pages without an account so, also what is wrong on them', {
  skip,
}, async () => {
  const grounds = () =>
    page.evaluate<string[]>(`[getComputedStyle(document.documentElement).colorScheme,
      getComputedStyle(document.querySelector('.wrong')).color]`)
  const on: Record<string, string[]> = {}
  for (const chosen of ['light', 'dark']) {
    await context.addCookies([{ name: 'sexton_appearance', value: chosen, url: service.url }])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(addressOf('give'))
      await button('Continue to payment').click()
      await page.locator('.wrong').first().waitFor()
      on[`${chosen} on a ${colorScheme} device`] = await grounds()
      assert.deepEqual(await accessibilityProblems(page, { only: COLOURS }), [], `${chosen} on a ${colorScheme} device`)
    }
  }
  const [light, dark] = [
    ['light', 'rgb(179, 38, 30)'],
    ['dark', 'rgb(242, 184, 181)'],
  ]
  assert.deepEqual(on, {
    'light on a light device': light,
    'light on a dark device': light,
    'dark on a light device': dark,
    'dark on a dark device': dark,
  })
  await context.clearCookies({ name: 'sexton_appearance' })
  await page.emulateMedia({ colorScheme: 'light' })
})

/** Taps, of which opening the link is the first. */
function fromLink(name: string) {
  let taps = 1
  const opened = page.goto(addressOf(name))
  return {
    taps: () => taps,
    async tap(role: 'button' | 'checkbox' | 'textbox', label: string | RegExp): Promise<void> {
      await opened
      taps += 1
      await page.getByRole(role, { name: label }).first().tap()
    },
  }
}

test('an usher counts in four taps from the link, and goes on by keyboard', { skip }, async () => {
  const { tap, taps } = fromLink('usher')
  await tap('textbox', 'Men')
  await page.keyboard.type('84')
  await tap('textbox', 'Women')
  await page.keyboard.type('97')
  await tap('button', 'Save the count')
  await says('Saved. Thank you.')
  assert.equal(taps(), 4)
  await button('+1 Men').press('Enter')
  await page.getByText('Counted so far: 182').waitFor()
  await page.getByLabel('Children').fill('3')
  await page.keyboard.press('Enter')
  await page.getByText('Counted so far: 185').waitFor()
  const counts: { category: string; count: number }[] = await get(`/headcounts?meeting_id=${meeting}&sort=id`)
  assert.deepEqual(
    counts.map(({ category, count }) => [category, count]),
    [
      ['men', 85],
      ['women', 97],
      ['children', 3],
    ],
  )
})

test('the pages of volunteers lead to the guide in their language', { skip }, async () => {
  for (const [name, section] of [
    ['usher', 'first-sunday?lang=fr#count-who-came'],
    ['teacher', 'groups-and-classes?lang=fr#sunday-school'],
    ['report', 'groups-and-classes?lang=fr#reports'],
    ['leader', 'groups-and-classes?lang=fr#groups'],
    ['task', 'groups-and-classes?lang=fr#tasks-and-prayer-requests'],
  ] as const) {
    const text = await (await fetch(addressOf(name), { headers: { 'accept-language': 'fr' } })).text()
    assert.ok(text.includes(`<a href="/guide/${section}"`), name)
  }
})

test('a teacher of n taps who is there and closes the class: n + 2 taps from the link', { skip }, async () => {
  const { tap, taps } = fromLink('teacher')
  for (const name of PUPILS) await tap('checkbox', `${name} Eze`)
  await tap('button', 'Save and close')
  await page.getByText('This session is closed.').waitFor()
  assert.equal(taps(), PUPILS.length + 2)
  const [{ status, present }] = await get('/class_sessions')
  assert.deepEqual([status, present], ['closed', PUPILS.length])
})

test('a leader of n taps who came, types three numbers and submits: n + 5 taps from the link', { skip }, async () => {
  const { tap, taps } = fromLink('report')
  for (const name of PUPILS) await tap('checkbox', `${name} E.`)
  for (const [field, typed] of [
    ['Visitors', '2'],
    ['First-timers among them', '1'],
  ] as const) {
    await tap('textbox', field)
    await page.keyboard.type(typed)
  }
  await tap('textbox', /^Offering/)
  await page.keyboard.type('1,500')
  await tap('button', 'Submit')
  await says('Thank you. The report is handed in.')
  assert.equal(taps(), PUPILS.length + 5)
  const [{ present, visitors, first_timers, offering }] = await get('/group_reports')
  assert.deepEqual([present, visitors, first_timers, offering], [3, 2, 1, 150_000])
})

test("a leader's page takes the roll of today, and a task is marked as done, by keyboard", { skip }, async () => {
  await page.goto(addressOf('leader'))
  await page.getByRole('checkbox', { name: 'Bola E.' }).press('Space')
  await button('Save').press('Enter')
  await says('Saved. Thank you.')
  assert.equal(await page.getByRole('checkbox', { name: 'Bola E.' }).isChecked(), true)
  await page.goto(addressOf('task'))
  await page.getByLabel('What came of it').selectOption('I reached them')
  await button('Mark as done').press('Enter')
  await says('This is done. Thank you.')
})

test('whoever looks for a group finds it, asks to join and withdraws', { skip }, async () => {
  await page.goto(addressOf('groups'))
  await page.getByLabel('Search by name or place').fill('yaba')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Yaba cell' }).click()
  service.pass(1)
  await page.getByLabel('Your name').fill('Dayo')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [], 'a form to be mended')
  await fits(page, 'the form of a group', PHONE.width)
  // Nobody mends a form in less than some seconds.
  service.pass(1)
  await page.getByLabel('Your email address').fill('dayo@example.org')
  await page.keyboard.press('Enter')
  await says('Your request to join Yaba cell has been sent.')
  assert.deepEqual(await accessibilityProblems(page), [], 'a request')
  await button('Withdraw my request').press('Enter')
  await says(/has been withdrawn/)
  assert.equal((await get('/join_requests'))[0].status, 'withdrawn')
})

test('a giver changes the amount, pauses, goes on, and stops in two clicks', { skip }, async () => {
  await page.goto(addressOf('giver'))
  await page.getByText('28 February 2027').first().waitFor()
  await page.getByLabel('Amount in NGN').fill('much')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Amount in NGN').fill('2,000')
  await page.keyboard.press('Enter')
  await says('The amount is changed')
  await page.getByLabel('Pause until').fill('2027-05-01')
  await button('Pause my gifts').press('Enter')
  await says('Your gifts are paused.')
  await button('Go on with my gifts').press('Enter')
  await says('Your gifts go on.')
  const { amount, status } = await get(`/recurring_gifts/${recurring}`)
  assert.deepEqual([amount, status], [200_000, 'active'])
  await page.getByRole('link', { name: 'Stop my recurring gift' }).click()
  await button('Yes, stop it').click()
  await says('Your recurring gift is stopped.')
  assert.deepEqual(await accessibilityProblems(page), [], 'a gift that is stopped')
  assert.equal((await get(`/recurring_gifts/${recurring}`)).status, 'cancelled')
})

test('a gift that an address presets is given by keyboard; a pledge leads to giving a part of it', {
  skip,
}, async () => {
  await page.goto(addressOf('give again and again'))
  assert.equal(await page.getByLabel('How often').inputValue(), 'monthly')
  await page.getByLabel('Your name').fill('Chi')
  await page.getByLabel('Your email address').fill('chi@example.org')
  await page.keyboard.press('Enter')
  await button('Pay').press('Enter')
  await says('Grace Church has received it.')
  assert.deepEqual(await accessibilityProblems(page), [], 'thanks')
  await page.getByRole('link', { name: 'Give again' }).click()
  await page.getByRole('link', { name: 'Make a pledge' }).click()
  await page.getByRole('link', { name: 'School bus' }).click()
  await page.getByLabel('What you pledge in NGN').fill('12,000')
  await page.getByLabel('Your name').fill('Chi')
  await page.getByLabel('Your email address').fill('chi@example.org')
  await page.keyboard.press('Enter')
  await says('Grace Church has your pledge to School bus on record.')
  assert.deepEqual(await accessibilityProblems(page), [], 'thanks for a pledge')
  await page.getByRole('link', { name: 'Give a first part now' }).click()
  assert.equal(
    await page.getByRole('combobox', { name: 'Give to' }).locator('option:checked').innerText(),
    'School bus',
  )
  await page.goto(addressOf('pledge'))
  await page.getByRole('link', { name: 'Give towards it now' }).click()
  assert.equal(await page.getByRole('combobox', { name: 'Give to' }).locator('option:checked').innerText(), 'New roof')
  assert.equal(await page.getByLabel('How often').inputValue(), 'monthly')
})

test('a statement is opened with the birthday of its giver, and whether one is genuine is told', { skip }, async () => {
  await page.goto(addressOf('statement'))
  await page.getByLabel('Your birthday').fill('1980-02-28')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [], 'a wrong birthday')
  await page.getByLabel('Your birthday').fill('1980-02-29')
  const [paper] = await Promise.all([page.waitForEvent('download'), button('Open').press('Enter')])
  assert.equal(paper.suggestedFilename(), `${statementNumber}.pdf`)
  await page.goto(addressOf('verify'))
  for (const [total, words] of [
    ['1,500.50', /^Genuine: Grace Church issued/],
    ['1,500.51', /^No document of Grace Church/],
  ] as const) {
    await page.getByLabel('Total').fill(total)
    await page.keyboard.press('Enter')
    await page.getByText(words).waitFor()
  }
  await page.goto(addressOf('lost link'))
  await page.getByLabel('Your email address').fill('bola@example.org')
  await page.keyboard.press('Enter')
  await says('the link is on its way')
})
