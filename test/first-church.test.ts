/** The first church of an installation, made by the link that the server prints, and nothing else. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { firstLink } from '../src/sign-in/first-link.ts'
import { Vault } from '../src/vault.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { startCli } from './support/cli.ts'
import { member, PASSWORD, visitor } from './support/console.ts'
import { fits, SKIP } from './support/console-page.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestService } from './support/service.ts'

const CHURCH = { name: 'Grace Chapel', slug: 'grace-chapel', country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
const DAY_MS = 86_400_000

let service: TestService
const services: TestService[] = []
before(async () => {
  service = await fresh()
})
after(() => Promise.all(services.map(one => one.close())))

async function fresh(): Promise<TestService> {
  const made = await startService()
  services.push(made)
  return made
}

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? ''
const link = ({ vault, url }: TestService, at = Date.now()): string => firstLink(vault, url, at)
const make = (on: TestService, token: string, church: object = CHURCH) =>
  visitor(on).ask('POST', '/api/first-church', { token, ...church })

test('without the printed link nobody makes the first church', async () => {
  const other = new Vault({ secretKey: ['another key of another installation'], dataDir: '' })
  const good = tokenOf(link(service))
  for (const token of [
    '',
    'x',
    good.replace(/^\d/, '9'),
    `${good}x`,
    tokenOf(firstLink(other, service.url, Date.now())),
    tokenOf(link(service, Date.now() - 8 * DAY_MS)),
  ]) {
    assert.equal((await make(service, token)).status, 404, token)
    assert.equal((await visitor(service).ask('GET', `/api/first-church?token=${token}`)).status, 404, token)
  }
  const made = await service.database.read.all(sql`select 1 from churches`)
  assert.deepEqual(made, [])
})

test('the page begins with the countries: their currencies and time zones', async () => {
  const { json } = await visitor(service).ask('GET', `/api/first-church?token=${tokenOf(link(service))}`)
  const { countries } = json.data as {
    countries: { code: string; currency: string; timezones: string[]; own_timezones: string[] }[]
  }
  const of = (code: string) => countries.find(one => one.code === code)
  assert.deepEqual(of('NG'), {
    code: 'NG',
    currency: 'NGN',
    timezones: ['Africa/Lagos'],
    own_timezones: ['Africa/Lagos'],
  })
  assert.equal(of('GB')?.currency, 'GBP')
  assert.deepEqual(of('BJ')?.own_timezones, [])
  assert.ok((of('US')?.timezones.length ?? 0) > 5)
})

test('all that is wrong is told at once, and nothing is made', async () => {
  const { status, json } = await make(service, tokenOf(link(service)), { name: '', slug: 'Grace!', country: 'Nigeria' })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(json.errors ?? {}).sort(), ['country', 'currency', 'name', 'slug', 'timezone'])
  assert.deepEqual(await service.database.read.all(sql`select 1 from churches`), [])
})

test('the church is made with its head branch and fund; who joins by its invitation is the owner, and the link is over', async () => {
  const own = await fresh()
  const token = tokenOf(link(own))
  const { status, json } = await make(own, token)
  assert.equal(status, 200)
  const owner = visitor(own)
  const { invitation } = json.data as { invitation: string }
  const joined = await owner.ask('POST', '/api/join', {
    token: invitation,
    name: 'Ngozi',
    email: 'ngozi@example.org',
    password: PASSWORD,
  })
  assert.equal(joined.status, 200, joined.text)
  const session = (await owner.ask('GET', '/api/session')).json.data as {
    memberships: { role: string; church: { slug: string } }[]
  }
  assert.deepEqual(
    session.memberships.map(({ role, church }) => [role, church.slug]),
    [['owner', 'grace-chapel']],
  )
  assert.deepEqual((await visitor(own).ask('GET', '/api/front')).json.data, { waits: false, mails: false })
  assert.equal((await make(own, token)).status, 404, 'used')
  assert.equal((await make(own, tokenOf(link(own)))).status, 404, 'nor a new one')
})

test('until its owner has come the church is corrected by the same link: name, country, and currency while nothing is in it', async () => {
  const own = await fresh()
  const token = tokenOf(link(own))
  const begun = async () =>
    (await visitor(own).ask('GET', `/api/first-church?token=${token}`)).json.data.made as {
      name: string
      version: string
    } | null
  assert.equal(await begun(), null)
  await make(own, token)
  const seen = await begun()
  const { version, ...made } = seen ?? assert.fail()
  assert.deepEqual({ ...made, id: undefined }, { ...CHURCH, id: undefined })
  const wanted = { ...CHURCH, name: 'Grace Accra', country: 'GH', currency: 'GHS', timezone: 'Africa/Accra' }
  const corrected = await make(own, token, { ...wanted, corrects: version })
  assert.equal(corrected.status, 200, corrected.text)
  const rows = await own.database.read.all(sql`select c.name, c.country, c.currency, c.timezone, b.name as branch,
      b.country as there, b.currency as its, f.currency as given
    from churches c join branches b on b.church_id = c.id join funds f on f.church_id = c.id`)
  const { name, country, currency, timezone } = wanted
  assert.deepEqual(rows, [
    { name, country, currency, timezone, branch: name, there: country, its: currency, given: currency },
  ])
  const wrong = await make(own, token, { ...wanted, currency: 'X', corrects: (await begun())?.version })
  assert.deepEqual([wrong.status, Object.keys(wrong.json.errors ?? {})], [422, ['currency']])
  // Who has seen what it was before changes nothing, and is told; who sends the same again comes to it.
  const stale = await make(own, token, { ...CHURCH, corrects: version })
  assert.deepEqual([stale.status, stale.json.error], [409, 'wrong_state'])
  assert.match(String(stale.json.message), /^Somebody has corrected this meanwhile/)
  assert.equal((await begun())?.name, wanted.name)
  assert.equal((await make(own, token, { ...wanted, corrects: version })).status, 200)
  const now = (await begun())?.version
  const both = await Promise.all(
    ['One', 'Two'].map(async one => make(own, token, { ...wanted, name: one, corrects: now })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const [left] = await own.database.read.all<{ name: string; n: number }>(
    sql`select name, (select count(*)::int from churches) as n from churches`,
  )
  assert.ok(['One', 'Two'].includes(left?.name ?? '') && left?.n === 1)
  const id = (await own.database.read.first<{ id: number }>(sql`select id from churches`))?.id ?? 0
  await own.database.write(id, tx =>
    tx.run(sql`insert into funds (church_id, name, slug, currency) values (${id}, 'Roof', 'roof', 'GHS')`),
  )
  const late = await make(own, token, { ...CHURCH, corrects: (await begun())?.version })
  assert.match(String(late.json.errors?.currency), /cannot be changed/)
  const named = await make(own, token, { ...wanted, name: 'Grace', corrects: (await begun())?.version })
  assert.equal(named.status, 200)
  const joined = await visitor(own).ask('POST', '/api/join', {
    ...{ token: named.json.data.invitation, name: 'Ngozi', email: 'ngozi@example.org', password: PASSWORD },
  })
  assert.equal(joined.status, 200, joined.text)
  assert.equal((await make(own, token, { ...CHURCH, corrects: 'x' })).status, 404, 'its owner has come')
})

test('of those who use the link at once, all come to one church, by one invitation', async () => {
  const own = await fresh()
  const token = tokenOf(link(own))
  const answers = await Promise.all(['one', 'two', 'three', 'four'].map(slug => make(own, token, { ...CHURCH, slug })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal((await own.database.read.all(sql`select 1 from churches`)).length, 1)
  const open = await own.database.read.all(sql`select 1 from invitations where accepted_at is null`)
  assert.equal(open.length, 1)
})

test('the server prints the link at its start, until somebody has an account', async () => {
  const own = await fresh()
  const printed = async (): Promise<string> => {
    const child = startCli(own.databaseUrl, ['serve'], { PORT: '0', SEXTON_LOG_LEVEL: 'error' })
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', more => {
      text += more
    })
    await eventually('it serves', async () => text.includes('Sexton serves on'))
    child.kill('SIGTERM')
    await once(child, 'close')
    return text
  }
  assert.match(
    await printed(),
    /Nobody uses this server yet\..*\n\n {2}http:\/\/localhost:\d+\/start\?token=\d+\.[\w-]+\n/,
  )
  await member(own, await own.church(), 'owner')
  assert.doesNotMatch(await printed(), /start\?token/)
})

test('in the browser: the church, one’s account, and the first steps', { skip: SKIP }, async () => {
  const own = await fresh()
  const browser = await sharedBrowser()
  const context = await browser.newContext({ timezoneId: 'Africa/Lagos', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const origin = own.url.replace('127.0.0.1', 'localhost')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${origin}/`)
  await page.getByText('Open the link that the server printed').waitFor()
  await page.goto(`${origin}/start?token=${tokenOf(link(own))}`)
  await page.getByRole('heading', { level: 1, name: 'Your church' }).waitFor()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    assert.deepEqual(await accessibilityProblems(page), [], `at ${width}`)
    await fits(page, 'the first page', width)
  }
  // By keyboard alone: the name has the focus, the rest is filled in by where the device is.
  await page.keyboard.type('Church of Ẹ̀kọ́, Lagos')
  assert.equal(await page.getByLabel('Short name').inputValue(), 'church-of-eko-lagos')
  assert.equal(await page.getByLabel('Country').first().inputValue(), 'Nigeria')
  assert.match(await page.getByLabel('Currency').first().inputValue(), /^NGN/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Set up Church of/ }).waitFor()
  await page.getByLabel('Your name').fill('Ngozi')
  await page.getByLabel('Email').fill('ngozi@example.org')
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('region', { name: /first steps/i }).waitFor()
  await page.goto(`${origin}/start?token=${tokenOf(link(own))}`)
  await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
  await page.goto(`${origin}/forgotten`)
  await page.getByText('This server sends no email').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await context.close()
})
