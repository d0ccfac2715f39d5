/**
 * `npm run pictures`: takes pictures of the main pages of the demo church with a real browser, in every language, as a phone
 * and as a desk shows them; with `--guide` those of the guide (docs/guide/pictures), which are English.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserPath } from '../test/support/browser.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const GUIDE = path.join(ROOT, 'docs/guide/pictures')

const HELP = `npm run pictures -- [options]
  --out FOLDER         where to, by default pictures/ beside package.json, which git leaves out
  --languages en,ar    by default every language that there is
  --pages home,team    by default all of them
  --guide              the English pictures of the guide in place of these`

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
/** Small enough to be read on a phone, and to be kept. */
const GUIDE_SIZE = { width: 1080, height: 680 }

async function searched(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('ada')
  await page.getByRole('option').nth(3).waitFor()
}

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

/** A window with the first owner signed in. @returns the address of the church */
async function join(browser: Browser, link: string): Promise<{ context: BrowserContext; church: string }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en', viewport: WIDTHS.desk })
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
  await page.close()
  return { context, church }
}

/** Waits until everything is there and has come to rest. */
async function shown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

interface Shot {
  name: string
  language: string
  size: { width: number; height: number }
  file: string
}

async function take({ context, church }: { context: BrowserContext; church: string }, shot: Shot): Promise<void> {
  const { name, language, size, file } = shot
  const { path: within, first } = PAGES[name] ?? { path: '' }
  await context.addCookies([{ name: 'sexton_language', value: language, url: church }])
  const page = await context.newPage()
  try {
    await page.setViewportSize(size)
    await page.goto(`${church}${within}`)
    await shown(page)
    await first?.(page)
    mkdirSync(path.dirname(file), { recursive: true })
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  } finally {
    await page.close()
  }
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
  if (options.guide) {
    return pages.map(name => ({ name, language: 'en', size: GUIDE_SIZE, file: path.join(GUIDE, `${name}.png`) }))
  }
  const languages = chosen(options.languages, ['en', 'fr', 'es', 'pt', 'sw', 'ar'], 'language')
  return languages.flatMap(language =>
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
    for (const shot of shots) {
      await take(somebody, shot)
      console.log(path.relative(ROOT, shot.file))
    }
  } finally {
    await browser.close()
    await service.stop()
  }
}

await run()
