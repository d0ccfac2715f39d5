/** Where the cluster and the binaries are: where they were asked for, or where the account can reach them. */
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chown, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Account, canReach, postgresAccount } from './account.ts'
import { binariesFolder, repairLinks } from './binaries.ts'
import { EmbeddedDatabaseError } from './error.ts'

/** All that starting a server needs to know. */
export interface Place {
  account: Account
  /** Holds `bin/postgres` and `bin/initdb`. */
  binaries: string
  /** Holds the cluster, its password and its log. */
  home: string
  /** PostgreSQL's data directory. */
  cluster: string
  /** Folder of the unix socket. */
  socket: string
}

const ELSEWHERE = '/var/lib/sexton'
/** A unix socket's path may have 107 bytes (sun_path), name and a suffix for its lock included. */
const LONGEST_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432.lock'.length

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * Prepares the folders of an embedded database.
 * @throws EmbeddedDatabaseError when they cannot be made or belong to somebody else
 */
export async function findPlace(dataDir: string, folder: string = binariesFolder()): Promise<Place> {
  const account = postgresAccount()
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data directory ${dataDir} cannot be made (${(error as NodeJS.ErrnoException).code}). Set SEXTON_DATA_DIR to one that can.`,
    )
  }
  const home = await findHome(account, dataDir)
  const socketInHome = path.join(home, 'socket')
  const fits = Buffer.byteLength(socketInHome) <= LONGEST_SOCKET_FOLDER
  const socket = fits ? socketInHome : path.join(os.tmpdir(), `sexton-${short(home)}`)
  await own(account, socket)
  await repairLinks(folder)
  const binaries = canReach(account, path.join(folder, 'bin')) ? folder : await copyBinaries(folder)
  return { account, binaries, home, cluster: path.join(home, 'cluster'), socket }
}

async function findHome(account: Account, dataDir: string): Promise<string> {
  const note = path.join(dataDir, 'location')
  const noted = (await readFile(note, 'utf8').catch(() => '')).trim()
  const inside = path.join(dataDir, 'postgresql')
  let home = noted === '' ? inside : noted
  if (noted === '' && !existsSync(inside) && !canReach(account, dataDir)) {
    home = path.join(ELSEWHERE, short(dataDir))
    await writeFile(note, `${home}\n`)
  }
  if (home !== inside) await mkdir(ELSEWHERE, { recursive: true, mode: 0o755 })
  await own(account, home)
  return home
}

/** Makes a folder that only the account can use; one that is there must already be its. */
async function own(account: Account, folder: string): Promise<void> {
  const uid = account?.uid ?? process.getuid?.()
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (account !== undefined) await chown(folder, account.uid, account.gid)
    return
  }
  if (found.uid === uid) return
  throw new EmbeddedDatabaseError(
    `The database in ${folder} belongs to user ${found.uid}, and ${account?.name ?? `user ${uid}`} would run it now. ` +
      'Start Sexton as the user who made it, or set SEXTON_DATA_DIR to another directory.',
  )
}

/** Copies PostgreSQL (60 MB) to where every user can run it; the copy is used by later starts. */
async function copyBinaries(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(folder, '..', 'package.json'), 'utf8')) as { version: string }
  const target = path.join(ELSEWHERE, `postgresql-${manifest.version}`)
  if (existsSync(target)) return target
  const fresh = `${target}.${process.pid}`
  await mkdir(ELSEWHERE, { recursive: true, mode: 0o755 })
  await cp(folder, fresh, { recursive: true, verbatimSymlinks: true })
  await rename(fresh, target).catch(async () => await rm(fresh, { recursive: true, force: true }))
  return target
}
