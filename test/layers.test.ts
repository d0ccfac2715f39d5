/** The rules of ARCHITECTURE.md that a machine can check, for the service and for the pages of the console. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { MODULES } from '../src/modules/index.ts'
import {
  assertNoCircle,
  importsOf,
  type Source,
  type SourceTree,
  sourcesOf,
  testTree,
  undocumented,
} from './support/source-tree.ts'

const SERVICE: SourceTree = {
  name: 'src',
  files: sourcesOf('src'),
  layers: [
    ['cli'],
    ['demo', 'app.ts', 'open-database.ts'],
    ['ways-in.ts'],
    ['house.ts'],
    ['upkeep.ts', 'agenda'],
    ['backup'],
    ['console'],
    ['http'],
    ['archive'],
    ['webhooks'],
    ['sign-in'],
    ['modules'],
    ['events', 'notices'],
    ['resource'],
    ['account-settings.ts', 'links', 'documents'],
    ['vault.ts'],
    ['db', 'errors.ts', 'config.ts', 'sealed-column.ts', 'public-routes', 'outgoing', 'paper'],
    ['lib'],
    ['texts'],
    ['installation.ts'],
  ],
}

const PAGES: SourceTree = {
  name: 'console/src',
  files: sourcesOf('console/src'),
  layers: [
    ['main.tsx'],
    ['start.tsx'],
    ['app.tsx', 'theme.ts', 'nonce.ts', 'appearance.ts'],
    ['church-pages.tsx'],
    ['drawn-pages.tsx', 'home-parts.tsx', 'person-parts.tsx'],
    [
      'account',
      'branches',
      'declared',
      'families',
      'giving',
      'home',
      'imports',
      'meetings',
      'messages',
      'people',
      'groups',
      'school',
      'promotions',
      'sermons',
      'tasks',
      'settings',
      'webhooks',
    ],
    ['sign-in', 'shell'],
    ['lists', 'charts'],
    ['unsent'],
    ['forms'],
    ['parts'],
    ['house'],
    ['session'],
    ['api'],
    ['formats'],
    ['texts'],
    ['api-types.ts'],
  ],
}

testTree(SERVICE)
testTree(PAGES)

test('there are no circles of imports in the benchmark, the commands of a clone and the client', () => {
  for (const folder of ['bench', 'bin', 'client/src', 'console/build']) {
    assertNoCircle(new Map(sourcesOf(folder).map(file => [file.name, importsOf(file)])))
  }
})

test('http/, resource/ and the drawn pages of the console name no resource', () => {
  const names = MODULES.flatMap(module => module.resources.map(resource => resource.name))
  const word = new RegExp(`['"\`/](${names.join('|')})['"\`/]`)
  for (const { name, text } of SERVICE.files) {
    if (/^(http|resource)\//.test(name)) assert.doesNotMatch(text, word, name)
  }
  for (const { name, text } of PAGES.files) {
    if (name.startsWith('declared/')) assert.doesNotMatch(text, word, name)
  }
})

test('nothing is filled while files load: no file calls a function for what it does', () => {
  for (const { name, text } of SERVICE.files) {
    assert.doesNotMatch(text, /^(?:await )?[A-Za-z_][\w.]*\(/m, name)
  }
})

test('only config.ts reads the environment', () => {
  for (const { name, text } of SERVICE.files) {
    if (name !== 'config.ts') assert.doesNotMatch(text, /process\.env/, name)
  }
})

test('addresses are read by one function: that of Node 20 refuses names in other letters, once it was called often', () => {
  for (const { name, text } of SERVICE.files) {
    if (name !== 'lib/read-url.ts') assert.doesNotMatch(text, /\bcanParse\b/, name)
  }
})

test('Fastify is known to one file', () => {
  const knowing = SERVICE.files.filter(({ text }) => /from 'fastify'/.test(text)).map(({ name }) => name)
  assert.deepEqual(knowing, ['http/server.ts'])
})

test('modules write by actions and steps: none has the database, which could open a transaction', () => {
  for (const { name, text } of SERVICE.files) {
    // Of accounts, leases and the uses of keys the nodes themselves keep count.
    if (/^modules\/(?!church\/)/.test(name)) assert.doesNotMatch(text, /\bDatabase\b/, name)
  }
})

test('only what opens databases touches the driver', () => {
  for (const { name, text } of SERVICE.files) {
    if (/from 'pg'/.test(text)) assert.match(name, /^(app\.ts|open-database\.ts|db\/)/, name)
  }
})

/** Without Node, database and settings: a browser can run them. */
const PURE = [
  'lib/amount-text.ts',
  'lib/digits.ts',
  'console/views-at-once.ts',
  'lib/fold.ts',
  'lib/money.ts',
  'lib/own.ts',
  'lib/plain-amount.ts',
  'lib/slug.ts',
  'modules/messaging/merge-tags.ts',
  'texts/file-words.ts',
  'texts/forget-hindrances.ts',
  'texts/forms.ts',
  'texts/language.ts',
  'texts/exponents.ts',
  'texts/language-names.ts',
  'texts/logged-details.ts',
  'texts/resource-phrases.ts',
  'texts/said.ts',
  'resource/own-column.ts',
  'texts/promotion-reasons.ts',
  'texts/refused.ts',
  'texts/stay-reasons.ts',
  'texts/value-words.ts',
]

test('the pages of the console take only types and what is pure from src/', () => {
  for (const { name, text } of PAGES.files) {
    const bare = text.replace(/^(import|export) type [^']*'[^']+'$/gm, '')
    const taken = importsOf({ name, text: bare }).filter(target => target.startsWith('../'))
    for (const target of taken) assert.ok(PURE.includes(target.replace('../../src/', '')), `${name}: ${target}`)
  }
})

test('pages ask at addresses alone, whose types are the server’s: none says by itself what it is answered', () => {
  for (const { name, text } of PAGES.files) {
    assert.doesNotMatch(text, /(?<!function )\brequest</, name)
    if (name !== 'api/request.ts') assert.doesNotMatch(text, /\bfetch\(|(?<![.\w])request\(\s*['"`]/, name)
    if (!/^api\/(addresses|request)\.ts$/.test(name)) assert.doesNotMatch(text, /\bAddress<|method: '(GET|POST)'/, name)
  }
})

test('what the pages of the console export has a docstring', () => {
  assert.deepEqual(PAGES.files.flatMap(undocumented), [])
})

/** The most files that a reader opens on a way of ARCHITECTURE.md, by where it begins and ends. */
const MOST_OPENED: Record<string, number> = {
  'a form of the console → SQL': 5,
  'an event → the receiver': 8,
  'a message → its receipt': 8,
}

/** The rows of the table of ARCHITECTURE.md: from where to where, and the files. */
function waysOf(): RegExpMatchArray[] {
  const ways = /\n## The ways\n(.*?)\n## /s.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] ?? ''
  return [...ways.matchAll(/^\| (.* → .*?) \| (.*) \|$/gm)].slice(1)
}

const SOURCES = [SERVICE, PAGES].flatMap(({ name: tree, files }) =>
  files.map(({ name, text }) => ({ name: `${tree}/${name}`, text })),
)

test('the ways of ARCHITECTURE.md lead over files that are there, and not over more than a reader follows', () => {
  const rows = waysOf()
  const opened = new Map(rows.map(([, way = '', files = '']) => [way, files.split(/ → |; later |; then /).length]))
  for (const [way, most] of Object.entries(MOST_OPENED)) {
    assert.ok((opened.get(way) ?? Number.POSITIVE_INFINITY) <= most, `${way}: ${opened.get(way)} files`)
  }
  const sources = SOURCES.map(({ name }) => name)
  for (const [, way = '', files = ''] of rows) {
    for (const [, file = ''] of files.matchAll(/`([^`<]+\.tsx?)`/g)) {
      assert.ok(
        sources.some(source => source.endsWith(`/${file}`) || source === file),
        `${way}: there is no ${file}`,
      )
    }
  }
})

/** Steps of a way that no import shows, and how they are taken. */
const HANDED_OVER: Record<string, string> = {
  'src/console/console.ts': 'the request comes over the network',
  'src/resource/creation.ts': 'the resource of the request has it as its creation',
  'src/resource/update.ts': 'and this as its change',
  'src/modules/messaging/callbacks.ts': 'the provider calls',
}

test('on these ways each file imports the next one, or is imported by it', () => {
  for (const [, way = '', files = ''] of waysOf()) {
    if (MOST_OPENED[way] === undefined) continue
    const named = [...files.matchAll(/`([^`<]+\.tsx?)`/g)].map(([, file = '']) => file)
    const opened: Source[] = []
    for (const file of named) {
      const all = SOURCES.filter(({ name }) => `/${name}`.endsWith(`/${file}`))
      // Of two of one name, the one beside the file before it.
      const beside = all.find(({ name }) => path.dirname(name) === path.dirname(opened.at(-1)?.name ?? ''))
      opened.push(beside ?? all[0] ?? assert.fail(`${way}: there is no ${file}`))
    }
    for (const [at, { name }] of opened.entries()) {
      const before = opened.slice(0, at)
      const linked = before.some(
        one => importsOf(one).includes(name) || importsOf(opened[at] as Source).includes(one.name),
      )
      assert.ok(at === 0 || linked || HANDED_OVER[name] !== undefined, `${way}: nothing leads to ${name}`)
    }
  }
})
