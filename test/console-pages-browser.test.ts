/**
 * Every page of the console on a phone, in English and in each of `SEXTON_TEST_LANGUAGES=fr,sw`, or `all`, which takes some
 * minutes each: `SEXTON_TEST_MINUTES=60` gives the file that long. Arabic has a file of its own, since one has only so long.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languagesAsked } from './support/asked-languages.ts'
import { SKIP as skip } from './support/console-page.ts'
import { startDemo } from './support/demo.ts'
import { isInGuide } from './support/in-guide.ts'
import { askPages, fitsAtBoth } from './support/page-questions.ts'
import { BESIDE, inLines, openWalks, testPages, type Walks } from './support/page-walks.ts'
import type { TestService } from './support/service.ts'

const LANGUAGES = languagesAsked('en').filter(name => name !== 'ar')

let service: TestService
let walks: Walks

before(async () => {
  if (skip) return
  ;({ service } = await startDemo())
  walks = await openWalks(service)
})
after(() => service?.close())

for (const language of LANGUAGES) testPages(language, () => walks)

test('every page of the console has an explanation and leads to a section of the guide that exists', {
  skip,
}, async t => {
  const { pages, places } = walks
  const { explained } = await walks.wrongIn('en')
  for (const place of places) if (!(await isInGuide(service.url, place))) explained.push(`${place} is not there`)
  t.diagnostic(`${pages.length} pages lead to ${places.size} places of the guide`)
  assert.equal(inLines(explained), '')
})

/** What volunteers do most and what has the longest states: words are longer in other languages, or stand on the other side. */
const DONE_MOST = [
  ...BESIDE,
  ...['/account', '/people', '/people/new', '/contributions', '/contributions/new', '/meetings'],
  ...['/gifts', '/recurring_gifts', '/families/1', '/statements/1'],
]

for (const language of ['fr', 'sw'].filter(name => !LANGUAGES.includes(name))) {
  test(`in ${language} the main pages fit a screen of 320 pixels, also with text of twice the size`, {
    skip,
  }, async () => {
    const opened = await walks.demo.open(language)
    assert.equal(await opened.page.evaluate('document.documentElement.lang'), language)
    const { small, large } = await askPages(opened, DONE_MOST, fitsAtBoth(320))
    assert.equal(inLines(small, large), '')
    await opened.close()
  })
}
