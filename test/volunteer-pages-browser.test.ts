/**
 * What volunteers do by a link, without an account, on a phone of 360 pixels whose browser is French or Arabic: counting at the door,
 * the roll of a class, the report of a group. Nothing that they meet is in English.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { languageNamed } from '../src/texts/catalogues.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { member } from './support/console.ts'
import { SKIP as skip } from './support/console-page.ts'
import { looking } from './support/english-words.ts'
import type { GivingService } from './support/giving.ts'
import { moveTo, startRecurring } from './support/recurring.ts'
import { NOW, PUPILS, volunteerLinks } from './support/volunteer-links.ts'

const PHONE = { width: 360, height: 740 }

/** What people have called things. */
const CALLED = [
  'Sunday service',
  'Lions',
  'Yaba cell',
  'Cell',
  ...PUPILS.flatMap(name => [`${name} Eze`, `${name} E.`]),
]

let service: GivingService
before(async () => {
  if (skip) return
  service = await startRecurring()
  moveTo(service, NOW)
})
after(() => service?.close())

interface Walked {
  page: Page
  /** Looks at the page, also by axe. */
  look(where: string): Promise<void>
  /** What a button or a line says in the language. */
  say(text: string): string
}

/** Numbers are typed, saved and added to; what is no number is refused, in words. */
async function usher({ page, look, say }: Walked): Promise<void> {
  await look('usher')
  const [men, women] = await page.locator('input[inputmode=numeric]').all()
  await men?.fill('٨٤')
  await women?.fill('97')
  await page
    .getByRole('button', { name: say('Save the count') })
    .first()
    .tap()
  await page.getByRole('status').getByText(say('Saved. Thank you.')).waitFor()
  await look('usher, saved')
  await men?.fill('-1')
  await page
    .getByRole('button', { name: say('Save the count') })
    .first()
    .tap()
  await page.getByRole('alert').waitFor()
  await look('usher, no number')
}

async function teacher({ page, look, say }: Walked): Promise<void> {
  await look('teacher')
  await page.getByRole('checkbox').first().tap()
  await page.getByRole('button', { name: say('Save and close') }).tap()
  await page.getByRole('button', { name: say('Open it again') }).waitFor()
  await look('teacher, closed')
}

async function report({ page, look, say }: Walked): Promise<void> {
  await look('report')
  await page.getByRole('checkbox').nth(1).tap()
  await page.locator('input[inputmode=numeric]').last().fill('٢')
  await page.getByRole('button', { name: say('Submit') }).tap()
  await page.getByRole('status').or(page.getByRole('alert')).first().waitFor()
  await look('report, submitted')
}

const WALKS = { usher, teacher, report } as const

for (const [language, locale] of [
  ['fr', 'fr-CI'],
  ['ar', 'ar-EG'],
] as const) {
  test(`in ${language} an usher counts, a teacher closes a class and a leader hands in a report by a link, without an English word`, {
    skip,
  }, async () => {
    const church = await service.givingChurch('development', { timezone: 'UTC', name: 'Emmanuel' })
    await church.set({ modules: ['giving', 'groups', 'school'] })
    const office = await member(service, church, 'owner', null, { email: `${language}@example.org` })
    const { links } = await volunteerLinks(service, church, office)
    const context = await (await sharedBrowser()).newContext({ locale, hasTouch: true, viewport: PHONE })
    const page = await context.newPage()
    const { found, look } = looking(page, language, [...CALLED, church.church.name])
    const walked: Walked = {
      page,
      say: languageNamed(language).say,
      async look(where) {
        await look(where)
        assert.deepEqual(await accessibilityProblems(page), [], where)
      },
    }
    for (const [name, walk] of Object.entries(WALKS)) {
      await page.goto(links[name as keyof typeof WALKS])
      await walk(walked)
    }
    assert.deepEqual([...found], [])
    await context.close()
  })
}
