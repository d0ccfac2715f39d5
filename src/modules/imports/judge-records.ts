/** Judges the records of an import, those of its kind before what it made beside them. */
import type { Db } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import type { Judged, KeptRecord, Undoing } from '../../resource/take-back.ts'
import type { StayReason } from '../../texts/stay-reasons.ts'

/** A record, and what becomes of it. */
export interface JudgedRecord extends Judged {
  record: KeptRecord
}

/** An import as far as it matters here. */
export interface UndoneImport extends Pick<Undoing, 'church' | 'id' | 'by' | 'seen'> {
  kind: string
}

const undoingOf = (one: UndoneImport, house: HouseFacts, kept: Undoing['kept']): Undoing => ({
  ...one,
  movedReferences: house.movedReferences,
  familyReferences: house.familyReferences,
  endOf: house.endOf,
  house,
  kept,
})

/** The next records below a line, from the last line up; a line is never parted. */
export async function recordsBelow(
  db: Db,
  church: number,
  id: number,
  { line, most, only = sql`true` }: { line: number | null; most: number; only?: Sql },
): Promise<KeptRecord[]> {
  const below = line === null ? sql`true` : sql`line < ${line}`
  const found = await db.all<Stored>(sql`select line, resource, record_id, action, written, before
    from import_records where church_id = ${church} and import_id = ${id} and ${below} and ${only}
    order by line desc limit ${most}`)
  const last = found.at(-1)?.line
  const whole = found.length < most ? found : found.filter(record => record.line !== last)
  return whole.map(({ written, before, ...record }) => {
    return { ...record, written: JSON.parse(written), before: before === null ? null : JSON.parse(before) }
  })
}

/** Objects as JSON text. */
type Stored = Omit<KeptRecord, 'written' | 'before'> & { written: string; before: string | null }

/**
 * Judges records, resource by resource, and hands each resource's to `done` before the next is looked at: a family is empty
 * when its people are gone, a class when its pupils are.
 */
export async function judgeRecords(
  db: Db,
  one: UndoneImport,
  house: HouseFacts,
  records: readonly KeptRecord[],
  kept: Map<string, readonly number[]>,
  done: (resource: string, undoing: Undoing, judged: readonly JudgedRecord[]) => Promise<void>,
): Promise<void> {
  const byResource = groupBy(records, ({ resource }) => resource)
  const place = (name: string): number => (house.takeBack(name)?.holds ? 2 : name === one.kind ? 0 : 1)
  const names = [...byResource.keys()].sort((a, b) => place(a) - place(b))
  for (const resource of names) {
    const undoing = undoingOf(one, house, kept)
    const found = await house.takeBack(resource)?.judge(db, undoing, byResource.get(resource) ?? [])
    const judged = (byResource.get(resource) ?? []).map((record): JudgedRecord => {
      const stays: StayReason[] = [{ code: found ? 'gone' : 'fixed' }]
      const unknown = { name: `${resource} ${record.record_id}`, stays }
      return { record, ...(found?.get(record.record_id) ?? unknown) }
    })
    const staying = judged.flatMap(({ record, stays }) => (stays === undefined ? [] : record.record_id))
    kept.set(resource, [...(kept.get(resource) ?? []), ...staying])
    await done(resource, undoing, judged)
  }
}
