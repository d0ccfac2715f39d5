/** The guide for volunteers, as the service serves it: every chapter, link and picture, without anything from elsewhere. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../src/config.ts'
import { HOUSE } from '../src/house.ts'
import { guideLanguages } from '../src/http/guide.ts'
import { MODULES } from '../src/modules/index.ts'
import type { PublicRoute } from '../src/public-routes/public-route.ts'
import type { Module, Served, ServiceParts } from '../src/resource/module.ts'
import { CHAPTERS } from '../src/texts/chapter.ts'
import { startService, type TestService } from './support/service.ts'
import { sourcesOf } from './support/source-tree.ts'

const FOLDER = path.join(ROOT, 'docs/guide')
const LANGUAGES = guideLanguages(FOLDER).filter(one => !one.includes('-x-'))
const FILES = readdirSync(FOLDER).filter(name => name.endsWith('.md'))
/** A picture of the guide takes no longer than a page on a slow line. */
const LARGEST = 50_000

let service: TestService
/** What people reach without a key, as the modules serve it. */
const routes: PublicRoute[] = []

before(async () => {
  const noted = (module: Module, parts: ServiceParts): Served => {
    const served = module.serve?.(parts) ?? {}
    routes.push(...(served.publicRoutes ?? []))
    return served
  }
  const modules = MODULES.map(module => ({ ...module, serve: (parts: ServiceParts) => noted(module, parts) }))
  service = await startService({}, { modules })
})
after(() => service.close())

const ask = (address: string): Promise<Response> => fetch(new URL(address, service.url))

test('every chapter that pages lead to is there', () => {
  assert.deepEqual(FILES.map(name => name.slice(0, -3)).sort(), ['README', ...CHAPTERS].sort())
})

/** Every page of the guide, by its path. */
const PAGES = ['/guide', ...CHAPTERS.map(name => `/guide/${name}`)]

const asked = async (address: string, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await fetch(new URL(address, service.url), { headers })
  assert.equal(answer.status, 200, address)
  return await answer.text()
}
const languageOf = (html: string): string | undefined => /<html lang="([^"]+)"/.exec(html)?.[1]
const headingsOf = (html: string): string[] => [...html.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id = '']) => id)

for (const language of LANGUAGES) {
  test(`in ${language} every page is served as one, and every link and picture on it leads to something in that language`, async () => {
    for (const page of PAGES) {
      const html = await asked(`${page}?lang=${language}`)
      assert.match(html, new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`))
      assert.deepEqual(headingsOf(html), headingsOf(await asked(`${page}?lang=en`)), `${page}: names of sections`)
      const [main = ''] = /<header>[\s\S]*<\/main>/.exec(html) ?? []
      for (const [, address = ''] of main.matchAll(/(?:href|src)="([^"]+)"/g)) {
        assert.match(address, /^\/guide/, `${page}: ${address}`)
        const [path = '', section] = address.split('#')
        const answer = await ask(path)
        assert.equal(answer.status, 200, `${page}: ${address}`)
        if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
        const there = await answer.text()
        assert.equal(languageOf(there), language, `${page}: ${address}`)
        if (section !== undefined) assert.ok(headingsOf(there).includes(section), `${page}: ${address}`)
      }
      for (const other of LANGUAGES.filter(one => one !== language)) {
        assert.ok(html.includes(`<a href="?lang=${other}" lang="${other}"`), `${page} offers ${other}`)
      }
      assert.doesNotMatch(html, /<!--/, 'what is for translators stays in the file')
    }
  })
}

test('the guide is read in what somebody chose there, in the language of their console, of public pages, of their browser', async () => {
  const read = async (search: string, cookie: string, accepted: string): Promise<string | undefined> =>
    languageOf(await asked(`/guide/first-sunday${search}`, { cookie, 'accept-language': accepted }))
  const both = 'sexton_page_language=es; sexton_language=sw'
  assert.equal(await read('?lang=fr', both, 'pt-BR,pt;q=0.9'), 'fr')
  assert.equal(await read('?lang=tlh', both, 'pt-BR,pt;q=0.9'), 'sw')
  assert.equal(await read('', both, 'pt-BR,pt;q=0.9'), 'sw')
  assert.equal(await read('', 'sexton_page_language=es', 'pt-BR,pt;q=0.9'), 'es')
  assert.equal(await read('', '', 'pt-BR,pt;q=0.9'), 'pt')
  assert.equal(await read('', '', 'de'), 'en')
})

test('what the browser asked for does not stay with links, and caches keep one page of each language', async () => {
  const html = await asked('/guide', { 'accept-language': 'fr' })
  assert.ok(html.includes('href="/guide/first-sunday"'), html)
  assert.ok((await asked('/guide?lang=fr')).includes('href="/guide/first-sunday?lang=fr"'))
  const { headers } = await ask('/guide')
  assert.match(headers.get('vary') ?? '', /accept-language.*cookie/i)
})

test('every page that is explained leads to a section of the guide that there is, in every language', async () => {
  const pages = sourcesOf('console/src').map(({ text }) => text)
  const ofPages = pages.flatMap(text => [...text.matchAll(/chapter: '([^']+)'/g)].map(([, chapter = '']) => chapter))
  const ofRecords = HOUSE.modules.flatMap(({ resources }) => resources.map(({ explained }) => explained.chapter))
  assert.ok(ofPages.length > 30 && ofRecords.length > 20)
  for (const chapter of new Set([...ofPages, ...ofRecords])) {
    const [file, section] = chapter.split('#')
    for (const language of LANGUAGES) {
      const headings = headingsOf(await asked(`/guide/${file}?lang=${language}`))
      assert.ok(section === undefined || headings.includes(section), `${chapter} in ${language}`)
    }
  }
})

/** Pages whose readers are no volunteers. They say themselves all that one needs to know there; the guide is not theirs. */
const WITHOUT_GUIDE: Readonly<Record<string, string>> = {
  '/give': 'givers give here',
  '/pledge': 'givers pledge here',
  '/my/pledge': 'whoever pledged sees how far it is',
  '/my/giving': 'givers change or stop a recurring gift',
  '/my/statement': 'givers fetch a statement',
  '/my/statementopen': 'givers fetch a statement',
  '/verify': 'banks and offices ask whether a statement is genuine',
  '/unsubscribe': 'whoever gets mail ends it, with one button',
  '/groups': 'whoever looks for a group finds one, and asks to join',
  '/my/request': 'whoever asked to join takes it back',
  '/my/file': 'a file, and no page',
}

test('every page without an account leads to a section of the guide that exists, or is for others than volunteers', async () => {
  const forPeople = routes.filter(one => one.forPeople)
  assert.deepEqual(
    forPeople.flatMap(({ root, guide }) => (guide === undefined ? [root] : [])).sort(),
    Object.keys(WITHOUT_GUIDE).sort(),
  )
  for (const { root, guide } of forPeople) {
    if (guide === undefined) continue
    const [chapter, section = ''] = guide.split('#')
    assert.ok(headingsOf(await asked(`/guide/${chapter}`)).includes(section), `${root}: ${guide}`)
  }
})

test('nothing else is served beside it, and it asks no other host for anything', async () => {
  for (const address of ['/guide/nothing', '/guide/pictures/nothing.png', '/guide/../README.md', '/guide/README.md']) {
    assert.equal((await ask(address)).status, 404, address)
  }
  const policy = (await ask('/guide')).headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /https?:|unsafe/)
})

test('its pictures are small, and each of them stands in a chapter', () => {
  const text = FILES.map(name => readFileSync(path.join(FOLDER, name), 'utf8')).join('\n')
  for (const language of LANGUAGES) {
    const folder = path.join(FOLDER, language === 'en' ? '' : language, 'pictures')
    for (const name of readdirSync(folder)) {
      assert.ok(statSync(path.join(folder, name)).size < LARGEST, `${language}: ${name}`)
      assert.ok(text.includes(`](pictures/${name})`), name)
    }
  }
})

test('each resource says in at most three sentences what its pages are for', () => {
  for (const { name, explained } of HOUSE.modules.flatMap(({ resources }) => resources)) {
    const sentences = explained.says.split(/(?<=[.!?])\s/)
    assert.ok(sentences.length <= 3 && /[.!?]$/.test(explained.says), name)
  }
})
