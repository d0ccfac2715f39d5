/** Which tests a change can touch: those that import or start a changed file, however far away, or name one that is no source. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './files.ts'

const SOURCE = /\.(ts|tsx|mjs)$/
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g
/** A program that a test starts. */
const STARTED = /\bcompiled\('([^']+)'\)/g
/** A program, named in a text: from the clone, or from the folder of who names it. */
const NAMED = /['"`\s]((?:\.{0,2}\/)?[\w./-]+\.(?:mjs|ts|tsx))(?=['"`\s])/g
/** What a shell runs in the place of a program. */
const BY_SHELL: readonly [RegExp, string][] = [
  [/\bnpm start\b/, 'bin/start.mjs'],
  [/\bnpx sexton\b/, 'bin/sexton.mjs'],
]
/** What was built of a source. */
const BUILT = /^dist\/(.+)\.js$/
/** Whoever imports one of these reads the tree or opens the pages that were built: such files see every source. */
const READERS = ['bin/source-texts.ts', 'test/support/source-tree.ts', 'test/support/browser.ts']
/** Suites that do so by themselves, or run what they find in a folder. */
const SEES_ALL = /smoke|bin\/|examples|client-package|test\/attacks|test\/attempts/

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
  return touchedBy(changed, all)
}

/** The files among `all` that changes of these files can touch. */
export function touchedBy(changed: ReadonlySet<string>, all: readonly string[]): string[] {
  if (changed.size === 0) return []
  if ([...changed].some(file => /^(migrations\/|package(-lock)?\.json|tsconfig|test\/runner\/)/.test(file)))
    return [...all]
  const product = [...changed].some(file => /^(src|console|client|bin)\//.test(file) && !/\.test\.tsx?$/.test(file))
  const graph = imports()
  const read = namesOf([...changed].filter(file => !SOURCE.test(file)))
  const seen = new Set([...changed, ...(product ? READERS : [])])
  return all.filter(file => (product && SEES_ALL.test(file)) || touches(file, seen, read, graph))
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
  graphOfAll ??= graph()
  return graphOfAll
}

let graphOfAll: Map<string, string[]> | undefined

function graph(): Map<string, string[]> {
  const sources = ['src', 'test', 'console/src', 'client/src', 'bench', 'bin', 'examples'].flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => SOURCE.test(name))
      .map(name => path.join(folder, name)),
  )
  return new Map(sources.map(file => [file, importsOf(file)]))
}

function importsOf(file: string): string[] {
  const text = textOf(file)
  const started = [...text.matchAll(STARTED)].map(([, target = '']) => target)
  const imported = [...text.matchAll(IMPORT)].flatMap(([, target = '']) => {
    const full = path.join(path.dirname(file), target)
    return [full.replace(BUILT, 'src/$1.ts'), full.replace(/\.js$/, '.ts')].filter(isThere)
  })
  return [...imported, ...started, ...(file.startsWith('test/') || file.startsWith('bin/') ? programsOf(file) : [])]
}

/** The programs that a test or a command names in a text, to start them. */
function programsOf(file: string): string[] {
  const text = textOf(file)
  const named = [...text.matchAll(NAMED)].flatMap(([, target = '']) =>
    [target, path.join(path.dirname(file), target)].filter(isThere),
  )
  return [...named, ...BY_SHELL.filter(([said]) => said.test(text)).map(([, program]) => program)]
}

const isThere = (file: string): boolean => SOURCE.test(file) && existsSync(path.join(ROOT, file))

const texts = new Map<string, string>()

function textOf(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  texts.set(file, text)
  return text
}
