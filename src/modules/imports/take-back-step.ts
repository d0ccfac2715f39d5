/** One step of taking an import back: so many lines, from the last one up, in one transaction. Whoever was cut off goes on where it stands. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import type { Church } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { ImportedBy } from '../../resource/import-record.ts'
import { step } from '../../resource/step.ts'
import type { Undoing } from '../../resource/take-back.ts'
import type { StayReason } from '../../texts/stay-reasons.ts'
import { askerOf } from './asker.ts'
import { type JudgedRecord, judgeRecords, recordsBelow } from './judge-records.ts'
import { seenOf } from './out-of-sight.ts'

/** Why what was hidden from who asked stays. */
const HIDDEN: StayReason[] = [{ code: 'confidential' }]

/** Records of one transaction. */
export const STEP = 500

interface Marked {
  id: number
  kind: string
  undo_line: number | null
  undone_by_kind: ImportedBy['kind']
  undone_by_name: string | null
  undone_by_member: number | null
}

/**
 * Takes the next records back; with the last of them the import is undone, and its rows may be imported again.
 * @returns true where there are more. Alone: nothing is recorded for a person while they are being removed.
 */
export const takeBackSome = step<{ id: number; house: HouseFacts }, boolean>({
  name: 'imports.take_back',
  by: 'worker',
  alone: true,
  async run(tx, { church }, { id, house }) {
    const marked = await tx.first<Marked>(sql`select id, kind, undo_line, undone_by_kind, undone_by_name,
        undone_by_member from imports
      where church_id = ${church.id} and id = ${id} and status = 'undoing' for no key update`)
    if (marked === undefined) return false
    const by: ImportedBy = { kind: marked.undone_by_kind, name: marked.undone_by_name }
    const records = await recordsBelow(tx, church.id, id, { line: marked.undo_line, most: STEP })
    const asker = await askerOf(tx, church, { by, membership: marked.undone_by_member })
    const seen = new Set(await seenOf(tx, house, asker, records))
    let reversed = 0
    const one = { church, id, kind: marked.kind, by, seen: () => true }
    await judgeRecords(tx, one, house, records, new Map(), async (resource, undoing, found) => {
      const judged = found.map(one => (seen.has(one.record) ? one : { ...one, stays: HIDDEN }))
      await takeBack(tx, house, resource, undoing, judged)
      reversed += judged.filter(({ stays }) => stays === undefined).length
    })
    const line = records.at(-1)?.line ?? 0
    await tx.run(sql`update imports set undo_line = ${line}, reversed = reversed + ${reversed},
      kept = kept + ${records.length - reversed}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${id}`)
    if (await isMore(tx, church.id, id, line)) return true
    await finish(tx, church, id, by)
    return false
  },
})

async function isMore(tx: Tx, church: number, id: number, line: number): Promise<boolean> {
  const next = await tx.first(sql`select 1 from import_records
    where church_id = ${church} and import_id = ${id} and line < ${line} limit 1`)
  return next !== undefined
}

async function takeBack(
  tx: Tx,
  house: HouseFacts,
  resource: string,
  undoing: Undoing,
  judged: readonly JudgedRecord[],
): Promise<void> {
  const made = judged.filter(({ record: { action }, stays }) => action === 'created' && stays === undefined)
  // Of what somebody has changed since, the other fields go back; of what is hidden, nothing.
  const changed = judged.filter(({ record: { action }, stays }) => action === 'updated' && stays !== HIDDEN)
  const how = house.takeBack(resource)
  const going = made.map(({ record }) => record)
  if (going.length > 0) await how?.remove(tx, undoing, going)
  for (const { record } of changed) await how?.restore(tx, undoing, record)
  const all = [...going, ...changed.map(({ record }) => record)]
  if (all.length > 0) await how?.settle?.(tx, undoing, all)
  const lines = judged.map(({ record }) => record.line)
  const reasons = judged.map(({ stays }) => (stays === undefined ? null : JSON.stringify(stays)))
  await tx.run(sql`update import_records as r set undo = case when row.reasons is null then 'reversed' else 'kept' end,
    reasons = row.reasons::jsonb from unnest(${lines}::int[], ${reasons}::text[]) as row (line, reasons)
    where r.church_id = ${undoing.church.id} and r.import_id = ${undoing.id} and r.resource = ${resource}
      and r.line = row.line`)
}

interface Undone {
  import_id: number
  kind: string
  file_name: string
  rows: number
  reversed: number
  kept: number
  imported_at: string
}

/** Records `imports.undone`. */
async function finish(tx: Tx, church: Church, id: number, by: ImportedBy): Promise<void> {
  await tx.run(sql`delete from imported_rows where church_id = ${church.id} and import_id = ${id}`)
  const undone =
    await tx.first<Undone>(sql`with t as (update imports set status = 'undone', undone_at = ${tx.now}::timestamptz,
      updated_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${id} returning *)
    select id as import_id, kind, file_name, rows, reversed, kept, completed_at::text as imported_at from t`)
  const { imported_at = '', ...counted } = undone ?? {}
  const data = {
    ...counted,
    undone_by: by,
    imported_at: printTimestamp(imported_at),
    undone_at: printTimestamp(tx.now),
  }
  await record(tx, church, 'imports.undone', JSON.stringify(data))
}
