/**
 * Nodes of this process that lose the database for good at an exact moment, as one that is killed does: whatever they had begun is
 * rolled back or committed, and nothing comes after it, no tidying up either. Much cheaper than processes, which are for what a
 * process is the point of.
 */
import { Database } from '../../src/db/database.ts'
import { databaseAddress } from '../support/database-address.ts'
import { startProxy, type TcpProxy } from '../support/proxy.ts'
import type { TestService } from '../support/service.ts'

/** Watches for a moment, and does what is to be done then, once (`moments.ts`). */
export type Moment = (proxy: TcpProxy, act: () => void) => void

export interface DyingNodes {
  /** What stands between them and PostgreSQL. */
  proxy: TcpProxy
  /**
   * Works on a database until the moment comes, and nothing of it after that.
   * @throws what the work throws although the moment has not come; Error where it never came
   */
  die(moment: Moment, work: (database: Database) => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** @param service whose database it is */
export async function startDying(service: Pick<TestService, 'connection' | 'config'>): Promise<DyingNodes> {
  const { connection, config } = service
  const proxy = await startProxy(databaseAddress(connection))
  const open = (): Database =>
    new Database({
      connection: { ...connection, host: '127.0.0.1', port: proxy.port },
      poolSize: config.poolSize,
      statementTimeout: config.statementTimeout,
      maxWaiting: config.maxWaiting,
    })
  return {
    proxy,
    async die(moment, work) {
      const database = open()
      let died = false
      moment(proxy, () => {
        died = true
        proxy.refuse = true
        proxy.cutAll()
      })
      try {
        await work(database)
      } catch (error) {
        if (!died) throw error
      } finally {
        proxy.watch = {}
        await database.close()
        proxy.refuse = false
      }
      if (!died) throw new Error('The moment never came.')
    },
    close: () => proxy.close(),
  }
}
