/**
 * Notes in the log of their churches that somebody's password or code was given wrongly. Anybody who knows an address can
 * do that as often as they like, and the log is kept for ever: so one line a minute for each of them, on each node.
 */
import type { Database } from '../db/database.ts'
import type { Log } from '../lib/log.ts'
import { Lru } from '../lib/lru.ts'
import { auditEverywhere } from '../resource/audit-log.ts'

const EVERY_MS = 60_000
/** Users that are remembered; who is forgotten under an attack on more gets another line. */
const REMEMBERED = 10_000

/** Notes a failure of a user; returns at once, and what goes wrong is in the log of the service. */
export type NoteFailure = (user: string, what: string, ip: string) => void

/** @param now milliseconds on a clock that never goes back */
export function failureNotes(database: Database, log: Log, now: () => number): NoteFailure {
  const noted = new Lru<string, number>(REMEMBERED)
  return (user, what, ip) => {
    const last = noted.get(`${what} ${user}`)
    if (last !== undefined && now() - last < EVERY_MS) return
    noted.set(`${what} ${user}`, now())
    auditEverywhere(database, user, what, ip).catch(err => log.warn({ err }, 'A failed sign-in was not noted'))
  }
}
