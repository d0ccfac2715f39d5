/** Attendance in a real browser: ushers count, a roll is taken by keyboard and by tap, and two windows see each other. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sql } from '../src/db/sql.ts'
import { accessibilityProblems } from './support/browser.ts'
import { type ConsolePage, fits, openConsole, SKIP as skip } from './support/console-page.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let console: ConsolePage
let second: ConsolePage
let page: Page
let other: Page
let meeting: number
let ada: number
/** Another branch. */
let hall: number

/** Of the day on which it is everywhere within it: under way whenever the test runs. */
const WHOLE_DAY = { local_time: '00:00', minutes: 1_440, timezone: 'UTC' }

before(async () => {
  if (skip) return
  service = await startService()
  church = await service.church()
  for (const first_name of ['Ada', 'Bola', 'Chidi']) {
    const { id } = (await church.send('POST', '/people', { first_name, last_name: 'Obi' })).json.data
    ada ??= id
  }
  const held_on = new Date().toISOString().slice(0, 10)
  meeting = (await church.send('POST', '/meetings', { name: 'Sunday service', held_on, ...WHOLE_DAY })).json.data.id
  hall = await church.branch('Hall')
  console = await openConsole(service, church)
  second = await openConsole(service, church, { role: 'staff', email: 'tunde@example.org', name: 'Tunde' })
  ;({ page } = console)
  other = second.page
  await page.setViewportSize({ width: 390, height: 844 })
})
after(async () => {
  await console?.close()
  await second?.close()
  await service?.close()
})

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const field = (name: string, on = page) => on.getByLabel(name, { exact: true })
const marked = (name: string, isMarked: boolean, on = page) =>
  on.locator(`button[aria-label="${name}"][aria-pressed="${isMarked}"]`).waitFor()

/** Counts by category, as the API has them. */
async function counted(): Promise<Record<string, number | null>> {
  const { data } = (await church.send('GET', `/headcounts?meeting_id=${meeting}`)).json
  return Object.fromEntries(data.map((one: { category: string; count: number }) => [one.category, one.count]))
}

/** Begins to watch the roll: when a tap is painted, which tasks took longer than 50 ms, what each row was last drawn with. */
const WATCH = `{
  const watched = { taps: [], tasks: [], drawn: new Map() }
  globalThis.watched = watched
  new PerformanceObserver(list => watched.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
  document.addEventListener('pointerup', ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => watched.taps.push(performance.now() - timeStamp))))
}`

/** The names of the rows that were drawn anew since it was last asked: React gives what it draws other properties each time. */
const DRAWN = `[...document.querySelectorAll('.roll-row')].flatMap(row => {
  const { drawn } = globalThis.watched
  const properties = row[Object.keys(row).find(key => key.startsWith('__reactProps$'))]
  const before = drawn.get(row)
  drawn.set(row, properties)
  return before === properties ? [] : [row.querySelector('.roll-name').textContent]
})`

const drawn = (): Promise<string[]> => page.evaluate(DRAWN)

/** Waits until the API has what is named. */
const records = (what: string, wanted: unknown, read: () => Promise<unknown>) =>
  eventually(what, async () => {
    const found = await read()
    return JSON.stringify(found) === JSON.stringify(wanted)
  })

/** Of Ada, Bola and Chidi, in this order: which of two windows was answered first is open. */
const states = async (): Promise<string[]> => {
  const { data } = (await church.send('GET', `/attendances?meeting_id=${meeting}`)).json
  const marks: { person_id: number; state: string }[] = data
  return marks.toSorted((one, other) => one.person_id - other.person_id).map(({ state }) => state)
}

test('two ushers count the same, typed and tapped, and no tap is lost; 0 is not the same as nothing', {
  skip,
}, async () => {
  await console.load(`/meetings/${meeting}`, /sunday service/i)
  await second.load(`/meetings/${meeting}`, /sunday service/i)
  await page.getByText('Nobody has counted yet.').waitFor()
  // In digits of Arabic, as phones of many have them.
  await field('Men').fill('٨٤')
  await page.keyboard.press('Enter')
  await other.getByText('84 counted').waitFor()
  for (const window of [page, other, page, other, page]) await button('One more: Men', window).click()
  await button('One fewer: Men', other).click()
  await field('Youth').fill('0')
  await page.keyboard.press('Tab')
  await records('counts', { men: 88, youth: 0 }, counted)
  await field('Youth').fill('')
  await page.keyboard.press('Tab')
  await records('a count that was taken back', { men: 88, youth: null }, counted)
  await other.getByText('88 counted').waitFor()
})

test('a roll is taken by keyboard and by tap, and each window sees what the other tapped', { skip }, async () => {
  await field('Search the roll').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await marked('Ada Obi: Present', true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await button('Chidi Obi: Absent', other).click()
  await records('the roll', ['present', 'excused', 'absent'], states)
  await marked('Bola Obi: Excused', true, other)
  await marked('Chidi Obi: Absent', true)
  await page.getByText('1 present, 1 excused, 1 absent, 0 not marked').waitFor()
  await button('Chidi Obi: Absent').click()
  await records('a mark that was taken back', ['present', 'excused', 'undone'], states)
  await marked('Chidi Obi: Absent', false, other)
  await field('Search the roll').fill('BOLÁ')
  await button('Ada Obi: Present').waitFor({ state: 'detached' })
  await button('Bola Obi: Present').waitFor()
  await field('Search the roll').fill('')
})

test('a mark that is refused goes back and is said; one that finds no server is sent again', { skip }, async () => {
  const mark = '**/actions/attendances.mark'
  await page.route(mark, route =>
    route.fulfill({ status: 403, json: { ok: false, error: 'forbidden', message: 'No.' } }),
  )
  await button('Chidi Obi: Present').click()
  const said = page.getByText('Chidi Obi: not saved')
  await said.waitFor()
  await button('Dismiss').click()
  await said.waitFor({ state: 'detached' })
  await marked('Chidi Obi: Present', false)
  await page.unroute(mark)
  await page.route(mark, route => route.abort())
  await button('Chidi Obi: Present').click()
  await page.getByText(/1 mark is not saved yet/).waitFor()
  await marked('Chidi Obi: Present', true)
  await page.unroute(mark)
  await page.getByText(/1 mark is not saved yet/).waitFor({ state: 'detached' })
  await records('the mark', ['present', 'excused', 'present'], states)
  console.complaints.length = 0
})

test('a visitor who is new comes onto the roll as a person, and both windows have them', { skip }, async () => {
  await button('Add somebody').click()
  const dialog = page.getByRole('dialog', { name: 'Add somebody' })
  await dialog.getByRole('button', { name: 'Mark as present' }).click()
  await dialog.getByText('Type a first name.').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await dialog.getByLabel('First name').fill('Zainab')
  await dialog.getByRole('button', { name: 'Mark as present' }).click()
  await marked('Zainab: Present', true)
  await marked('Zainab: Present', true, other)
  const { data } = (await church.send('GET', `/attendances?meeting_id=${meeting}&sort=-id&per_page=1`)).json
  assert.deepEqual([data[0].role, data[0].first_time, data[0].source], ['visitor', true, 'roll'])
})

test('of somebody on the roll two people say a note and that they are new; it leads to who was here for the first time', {
  skip,
}, async () => {
  const dialog = page.getByRole('dialog', { name: 'Bola Obi' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await button('Bola Obi: first time, visitor, note').click()
  await dialog.getByLabel('Note').fill('Came with Ada')
  await save.click()
  await page.getByText('Came with Ada').waitFor()
  // The mark is as it was.
  await marked('Bola Obi: Excused', true)
  await button('Bola Obi: first time, visitor, note').click()
  const [{ person_id }] = (await church.send('GET', `/attendances?meeting_id=${meeting}&state=excused`)).json.data
  const said = { meeting_id: meeting, person_id, state: 'absent', note: 'Allergic to nuts' }
  assert.equal((await church.send('POST', '/attendances', said)).status, 200)
  await dialog.getByLabel('First time here').check()
  await save.click()
  await page.getByText('First time here · Allergic to nuts').waitFor()
  await marked('Bola Obi: Absent', true)
  const link = page.getByRole('link', { name: 'Who was here for the first time' })
  const of = new URL((await link.getAttribute('href')) ?? '', 'http://x').search
  const { data } = (await church.send('GET', `/attendances${of}`)).json
  assert.deepEqual(
    data.map(({ state, note }: { state: string; note: string | null }) => [state, note]),
    [
      ['absent', 'Allergic to nuts'],
      ['present', null],
    ],
  )
})

test('who writes a note while another does is shown that one, and decides', { skip }, async () => {
  const dialog = page.getByRole('dialog', { name: 'Bola Obi' })
  const note = dialog.getByRole('textbox', { name: 'Note' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await button('Bola Obi: first time, visitor, note').click()
  await note.fill('Sits in the front row')
  const [{ person_id }] = (await church.send('GET', `/attendances?meeting_id=${meeting}&first_time=1`)).json.data
  const theirs = { meeting_id: meeting, person_id, state: 'absent', note: 'Left early' }
  assert.equal((await church.send('POST', '/attendances', theirs)).status, 200)
  await save.click()
  await dialog.getByText('Somebody else wrote meanwhile: Left early.').waitFor()
  assert.equal(await note.inputValue(), 'Sits in the front row')
  assert.deepEqual(await accessibilityProblems(page), [])
  await note.fill('Sits in the front row. Left early')
  await save.click()
  await page.getByText('First time here · Sits in the front row. Left early').waitFor()
})

test('the link for ushers is shown as a text and a code, and is renewed', { skip }, async () => {
  await button('Link for ushers').click()
  const dialog = page.getByRole('dialog', { name: 'Link for ushers' })
  await dialog.getByRole('img', { name: /QR code/ }).waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  assert.equal((await fetch(link.replace('localhost', '127.0.0.1'))).status, 200)
  await dialog.getByRole('button', { name: 'Renew the link' }).click()
  await eventually('another link', async () => (await dialog.getByLabel('Link', { exact: true }).inputValue()) !== link)
  assert.equal((await fetch(link.replace('localhost', '127.0.0.1'))).status, 404)
  await page.keyboard.press('Escape')
})

test('a meeting is done and closed; the other window shows it, and it is opened again', { skip }, async () => {
  const told = async () => (await church.events()).filter(({ name }) => name === 'attendance.recorded').length
  const before = await told()
  await button('Done counting').click()
  await page.getByText('Thank you. The attendance is recorded.').waitFor()
  assert.equal(await told(), before + 1)
  await button('Close').click()
  await other.getByText('This meeting is closed.').waitFor()
  await button('Ada Obi: Present', other).waitFor({ state: 'detached' })
  assert.deepEqual(await accessibilityProblems(other), [])
  await button('Open again', other).click()
  await button('Ada Obi: Present', other).waitFor()
})

test('whom one counts is chosen in the console', { skip }, async () => {
  await button('Change the categories').click()
  const dialog = page.getByRole('dialog', { name: 'Categories of head counts' })
  await dialog.getByLabel('Categories', { exact: true }).fill('Choir')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await field('Choir').waitFor()
  const { categories } = (
    await (
      await page.request.get(`${console.origin}/console/api/${church.church.slug}/views/headcount_categories`)
    ).json()
  ).data
  assert.deepEqual(categories, ['men', 'women', 'youth', 'children', 'Choir'])
})

test('a schedule is made without knowing how rules are written', { skip }, async () => {
  await console.goTo('/schedules/new', /add a schedule/i)
  await page.getByLabel(/^Name/).fill('Vigil')
  await page.getByLabel(/^First day/).fill('2026-01-01')
  await page.getByLabel(/^Time \*/).fill('22:00')
  await page.getByLabel('Repeats').selectOption('Every second week')
  await page.getByRole('checkbox', { name: 'Wednesday' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('Every second week: Wednesday and Sunday').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.getByLabel('Repeats').selectOption('Every month')
  await page.getByLabel('Which in the month').selectOption('Last')
  await page.getByLabel('Day of the week').selectOption('Friday')
  await page.getByText('The last Friday of each month').waitFor()
  await button('Add').click()
  await page.getByRole('heading', { name: 'Vigil' }).waitFor()
  const [schedule] = (await church.send('GET', '/schedules')).json.data
  assert.deepEqual([schedule.rrule, schedule.local_time], ['FREQ=MONTHLY;BYDAY=-1FR', '22:00'])
  await page.getByText('The last Friday of each month').waitFor()
})

test('the pages of attendance are accessible, fit a phone and complain of nothing', { skip }, async () => {
  await console.inspect([
    ['/attendance', /^attendance$/i],
    [`/meetings/${meeting}`, /sunday service/i],
    ['/meetings', /meetings/i],
    ['/meetings/new', /meeting/i],
    ['/attendances', /attendances/i],
    ['/headcounts', /head counts/i],
    ['/schedules', /schedules/i],
    ['/schedules/new', /schedule/i],
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await console.goTo('/attendance', /^attendance$/i)
  await page.getByRole('link', { name: 'Sunday service' }).waitFor()
})

test('of meetings those until today, or from today on, are one tap away: the list begins with the last that is planned', {
  skip,
}, async () => {
  const made = async (name: string, days: number): Promise<void> => {
    const held_on = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    assert.equal((await church.send('POST', '/meetings', { name, held_on, local_time: '12:00' })).status, 201)
  }
  await made('Long ago', -30)
  await made('Far ahead', 50)
  await console.load('/meetings', /meetings/i)
  const rows = page.getByRole('main')
  await page.getByRole('button', { name: 'Until today' }).click()
  await rows.getByText('Far ahead').waitFor({ state: 'detached' })
  await rows.getByText('Long ago').waitFor()
  await page.getByRole('button', { name: 'From today on' }).click()
  await rows.getByText('Long ago').waitFor({ state: 'detached' })
  await rows.getByText('Far ahead').waitFor()
  await page.getByRole('button', { name: 'From today on', pressed: true }).click()
  await rows.getByText('Long ago').waitFor()
})

const lookOf = async (all: Locator, attribute: string): Promise<(string | null)[]> =>
  Promise.all((await all.all()).map(one => one.getAttribute(attribute)))

/**
 * A church in whose charts there is one week that was counted. Nothing is counted there on the day of the test: when that
 * is a Sunday its week is over, and would be in them too.
 */
async function openCountedChurch(locale = 'en-US'): Promise<ConsolePage> {
  const counted = await service.church()
  const held_on = new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10)
  for (const [name, where, count] of [
    ['Sunday before', {}, 70],
    ['Hall before', { branch_id: await counted.branch('Hall') }, 30],
  ] as const) {
    const { id } = (await counted.send('POST', '/meetings', { name, held_on, ...WHOLE_DAY, ...where })).json.data
    await counted.send('POST', '/headcounts', { meeting_id: id, category: 'men', count })
  }
  return openConsole(service, counted, { email: `kemi-${locale}@example.org`, name: 'Kemi' }, { locale })
}

test('services and branches have a line each, told apart by dashes and points, and the same as a table', {
  skip,
}, async () => {
  const charts = await openCountedChurch()
  const { page } = charts
  await charts.goTo('/attendance', /^attendance$/i)
  await page.getByRole('img', { name: /^Attendance by week: 100 / }).waitFor()
  for (const [title, names] of [
    ['By service', ['Other meetings, Grace Church', 'Other meetings, Hall']],
    ['By branch', ['Grace Church', 'Hall']],
  ] as const) {
    const part = page.getByRole('region', { name: title, exact: true })
    await part.getByRole('img', { name: new RegExp(`: ${names[0]} 70, ${names[1]} 30\\.$`) }).waitFor()
    assert.deepEqual(await part.locator('figure li').allTextContents(), [...names])
    const samples = part.locator('figure li svg')
    assert.deepEqual(await lookOf(samples.locator('line'), 'stroke-dasharray'), ['none', '6 4'])
    assert.deepEqual(await lookOf(samples.locator('path'), 'data-shape'), ['0', '1'])
    // One week was counted: a point of each line, in the shape of its sample, drawn when the chart knows its width.
    await part.getByRole('img').locator('path[data-shape]').last().waitFor({ state: 'attached' })
    assert.deepEqual(await lookOf(part.getByRole('img').locator('path[data-shape]'), 'data-shape'), ['0', '1'])
    await part.getByText('Show as a table').click()
    assert.deepEqual(await part.getByRole('columnheader').allTextContents(), ['Week', ...names])
    const cells = await part.getByRole('cell').allTextContents()
    assert.deepEqual(
      cells.filter(text => text !== '–'),
      ['70', '30'],
    )
  }
  assert.deepEqual(await accessibilityProblems(page), [])
  await fits(page, '/attendance', 360)
  await page.getByRole('link', { name: '70', exact: true }).click()
  await page.getByRole('heading', { name: 'Meetings' }).waitFor()
  await page.getByText('Sunday before').waitFor()
  await charts.close()
})

test('what no schedule makes is called in the language of the page, in the charts and week by week', {
  skip,
}, async () => {
  const french = await openCountedChurch('fr-FR')
  const { page } = french
  await french.goTo('/attendance', /présence/i)
  const names = ['Autres réunions, Grace Church', 'Autres réunions, Hall']
  for (const name of names) {
    await page.getByRole('columnheader', { name, exact: true }).first().waitFor()
    await page.getByRole('listitem').filter({ hasText: name }).first().waitFor()
  }
  assert.equal(await page.getByText('Other meetings').count(), 0)
  await french.close()
})

/** What the roll of so many names takes in the browser, and which of its rows a tap draws anew. */
const NAMES = 300

test('of a roll of 300 names a tap draws one row anew, and so does what another window tapped', { skip }, async t => {
  const { id, country } = church.church
  await service.database.write(id, tx =>
    tx.run(sql`insert into people (church_id, branch_id, first_name, last_name, member_no, country, created_at, updated_at)
      select ${id}, ${hall}, 'Name', lpad(n::text, 3, '0'), 'R' || n, ${country}, now(), now()
      from generate_series(1, ${NAMES}::integer) as n`),
  )
  const held_on = new Date().toISOString().slice(0, 10)
  const body = { name: 'Full hall', held_on, ...WHOLE_DAY, branch_id: hall }
  const { id: full } = (await church.send('POST', '/meetings', body)).json.data
  await console.goTo(`/meetings/${full}`, /full hall/i)
  await second.goTo(`/meetings/${full}`, /full hall/i)
  for (const window of [page, other]) await button('Name 300: Present', window).waitFor()
  assert.equal(await page.locator('.roll-row').count(), NAMES)
  await page.evaluate(WATCH)
  assert.equal((await drawn()).length, NAMES)
  for (let n = 1; n <= 20; n += 1) {
    const name = `Name ${String(n * 15).padStart(3, '0')}`
    await button(`${name}: Present`).click()
    await marked(`${name}: Present`, true)
    assert.deepEqual(await drawn(), [name])
  }
  await button('Name 001: Excused', other).click()
  await marked('Name 001: Excused', true)
  // It came with what the server says of the marks before, which draws none of them once more.
  assert.deepEqual(await drawn(), ['Name 001'])
  const { taps, tasks } = await page.evaluate<{ taps: number[]; tasks: number[] }>('globalThis.watched')
  const [middle, most] = [taps.toSorted((a, b) => a - b)[taps.length / 2], Math.max(...taps)]
  t.diagnostic(
    `a tap is on screen after ${middle?.toFixed(0)} ms, at most ${most.toFixed(0)}; ${tasks.length} long tasks`,
  )
})

test('those who were not seen for weeks are a list of people, to be written to', { skip }, async () => {
  const body = { name: 'Long ago', held_on: '2024-01-07', ...WHOLE_DAY }
  const { id } = (await church.send('POST', '/meetings', body)).json.data
  const { id: gone } = (await church.send('POST', '/people', { first_name: 'Dayo' })).json.data
  await church.send('POST', '/attendances', { meeting_id: id, records: [{ person_id: gone }, { person_id: ada }] })
  await console.goTo('/people', /people/i)
  await console.goTo('/attendance', /^attendance$/i)
  await page.getByText('1 person who came before has not been seen for six weeks.').waitFor()
  await page.getByRole('link', { name: 'See who they are, and write to them' }).click()
  await page.getByRole('link', { name: 'Dayo' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Ada Obi' }).count(), 0)
  await page.getByRole('link', { name: 'Message these people' }).click()
  await page.getByText('not seen for 6 weeks.').waitFor()
})
