/** Which tests a change can touch: those that import a changed file, however far away. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './files.ts'

const IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g
/** Suites that read the tree, start the built program or its pages see every source, though they import none. */
const SEES_ALL = /layers|smoke|bin\/|browser|cli|examples/

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
  const product = [...changed].some(file => /^(src|console|bin)\//.test(file) && !/\.test\.tsx?$/.test(file))
  const graph = imports()
  return all.filter(file => (product && SEES_ALL.test(file)) || reaches(file, changed, graph))
}

function reaches(file: string, wanted: ReadonlySet<string>, graph: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>()
  const next = [file]
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (wanted.has(one)) return true
    if (seen.has(one)) continue
    seen.add(one)
    next.push(...(graph.get(one) ?? []))
  }
  return false
}

/** What each source imports, by relative path. */
function imports(): Map<string, string[]> {
  const sources = ['src', 'test', 'console/src', 'bench', 'examples'].flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(ts|tsx|mjs)$/.test(name))
      .map(name => path.join(folder, name)),
  )
  return new Map(sources.map(file => [file, importsOf(file)]))
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, target = '']) => {
    const full = path.join(path.dirname(file), target)
    return [full, full.replace(/\.js$/, '.ts')].filter(one => existsSync(path.join(ROOT, one)))
  })
}
