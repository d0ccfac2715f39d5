/** Files are let go of after a day, and what became of their rows when the import can no longer be taken back. */
import { sql } from '../../db/sql.ts'
import type { Job, ServiceParts } from '../../resource/module.ts'
import { type StepContext, step } from '../../resource/step.ts'
import { UNDO_DAYS } from '../imports/undo-import.ts'
import { type FileStatus, letGo } from './files.ts'

const HOUR_MS = 3_600_000
/** Files that are looked for at once. */
const BATCH = 1_000
/** Rows of reports that a church has at most, beside those of its newest: whoever is forgotten is looked for in all of them. */
export const MOST_ROWS = 200_000

type OfChurch = StepContext<{ id: number }>

/** Lets go of a file that is older than it is kept; one that a node is at work on stays. @returns whether it did */
export const letGoOfFile = step({
  name: 'import_files.let_go',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: OfChurch, { id, now }: { id: number; now: string }): Promise<boolean> {
    const file = await tx.first<{ id: number; status: FileStatus; is_over: boolean }>(sql`select id, status,
        updated_at < ${now}::timestamptz - ${UNDO_DAYS} * interval '1 day' or import_id in (
          select id from imports where church_id = ${church.id} and status = 'undone') as is_over
      from import_files where church_id = ${church.id} and id = ${id}
        and (claimed_until is null or claimed_until < ${now}::timestamptz) for no key update`)
    if (file === undefined) return false
    await letGo(tx, church.id, file, file.is_over)
    return true
  },
})

/** Lets go of the oldest reports of a church that has more rows of them than are kept; not of a file within its day. */
export const boundReports = step({
  name: 'import_files.bound_reports',
  by: 'worker',
  unseen: true,
  async run(tx, { church }: OfChurch): Promise<void> {
    const beyond = await tx.all<{ id: number; status: FileStatus }>(sql`select id, status from (
        select id, status, emptied_at, sum(rows) over newest - first_value(rows) over newest as beside
        from (select id, status, emptied_at, (report ->> 'rows')::bigint as rows from import_files
          where church_id = ${church.id} and status = 'done') as done window newest as (order by id desc)) as one
      where beside > ${MOST_ROWS} and emptied_at is not null`)
    for (const file of beyond) await letGo(tx, church.id, file, true)
  },
})

/** Every hour, on any node. */
export function letGoRounds({ read, take, clock, log }: Pick<ServiceParts, 'read' | 'take' | 'clock' | 'log'>): Job {
  // One that cannot be let go of holds up no others.
  const tried = async (about: { church: number; file?: number }, work: Promise<unknown>): Promise<void> => {
    await work.catch(err => log.warn({ err, ...about }, 'A file or reports of imports could not be let go of'))
  }
  return {
    every: HOUR_MS,
    async run(stop) {
      const now = clock.now().toISOString()
      for (let after = 0, found = BATCH; found === BATCH && !stop.aborted; ) {
        const old = await read.all<{
          church_id: number
          id: number
        }>(sql`select f.church_id, f.id from import_files as f
          left join imports as i on i.church_id = f.church_id and i.id = f.import_id
          where f.id > ${after} and (f.created_at < ${now}::timestamptz - interval '1 day' and f.emptied_at is null
            or f.emptied_at is not null and i.status = 'undone'
            or f.updated_at < ${now}::timestamptz - ${UNDO_DAYS} * interval '1 day')
          order by f.id limit ${BATCH}`)
        for (const { church_id: church, id } of old) {
          await tried({ church, file: id }, take(letGoOfFile, { id: church }, { id, now }))
        }
        found = old.length
        after = old.at(-1)?.id ?? after
      }
      const many = await read.all<{ church_id: number }>(sql`select church_id from import_files where status = 'done'
        group by church_id having sum((report ->> 'rows')::bigint) > ${MOST_ROWS}`)
      for (const { church_id: church } of many) await tried({ church }, take(boundReports, { id: church }, {}))
    },
  }
}
