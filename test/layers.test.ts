/** The rules of ARCHITECTURE.md that a machine can check: who imports whom, how long a file is, what it is called. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { MODULES } from '../src/modules/index.ts'

const SRC = path.resolve(import.meta.dirname, '../src')

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => ({ name: name.replaceAll('\\', '/'), text: readFileSync(path.join(SRC, name), 'utf8') }))

/** Highest first: a layer imports from its own and from those below it. */
const LAYERS = [
  ['cli'],
  ['demo', 'app.ts', 'open-database.ts'],
  ['house.ts'],
  ['upkeep.ts'],
  ['console'],
  ['http'],
  ['webhooks'],
  ['sign-in'],
  ['modules'],
  ['events', 'notices'],
  ['resource'],
  ['account-settings.ts'],
  ['vault.ts'],
  ['db', 'errors.ts', 'config.ts', 'public-routes', 'outgoing'],
  ['lib'],
]

const layerOf = (name: string): number => LAYERS.findIndex(layer => layer.includes(name.split('/')[0] ?? ''))

function importsOf({ name, text }: { name: string; text: string }): string[] {
  const relative = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(match => match[1] ?? '')
  return relative.map(target => path.posix.normalize(path.posix.join(path.posix.dirname(name), target)))
}

test('every file belongs to a layer', () => {
  for (const { name } of files) assert.notEqual(layerOf(name), -1, name)
})

test('imports point downwards', () => {
  for (const file of files) {
    for (const target of importsOf(file)) {
      assert.ok(layerOf(file.name) <= layerOf(target), `${file.name} must not import ${target}`)
    }
  }
})

test('there are no circles of imports', () => {
  const edges = new Map(files.map(file => [file.name, importsOf(file)]))
  const done = new Set<string>()
  const visit = (name: string, trail: string[]): void => {
    assert.ok(!trail.includes(name), `a circle: ${[...trail, name].join(' → ')}`)
    if (done.has(name)) return
    for (const target of edges.get(name) ?? []) visit(target, [...trail, name])
    done.add(name)
  }
  for (const { name } of files) visit(name, [])
})

test('http/ and resource/ name no resource', () => {
  const names = MODULES.flatMap(module => module.resources.map(resource => resource.name))
  const word = new RegExp(`['"\`/](${names.join('|')})['"\`/]`)
  for (const { name, text } of files) {
    if (/^(http|resource)\//.test(name)) assert.doesNotMatch(text, word, name)
  }
})

test('only config.ts reads the environment', () => {
  for (const { name, text } of files) {
    if (name !== 'config.ts') assert.doesNotMatch(text, /process\.env/, name)
  }
})

test('Fastify is known to one file', () => {
  const knowing = files.filter(({ text }) => /from 'fastify'/.test(text)).map(({ name }) => name)
  assert.deepEqual(knowing, ['http/server.ts'])
})

test('only what opens databases touches the driver', () => {
  for (const { name, text } of files) {
    if (/from 'pg'/.test(text)) assert.match(name, /^(app\.ts|open-database\.ts|db\/)/, name)
  }
})

test('no file is over 350 lines, none is named by what says nothing', () => {
  for (const { name, text } of files) {
    assert.ok(text.split('\n').length <= 351, `${name} is too long`)
    assert.doesNotMatch(path.basename(name), /^(helpers?|utils?|manager|service|common|base|misc)\.ts$/)
  }
})

test('every file begins with what it is for', () => {
  for (const { name, text } of files) assert.match(text, /^(#!.*\n)?\/\*\*/, name)
})
