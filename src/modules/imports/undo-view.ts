/** What taking an import back would do, told before somebody decides; afterwards, what stayed. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import type { Reading } from '../../resource/services.ts'
import * as field from '../../resource/types.ts'
import type { Hindrance, StayReason } from '../../texts/stay-reasons.ts'
import { imports } from './imports.ts'
import { type JudgedRecord, judgeRecords, recordsBelow, type UndoneImport } from './judge-records.ts'
import { seenOf } from './out-of-sight.ts'
import { checkKind, hindrance, MAY_UNDO } from './undo-import.ts'

/** A record that stays. */
export interface Staying {
  line: number
  resource: string
  id: number
  name: string
  /** Why it stays. */
  reasons: readonly StayReason[]
}

export interface UndoShown {
  status: string
  /** Records that go back, or did. */
  reversed: number
  /** Records that stay, or did. */
  kept: number
  /** Those of them, by line; the first thousand. */
  staying: Staying[]
  /** Why it cannot be taken back at all. */
  hindrance: Hindrance | null
}

/** Records that are judged at once, and those that are listed. */
const [BATCH, MOST_LISTED] = [2_000, 1_000]

export const undoView = view({
  name: 'import_undo',
  may: MAY_UNDO,
  fields: { id: field.ref('imports').required() },
  run: (reading, caller, { id }) => shownOf(reading, caller, id, MOST_LISTED),
})

/** @param most how many of those that stay are listed @throws ApiError */
export async function shownOf(reading: Reading, caller: Caller, id: number, most: number): Promise<UndoShown> {
  const row = await findOne(reading.read, imports, caller, id)
  if (row === undefined) throw new ApiError('not_found')
  const [kind, status] = ['kind', 'status'].map(name => imports.alone.column(row, name as 'kind') ?? '') as [
    string,
    string,
  ]
  checkKind(reading.house, caller, kind)
  const one = importFor(caller, id, kind)
  if (status !== 'completed') return { status, hindrance: null, ...(await whatBecame(reading, caller, one, most)) }
  const problem = await hindrance(reading.read, reading.house, caller, id, reading.clock.now().toISOString())
  if (problem !== undefined) return { status, reversed: 0, kept: 0, staying: [], hindrance: problem }
  return { status, hindrance: null, ...(await whatWould(reading, one, most)) }
}

/** Gifts of a person are told to those who may see them, memberships to those who see the group. */
const importFor = (caller: Caller, id: number, kind: string): UndoneImport => ({
  church: caller.church,
  id,
  kind,
  by: { kind: 'command_line', name: null },
  seen({ read, ofBranches, sight }) {
    const may = caller.scopes.includes(`${read}:read`) && !(ofBranches && caller.visible !== null)
    return may && (sight?.(caller) ?? true)
  },
})

type Outcome = Pick<UndoShown, 'reversed' | 'kept' | 'staying'>

/** Judges all records as the steps would, and changes nothing. */
async function whatWould({ read, house }: Reading, one: UndoneImport, most: number): Promise<Outcome> {
  const outcome: Outcome = { reversed: 0, kept: 0, staying: [] }
  const kept = new Map<string, readonly number[]>()
  for (let line: number | null = null; ; ) {
    const records = await recordsBelow(read, one.church.id, one.id, { line, most: BATCH })
    if (records.length === 0) break
    line = records.at(-1)?.line ?? 0
    await judgeRecords(read, one, house, records, kept, async (_resource, _undoing, judged) => {
      for (const found of judged) note(outcome, found)
    })
  }
  return sorted(outcome, most)
}

function note(outcome: Outcome, { record, name, stays }: JudgedRecord): void {
  if (stays === undefined) {
    outcome.reversed += 1
    return
  }
  outcome.kept += 1
  const { line, resource, record_id: id } = record
  outcome.staying.push({ line, resource, id, name, reasons: stays })
}

const sorted = ({ staying, ...outcome }: Outcome, most: number): Outcome => ({
  ...outcome,
  staying: staying.sort((a, b) => a.line - b.line).slice(0, most),
})

/**
 * What became of the records: names are those of today, reasons those of then. Who may not be told all of these is told
 * those of today.
 */
async function whatBecame({ read, house }: Reading, caller: Caller, one: UndoneImport, most: number): Promise<Outcome> {
  const { church, seen } = one
  const counts = await read.first<{ reversed: number; kept: number }>(
    sql`select reversed, kept from imports where church_id = ${church.id} and id = ${one.id}`,
  )
  const only = sql`undo = 'kept'`
  const kept = await recordsBelow(read, church.id, one.id, { line: null, most, only })
  const records = await seenOf(read, house, caller, kept)
  const seesAll = [...house.movedReferences, ...house.familyReferences].every(one => seen(one) === true)
  const reasons = seesAll ? await reasonsOf(read, one, most) : new Map<string, readonly StayReason[]>()
  const staying: Staying[] = []
  await judgeRecords(read, one, house, records, new Map(), async (resource, _undoing, judged) => {
    for (const { record, name, stays = USED } of judged) {
      const { line, record_id: id } = record
      staying.push({ line, resource, id, name, reasons: reasons.get(`${line} ${resource}`) ?? stays })
    }
  })
  return sorted({ reversed: counts?.reversed ?? 0, kept: counts?.kept ?? 0, staying }, most)
}

const USED: readonly StayReason[] = [{ code: 'used' }]

/** Why records stayed, by line and resource. */
async function reasonsOf(
  read: Db,
  { church, id }: UndoneImport,
  most: number,
): Promise<Map<string, readonly StayReason[]>> {
  const kept = await read.all<{
    line: number
    resource: string
    reasons: string
  }>(sql`select line, resource, reasons::text
    from import_records where church_id = ${church.id} and import_id = ${id} and undo = 'kept'
    order by line desc limit ${most}`)
  return new Map(
    kept.map(({ line, resource, reasons }) => [`${line} ${resource}`, JSON.parse(reasons) as StayReason[]]),
  )
}
