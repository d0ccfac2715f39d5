/** What is asked of every page: each is loaded once for a language, and asked all of it there. */
import type { CDPSession, Page } from 'playwright-core'
import { type AxeRules, accessibilityProblems } from './browser.ts'
import { CROWDED } from './console-page.ts'
import type { OpenedDemo } from './every-page.ts'
import { foreignTo, SHOWN } from './foreign-texts.ts'

/** Asks the page that is shown. @returns what is wrong with it, one line each */
export type Question = (page: Page, address: string) => Promise<readonly string[]>

/** Loads each page once and asks it everything, in this order; questions leave a page as they found it. */
export async function askPages<Name extends string>(
  { page, goTo }: Pick<OpenedDemo, 'page' | 'goTo'>,
  addresses: readonly string[],
  questions: Readonly<Record<Name, Question>>,
): Promise<Record<Name, string[]>> {
  const asked = Object.entries<Question>(questions).map(([name, ask]) => ({ name, ask, wrong: [] as string[] }))
  for (const address of addresses) {
    await goTo(address)
    for (const { ask, wrong } of asked) {
      wrong.push(...(await ask(page, address)).map(problem => `${address || 'home'}: ${problem}`))
    }
  }
  return Object.fromEntries(asked.map(({ name, wrong }) => [name, wrong])) as Record<Name, string[]>
}

/** What axe finds in light or dark. @param rules those that are looked at; all of them where nothing is said */
export const passesAxe =
  (scheme: 'light' | 'dark', rules?: AxeRules): Question =>
  async page => {
    await page.emulateMedia({ colorScheme: scheme })
    const problems = await accessibilityProblems(page, rules)
    await page.emulateMedia({ colorScheme: null })
    return problems.map(problem => `in ${scheme}: ${problem}`)
  }

/** No text of the catalogues stands there in English. @param called what people have called things */
export function speaksOne(language: string, called: readonly string[]): Question {
  const foreign = foreignTo(language)
  return async page =>
    (await page.evaluate<string[]>(SHOWN)).filter(text => foreign.has(text) && !called.includes(text))
}

export const isNoWider: Question = async page => {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return wide > 0 ? [`is ${wide} pixels too wide`] : []
}

/** What goes beyond the screen, and words that are cut off; teasers of long texts are meant to be. */
const AMISS = `(() => {
  const cutOff = element => {
    const { overflowX, overflowY, webkitLineClamp, clip } = getComputedStyle(element)
    if (webkitLineClamp !== 'none' || clip !== 'auto' || element.offsetParent === null) return false
    if (/auto|scroll|visible/.test(overflowX + overflowY) || element.textContent.trim() === '') return false
    return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2
  }
  const words = [...document.querySelectorAll('button, a, label, h1, h2, h3, th, td, p, span')].filter(cutOff)
  const over = document.documentElement.scrollWidth - innerWidth
  return [...(over > 0 ? ['wider by ' + over] : []), ...words.map(one => 'cut off: ' + one.textContent.trim().slice(0, 60))]
})()`

/** Charts and tables follow a new width some frames later, so what is amiss has this long to mend itself, in milliseconds. */
const SETTLED_MS = 10_000
/** What is amiss on so many pages is amiss on all of them: the others are not waited for. */
const ENOUGH = 5

/** Components follow a new size in the frame after it, and draw in the next. */
const TWO_FRAMES = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Whether all of a page has room on a small screen. @param text how large, beside the usual @param whole also that no words are squeezed letter by letter */
export function fitsAt(width: number, text: number, whole = false): Question {
  const has = hasRoomFor(whole)
  return async page => {
    const usual = page.viewportSize()
    await page.setViewportSize({ width, height: 640 })
    const amiss = await inTextOf(text, page, () => has(page))
    if (usual !== null) await page.setViewportSize(usual)
    return amiss
  }
}

/** Two questions that follow each other, on a screen that becomes small once for both: with the usual text, and with text of twice the size. */
export function fitsAtBoth(width: number): { small: Question; large: Question } {
  const has = { small: hasRoomFor(false), large: hasRoomFor(false) }
  let usual: { width: number; height: number } | null = null
  return {
    small: async page => {
      usual = page.viewportSize()
      await page.setViewportSize({ width, height: 640 })
      return await has.small(page)
    },
    large: async page => {
      const amiss = await inTextOf(2, page, () => has.large(page))
      if (usual !== null) await page.setViewportSize(usual)
      return amiss
    },
  }
}

/** Sessions that set the size of text: what one sets goes with it. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Does something while whoever opened a page has set their browser to text of another size. */
async function inTextOf<Out>(text: number, page: Page, what: () => Promise<Out>): Promise<Out> {
  if (text === 1) return await what()
  const opened = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, opened)
  const session = await opened
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * text } })
  const out = await what()
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  return out
}

/** Looks at a page in the size it has just got. @returns what is amiss when it had time to settle */
function hasRoomFor(whole: boolean): (page: Page) => Promise<string[]> {
  let wrong = 0
  const asked = whole ? `${AMISS}.concat(${CROWDED})` : AMISS
  return async page => {
    await page.evaluate(TWO_FRAMES)
    const end = performance.now() + (wrong < ENOUGH ? SETTLED_MS : 0)
    let amiss = await page.evaluate<string[]>(asked)
    while (amiss.length > 0 && performance.now() < end) {
      await page.evaluate(TWO_FRAMES)
      amiss = await page.evaluate<string[]>(asked)
    }
    if (amiss.length > 0) wrong += 1
    return amiss
  }
}

/** Pixels of the letters of a page. */
const LETTERS = 'parseFloat(getComputedStyle(document.body).fontSize)'

/** Whoever sets their browser to larger text gets larger text. */
export const followsText: Question = async page => {
  const usual = await page.evaluate<number>(LETTERS)
  const large = await inTextOf(2, page, async () => {
    await page.evaluate(TWO_FRAMES)
    return await page.evaluate<number>(LETTERS)
  })
  return large === usual * 2 ? [] : [`has letters of ${large} pixels where they should be ${usual * 2}`]
}

/** What the question mark beside the title says, and where it leads, in English. It is closed again. */
const EXPLAINED = `(async () => {
  const named = kind => [...document.querySelectorAll(kind + '[aria-label="What this page is for"]')]
  const frame = () => new Promise(done => requestAnimationFrame(done))
  const until = async is => { for (let n = 0; n < 600 && !is(); n += 1) await frame() }
  const buttons = named('main button')
  if (buttons.length !== 1) return null
  buttons[0].click()
  const shown = () => [...(named('[role=dialog]')[0]?.querySelectorAll('a[href^="/guide/"]') ?? [])]
    .find(link => link.textContent.trim() === 'More in the guide')
  await until(shown)
  const [dialog] = named('[role=dialog]')
  const found = { says: dialog?.innerText ?? '', leads: shown()?.getAttribute('href') ?? '' }
  buttons[0].click()
  await until(() => named('[role=dialog]').length === 0)
  return found
})()`

/** @param places gets the places of the guide that pages lead to */
export const isExplained =
  (places: Set<string>): Question =>
  async page => {
    const found = await page.evaluate<{ says: string; leads: string } | null>(EXPLAINED)
    if (found === null) return ['is not explained']
    if (found.leads === '') return ['leads nowhere in the guide']
    places.add(found.leads)
    return /[.!?]/.test(found.says) ? [] : ['says nothing']
  }
