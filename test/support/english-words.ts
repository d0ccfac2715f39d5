/** Looks for English on pages that are shown in another language. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { directionOf } from '../../src/texts/chosen.ts'
import { fits } from './console-page.ts'
import { foreignTo, SHOWN, translationsInto } from './foreign-texts.ts'

/** What is read to people, beside what they see. */
const ATTRIBUTES = `[...document.querySelectorAll('body *')].flatMap(one =>
  ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'].map(name => one.getAttribute(name) ?? '').filter(Boolean))`

/** Words that every English sentence has, and no French one. */
export const ENGLISH = /\b(the|and|with|your|you|this|that|of|for|is|are|was|were|has|have|not|who|what|from|they)\b/i

const wordsOf = async (page: Page): Promise<string[]> => [
  await page.title(),
  ...(await page.evaluate<string[]>(SHOWN)),
  ...(await page.evaluate<string[]>(ATTRIBUTES)),
]

/** Looks at what is shown, and notes what of it is English. @param called what people typed, or what is called so everywhere */
export function looking(page: Page, language: string, called: readonly string[]) {
  const foreign = foreignTo(language)
  // Some words are spelt alike: *Absent* is French as well.
  const own = translationsInto(language)
  const found = new Set<string>()
  return {
    found,
    async look(where: string): Promise<void> {
      const { dir, lang } = await page.evaluate<{ dir: string; lang: string }>(
        '({ dir: document.documentElement.dir, lang: document.documentElement.lang })',
      )
      assert.deepEqual([dir, lang], [directionOf(language), language], where)
      await fits(page, where, page.viewportSize()?.width ?? 0)
      for (const text of await wordsOf(page)) {
        if (called.includes(text) || own.has(text) || text.startsWith('@media')) continue
        if (foreign.has(text) || ENGLISH.test(text)) found.add(`${where}: ${text}`)
      }
    },
  }
}
