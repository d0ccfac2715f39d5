/** That the colours of words which look like others are looked at once hides nothing that axe would find. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { SKIP as skip } from './support/console-page.ts'

const PAGE = `<!doctype html><html lang="en"><title>Roll</title>
<style>
  body { background: #fff; color: #222 } a { color: #14b } .card { background: #eee }
  @media (prefers-color-scheme: dark) { body { background: #222; color: #eee } .card { background: #333 } a { color: #7bf } }
</style>
<main><h1>Roll</h1><p>Ada Obi</p><p>Ada Eze</p>
<div id="around"><div class="card" id="card"><p id="alone"></p><p>Yaba cell</p><p id="last">Yaba cell <a id="link" href="#around">Lions</a></p></div></div></main>`

let page: Page
before(async () => {
  if (skip) return
  page = await (await sharedBrowser()).newPage()
})
after(() => page?.context().close())

/** Each with what it begins as, which axe passes, and what it becomes. */
const CHANGES: readonly [what: string, begins: string, becomes: string, found: RegExp][] = [
  ['words of another colour', '', "last.style.color = '#777'", /^color-contrast/m],
  ['words on another ground', '', "card.style.background = '#777'", /^color-contrast/m],
  ['words that fade with all around them', '', 'around.style.opacity = 0.4', /^color-contrast/m],
  [
    'smaller letters',
    "last.style = 'color: #808080; font-size: 30px'",
    "last.style.fontSize = '1rem'",
    /^color-contrast/m,
  ],
  [
    'a link among words that stood alone before',
    "link.style.textDecoration = 'none'; alone.append(link)",
    'last.append(link)',
    /^link-in-text-block/m,
  ],
  ['a link that is told by its colour alone', '', "link.style.textDecoration = 'none'", /^link-in-text-block/m],
]

for (const [what, begins, becomes, found] of CHANGES) {
  test(`${what}: axe is asked in light and in the dark, where the same words passed before`, { skip }, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(PAGE)
      await page.evaluate(begins)
      assert.deepEqual(await accessibilityProblems(page), [], colorScheme)
      await page.evaluate(becomes)
      const problems = await accessibilityProblems(page)
      assert.match(problems.join('\n'), found, colorScheme)
    }
  })
}

test('words that axe passed are not put to it again', { skip }, async () => {
  await page.setContent(PAGE)
  assert.deepEqual(await accessibilityProblems(page), [])
  await page.evaluate("axe.run = () => { throw new Error('It was asked.') }")
  assert.deepEqual(await accessibilityProblems(page, ['colours']), [])
})
