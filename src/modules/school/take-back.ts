/** How classes are taken back that an import changed: their grades, and teachers whose lines are their pupils' (decisions, School). */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import {
  changedSince,
  idsOf,
  type Judged,
  judgedBy,
  type KeptRecord,
  partFields,
  rowsOf,
  type TakeBack,
} from '../../resource/take-back.ts'
import { endMemberships } from '../groups/take-back.ts'
import { setDetails } from './class-details.ts'
import { schoolClasses } from './school-classes.ts'

const { column } = schoolClasses.alone

/** The grades that were written, without the teachers who were put in. */
function gradesBack(row: TextRow, { written, ...record }: KeptRecord) {
  const { teachers: _, ...grades } = written
  return partFields(name => column(row, name as 'grade_from'), { ...record, written: grades })
}

const isClosed = (row: TextRow): boolean => column(row, 'status') === 'closed'

/** A class gets the grades that it had, and its teachers leave whom the import put in; a class that was closed since stays as it is. */
export const takeBackClasses: TakeBack = {
  resource: 'school_classes',
  async judge(db, { church }, records) {
    const rows = await rowsOf(db, schoolClasses, church.id, idsOf(records))
    return new Map(
      records.flatMap((record): [number, Judged][] => {
        const row = rows.get(record.record_id)
        if (row === undefined) return []
        const stays = isClosed(row) ? [{ code: 'closed' } as const] : changedSince(gradesBack(row, record).changed)
        return [[record.record_id, judgedBy(column(row, 'name') ?? '', stays)]]
      }),
    )
  },
  async remove() {
    throw new Error('Classes that an import makes are groups.')
  },
  async restore(tx: Tx, undoing, record) {
    const church = undoing.church.id
    const row = (await rowsOf(tx, schoolClasses, church, [record.record_id])).get(record.record_id)
    if (row === undefined || isClosed(row)) return
    await setDetails(tx, church, record.record_id, gradesBack(row, record).back)
    const { teachers = [] } = record.written as { teachers?: number[] }
    await endMemberships(tx, undoing, sql`id = any(${idArray(teachers)})`)
  },
}
