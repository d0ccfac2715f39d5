/** The rules of ARCHITECTURE.md that a machine can check, for the service and for the pages of the console. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MODULES } from '../src/modules/index.ts'
import { importsOf, type SourceTree, sourcesOf, testTree, undocumented } from './support/source-tree.ts'

const SERVICE: SourceTree = {
  name: 'src',
  files: sourcesOf('src'),
  layers: [
    ['cli'],
    ['demo', 'app.ts', 'open-database.ts'],
    ['ways-in.ts'],
    ['house.ts'],
    ['upkeep.ts', 'import-worker.ts', 'agenda'],
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
    ['drawn-pages.tsx', 'page-explanations.ts'],
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

test('only config.ts reads the environment', () => {
  for (const { name, text } of SERVICE.files) {
    if (name !== 'config.ts') assert.doesNotMatch(text, /process\.env/, name)
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
  'lib/fold.ts',
  'lib/money.ts',
  'lib/plain-amount.ts',
  'lib/slug.ts',
  'modules/messaging/merge-tags.ts',
  'texts/forget-hindrances.ts',
  'texts/language.ts',
  'texts/language-names.ts',
  'texts/resource-phrases.ts',
  'texts/promotion-reasons.ts',
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

test('what the pages of the console export has a docstring', () => {
  assert.deepEqual(PAGES.files.flatMap(undocumented), [])
})

/** The most files that a reader opens on a way of ARCHITECTURE.md, by where it begins and ends. */
const MOST_OPENED: Record<string, number> = {
  'a form of the console → SQL': 5,
  'an event → the receiver': 8,
  'a message → its receipt': 8,
}

test('the ways of ARCHITECTURE.md lead over files that are there, and not over more than a reader follows', () => {
  const ways = /\n## The ways\n(.*?)\n## /s.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] ?? ''
  const rows = [...ways.matchAll(/^\| (.* → .*?) \| (.*) \|$/gm)].slice(1)
  const opened = new Map(rows.map(([, way = '', files = '']) => [way, files.split(/ → |; later |; then /).length]))
  for (const [way, most] of Object.entries(MOST_OPENED)) {
    assert.ok((opened.get(way) ?? Number.POSITIVE_INFINITY) <= most, `${way}: ${opened.get(way)} files`)
  }
  const sources = [SERVICE, PAGES].flatMap(({ name, files }) => files.map(file => `${name}/${file.name}`))
  for (const [, way = '', files = ''] of rows) {
    for (const [, file = ''] of files.matchAll(/`([^`<]+\.tsx?)`/g)) {
      assert.ok(
        sources.some(source => source.endsWith(`/${file}`) || source === file),
        `${way}: there is no ${file}`,
      )
    }
  }
})
