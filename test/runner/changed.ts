/** Which tests a change can touch: those that import or start a changed file, however far away, or name one that is no source. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './files.ts'

const SOURCE = /\.(ts|tsx|mjs)$/
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g
/** A program that a test starts. */
const STARTED = /\bcompiled\('([^']+)'\)/g
/** Suites that read the tree, start the built program or its pages see every source, though they import none. */
const SEES_ALL = /layers|smoke|bin\/|browser|cli|examples|client-package/

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.split('\n').filter(Boolean)
}

/** The files among `all` that changes since a revision can touch, uncommitted ones included. */
export function changedTests(all: readonly string[], revision: string): string[] {
  const changed = new Set([
    ...git('diff', '--name-only', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ])
  if (changed.size === 0) return []
  if ([...changed].some(file => /^(migrations\/|package(-lock)?\.json|tsconfig|test\/runner\/)/.test(file)))
    return [...all]
  const product = [...changed].some(file => /^(src|console|client|bin)\//.test(file) && !/\.test\.tsx?$/.test(file))
  const graph = imports()
  const read = namesOf([...changed].filter(file => !SOURCE.test(file)))
  return all.filter(file => (product && SEES_ALL.test(file)) || touches(file, changed, read, graph))
}

/** How a test names files that it reads: by a file's name, or by a folder's that lists more of them. */
function namesOf(files: readonly string[]): string[] {
  return [...new Set(files.flatMap(file => [path.basename(file), path.dirname(file)]))].filter(name => name !== '.')
}

function touches(
  file: string,
  changed: ReadonlySet<string>,
  read: readonly string[],
  graph: ReadonlyMap<string, readonly string[]>,
): boolean {
  const seen = new Set<string>()
  const next = [file]
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    if (changed.has(one) || (one.startsWith('test/') && mentions(one, read))) return true
    next.push(...(graph.get(one) ?? []))
  }
  return false
}

const mentions = (file: string, names: readonly string[]): boolean =>
  names.length > 0 && names.some(name => textOf(file).includes(name))

/** What each source imports, by relative path. */
function imports(): Map<string, string[]> {
  const sources = ['src', 'test', 'console/src', 'client/src', 'bench', 'bin', 'examples'].flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => SOURCE.test(name))
      .map(name => path.join(folder, name)),
  )
  return new Map(sources.map(file => [file, importsOf(file)]))
}

function importsOf(file: string): string[] {
  const started = [...textOf(file).matchAll(STARTED)].map(([, target = '']) => target)
  const imported = [...textOf(file).matchAll(IMPORT)].flatMap(([, target = '']) => {
    const full = path.join(path.dirname(file), target)
    return [full, full.replace(/\.js$/, '.ts')].filter(one => existsSync(path.join(ROOT, one)))
  })
  return [...imported, ...started]
}

const texts = new Map<string, string>()

function textOf(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  texts.set(file, text)
  return text
}
