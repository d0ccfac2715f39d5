/** A real browser, where one is installed. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ASKED } from './asked-languages.ts'
import { COLOURS, LOOK_ANEW, TELL } from './passed-looks.ts'

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

/** What is looked at: structure is the same in light and dark, and colours are the same for any words. */
export type Looked = 'structure' | 'colours'

/** Looks of words that axe has passed in this process. */
const passedLooks: string[] = []

/**
 * What axe finds wrong with a page, one line each. It is asked about the colours of each look of words once;
 * where languages are asked for (`SEXTON_TEST_LANGUAGES`), of all words on every page.
 * @param looked what is looked at; all of it where nothing is said
 */
export async function accessibilityProblems(
  page: Page,
  looked: readonly Looked[] = ['structure', 'colours'],
): Promise<string[]> {
  if (!bringing.has(page)) {
    bringing.add(page)
    await page.addInitScript(BRING_AXE)
    // Not as an element: the page's own policy would refuse it.
    await page.evaluate(BRING_AXE)
  }
  await page.evaluate('if (globalThis.axe === undefined) bringAxe()')
  const without = Object.fromEntries(COLOURS.map(rule => [rule, { enabled: false }]))
  return [
    ...(looked.includes('structure') ? await found(page, { rules: without }) : []),
    ...(looked.includes('colours') ? await wrongColours(page) : []),
  ]
}

async function wrongColours(page: Page): Promise<string[]> {
  if (ASKED !== undefined) return await found(page, { runOnly: COLOURS })
  const { wrong, passed } = await page.evaluate<{ wrong: string[]; passed: string[] }>(
    `(${LOOK_ANEW})(${JSON.stringify(passedLooks)})`,
  )
  passedLooks.push(...passed)
  return wrong
}

async function found(page: Page, rules: object): Promise<string[]> {
  // What passes is not told, so it need not be described.
  const options = JSON.stringify({ resultTypes: ['violations'], selectors: false, elementRef: true, ...rules })
  return await page.evaluate<string[]>(`axe.run(${options}).then(({ violations }) => violations.map(${TELL}))`)
}
