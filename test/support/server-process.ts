/** A node as a process of its own, so that tests may kill it. Says its port on standard output; ends on SIGTERM. */
import pino from 'pino'
import { build } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { Database } from '../../src/db/database.ts'
import { network } from '../../src/outgoing/request.ts'
import './quick-passwords.ts'

const config = readConfig()
const { poolSize, statementTimeout, maxWaiting } = config
const log = pino({ level: config.logLevel })
const database = new Database({
  connection: JSON.parse(process.env.TEST_CONNECTION ?? '{}'),
  poolSize,
  statementTimeout,
  maxWaiting,
  onError: error => log.warn({ err: error }, 'A database connection broke'),
})
/** Origins that stand in for those of providers. */
const reach = JSON.parse(process.env.TEST_REACH ?? '{}')
const app = build(config, database, log, { network: network(origin => reach[origin] ?? origin) })
const port = await app.start()
process.on('SIGTERM', async () => {
  await app.close()
  await database.close()
})
process.stdout.write(`${JSON.stringify({ port })}\n`)
