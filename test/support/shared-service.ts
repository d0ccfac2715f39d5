/**
 * One service for all files of a test process that ask for nothing of their own: a database of its own, whose catalogues
 * every connection reads and whose statements it plans, costs more than most files do with it.
 */
import { Clearing, whatIsThere } from './clearing.ts'
import { startService, type TestService } from './service.ts'

interface Shared {
  service: TestService
  /** Deletes what files write; what was there when the service began stays. */
  clearing: Clearing
}

let started: Promise<Shared> | undefined

/**
 * The service for a file that only looks at churches of its own: no setting, no clock, no module list, nothing that
 * changes tables or ends connections, and nothing that counts what belongs to nobody. `close` deletes what was written.
 */
export async function sharedService(): Promise<TestService> {
  started ??= start()
  const { service, clearing } = await started
  return { ...service, close: () => clearing.clear() }
}

async function start(): Promise<Shared> {
  const service = await startService()
  const clearing = await Clearing.open(service.owner, whatIsThere)
  // The process has run its last file, and ends when nothing is open.
  process.once('disconnect', async () => {
    await clearing.close()
    await service.close()
  })
  return { service, clearing }
}
