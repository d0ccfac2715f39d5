/** Builds src/ into dist/, and console/ into dist/pages/, when a source changed. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BUNDLED } from './bundled.mjs'
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

/** What any build depends on, beside its sources. */
const SETTINGS = ['tsconfig.json', 'package-lock.json', 'bin/build.mjs', 'bin/bundled.mjs'].map(name =>
  path.join(ROOT, name),
)

/** What the build depends on. */
const fingerprint = () => marksOf(['src', 'console', 'texts'].flatMap(inFolder))

const inFolder = name => [...files(path.join(ROOT, name))]

/** Names, sizes and times of sources. */
function marksOf(sources) {
  const lines = [...new Set([...sources, ...SETTINGS])].sort().map(file => {
    const found = statSync(file, { throwIfNoEntry: false })
    return `${path.relative(ROOT, file)} ${found?.size} ${found?.mtimeMs}`
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
      ...BUNDLED,
      target: 'node20',
      chunkNames: 'parts/[name]-[hash]',
      logLevel: 'silent',
    })
  } catch (error) {
    giveUp(`The build failed:\n${error.message}`)
  }
}

/** What the pages were built from: what of src they show was noted by their bundler (console/vite.config.ts). */
const PAGES_FILE = '.pages.json'
const pagesMarks = sources => marksOf([...['console', 'texts'].flatMap(inFolder), ...sources])

/** The pages of the console, as static files: built, which takes most of a build, where one of their sources changed. */
function bundle() {
  const pages = path.join(WORKSHOP, 'pages')
  const note = path.join(WORKSHOP, PAGES_FILE)
  const former = JSON.parse(read(path.join(DIST, PAGES_FILE)) || 'null')
  if (former !== null && former.marks === pagesMarks(former.sources)) {
    cpSync(path.join(DIST, 'pages'), pages, { recursive: true })
    cpSync(path.join(DIST, PAGES_FILE), note)
    return
  }
  const begun = fingerprint()
  const vite = path.join(MODULES, 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', 'console', '--outDir', pages, '--logLevel', 'warn']
  const env = { ...process.env, SEXTON_PAGES_SOURCES: note }
  const done = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env })
  if (done.status !== 0) giveUp(`The console could not be built:\n${done.stdout}${done.stderr}`)
  const sources = JSON.parse(read(note))
  // What changed while they were built is built at the next time.
  const marks = begun === fingerprint() ? pagesMarks(sources) : ''
  writeFileSync(note, JSON.stringify({ sources, marks }))
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
