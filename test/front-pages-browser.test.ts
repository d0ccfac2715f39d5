/**
 * The pages before somebody has an account, in a real browser on a phone: signing in, the printed link that makes the church, joining,
 * a forgotten password, no connection. In English, French and Arabic, and in each of `SEXTON_TEST_LANGUAGES`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { firstLink } from '../src/sign-in/first-link.ts'
import { languagesAsked } from './support/asked-languages.ts'
import { sharedBrowser } from './support/browser.ts'
import { SKIP as skip } from './support/console-page.ts'
import { looking } from './support/english-words.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { askPages, fitsAt, passesAxe, type Question, speaksOne } from './support/page-questions.ts'
import { inLines } from './support/page-walks.ts'
import { startService, type TestService } from './support/service.ts'

const DAY_MS = 86_400_000
const CHURCH = { name: 'Emmanuel', slug: 'emmanuel' }

let mail: MailServer
let service: TestService
/** The same, on a server that sends no email. */
let mute: Awaited<ReturnType<TestService['node']>>
before(async () => {
  if (skip) return
  mail = await startMailServer()
  service = await startService({ SEXTON_SMTP_URL: mail.url, SEXTON_MAIL_FROM: 'sexton@example.org' })
  mute = await service.node({}, { SEXTON_SMTP_URL: '' })
})
after(async () => {
  await mute?.close()
  await service?.close()
  await mail?.close()
})

/** Sends the form of a page, whatever its browser would say of it. */
async function submit(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('form').noValidate = true")
  await page.locator('form button[type=submit]').click()
}

const refused = (page: Page) => page.locator('[role=alert], [aria-invalid=true]').first().waitFor()

/** Pages by what they are, each as somebody comes to it: some from the page before. */
function pagesOf(language: string): Record<string, (page: Page) => Promise<unknown>> {
  const origin = service.url.replace('127.0.0.1', 'localhost')
  const at = (path: string) => (page: Page) => page.goto(`${origin}${path}`)
  const start = (made: number): string => new URL(firstLink(service.vault, origin, made)).search
  return {
    'the sign-in page': at('/'),
    'the sign-in page, refused': async page => {
      await page.locator('input[type=email]').fill(`${language}@example.org`)
      await page.locator('input[type=password]').fill('Lagos')
      await submit(page)
      await refused(page)
    },
    'a forgotten password': at('/forgotten'),
    'a forgotten password, answered': async page => {
      await page.locator('input[type=email]').fill(`${language}@example.org`)
      await submit(page)
      await page.getByRole('status').waitFor()
    },
    'a forgotten password, where no email is sent': page => page.goto(`${mute.url}/forgotten`),
    'a new password': at('/reset?token=x'),
    'a new password without a link': at('/reset'),
    'the printed link, too old': at(`/start${start(Date.now() - 8 * DAY_MS)}`),
    'the printed link': at(`/start${start(Date.now())}`),
    'the printed link, refused': async page => {
      await page.locator('input[autocomplete=organization]').fill('')
      await submit(page)
      await refused(page)
    },
    joining: async page => {
      await page.locator('input[autocomplete=organization]').fill(CHURCH.name)
      await submit(page)
      await page.waitForURL(/\/join\?/)
    },
    'joining, refused': async page => {
      await submit(page)
      await refused(page)
    },
    'an invitation that is over': at('/join?token=x'),
    'no connection': async page => {
      await page.route('**/api/session', route => route.abort())
      await at('/')(page)
    },
  }
}

async function walked(language: string) {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    locale: language,
    timezoneId: 'Africa/Lagos',
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const pages = pagesOf(language)
  const goTo = async (name: string): Promise<void> => {
    await pages[name]?.(page)
    await page.locator('h1').waitFor()
  }
  const found = await askPages({ page, goTo }, Object.keys(pages), {
    light: passesAxe('light'),
    dark: passesAxe('dark'),
    words: speaks(page, language),
    small: fitsAt(320, 1),
    large: fitsAt(320, 2),
  })
  await context.close()
  return found
}

/** Everything that is shown or read out, where hardly a word is spelt as an English one; elsewhere the texts of the catalogues. */
function speaks(page: Page, language: string): Question {
  if (language !== 'fr' && language !== 'ar') return speaksOne(language, [])
  const { found, look } = looking(page, language, Object.values(CHURCH))
  return async (_page, name) => {
    found.clear()
    await look(name)
    return [...found]
  }
}

const walks = new Map<string, ReturnType<typeof walked>>()
function wrongIn(language: string): ReturnType<typeof walked> {
  const walk = walks.get(language) ?? walked(language)
  walks.set(language, walk)
  return walk
}

test('who runs no scripts is told in their language that the console needs them', { skip }, async () => {
  for (const [language, words] of [
    ['en', 'The console of Sexton needs JavaScript.'],
    ['fr', 'La console de Sexton a besoin de JavaScript.'],
  ] as const) {
    const reply = await fetch(service.url, { headers: { accept: 'text/html', 'accept-language': language } })
    assert.ok((await reply.text()).includes(`<noscript>${words}</noscript>`), language)
  }
})

test('who has forgotten their password where no email is sent is told what to ask whoever runs the server for', {
  skip,
}, async () => {
  const context = await (await sharedBrowser()).newContext({ locale: 'en', serviceWorkers: 'block' })
  const page = await context.newPage()
  const ask = async (origin: string): Promise<void> => {
    await page.goto(origin)
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByRole('heading', { level: 1, name: 'Forgotten password' }).waitFor()
  }
  const command = page.getByText('npx sexton user password-link YOUR-EMAIL', { exact: true })
  const why = 'This server sends no email, so it cannot mail you a link. Ask whoever runs it to make one for you:'
  await ask(mute.url)
  await page.getByText(why, { exact: true }).waitFor()
  await command.waitFor()
  // A form would promise a mail that does not come.
  assert.equal(await page.locator('form').count(), 0)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await ask(service.url)
  await page.locator('form input[type=email]').waitFor()
  assert.equal(await command.count(), 0)
  await context.close()
})

for (const language of languagesAsked('en', 'fr', 'ar')) {
  test(`in ${language} the pages before the sign-in pass axe, in light and in dark`, { skip }, async () => {
    const { light, dark } = await wrongIn(language)
    assert.equal(inLines(light, dark), '')
  })

  test(`in ${language} the pages before the sign-in fit a screen of 320 pixels, also with text of twice the size`, {
    skip,
  }, async () => {
    const { small, large } = await wrongIn(language)
    assert.equal(inLines(small, large), '')
  })

  test(`in ${language} the printed link, joining and the sign-in speak one language, also where they refuse`, {
    skip,
  }, async () => {
    assert.equal(inLines((await wrongIn(language)).words), '')
  })
}
