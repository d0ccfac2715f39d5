/** Makes hints anew that are missing: after a fault, a restored backup, or a church that moved in. */
import { sql } from '../db/sql.ts'
import { groupBy } from '../lib/group.ts'
import { hintAt } from '../resource/agenda.ts'
import { type StepContext, step } from '../resource/step.ts'
import type { AgendaParts, Kind } from './hints.ts'

/** Records whose hints are made at once. */
const BATCH = 500

interface Missing {
  church_id: number
  record_id: number
  due_at: string
}

/** Makes every hint that is missing. A kind that cannot be swept keeps no other from it. */
export async function sweepAgenda(parts: AgendaParts, stop?: AbortSignal): Promise<void> {
  for (const kind of parts.kinds.values()) {
    try {
      await sweepKind(parts, kind, stop)
    } catch (error) {
      parts.log.error({ err: error, kind: kind.kind }, 'Hints of the agenda could not be made anew')
    }
  }
}

async function sweepKind({ read, take, log }: AgendaParts, { kind, sweep }: Kind, stop?: AbortSignal): Promise<void> {
  for (let after = { church: 0, record: 0 }; !stop?.aborted; ) {
    const missing =
      await read.all<Missing>(sql`select w.church_id, w.record_id, w.due_at::text as due_at from (${sweep}) as w
      where (w.church_id, w.record_id) > (${after.church}::bigint, ${after.record}::bigint)
        and not exists (select 1 from agenda as a where a.kind = ${kind} and a.church_id = w.church_id and a.record_id = w.record_id)
      order by w.church_id, w.record_id limit ${BATCH}`)
    for (const [church, hints] of groupBy(missing, one => one.church_id)) {
      await take(makeHints, { id: church }, { kind, hints })
      log.info({ kind, church, hints: hints.length }, 'Hints of the agenda were made anew')
    }
    const last = missing.at(-1)
    if (last === undefined || missing.length < BATCH) return
    after = { church: last.church_id, record: last.record_id }
  }
}

const makeHints = step({
  name: 'agenda.sweep',
  by: 'worker',
  unseen: true,
  run: (tx, { church }: StepContext<{ id: number }>, { kind, hints }: { kind: string; hints: readonly Missing[] }) =>
    hintAt(
      tx,
      church.id,
      kind,
      hints.map(({ record_id, due_at }) => ({ record: record_id, due: new Date(due_at) })),
    ),
})
