/** A real browser, where one is installed. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The first has no window at all, and takes less of the processor. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where a browser is; undefined where there is none. */
export const browserPath = (): string | undefined => BROWSERS.find(place => existsSync(place))

const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-component-update',
  '--disable-background-networking',
  // No page of a test lives long enough to repay what is spent on optimizing its scripts.
  '--js-flags=--no-turbofan --no-maglev',
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

/**
 * In a function, so that a document pays for it only when it is examined. What elements look like is read of those that
 * are told alone: axe would write down each that it looks at.
 */
const BRING_AXE = `globalThis.bringAxe = () => { ${AXE}; globalThis.axe.configure({ noHtml: true }) }`

/** Pages whose documents bring axe along: half a megabyte, which would be sent to each anew. */
const bringing = new WeakSet<Page>()

/** Rules that are looked at: a few alone, or all but a few. */
export type AxeRules = { only: readonly string[] } | { without: readonly string[] }

/** What axe finds wrong with a page, one line each. @param rules those that are looked at; all of them where nothing is said */
export async function accessibilityProblems(page: Page, rules: AxeRules = { without: [] }): Promise<string[]> {
  if (!bringing.has(page)) {
    bringing.add(page)
    await page.addInitScript(BRING_AXE)
    // Not as an element: the page's own policy would refuse it.
    await page.evaluate(BRING_AXE)
  }
  return await page.evaluate(
    async looked => {
      const world = globalThis as unknown as {
        bringAxe(): void
        axe?: { run(options: object): Promise<{ violations: { id: string; help: string; nodes: Examined[] }[] }> }
      }
      type Examined = { element: { outerHTML: string } }
      if (world.axe === undefined) world.bringAxe()
      // What passes is not told, so it need not be described.
      const found = await world.axe?.run({
        resultTypes: ['violations'],
        selectors: false,
        elementRef: true,
        ...looked,
      })
      if (found === undefined) throw new Error('axe did not come.')
      return found.violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes.map(({ element }) => element.outerHTML.slice(0, 120)).join(' | ')}`,
      )
    },
    'only' in rules
      ? { runOnly: [...rules.only] }
      : { rules: Object.fromEntries(rules.without.map(rule => [rule, { enabled: false }])) },
  )
}
