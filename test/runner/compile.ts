/** Compiles the tests and all that they import once, for every process of a run. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { isAlive } from '../../src/lib/is-alive.ts'
import { ROOT } from './files.ts'

/** What the tests start by name, beside the test files. */
const PROGRAMS = [
  'src/webhooks/outlet.ts',
  'test/attacks/attacker.ts',
  'test/lost-property/command.ts',
  'test/runner/reporter.ts',
  'test/runner/worker.ts',
  'test/support/pdf-thread.ts',
  'test/support/server-process.ts',
]
const FIXTURES = 'test/runner/fixtures'
/** Below node_modules, so that packages are found from there, and neither git nor the formatter looks at it. */
const FOLDER = path.join(ROOT, 'node_modules', '.cache', 'sexton-tests')

/** A module knows where its source lies, not where it was compiled to. */
const knowTheirPlace: Plugin = {
  name: 'know-their-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.(tsx?|mjs)$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
      loader: file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js',
    }))
  },
}

/** What the build of the pages makes of the catalogues (console/build/text-parts.ts); here there is none of it, and pages speak English. */
const inEnglish: Plugin = {
  name: 'in-english',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:languages$/ }, ({ path: name }) => ({ path: name, namespace: 'virtual' }))
    onLoad({ filter: /./, namespace: 'virtual' }, () => ({ contents: 'export const LANGUAGES = {}', loader: 'js' }))
  },
}

/**
 * Compiles test files and what they start to a folder of this run's own: what changes meanwhile changes nothing in it.
 * A module that several files import is one module there, too, so a process that runs several files loads it once.
 * @returns the folder (see `compiled`) and how to remove it
 * @throws when a file is no TypeScript or imports what is not there
 */
export async function compileTests(files: readonly string[]): Promise<{ folder: string; remove(): void }> {
  const folder = path.join(FOLDER, String(process.pid))
  mkdirSync(folder, { recursive: true })
  sweep()
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const fixtures = readdirSync(path.join(ROOT, FIXTURES)).map(name => path.join(FIXTURES, name))
  const script = '../../bin/bundled.mjs'
  const { BUNDLED: bundled } = (await import(script)) as { BUNDLED: BuildOptions & { plugins: Plugin[] } }
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: [...new Set([...files, ...fixtures, ...PROGRAMS])],
      outbase: ROOT,
      outdir: folder,
      ...bundled,
      target: `node${process.versions.node}`,
      chunkNames: 'shared/[name]-[hash]',
      logLevel: 'warning',
      plugins: [inEnglish, ...bundled.plugins, knowTheirPlace],
    })
  } catch (error) {
    remove()
    throw error
  }
  return { folder, remove }
}

/** Removes what runs left that were cut off. */
function sweep(): void {
  for (const pid of readdirSync(FOLDER)) {
    if (!isAlive(Number(pid))) rmSync(path.join(FOLDER, pid), { recursive: true, force: true })
  }
}
