/** Servers of this installation on other data directories than the one that a command was told. */
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { openToLook } from '../open-database.ts'
import { type RunningServer, runningServers } from './servers.ts'

/** A data directory on which servers run. */
export interface Elsewhere {
  data_dir: string
  /** Empty where this user may not look, or the database is of another release. */
  servers: RunningServer[]
}

const CONNECTIONS = 2
const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** The other data directories whose servers run, the one that was started last first. */
export async function serversElsewhere(config: Config): Promise<Elsewhere[]> {
  const { isRunning, servedDirectories } = await import('../db/embedded/index.ts')
  const found: Elsewhere[] = []
  for (const data_dir of await servedDirectories(config.notesDir, config.databaseUrl === '' ? config.dataDir : '')) {
    if (!(await isRunning(data_dir))) continue
    const servers = await serversOn(config, data_dir)
    if (servers?.length !== 0) found.push({ data_dir, servers: servers ?? [] })
  }
  return found
}

/** The servers; undefined where that cannot be told. */
async function serversOn(config: Config, dataDir: string): Promise<RunningServer[] | undefined> {
  try {
    const { database, close } = await openToLook({ ...config, databaseUrl: '', dataDir, poolSize: CONNECTIONS }, silent)
    return await runningServers(database).finally(close)
  } catch {
    return undefined
  }
}

/** The directory, and what runs there. */
export function describeElsewhere({ data_dir, servers }: Elsewhere): string {
  const told = servers.map(({ url, pid }) => `${url ?? 'an address not known yet'}, process ${pid}`)
  return [data_dir, ...(told.length > 0 ? told : ['which this user cannot ask'])].join(', ')
}

/** Where the embedded database of a command is stopped: says on standard error which one runs, since that may be meant. */
export async function tellOfOthers(config: Config): Promise<void> {
  if (config.databaseUrl !== '') return
  const { hasDatabase, isRunning } = await import('../db/embedded/index.ts')
  if (!(await hasDatabase(config.dataDir)) || (await isRunning(config.dataDir))) return
  for (const other of (await serversElsewhere(config)).filter(({ servers }) => servers.length > 0)) {
    process.stderr.write(
      `No server runs on ${config.dataDir}, but one does on ${describeElsewhere(other)}. ` +
        `If you mean that one, set SEXTON_DATA_DIR=${other.data_dir}.\n`,
    )
  }
}
