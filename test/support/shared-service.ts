/**
 * One service for all files of a test process that ask for nothing of their own: a database of its own, whose catalogues
 * every connection reads and whose statements it plans, costs more than most files do with it.
 */
import pg from 'pg'
import { startService, type TestService } from './service.ts'

interface Shared {
  service: TestService
  /** As the owner of the tables. */
  owner: pg.Client
  /** Deletes what files write; what was there when the service began stays. */
  clear: string
}

let started: Promise<Shared> | undefined

/**
 * The service for a file that only looks at churches of its own: no setting, no clock, no module list, nothing that
 * changes tables or ends connections, and nothing that counts what belongs to nobody. `close` deletes what was written.
 */
export async function sharedService(): Promise<TestService> {
  started ??= start()
  const { service, owner, clear } = await started
  return { ...service, close: () => clearing(owner, clear) }
}

async function start(): Promise<Shared> {
  const service = await startService()
  const owner = new pg.Client(service.owner)
  await owner.connect()
  // The process has run its last file, and ends when nothing is open.
  process.once('disconnect', async () => {
    await owner.end()
    await service.close()
  })
  return { service, owner, clear: await clearOf(owner) }
}

/** Churches go first: that waits for whoever is writing something of theirs, and nobody writes more. */
async function clearOf(owner: pg.Client): Promise<string> {
  const tables = await owner.query<{ name: string }>(`select format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname <> 'churches', relname`)
  const empty = tables.rows.map(({ name }) => `select where not exists (select from ${name})`)
  const found = (await owner.query(empty.join(';'))) as unknown as pg.QueryResult[]
  const deletes = tables.rows.filter((_, at) => found[at]?.rowCount === 1).map(({ name }) => `delete from ${name}`)
  // So that the order of the tables does not matter, nor the rule that nobody deletes from an audit log.
  return ['begin', 'set local session_replication_role = replica', ...deletes, 'commit'].join(';')
}

async function clearing(owner: pg.Client, clear: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await owner.query(clear)
      return
    } catch (error) {
      await owner.query('rollback')
      // A worker of the service may hold what this waits for, and wait for what this holds.
      if ((error as { code?: string }).code !== '40P01' || attempt === 5) throw error
    }
  }
}
