/** The log of the service: JSON lines, or lines for people on a terminal. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../config.ts'
import { loggedFault } from '../db/faults.ts'

/** @param destination default standard output */
export function makeLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options: LoggerOptions = { level: logLevel, serializers: { err: loggedFault } }
  if (destination !== undefined) return pino(options, destination)
  if (process.stdout.isTTY) return pino({ ...options, transport: { target: 'pino-pretty' } })
  return pino(options, pino.destination({ dest: 1, sync: false }))
}
