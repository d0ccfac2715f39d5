/** What a machine can check of a tree of sources: who imports whom, how files are called, how long they are, what they say of themselves. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

/** A source by its path within its tree. */
export interface Source {
  name: string
  text: string
}

/** A folder of sources with the order of its layers. */
export interface SourceTree {
  /** What it is called in the names of the tests. */
  name: string
  files: readonly Source[]
  /** Folders and files at the top, highest first: a layer imports from its own and from those below it. */
  layers: readonly (readonly string[])[]
}

const LONGEST_FILE = 350

/** Every source below a folder of the repository, tests left out. */
export function sourcesOf(folder: string): Source[] {
  const root = path.resolve(import.meta.dirname, '../..', folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(name => ({ name: name.replaceAll('\\', '/'), text: readFileSync(path.join(root, name), 'utf8') }))
}

/** The text without its comments, which may tell of anything. */
export const codeOf = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')

/** What a source imports by a relative path: paths within the tree, or beginning with `../` where they lead out of it. */
export function importsOf({ name, text }: Source): string[] {
  const relative = [...text.matchAll(/(?:from|import\(|import)\s*'(\.[^']+\.tsx?)'/g)].map(match => match[1] ?? '')
  return relative.map(target => path.posix.normalize(path.posix.join(path.posix.dirname(name), target)))
}

const top = (name: string): string => name.split('/')[0] ?? ''

/** The folder below that, such as `modules/care`; empty for a file that lies in none. */
const below = (name: string): string => (name.split('/').length > 2 ? name.split('/').slice(0, 2).join('/') : '')

/** The tests that hold for every tree. */
export function testTree({ name: tree, files, layers }: SourceTree): void {
  const layerOf = (name: string): number => layers.findIndex(layer => layer.includes(top(name)))
  const within = (file: Source): string[] => importsOf(file).filter(target => !target.startsWith('../'))

  test(`${tree}: every file belongs to a layer, and every layer has files`, () => {
    for (const { name } of files) assert.notEqual(layerOf(name), -1, name)
    const tops = new Set(files.map(({ name }) => top(name)))
    assert.deepEqual([...tops].sort(), layers.flat().sort())
  })

  test(`${tree}: imports point downwards`, () => {
    for (const file of files) {
      for (const target of within(file)) {
        assert.ok(layerOf(file.name) <= layerOf(target), `${file.name} must not import ${target}`)
      }
    }
  })

  test(`${tree}: there are no circles of imports, neither of files nor of folders`, () => {
    assertNoCircle(new Map(files.map(file => [file.name, within(file)])))
    // The folders of the tree, and those below them, such as the modules.
    for (const folderOf of [top, below]) {
      const folders = new Map<string, string[]>()
      for (const file of files) {
        const mine = folderOf(file.name)
        const others = within(file).map(folderOf)
        folders.set(mine, [...(folders.get(mine) ?? []), ...others.filter(other => other !== mine && other !== '')])
      }
      folders.delete('')
      assertNoCircle(folders)
    }
  })

  test(`${tree}: no file is over ${LONGEST_FILE} lines, none is named by what says nothing`, () => {
    for (const { name, text } of files) {
      assert.ok(text.split('\n').length <= LONGEST_FILE + 1, `${name} is too long`)
      assert.doesNotMatch(path.basename(name), /^(helpers?|utils?|manager|service|common|base|misc)\.tsx?$/)
    }
  })

  test(`${tree}: every file begins with what it is for`, () => {
    for (const { name, text } of files) assert.match(text, /^(#!.*\n)?\/\*\*/, name)
  })
}

/** Follows each edge from each node; the message shows the way round. */
export function assertNoCircle(edges: ReadonlyMap<string, readonly string[]>): void {
  const done = new Set<string>()
  const visit = (name: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(name), `a circle: ${[...trail, name].join(' → ')}`)
    if (done.has(name)) return
    for (const target of edges.get(name) ?? []) visit(target, [...trail, name])
    done.add(name)
  }
  for (const name of edges.keys()) visit(name, [])
}

/** `export function`, `export const`, `export interface` and so on, at the beginning of a line. */
const EXPORT = /^export (?:default )?(?:async )?(?:function|const|let|class|interface|type) (\w+)/

/**
 * Exported names that no docstring stands above. A component needs none: the comment of its file says what it is, and
 * its properties say the rest.
 */
export function undocumented({ name, text }: Source): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const exported = EXPORT.exec(line)?.[1]
    if (exported === undefined || lines[index - 1]?.trimEnd().endsWith('*/')) return []
    const component = name.endsWith('.tsx') && /^export (?:default )?(?:function|class) [A-Z]/.test(line)
    return component ? [] : [`${name}: ${exported}`]
  })
}
