/** How child details are taken back that an import brought (decisions, Children; Imports). */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import {
  CHANGED,
  changedSince,
  idsOf,
  type Judged,
  judgedBy,
  type KeptRecord,
  partFields,
  rowsOf,
  type TakeBack,
} from '../../resource/take-back.ts'
import { childDetails } from './child-details.ts'
import { childPrinter } from './fields.ts'
import { changeDetails } from './save-details.ts'

const { column } = childPrinter

const partDetails = (row: TextRow, record: KeptRecord) => partFields(name => column(row, name as 'grade'), record)

/** What children are called, by the id of their details. */
async function namesOf(db: Db, church: number, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await db.all<{ id: number; name: string }>(sql`select d.id, p.full_name as name from child_details as d
      join people as p on p.church_id = ${church} and p.id = d.person_id
    where d.church_id = ${church} and d.id = any(${idArray(ids)})`)
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Fields get back what they said before. Details that the import began go with them, where nothing else was said since. */
export const takeBackDetails: TakeBack = {
  resource: 'child_details',
  async judge(db, { church }, records) {
    const ids = idsOf(records)
    const [rows, names] = await Promise.all([rowsOf(db, childDetails, church.id, ids), namesOf(db, church.id, ids)])
    return new Map(
      records.flatMap((record): [number, Judged][] => {
        const row = rows.get(record.record_id)
        if (row === undefined) return []
        const { changed } = partDetails(row, record)
        const made = changed.length > 0 ? [CHANGED] : []
        const reasons = record.action === 'created' ? made : changedSince(changed)
        return [[record.record_id, judgedBy(names.get(record.record_id) ?? '', reasons)]]
      }),
    )
  },
  async remove(tx, undoing, records) {
    for (const record of records) await giveBack(tx, undoing.church.id, record)
    await tx.run(sql`delete from child_details where church_id = ${undoing.church.id}
      and id = any(${idArray(idsOf(records))}) and grade is null and label_note is null and photo_ok is null
      and emergency_name is null and emergency_phone is null and care_note is null`)
  },
  restore: (tx, { church }, record) => giveBack(tx, church.id, record),
}

async function giveBack(tx: Tx, church: number, record: KeptRecord): Promise<void> {
  const row = (await rowsOf(tx, childDetails, church, [record.record_id])).get(record.record_id)
  if (row !== undefined) await changeDetails(tx, church, row, partDetails(row, record).back)
}
