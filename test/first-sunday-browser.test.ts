/**
 * A volunteer's first Sunday on a phone of 360 pixels, from the printed link on, in French and in Arabic: nothing that they
 * meet is in English. The pages before they have an account are in front-pages-browser.test.ts.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { HOUSE } from '../src/house.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { member } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP as skip } from './support/console-page.ts'
import { ENGLISH, looking } from './support/english-words.ts'
import { NAMES } from './support/foreign-texts.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const PHONE = { width: 360, height: 740 }
const SUNDAY = '2026-11-22'

let service: TestService
let church: TestChurch
before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church({ name: 'Emmanuel' })
  await church.set({ modules: [...HOUSE.optional] })
  const added = async (path: string, body: object): Promise<number> => {
    const { status, json, text } = await church.send('POST', path, body)
    assert.equal(status, 201, text)
    return json.data.id
  }
  const person = await added('/people', { first_name: 'Ada', last_name: 'Obi', phone: '+2348032025071' })
  await added('/people', { first_name: 'Ada', last_name: 'Eze' })
  await added('/families', { name: 'Obi' })
  const group = await added('/groups', { name: 'Yaba', kind: 'cell' })
  await added('/group_members', { group_id: group, person_id: person, role: 'leader' })
  await added('/meetings', { name: 'Emmanuel', held_on: SUNDAY, local_time: '09:00' })
  await added('/contributions', { amount: 150_050, given_on: SUNDAY, person_id: person, reference: 'R-1' })
  const batch = await added('/batches', { name: 'Emmanuel', counted_on: SUNDAY })
  const treasurer = await member(service, church, 'finance')
  for (const counter of ['Ada Obi', 'Ada Eze']) {
    const { status, text } = await treasurer.inChurch('POST', '/actions/batches.count', {
      id: batch,
      counter,
      count: 1,
    })
    assert.equal(status, 200, text)
  }
  await added('/tasks', { title: 'Okafor', due_on: SUNDAY, kind: 'call', person_id: person })
  await added('/prayer_requests', { body: 'Okafor', name: 'Okafor' })
})
after(() => service?.close())

/** Pages that a volunteer comes to, in their order. */
const PAGES = [
  ...[
    '',
    '/people',
    '/people/new',
    '/people/1',
    '/families',
    '/families/new',
    '/families/1',
    '/meetings',
    '/meetings/1',
  ],
  ...[
    '/attendance',
    '/contributions',
    '/contributions/new',
    '/contributions/1',
    '/batches',
    '/batches/new',
    '/batches/1',
  ],
  ...[
    '/batches/1/count',
    '/statements',
    '/messages',
    '/messages/new',
    '/messages/inbox',
    '/groups',
    '/groups/1',
    '/tasks',
  ],
  ...['/tasks/new', '/tasks/1', '/prayer_requests', '/prayer_requests/new', '/prayer_requests/1', '/settings/team'],
  '/account',
]

/** Who comes for the first time, by the language of who writes them down: one put on record, one added to the roll. */
const VISITORS: Readonly<Record<string, readonly string[]>> = { fr: ['Awa', 'Mamadou'], ar: ['Salma', 'Yusuf'] }

/** What was typed by people, or is called so everywhere. */
const CALLED = [
  ...Object.values(VISITORS).flat(),
  ...Object.values(VISITORS).map(([name]) => `${name} Okafor`),
  ...NAMES,
  'Emmanuel',
  'Okafor',
  'Ada',
  'Obi',
  'Ada Obi',
  'Ada Eze',
]

/** Everything that is done in the console on the Sunday, and looked at on the way. */
async function inConsole({ page, goTo }: ConsolePage, language: string, look: (where: string) => Promise<void>) {
  const { say } = languageNamed(language)
  const press = (name: string) =>
    page
      .getByRole('button', { name: say(name), exact: true })
      .first()
      .click()
  for (const at of PAGES) {
    await goTo(at, /./)
    await look(at)
    await page
      .getByRole('main')
      .getByRole('button', { name: say('What this page is for') })
      .click()
    await page.getByRole('link', { name: say('More in the guide') }).waitFor()
    await look(`${at}, explained`)
    await page.keyboard.press('Escape')
  }
  await goTo('/people', /./)
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('ada')
  await page.getByRole('option').nth(1).waitFor()
  await look('search')
  await page.getByRole('combobox').fill('xyzzy')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await look('search without a match')
  await page.keyboard.press('Escape')
  await goTo('/people/new', /./)
  await page.locator('form').getByRole('button').last().click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await look('a person without a name')
  const [visitor = '', guest = ''] = VISITORS[language] ?? []
  await page.locator('main input[aria-invalid=true]').first().fill(visitor)
  await page.getByLabel(say('Last name'), { exact: true }).fill('Okafor')
  await page.locator('form').getByRole('button').last().click()
  await page.getByRole('heading', { level: 1, name: `${visitor} Okafor` }).waitFor()
  await look('a visitor')
  assert.equal((await church.send('GET', `/people?q=${visitor}`)).json.meta.total, 1)
  await goTo('/contributions/new', /./)
  await page.getByLabel(say('Amount')).first().fill('ten')
  await page.keyboard.press('Enter')
  await page.locator('[aria-invalid=true]').first().waitFor()
  await look('an amount that is none')
  await page.getByLabel(say('Amount')).first().fill('20')
  await press('Save gift')
  await page.getByRole('region', { name: say('Recorded just now') }).waitFor()
  await look('a gift')
  await countAsThird(page, language, goTo, look)
  await goTo('/meetings/1', /./)
  await press('Link for ushers')
  await page.getByRole('dialog').waitFor()
  await look('link for ushers')
  await page.keyboard.press('Escape')
  await press('Add somebody')
  await page.getByRole('dialog').waitFor()
  await look('add somebody')
  await takeRoll(page, guest, look)
  await page.getByRole('navigation').last().getByRole('button').last().click()
  await page.getByRole('dialog').waitFor()
  await look('everything else')
  await page.keyboard.press('Escape')
  await page.getByRole('banner').locator('[aria-haspopup=menu]').first().click()
  await page.getByRole('menu').waitFor()
  assert.match(await page.getByRole('menu').innerText(), new RegExp(` · ${say('Owner')}$`, 'm'))
  await look('the menu of the account')
}

/** Counts what two have counted already: why that is refused is told, and who they are. */
async function countAsThird(
  page: Page,
  language: string,
  goTo: ConsolePage['goTo'],
  look: (where: string) => Promise<void>,
) {
  const { say } = languageNamed(language)
  await goTo('/batches/1/count', /./)
  await page.getByLabel(say('How many gifts')).fill('1')
  await page.getByRole('button', { name: say('Save the count') }).click()
  await page.getByRole('alert').filter({ hasText: 'Ada Eze' }).waitFor()
  await look('a third count')
}

/** In the dialog that is open adds who came for the first time to the roll, and marks them otherwise: each is saved at once. */
async function takeRoll(page: Page, guest: string, look: (where: string) => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[required]').fill(guest)
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.locator('.roll-row', { hasText: guest })
  await row.locator('[data-state=present][aria-pressed=true]').waitFor()
  await look('a guest on the roll')
  await row.locator('[data-state=excused]').click()
  await eventually('the roll is saved', async () => {
    const { id } = (await church.send('GET', `/people?q=${guest}`)).json.data[0]
    const [mark] = (await church.send('GET', `/attendances?meeting_id=1&person_id=${id}`)).json.data
    return mark?.state === 'excused' && mark.first_time === true
  })
  await look('a roll')
}

/** Pages without an account, as the browser asks for them. */
async function outside(page: Page, origin: string, look: (where: string) => Promise<void>): Promise<void> {
  const { slug } = church.church
  const paths = [`/give/${slug}`, `/give/${slug}/manage`, `/pledge/${slug}`, `/groups/${slug}`, `/verify/${slug}`]
  for (const at of [...paths, '/give/nobody', '/guide', '/guide/first-sunday', '/guide/entering-gifts', '/']) {
    await page.goto(`${origin}${at}`)
    await look(at)
  }
  const manifest = await page.evaluate<Record<string, unknown>>("fetch('/sexton.webmanifest').then(one => one.json())")
  for (const name of ['name', 'short_name', 'description'])
    assert.doesNotMatch(String(manifest[name] ?? ''), ENGLISH, name)
}

for (const [language, locale] of [
  ['fr', 'fr-CI'],
  ['ar', 'ar-EG'],
] as const) {
  test(`a first Sunday in ${language}: not one English word, from the printed link to the page of a giver`, {
    skip,
  }, async t => {
    const email = `${language}@example.org`
    const options = { locale, viewport: PHONE }
    const opened = await openConsole(service, church, { byLink: true, role: 'owner', email, name: 'Ngozi' }, options)
    const { found, look } = looking(opened.page, language, CALLED)
    await inConsole(opened, language, look)
    await outside(opened.page, opened.origin, look)
    t.diagnostic(`${PAGES.length} pages`)
    assert.deepEqual([...found], [])
    await opened.close()
  })
}
