/** Installs the packages of a clone when they are missing or not those of package-lock.json. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exclusively, giveUp, hash, MODULES, ROOT, read, say } from './clone.mjs'

const LOCK_FILE = path.join(ROOT, 'package-lock.json')
/** npm's own note of what it installed; it writes it anew with every change. */
const INSTALLED_FILE = path.join(MODULES, '.package-lock.json')
const STAMP_FILE = path.join(MODULES, '.sexton-installed')

// Install scripts are not needed: links of the embedded PostgreSQL are repaired at its start.
const CI = 'ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error'

/** Makes sure that this Node can run Sexton and that the packages are the right ones. */
export async function install() {
  checkNode()
  if (isStamped()) return
  await exclusively(() => {
    if (isStamped()) return
    if (!isComplete()) runNpm()
    // Where node_modules is somebody else's, the packages are compared each time.
    if (isWritable(MODULES)) writeFileSync(STAMP_FILE, stamp())
  })
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  giveUp(
    `Sexton needs Node.js 20.19 or newer; this is ${process.versions.node}. Get the current LTS from https://nodejs.org.`,
  )
}

function stamp() {
  const { size, mtimeMs } = statSync(INSTALLED_FILE)
  return `${hash(read(LOCK_FILE))} ${process.platform}-${process.arch} ${size} ${mtimeMs}`
}

const isStamped = () => existsSync(INSTALLED_FILE) && read(STAMP_FILE) === stamp()

/** True when somebody ran npm in the clone and every package is there in the version that was locked. */
function isComplete() {
  if (!existsSync(INSTALLED_FILE)) return false
  const wanted = JSON.parse(read(LOCK_FILE)).packages
  const installed = JSON.parse(read(INSTALLED_FILE)).packages
  return Object.entries(wanted).every(([where, entry]) => {
    if (where === '') return true
    const found = installed[where]
    if (found === undefined) return Boolean(entry.optional || entry.devOptional) && !isForThisPlatform(entry)
    return found.integrity === entry.integrity && existsSync(path.join(ROOT, where, 'package.json'))
  })
}

/** A package with a libc is one of a pair: which of them npm took is its affair. */
const isForThisPlatform = ({ os, cpu, libc }) =>
  Boolean(os?.includes(process.platform) && cpu?.includes(process.arch)) && libc === undefined

function runNpm() {
  const folder = existsSync(MODULES) ? MODULES : ROOT
  if (!isWritable(folder)) {
    const owner = statSync(folder).uid
    giveUp(
      `Packages are missing in ${MODULES}, and this user cannot write there. ` +
        `Run "npm start" once as its owner (user ${owner}), or make a clone of your own.`,
    )
  }
  say(existsSync(MODULES) ? 'Installing packages, because they changed…' : 'Installing packages (first time only)…')
  // Under "npm start" the same npm, even where there is none on the PATH.
  const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [program, ...args] = [...own, ...CI.split(' ')]
  const shell = process.platform === 'win32' && program === 'npm'
  const done = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', shell })
  if (done.status === 0) return
  if (done.error?.code === 'ENOENT') giveUp('npm was not found. It comes with Node.js: https://nodejs.org')
  say(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`)
  giveUp(`The packages could not be installed into ${MODULES}. Is the npm registry in reach?`)
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
