/** The service as the benchmark loads it: the real one, with limits off and little logged (see `processes.ts`). */
import pino from 'pino'
import { build, openDatabase } from '../src/app.ts'
import { readConfig } from '../src/config.ts'

const config = readConfig()
const log = pino({ level: config.logLevel })
const { database } = await openDatabase(config, log)
process.send?.(await build(config, database, log).start())
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => process.exit())
