/** The built service, which also notes when each event that is to be sent was committed. */
import { pino } from 'pino'
import { answerAsks, now } from './webhook-talk.ts'

// From the build, like the service itself.
const built = async <T>(file: string): Promise<T> => (await import(`../dist/${file}.js`)) as T
const { build } = await built<typeof import('../src/app.ts')>('app')
const { openDatabase } = await built<typeof import('../src/open-database.ts')>('open-database')
const { readConfig } = await built<typeof import('../src/config.ts')>('config')
const { DELIVERIES } = await built<typeof import('../src/events/record.ts')>('events/record')

/** What this server can be asked. */
export interface ServerAsks {
  /** Endpoint, event and the moment when this process learned of the commit; each is told once. */
  commits(): [endpoint: number, event: string, at: number][]
}

const config = readConfig()
const log = pino({ level: config.logLevel })
const open = await openDatabase(config, log)
const app = build(config, open.database, log)
let commits: ReturnType<ServerAsks['commits']> = []
// Before the service starts, so that this hears of a commit before the sender does.
open.database.listen(DELIVERIES, deliveries => {
  const at = now()
  for (const { endpoint_id, event_id } of deliveries) commits.push([endpoint_id, event_id, at])
})
answerAsks<ServerAsks>({
  commits() {
    const told = commits
    commits = []
    return told
  },
})
process.on('disconnect', async () => {
  await app.close()
  await open.close()
  process.exit()
})
process.send?.(await app.start())
