/** Embedded databases for tests: in directories of their own, opened here or in other processes. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { serverAccount, type User } from '../../src/db/embedded/account.ts'
import { type EmbeddedDatabase, openEmbedded } from '../../src/db/embedded/index.ts'
import { isServer, signal } from '../../src/db/embedded/processes.ts'
import { migrate } from '../../src/db/migrate.ts'
import { compiled } from './compiled.ts'
import { quiet } from './quiet.ts'
import { programFor } from './reachable.ts'
import { scratch } from './scratch.ts'

export { quiet }

/** Holds everything that the tests make. */
export const root = mkdtempSync(path.join(scratch(), 'sexton-embedded-'))
chmodSync(root, 0o755)
// Also when the run is cut off: a server is in a session of its own and would go on.
process.once('exit', () => {
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(file) !== 'postmaster.pid') continue
    const pid = Number.parseInt(readFileSync(path.join(root, file), 'utf8'), 10)
    if (isServer(pid, path.dirname(path.join(realpathSync(root), file)))) signal(pid, 'SIGKILL')
  }
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

/** The user that PostgreSQL runs as, where that is not the one who runs the tests. */
export const account = await serverAccount()
/** The same for processes that are started. */
export const asAccount = account === undefined ? {} : { uid: account.uid, gid: account.gid }

/**
 * Where a test may make a file or a folder of this name. Files that run in one process share `root`, so each asks for a
 * place of its own.
 */
export function ownPath(name: string): string {
  const folder = mkdtempSync(path.join(root, 'own-'))
  // As `root`: PostgreSQL's user may go through.
  chmodSync(folder, 0o755)
  return path.join(folder, name)
}

let serial = 0
/** A data directory that is not there yet. */
export const freshDir = (): string => path.join(root, `data-${++serial}`)

/**
 * A data directory with a database that is migrated and empty. The first one of a run is made, the others are copies: only
 * tests of how one is made need `freshDir`.
 */
export async function migratedDir(): Promise<string> {
  const dataDir = freshDir()
  const shared = compiled('cluster')
  if (!existsSync(shared)) await makeMigrated(shared)
  mkdirSync(dataDir)
  // As `cp -a`: PostgreSQL insists on who owns its files.
  execFileSync('cp', ['-a', shared, path.join(dataDir, 'postgresql')])
  return dataDir
}

/** Several processes may do it at once; whoever is first gives it its name. */
async function makeMigrated(shared: string): Promise<void> {
  const dataDir = freshDir()
  const database = await openEmbedded({ dataDir, log: quiet, durable: false })
  await migrate(database.owner, database.connection.user)
  await database.close()
  const own = `${shared}-${process.pid}`
  execFileSync('cp', ['-a', homeOf(dataDir), own])
  try {
    renameSync(own, shared)
  } catch {
    rmSync(own, { recursive: true })
  }
}

/** Opens a data directory in this process. */
export const open = (dataDir: string): Promise<EmbeddedDatabase> => openEmbedded({ dataDir, log: quiet })

/** Runs one statement as the owner, on a connection of its own. */
export async function query({ owner }: Pick<EmbeddedDatabase, 'owner'>, text: string): Promise<object[]> {
  const client = new pg.Client(owner)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}

/** Where the files really are: `location` names another place when PostgreSQL's user could not enter this one. */
export function homeOf(dataDir: string): string {
  const note = path.join(dataDir, 'location')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : path.join(dataDir, 'postgresql')
}

/** The process of the server that runs on a data directory. */
export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(path.join(homeOf(dataDir), 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

/** True while the process is a server of a data directory; one that ended may linger as a zombie for a while. */
export const serverRuns = (dataDir: string, pid: number): boolean =>
  isServer(pid, path.join(realpathSync(homeOf(dataDir)), 'cluster'))

/** Waits for a condition. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 20))
}

interface Elsewhere {
  child: ChildProcess
  /** The connection, or why there is none. */
  said: { host?: string; refused?: string }
}

/** Opens a data directory in a process of its own, which lets go when its input ends. */
export async function openElsewhere(dataDir: string, user?: User): Promise<Elsewhere> {
  const { node, script } = programFor(user, 'test/support/embedded-process.mjs', root)
  const child = spawn(node, [script, dataDir], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  assert.ok(child.stdout)
  for await (const line of createInterface(child.stdout)) return { child, said: JSON.parse(line) }
  throw new Error('The process ended without a word.')
}

/** Settles with the exit code of a process when it ends. */
export const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve => (child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode)))
