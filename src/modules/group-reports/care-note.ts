/**
 * What of a report is told in confidence: sealed by the vault, read by those who lead and decide, one at a time. It is in no
 * answer of the API, no event, no file and no line of a log.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { findOne } from '../../resource/list.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { sealedColumn } from '../../sealed-column.ts'
import type { Vault } from '../../vault.ts'
import { DECIDE } from '../groups/join-requests.ts'
import { SEEN_REPORTS } from './report-row.ts'

/** In characters. */
export const LONGEST_CARE_NOTE = 2_000

export const sealedCareNotes = sealedColumn({
  table: 'group_reports',
  column: 'care_note',
  use: () => 'care note of a report',
  optional: true,
})

const USE = sealedCareNotes.use({})

export const sealNote = (vault: Vault, church: number, text: string | null): string | null =>
  text === null ? null : vault.seal(church, USE, text)

export const openNote = (vault: Vault, church: number, sealed: string | null): string | null =>
  sealed === null ? null : vault.open(church, USE, sealed)

const may = within(DECIDE)

const fields = { id: field.ref('group_reports').required() }

/** @throws ApiError `not_found` for a report out of sight */
async function noteOf(tx: Tx, caller: Caller, id: number): Promise<string | null> {
  const row = await findOne(tx, SEEN_REPORTS, caller, id, [], sql`for no key update`)
  if (row === undefined) throw new ApiError('not_found')
  const found = await tx.first<{ care_note: string | null }>(
    sql`select care_note from group_reports where church_id = ${caller.church.id} and id = ${id}`,
  )
  return found?.care_note ?? null
}

/** Shows the care note of a report to its leaders and the staff; the audit log keeps who read it. */
export const readCareNote = action({
  name: 'group_reports.read_care_note',
  logged: 'Read the care note of a report',
  may,
  fields,
  async run(tx, { caller, vault }, { id }): Promise<{ care_note: string | null }> {
    return { care_note: openNote(vault, caller.church.id, await noteOf(tx, caller, id)) }
  },
})

/** Takes the care note out of a report for good. */
export const clearCareNote = action({
  name: 'group_reports.clear_care_note',
  logged: 'Removed the care note of a report',
  done: 'Care note removed.',
  may,
  fields,
  async run(tx, { caller }, { id }) {
    if ((await noteOf(tx, caller, id)) === null) return { id }
    await tx.run(sql`update group_reports set care_note = null, care_note_version = care_note_version + 1, updated_at = ${tx.now}::timestamptz
      where church_id = ${caller.church.id} and id = ${id}`)
    return { id }
  },
})
