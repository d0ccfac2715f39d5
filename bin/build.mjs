/** Builds src/ into dist/, and console/ into dist/pages/, when a source changed. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exclusively, giveUp, hash, MODULES, ROOT, read, say } from './clone.mjs'

const DIST = path.join(ROOT, 'dist')
const STAMP_FILE = path.join(DIST, '.fingerprint')
/** Where the compiler writes: outside what git, the formatter and the tests look at. */
const WORKSHOP = path.join(MODULES, '.cache', 'sexton-build')

/** Compiles what is stale; a build that fails or is cut off leaves the former one. */
export async function build() {
  if (read(STAMP_FILE) === fingerprint()) return
  await exclusively(async () => {
    const wanted = fingerprint()
    if (read(STAMP_FILE) === wanted) return
    say('Building…')
    try {
      await compile()
      bundle()
      writeFileSync(path.join(WORKSHOP, '.fingerprint'), wanted)
      putInPlace()
    } catch (error) {
      if (error.syscall === undefined) throw error
      giveUp(`The build cannot be written (${error.message}). Run "npm start" once as the owner of ${ROOT}.`)
    }
  })
}

/** Tests, and catalogues for private use, which tests write beside a build that is in use. */
const NOT_BUILT = /\.test\.tsx?$|-x-.*\.json$/

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* files(full)
    else if (!NOT_BUILT.test(entry.name)) yield full
  }
}

/** What the build depends on: names, sizes and times of the sources. */
function fingerprint() {
  const settings = ['tsconfig.json', 'package-lock.json', 'bin/build.mjs'].map(name => path.join(ROOT, name))
  const folders = ['src', 'console', 'texts'].map(name => path.join(ROOT, name))
  const lines = [...folders.flatMap(folder => [...files(folder)]), ...settings].sort().map(file => {
    const { size, mtimeMs } = statSync(file)
    return `${path.relative(ROOT, file)} ${size} ${mtimeMs}`
  })
  return hash(lines.join('\n'))
}

/** What is started or imported by name: the command line; by tests and the benchmark, the parts of a service. */
const ENTRIES = ['cli/main', 'app', 'config', 'open-database', 'db/embedded/index', 'events/record']

/** In few files: a start that opens one for each module takes a third longer. Types are the business of `npm run check`. */
async function compile() {
  rmSync(WORKSHOP, { recursive: true, force: true })
  mkdirSync(WORKSHOP, { recursive: true })
  const esbuild = await import('esbuild')
  try {
    await esbuild.build({
      absWorkingDir: ROOT,
      entryPoints: ENTRIES.map(entry => `src/${entry}.ts`),
      outbase: 'src',
      outdir: WORKSHOP,
      bundle: true,
      splitting: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      keepNames: true,
      sourcemap: true,
      sourcesContent: false,
      chunkNames: 'parts/[name]-[hash]',
      logLevel: 'silent',
    })
  } catch (error) {
    giveUp(`The build failed:\n${error.message}`)
  }
}

/** The pages of the console, as static files. */
function bundle() {
  const vite = path.join(MODULES, 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', 'console', '--outDir', path.join(WORKSHOP, 'pages'), '--logLevel', 'warn']
  const done = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  if (done.status !== 0) giveUp(`The console could not be built:\n${done.stdout}${done.stderr}`)
}

/** Puts the new build where the old one was: one rename after the other, so that nobody runs half of one. */
function putInPlace() {
  const [next, former] = [`${DIST}.next`, `${DIST}.former`]
  for (const leftover of [next, former]) rmSync(leftover, { recursive: true, force: true })
  move(WORKSHOP, next)
  if (existsSync(DIST)) renameSync(DIST, former)
  renameSync(next, DIST)
  rmSync(former, { recursive: true, force: true })
}

function move(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    // node_modules on another disk, as in a container that mounts the clone.
    if (error.code !== 'EXDEV') throw error
    cpSync(from, to, { recursive: true })
  }
}
