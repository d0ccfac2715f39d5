/**
 * Every page without an account, in a real browser on a phone: of givers, volunteers and whoever looks for a group. In English and
 * Arabic, and in each of `SEXTON_TEST_LANGUAGES`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { unsubscribeUrl } from '../src/modules/messaging/unsubscribe.ts'
import { languagesAsked } from './support/asked-languages.ts'
import { sharedBrowser } from './support/browser.ts'
import { member } from './support/console.ts'
import { SKIP as skip } from './support/console-page.ts'
import type { GivingService } from './support/giving.ts'
import { givingLinks } from './support/giving-links.ts'
import { useOutbox } from './support/messaging.ts'
import { askPages, fitsAt, followsText, passesAxe, speaksOne } from './support/page-questions.ts'
import { inLines } from './support/page-walks.ts'
import { moveTo, startRecurring } from './support/recurring.ts'
import { made, NOW, volunteerLinks } from './support/volunteer-links.ts'

/** What people have called things. */
const CALLED = ['General', 'Sunday service', 'Lions', 'Yaba cell']

/** More often than a page may be asked for in a minute here. */
const MOST_ASKED = 10

let service: GivingService
let limited: Awaited<ReturnType<GivingService['node']>>
/** How somebody comes to each page, by what it is. */
let pages: Record<string, (page: Page) => Promise<unknown>>

before(async () => {
  if (skip) return
  service = await startRecurring()
  moveTo(service, NOW)
  limited = await service.node({}, { SEXTON_RATE_LIMIT_PAGES: '1' })
  const church = await service.givingChurch('development', { timezone: 'UTC' })
  await church.set({ modules: ['giving', 'groups', 'school'] })
  const office = await member(service, church, 'owner')
  const volunteers = await volunteerLinks(service, church, office)
  const givers = await givingLinks(service, church)
  await useOutbox(service, church)
  const letter = await made(church, '/messages', { channel: 'email', to: 'ada@example.org', body: 'Come.' })
  const unsubscribe = unsubscribeUrl(service.vault, service.url, church.church.id, letter.id)
  const { give = '', campaign = '', groups = '', statement = '' } = givers.links
  const links = {
    ...volunteers.links,
    ...givers.links,
    unsubscribe,
    'a link that is over': `${volunteers.links.usher}x`,
  }
  const refused = (address: string) => async (page: Page) => {
    await page.goto(address)
    await sent(page)
    await page.getByRole('alert').first().waitFor()
  }
  pages = {
    ...Object.fromEntries(Object.entries(links).map(([name, address]) => [name, page => page.goto(address)])),
    'give, refused': refused(give),
    'campaign, refused': refused(campaign),
    'statement, refused': async page => {
      await page.goto(statement)
      // Only so many birthdays are tried, whatever the language.
      if ((await page.locator('form[method=post]').count()) > 0) await sent(page)
      await page.locator('h1').waitFor()
    },
    'a group': async page => {
      await page.goto(groups)
      await page.getByRole('link', { name: 'Yaba cell' }).click()
    },
    'a fault': async page => {
      await page.goto(give)
      await page.evaluate("document.querySelector('form').enctype = 'text/plain'")
      await sent(page)
      await page.getByRole('alert').waitFor()
    },
    'a limit': async page => {
      const again = give.replace(service.url, limited.url)
      for (let n = 0; n < MOST_ASKED; n += 1) if ((await page.goto(again))?.status() === 429) return
      assert.fail('No limit was met.')
    },
  }
})
after(async () => {
  await limited?.close()
  await service?.close()
})

/** Sends the form of a page as it is. */
async function sent(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('form[method=post]').noValidate = true")
  await page.locator('form[method=post] button').first().click()
}

async function walked(language: string) {
  const context = await (await sharedBrowser()).newContext({ locale: language, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const goTo = async (name: string): Promise<void> => {
    await pages[name]?.(page)
    assert.equal(await page.evaluate('document.documentElement.lang'), language, name)
  }
  const found = await askPages({ page, goTo }, Object.keys(pages), {
    light: passesAxe('light'),
    dark: passesAxe('dark'),
    words: speaksOne(language, CALLED),
    letters: followsText,
    small: fitsAt(320, 1),
    large: fitsAt(320, 2, true),
  })
  await context.close()
  return found
}

for (const language of languagesAsked('en', 'ar')) {
  test(`in ${language} every page without an account passes axe in light and in dark, fits 320 pixels with text of twice the size, and speaks one language`, {
    skip,
  }, async t => {
    const { light, dark, words, letters, small, large } = await walked(language)
    t.diagnostic(`${Object.keys(pages).length} pages`)
    assert.equal(inLines(light, dark, words, letters, small, large), '')
  })
}
