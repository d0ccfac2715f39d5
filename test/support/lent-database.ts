/**
 * Databases that the files of a test process lend each other, with their open connections: each finds it as empty as a
 * new one. Only what PostgreSQL knows of its tables stays, and plans that it made: a file that looks at those asks for a new one (`owner`).
 */
import type { Config } from '../../src/config.ts'
import { Database } from '../../src/db/database.ts'
import { forgetHorizon } from '../../src/resource/horizon.ts'
import { Clearing } from './clearing.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export interface LentDatabase {
  clone: TestDatabase
  /** The service's way to it. */
  database: Database
  /** Says that what clearing does not undo may have been done, such as a table that was changed: nobody gets it then. */
  spoil(): void
  /** When the service is closed: cleared for the next file, or dropped. */
  giveBack(): Promise<void>
}

interface Kept {
  clone: TestDatabase
  database: Database
  clearing: Clearing
  /** Tables, partitions and indexes that it began with. */
  made: string
}

/** A file has one service as a rule, some have two. */
const MOST_IDLE = 2
/** What migrating wrote, and a number that only grows. */
const STAYS = new Set(['migrations', 'account_version'])
/** How long connections of a process that has ended may take to be gone. */
const PATIENCE_MS = 500

const idle = new Map<string, Kept[]>()
let ending: boolean | undefined

/** A connection pool as the service opens one. */
export const openPool = (connection: TestDatabase['connection'], config: Config): Database =>
  new Database({
    connection,
    poolSize: config.poolSize,
    statementTimeout: config.statementTimeout,
    maxWaiting: config.maxWaiting,
  })

/** A database for a service with these settings: one that a file gave back, or a new one. */
export async function lendDatabase(config: Config): Promise<LentDatabase> {
  if (ending === undefined) {
    ending = false
    process.once('disconnect', endAll)
  }
  const like = [config.poolSize, config.statementTimeout, config.maxWaiting].join()
  const kept = idle.get(like)?.pop() ?? (await make(config))
  let spoilt = false
  return {
    ...kept,
    spoil() {
      spoilt = true
    },
    async giveBack() {
      const others = [...idle.values()].flat().length
      if (spoilt || ending || others >= MOST_IDLE || !(await isAsBefore(kept))) return await drop(kept)
      try {
        await kept.clearing.clear()
        await kept.clearing.countAnew()
      } catch (error) {
        await drop(kept)
        throw error
      }
      forgetHorizon(kept.database)
      idle.set(like, [...(idle.get(like) ?? []), kept])
    },
  }
}

/** A clone that nobody else gets: it is dropped when it is given back. */
export function lendOnce(clone: TestDatabase, config: Config): LentDatabase {
  const database = openPool(clone.connection, config)
  return {
    clone,
    database,
    spoil: () => undefined,
    async giveBack() {
      await database.close()
      await clone.drop()
    },
  }
}

async function make(config: Config): Promise<Kept> {
  const clone = await testDatabase()
  const clearing = await Clearing.open(clone.owner, async () => STAYS)
  const { made } = await clearing.state()
  return { clone, database: openPool(clone.connection, config), clearing, made }
}

/** Whether nobody else is connected any more, nothing is under way, and no partition was made or dropped. */
async function isAsBefore({ database, clearing, made }: Kept): Promise<boolean> {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const now = await clearing.state()
    if (now.made !== made) return false
    if (now.others <= database.usage.total && now.busy === 0) return true
    if (Date.now() > until) return false
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

async function drop({ clone, database, clearing }: Kept): Promise<void> {
  await clearing.close()
  await database.close()
  await clone.drop()
}

async function endAll(): Promise<void> {
  ending = true
  for (const kept of [...idle.values()].flat()) await drop(kept)
}
