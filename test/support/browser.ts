/** A real browser, where one is installed. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The first has no window at all, and takes less of the processor. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where a browser is; undefined where there is none. */
export const browserPath = (): string | undefined => PLACES.find(place => existsSync(place))

const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-component-update',
  '--disable-background-networking',
]

let running: Promise<Browser> | undefined

/** The browser of this test process: started when it is first wanted, ended with the process. */
export function sharedBrowser(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: browserPath() ?? '', args: ARGS }).then(browser => {
    process.once('disconnect', () => void browser.close())
    return browser
  })
  return running
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with a page, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Not as an element: the page's own policy would refuse it.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> }
    }
    // What passes is not told, so it need not be described.
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    )
  })
}
