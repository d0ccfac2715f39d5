/** The log of the service: JSON lines, or lines for people on a terminal. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../config.ts'
import { loggedFault } from '../db/faults.ts'

/**
 * The log of the server. Where its terminal is closed, or nobody reads it any more, the server goes on without one.
 * @param destination default standard output
 */
export function makeLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options: LoggerOptions = { level: logLevel, serializers: { err: loggedFault } }
  return pino(options, destination ?? standardOutput())
}

function standardOutput(): DestinationStream {
  const { stdout, stderr } = process
  const target = stdout.isTTY ? pino.transport({ target: 'pino-pretty' }) : pino.destination({ dest: 1, sync: false })
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined)
  target.on('error', () => {
    target.write = () => true
  })
  return target
}
