/**
 * Installs what is missing and builds what is stale, for the commands of a clone. Uses nothing but Node's own modules:
 * it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const MODULES = path.join(ROOT, 'node_modules')
const DIST = path.join(ROOT, 'dist')

/** Ends the process with one clear sentence. */
export function giveUp(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  giveUp(
    `Sexton needs Node.js 20.19 or newer; this is ${process.versions.node}. Get the current LTS from https://nodejs.org.`,
  )
}

const hash = text => createHash('sha256').update(text).digest('hex')

const read = file => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Installs the packages of package-lock.json, unless those are the ones installed. */
export function install() {
  checkNode()
  const wanted = `${hash(readFileSync(path.join(ROOT, 'package-lock.json')))} ${process.platform}-${process.arch}`
  const stamp = path.join(MODULES, '.sexton-installed')
  if (read(stamp) === wanted) return
  process.stderr.write('Installing packages (only when they changed)…\n')
  // Install scripts are not needed: links of the embedded PostgreSQL are repaired at its start.
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const done = spawnSync('npm', options, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' })
  if (done.status !== 0) {
    process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}\n`)
    giveUp(`The packages could not be installed into ${MODULES}. Is the folder yours, and the npm registry in reach?`)
  }
  writeFileSync(stamp, wanted)
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* files(full)
    else if (!entry.name.endsWith('.test.ts')) yield full
  }
}

/** What the build depends on: names, sizes and times of the sources. */
function fingerprint() {
  const sources = [
    ...files(path.join(ROOT, 'src')),
    ...['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map(name => path.join(ROOT, name)),
  ]
  return hash(
    sources
      .sort()
      .map(file => `${path.relative(ROOT, file)} ${statSync(file).size} ${statSync(file).mtimeMs}`)
      .join('\n'),
  )
}

/** Compiles src/ into dist/ when a source changed; a build that fails or is cut off leaves the former one. */
export function build() {
  const wanted = fingerprint()
  if (read(path.join(DIST, '.fingerprint')) === wanted) return
  process.stderr.write('Building…\n')
  const fresh = `${DIST}.${process.pid}`
  const compiler = path.join(MODULES, 'typescript', 'bin', 'tsc')
  const done = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (done.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    giveUp(`The build failed:\n${done.stdout}${done.stderr}`)
  }
  writeFileSync(path.join(fresh, '.fingerprint'), wanted)
  const former = `${DIST}.${process.pid}.old`
  mkdirSync(DIST, { recursive: true })
  renameSync(DIST, former)
  try {
    renameSync(fresh, DIST)
  } catch {
    // Another process that built the same sources was faster.
    rmSync(fresh, { recursive: true, force: true })
  }
  rmSync(former, { recursive: true, force: true })
}

/** Installs, builds, and runs the command line in this process, so that signals reach it. */
export async function runSexton(args) {
  install()
  build()
  const { run } = await import('../dist/cli/main.js')
  process.exitCode = await run(args)
}
