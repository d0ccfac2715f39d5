/**
 * `npm run pictures`: takes pictures of the main pages of the demo church with a real browser, in every language, as a phone
 * and as a desk shows them; with `--guide` those of the guide (docs/guide/pictures, docs/guide/LANG/pictures).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { languages } from '../src/texts/names.ts'
import { browserPath } from '../test/support/browser.ts'
import { named } from './picture-names.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const GUIDE = path.join(ROOT, 'docs/guide')

const HELP = `npm run pictures -- [options]
  --out FOLDER         where to, by default pictures/ beside package.json, which git leaves out
  --languages en,ar    by default every language that there is
  --pages home,team    by default all of them
  --guide              the pictures of the guide in place of these`

/** The main pages, by the names of their files; what is done there before the picture is taken. */
const PAGES: Readonly<Record<string, { path: string; first?: (page: Page) => Promise<void> }>> = {
  home: { path: '' },
  search: { path: '/families', first: searched },
  people: { path: '/people' },
  person: { path: '/people/1' },
  families: { path: '/families' },
  meetings: { path: '/meetings' },
  attendance: { path: '/attendance' },
  groups: { path: '/groups' },
  gifts: { path: '/contributions' },
  'record-gifts': { path: '/contributions/new' },
  report: { path: '/contributions/report' },
  messages: { path: '/messages' },
  'new-message': { path: '/messages/new' },
  tasks: { path: '/tasks' },
  team: { path: '/settings/team' },
  church: { path: '/settings/church' },
  account: { path: '/account' },
}
const OF_GUIDE = ['home', 'search', 'meetings', 'gifts', 'record-gifts', 'messages', 'new-message', 'groups', 'team']

const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }
/** As a phone shows them, so that they can be read on one: whoever reads the guide holds it in the hand. */
const GUIDE_SIZE = { width: 390, height: 620 }
/** Letters stay sharp at it, and a picture takes 20 to 30 KB. */
const [DENSITY, QUALITY]: [number, number] = [2, 60]

async function searched(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('ada')
  await page.getByRole('option').nth(3).waitFor()
}

/** The browser of pictures writes days in English alone: what it is in place of is how the language writes them. */
const DAYS = `(language => {
  for (const input of document.querySelectorAll('input[type=date]')) {
    const day = input.valueAsDate
    input.type = 'text'
    if (day) input.value = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(day)
  }
})`

interface Running {
  process: ChildProcess
  /** Makes whoever opens it the owner of the demo church. */
  link: string
  stop(): Promise<void>
}

/** Starts the service with a demo church in a folder of its own. @throws Error where it ends before it serves */
async function start(): Promise<Running> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-pictures-'))
  const env = { ...process.env, PORT: '0', SEXTON_DATA_DIR: path.join(folder, 'data'), SEXTON_LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['bin/sexton.mjs', 'serve', '--demo'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>(resolve => void child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const link = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', line => {
      const [found] = /http\S+\/join\?token=\S+/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', code => reject(new Error(`The service ended with ${code} before it served.`)))
  })
  return { process: child, link, stop }
}

/** Nobody's own church says that it began as a demo. */
const IS_DEMO = '"demo":true'

/** Where a church of the guide serves, in place of a port that differs each time. */
const ADDRESS = 'https://grace.example.org'

/** A machine that does other things as well is slow, and no picture is worth less for it. */
const PATIENCE_MS = 180_000

/** Somebody who is signed in. */
interface Somebody {
  /** The address of their church. */
  church: string
  state: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** Signs the first owner in, in a window that is closed again. */
async function join(browser: Browser, link: string): Promise<Somebody> {
  const context = await browser.newContext({ locale: 'en', viewport: WIDTHS.desk })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('Name', { exact: false }).first().fill('Ngozi Eze')
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('ngozi@example.org')
  for (const field of await page.locator('input[type=password]').all()) await field.fill('a few words for pictures')
  await page.locator('form').getByRole('button').last().click()
  await page.getByRole('navigation').first().waitFor()
  await page.waitForURL('**/c/*')
  const church = page.url()
  const state = await context.storageState()
  await context.close()
  return { church, state }
}

/** A window of theirs in a language, in which the records of the demo church are called as people of it would call them. */
async function windowIn(browser: Browser, { church, state }: Somebody, language: string, dense: boolean) {
  const context = await browser.newContext({
    storageState: state,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: language,
    ...(dense && { deviceScaleFactor: DENSITY }),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addCookies([{ name: 'sexton_language', value: language, url: church }])
  // What is declared is looked up in the catalogue, and stays.
  await context.route(/\/console\/api\/(?!.*\/house$)/, async route => {
    const answer = await route.fetch()
    const body = named(await answer.text(), language).replace(IS_DEMO, '"demo":false')
    await route.fulfill({ response: answer, body: body.replaceAll(new URL(church).origin, ADDRESS) })
  })
  return context
}

/** How long nothing may be asked for, in milliseconds: then names of records that others name are there as well. */
const QUIET_MS = 1_000

/** Watches what a page asks for. @returns waits until it has been quiet for a while */
function quietOf(page: Page): () => Promise<void> {
  const open = new Set<object>()
  let since = Date.now()
  const note = (): void => {
    since = Date.now()
  }
  page.on('request', request => {
    open.add(request)
    note()
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', request => {
      open.delete(request)
      note()
    })
  }
  return async () => {
    while (open.size > 0 || Date.now() - since < QUIET_MS) await page.waitForTimeout(QUIET_MS / 10)
  }
}

/** Waits until everything is there and has come to rest. */
async function shown(page: Page, quiet: () => Promise<void>): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await quiet()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

interface Shot {
  name: string
  language: string
  size: { width: number; height: number }
  file: string
}

async function take(context: BrowserContext, church: string, shot: Shot): Promise<void> {
  const { name, language, size, file } = shot
  const { path: within, first } = PAGES[name] ?? { path: '' }
  const page = await context.newPage()
  const quiet = quietOf(page)
  try {
    await page.setViewportSize(size)
    await page.goto(`${church}${within}`)
    await shown(page, quiet)
    await first?.(page)
    await quiet()
    await page.evaluate(`${DAYS}(${JSON.stringify(language)})`)
    mkdirSync(path.dirname(file), { recursive: true })
    if (file.endsWith('.webp')) writeFileSync(file, await webp(context, page))
    else await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  } finally {
    await page.close()
  }
}

/** What Playwright has no format for, the browser has. */
async function webp(context: BrowserContext, page: Page): Promise<Buffer> {
  await page.evaluate('document.activeElement?.blur()')
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  return Buffer.from(data, 'base64')
}

/** @throws Error for what is none of those that there are */
function chosen(text: string | undefined, all: readonly string[], what: string): string[] {
  const wanted = text?.split(',') ?? [...all]
  const stranger = wanted.find(one => !all.includes(one))
  if (stranger !== undefined) throw new Error(`There is no ${what} "${stranger}": choose of ${all.join(', ')}.`)
  return wanted
}

function shotsOf(options: { out: string; languages?: string; pages?: string; guide: boolean }): Shot[] {
  const pages = chosen(options.pages, options.guide ? OF_GUIDE : Object.keys(PAGES), 'page')
  const wanted = chosen(
    options.languages,
    languages().filter(one => !one.includes('-x-')),
    'language',
  )
  if (options.guide) {
    return wanted.flatMap(language =>
      pages.map(name => ({
        name,
        language,
        size: GUIDE_SIZE,
        file: path.join(GUIDE, language === 'en' ? '' : language, 'pictures', `${name}.webp`),
      })),
    )
  }
  return wanted.flatMap(language =>
    pages.flatMap(name =>
      Object.entries(WIDTHS).map(([width, size]) => ({
        name,
        language,
        size,
        file: path.join(options.out, language, `${name}-${width}.png`),
      })),
    ),
  )
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: path.join(ROOT, 'pictures') },
      languages: { type: 'string' },
      pages: { type: 'string' },
      guide: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(HELP)
  const executablePath = browserPath()
  if (executablePath === undefined) throw new Error('No Chromium is installed (apt-get install chromium).')
  const shots = shotsOf(values)
  const service = await start()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  })
  try {
    const somebody = await join(browser, service.link)
    for (const language of new Set(shots.map(shot => shot.language))) {
      const context = await windowIn(browser, somebody, language, values.guide)
      for (const shot of shots.filter(one => one.language === language)) {
        await take(context, somebody.church, shot)
        console.log(path.relative(ROOT, shot.file))
      }
      await context.close()
    }
  } finally {
    await browser.close()
    await service.stop()
  }
}

await run()
