/** In which language a church speaks, to whom: its pages, its messages, its papers (docs/decisions/0015-texts.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { unsubscribeUrl } from '../src/modules/messaging/unsubscribe.ts'
import { type GivingChurch, type GivingService, startGiving } from './support/giving.ts'

let service: GivingService
let church: GivingChurch

before(async () => {
  service = await startGiving()
})
beforeEach(async () => {
  church = await service.givingChurch('development')
})
after(() => service.close())

interface Shown {
  status: number
  headers: Headers
  text: string
  /** BCP 47, as the page says it. */
  language: string | undefined
}

/** A page, for a browser that asks for languages. */
async function page(url: string, accepted: string, more: RequestInit = {}): Promise<Shown> {
  const headers = { 'Accept-Language': accepted, ...(more.headers as Record<string, string>) }
  const {
    status,
    headers: answered,
    ...answer
  } = await fetch(url, { ...more, headers }).then(async response => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }))
  return { status, headers: answered, ...answer, language: /<html lang="([^"]+)"/.exec(answer.text)?.[1] }
}

test('the giving page of a Swahili church is in Swahili for a browser that asks for a language it does not offer', async () => {
  await church.set({ language: 'sw', languages: ['en'] })
  const shown = await page(church.page, 'fr-CI,fr;q=0.9')
  assert.equal(shown.language, 'sw')
  assert.match(shown.text, /Toa kwa/)
  assert.equal((await page(church.page, 'yo')).language, 'sw', 'nor one that there is no catalogue of')
  assert.equal((await page(church.page, 'fr, en;q=0.5')).language, 'en', 'the first of those that it offers')
})

test('a church that names no languages offers all of them', async () => {
  await church.set({ language: 'sw' })
  assert.equal((await page(church.page, 'fr-CI')).language, 'fr')
  await church.set({ language: null })
  assert.equal((await page(church.page, 'yo')).language, 'en', 'without one of its own that of the installation')
})

test('a visitor chooses among the languages that are offered, and the pages that follow are in it', async () => {
  await church.set({ language: 'sw', languages: ['ar', 'pt'] })
  const shown = await page(`${church.page}?fund=1`, 'sw')
  assert.deepEqual(
    [...shown.text.matchAll(/<(?:a href="([^"]+)"|span aria-current="true") lang="(\w+)"[^>]*>([^<]+)</g)].map(
      ([, href, tag, name]) => [href, tag, name],
    ),
    [
      [undefined, 'sw', 'Kiswahili'],
      ['?fund=1&amp;lang=ar', 'ar', 'العربية'],
      ['?fund=1&amp;lang=pt', 'pt', 'Português'],
    ],
  )
  const chosen = await page(`${church.page}?lang=pt`, 'sw')
  assert.equal(chosen.language, 'pt')
  const cookie = chosen.headers.get('set-cookie') ?? ''
  assert.match(cookie, /^sexton_page_language=pt; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/)
  const kept = { headers: { Cookie: cookie.split(';')[0] ?? '' } }
  assert.equal((await page(church.page, 'sw', kept)).language, 'pt')
  assert.match((await page(church.page, 'sw', kept)).headers.get('vary') ?? '', /Cookie/)
  const sent = { method: 'POST', body: new URLSearchParams({ amount: 'x' }), ...kept }
  assert.equal((await page(church.page, 'sw', sent)).language, 'pt', 'a form that is shown again, too')
  assert.equal((await page(`${church.page}?lang=fr`, 'sw')).language, 'sw', 'not in one that is not offered')
  assert.equal((await page(`${church.page}?lang=<b>`, 'sw')).headers.get('set-cookie'), null)
})

test('the pages to unsubscribe are in the language of the church, where the browser asks for none that it offers', async () => {
  await church.set({ language: 'sw', languages: ['fr'] })
  const { id, hq_branch_id } = church.church
  const message = await service.database.write(id, tx =>
    tx.first<{
      id: number
    }>(sql`insert into messages (church_id, branch_id, channel, "to", body, status, source, created_at, updated_at)
      values (${id}, ${hq_branch_id}, 'email', 'ada@example.org', 'Hello', 'sent', 'api', ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      returning id`),
  )
  const url = unsubscribeUrl(service.vault, service.url, id, message?.id ?? 0)
  const asked = await page(url, 'de')
  assert.equal(asked.language, 'sw')
  assert.match(asked.text, /Jiondoe/)
  assert.equal((await page(url, 'fr')).language, 'fr')
  assert.match((await page(url, 'de', { method: 'POST' })).text, /Umejiondoa/)
})

test('a page that says that nothing is there tells nobody which churches there are, nor what they speak', async () => {
  await church.set({ modules: [], language: 'sw', languages: ['fr'] })
  const [closed, nobody] = await Promise.all([
    page(church.page, 'en'),
    page(church.page.replace(church.church.slug, 'no-such-church'), 'en'),
  ])
  assert.deepEqual([closed.status, closed.text], [404, nobody.text])
  assert.doesNotMatch(nobody.text, /lang=fr/)
})
