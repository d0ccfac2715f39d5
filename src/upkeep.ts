/**
 * What has to be done now and then: folding the totals, writing the last uses of keys, mailing notices, forgetting old
 * idempotency keys, sessions and events, removing churches that have left, and the jobs of the modules.
 */
import { removeChurches } from './archive/remove-church.ts'
import type { Config } from './config.ts'
import { type Database, idArray, NO_CHURCH, textArray } from './db/database.ts'
import { sql } from './db/sql.ts'
import { dropPartitions, makePartitions } from './events/partitions.ts'
import { KEPT_DAYS } from './http/idempotency.ts'
import type { Log } from './lib/log.ts'
import type { KeyUses } from './modules/church/key-uses.ts'
import { forgetNodes } from './modules/church/node-lease.ts'
import { NoticeMail } from './notices/mail-notices.ts'
import { Mailer } from './notices/mailer.ts'
import type { Job } from './resource/module.ts'
import type { Resource } from './resource/resource.ts'
import { findUnfolded, foldWritten } from './resource/tally.ts'
import { forgetSignIns } from './sign-in/forget.ts'
import { forgetDeliveries } from './webhooks/forget.ts'

const FOLD_MS = 500
const MAIL_MS = 5_000
const HOUR_MS = 3_600_000
/** Rows a statement deletes, so that none holds its locks for long. */
const BATCH = 5_000

/**
 * Starts the work in the background. A fault is logged and the work tried again at its next time.
 * @param resources all there are
 * @param more the jobs of the modules
 * @returns stops it and waits for what runs
 */
export function startUpkeep(
  database: Database,
  config: Config,
  log: Log,
  keyUses: KeyUses,
  resources: readonly Resource[],
  more: readonly Job[],
): () => Promise<void> {
  const mail = noticeMail(database, config, log)
  const jobs = [
    repeat(FOLD_MS, log, stop => foldWritten(database, stop)),
    repeat(HOUR_MS / 60, log, () => findUnfolded(database, resources)),
    repeat(HOUR_MS / 60, log, () => keyUses.flush()),
    repeat(HOUR_MS, log, () => forget(database)),
    repeat(HOUR_MS / 60, log, stop => removeChurches(database, log, stop)),
    ...more.map(({ every, run }) => repeat(every, log, run)),
    ...(mail === undefined ? [] : [repeat(MAIL_MS, log, () => mail.sendDue())]),
  ]
  return async () => {
    await Promise.all([...jobs.map(stop => stop()), mail?.close()])
  }
}

/** Undefined where mail is not set up: notices are then only recorded. */
function noticeMail(database: Database, config: Config, log: Log): NoticeMail | undefined {
  const { smtpUrl, mailFrom } = config
  if (smtpUrl === '') return undefined
  return new NoticeMail(database, new Mailer({ url: smtpUrl, from: mailFrom }), log, config)
}

/** Deletes what is older than it is kept, in small steps; events and the log of attempts go by the week. */
async function forget(database: Database): Promise<void> {
  await makePartitions(database)
  await dropPartitions(database)
  await forgetDeliveries(database)
  await forgetSignIns(database)
  await database.write(NO_CHURCH, forgetNodes)
  await database.write(NO_CHURCH, tx =>
    tx.run(sql`delete from rate_windows where expires < now() - interval '1 minute'`),
  )
  await forgetKeys(database)
}

/** A piece at a time, whichever churches its keys are of. */
export async function forgetKeys(database: Pick<Database, 'read' | 'write'>): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    const old = await database.read.all<{ church_id: number; api_key_id: number; key: string }>(sql`
      select church_id, api_key_id, key from idempotency_keys
      where created_at < now() - ${KEPT_DAYS} * interval '1 day' order by created_at limit ${BATCH}`)
    found = old.length
    if (found === 0) return
    const [churches, repeaters] = [old.map(one => one.church_id), old.map(one => one.api_key_id)]
    await database.write(NO_CHURCH, tx =>
      tx.run(sql`delete from idempotency_keys as k
        using unnest(${idArray(churches)}, ${idArray(repeaters)}, ${textArray(old.map(({ key }) => key))})
          as old (church_id, api_key_id, key)
        where k.church_id = old.church_id and k.api_key_id = old.api_key_id and k.key = old.key`),
    )
  }
}

function repeat(pause: number, log: Log, work: (stop: AbortSignal) => Promise<unknown>): () => Promise<void> {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const round = async (): Promise<void> => {
    try {
      await work(stopping.signal)
    } catch (error) {
      log.warn({ err: error }, 'Upkeep failed and will be tried again')
    }
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      running = round()
    }, pause)
    timer.unref()
  }
  running = round()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}
