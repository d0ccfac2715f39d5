/**
 * What parents say of their child in confidence. It is sealed, and read one by one by whoever asks for it, which the audit log
 * keeps; no list, file, event or answer of the API has it.
 */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Referred } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { sealedColumn } from '../../sealed-column.ts'
import { because } from '../../texts/because.ts'
import { NO_SUCH_PERSON, visiblePerson } from '../people/visible-person.ts'
import { holdDetails } from './save-details.ts'

/** Characters. */
export const LONGEST_CARE_NOTE = 1_000

/** Notes are not sealed for one child, since they follow to the record that is kept of two. */
export const sealedCareNotes = sealedColumn({
  table: 'child_details',
  column: 'care_note',
  use: () => 'care note',
  optional: true,
})

const USE = sealedCareNotes.use({})

const may = within(STAFF)
const ofChild = { person_id: field.ref('people').required() }
const target = ({ person_id }: { person_id: number }): string => String(person_id)

/** The child of an id. @throws ApiError `validation_failed`, in the same words for nobody and for somebody out of sight */
export async function childOf(db: Db, caller: Caller, person_id: number): Promise<Referred> {
  const found = await visiblePerson(db, caller, person_id)
  const problems = new Problems()
  if (found === undefined) problems.add('person_id', NO_SUCH_PERSON)
  problems.throwIfAny()
  return found ?? { id: 0, branch_id: 0 }
}

/** A note as it is kept. */
interface Stored {
  care_note: string | null
  version: number
}

const NONE: Stored = { care_note: null, version: 0 }

export const readCareNote = action({
  name: 'child_details.read_care_note',
  logged: 'Read a care note',
  may,
  fields: ofChild,
  target,
  async run(tx, { caller, vault }, { person_id }): Promise<{ care_note: string | null; version: number }> {
    const church = caller.church.id
    const child = await childOf(tx, caller, person_id)
    const found = await tx.first<Stored>(sql`select care_note, care_note_version as version from child_details
      where church_id = ${church} and person_id = ${child.id}`)
    const { care_note, version } = found ?? NONE
    return { care_note: care_note === null ? null : vault.open(church, USE, care_note), version }
  },
})

/** Where there is a note, it is changed by who has read it as it is: nobody writes over what they have not seen. */
export const setCareNote = action({
  name: 'child_details.set_care_note',
  logged: 'Changed a care note',
  done: 'Care note saved.',
  may,
  fields: {
    ...ofChild,
    care_note: field.text(LONGEST_CARE_NOTE).nullable().settable().label('Care note'),
    version: field.integer(0).settable().doc('Of the note that was read; needed where there is one'),
  },
  target,
  async run(tx, { caller, vault }, { person_id, care_note = null, version }): Promise<{ has_care_note: boolean }> {
    const church = caller.church.id
    const child = await childOf(tx, caller, person_id)
    await holdDetails(tx, church, child)
    await checkRead(tx, church, child.id, version)
    if (care_note !== null) await vault.agreeWithin(tx)
    const sealed = care_note === null ? null : vault.seal(church, USE, care_note)
    await tx.run(sql`update child_details set care_note = ${sealed}, care_note_version = care_note_version + 1,
        updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and person_id = ${child.id} and (care_note is not null or ${sealed}::text is not null)`)
    return { has_care_note: sealed !== null }
  },
})

/** @param version of the note that was read @throws ApiError `wrong_state` where there is another one, or one that nobody read */
async function checkRead(tx: Tx, church: number, person: number, version: number | undefined): Promise<void> {
  const found = await tx.first<Stored>(sql`select care_note, care_note_version as version from child_details
    where church_id = ${church} and person_id = ${person}`)
  const { care_note, version: is } = found ?? NONE
  if (version === undefined ? care_note === null : version === is) return
  const message = because(
    'Somebody has written this care note since you read it. Read it once more, and change it then.',
  )
  throw new ApiError('wrong_state', { message })
}
