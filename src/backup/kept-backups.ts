/** The backups in the folder of the schedule: how they are called, when the next one is due, and which may go. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

const NAME = /^sexton-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/
const DAY_MS = 86_400_000

/** A backup in the folder. */
export interface Kept {
  file: string
  made_at: Date
  bytes: number
}

/** Nothing for one that another run of the rule dropped meanwhile. @throws any other error */
function gone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** The name of a backup that is begun now. */
export const backupName = (now: Date): string =>
  `sexton-${now.toISOString().replace(/\..*/, '').replaceAll(':', '-')}Z.tar.gz`

/** Those that are there, the newest first; none where the folder is not. What is called otherwise is somebody else's. */
export async function listBackups(folder: string): Promise<Kept[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = names.flatMap(name => {
    const [, hour, minute, second] = NAME.exec(name) ?? []
    return hour === undefined
      ? []
      : [{ file: path.join(folder, name), made_at: new Date(`${hour}:${minute}:${second}Z`) }]
  })
  const sized = await Promise.all(found.map(one => stat(one.file).then(({ size }) => [{ ...one, bytes: size }], gone)))
  return sized.flat().sort((a, b) => b.made_at.getTime() - a.made_at.getTime())
}

/** Those that were made up to now. A clock that was wrong dated others ahead: nobody knows of when they are. */
const madeBy = (kept: readonly Kept[], now: Date): Kept[] => kept.filter(({ made_at }) => made_at <= now)

/**
 * Whether one is due: none was made since the hour of the day, by the clock of this machine, came last. One dated ahead
 * is none of today.
 */
export function isDue(now: Date, hour: number, kept: readonly Kept[]): boolean {
  const newest = Math.max(...madeBy(kept, now).map(({ made_at }) => made_at.getTime()))
  if (newest === Number.NEGATIVE_INFINITY) return true
  const since = new Date(now)
  since.setHours(hour, 0, 0, 0)
  if (since > now) since.setDate(since.getDate() - 1)
  return newest < since.getTime()
}

/**
 * Those that may go: of each of the last so many days, weeks (from Monday) and months that have one, the last is kept.
 * Days are counted by those that have a backup: a machine that was off for a month keeps what it had. Those dated ahead
 * take nobody's place, and stay until their day has come.
 */
export function droppable(
  kept: readonly Kept[],
  [days = 0, weeks = 0, months = 0]: readonly number[],
  now: Date,
): Kept[] {
  const newestFirst = madeBy(kept, now).toSorted((a, b) => b.made_at.getTime() - a.made_at.getTime())
  const held = new Set([
    ...lastOf(newestFirst, days, ({ made_at }) => dateOf(made_at)),
    ...lastOf(newestFirst, weeks, ({ made_at }) => dateOf(mondayOf(made_at))),
    ...lastOf(newestFirst, months, ({ made_at }) => dateOf(made_at).slice(0, 7)),
  ])
  return newestFirst.filter(one => !held.has(one))
}

/** The newest of each of the newest so many spans. */
function lastOf(newestFirst: readonly Kept[], most: number, spanOf: (one: Kept) => string): Kept[] {
  const spans = new Map<string, Kept>()
  for (const one of newestFirst) if (!spans.has(spanOf(one))) spans.set(spanOf(one), one)
  return [...spans.values()].slice(0, most)
}

const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const mondayOf = (moment: Date): Date => new Date(moment.getTime() - ((moment.getUTCDay() + 6) % 7) * DAY_MS)
