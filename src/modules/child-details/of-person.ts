/** What the page of a person shows of a child, and what is changed there. */
import { sql } from '../../db/sql.ts'
import { action, view } from '../../resource/action.ts'
import { checkVisible } from '../../resource/list.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { people } from '../people/people.ts'
import { childOf } from './care-note.ts'
import { changedFields, childPrinter } from './fields.ts'
import { gradesOf, withGradeSpelt } from './grades.ts'
import { changeDetails, holdDetails } from './save-details.ts'

const may = within(STAFF)
const { person_id, ...ofChild } = { person_id: field.ref('people').required(), ...changedFields }

/** What is known of a child, and what there is to choose from. */
export interface ChildOfPerson {
  /** Null where nothing was ever recorded. */
  details: ShownDetails | null
  grades: string[]
}

/** Details as the card shows them. */
export interface ShownDetails {
  grade: string | null
  label_note: string | null
  photo_ok: boolean | null
  emergency_name: string | null
  emergency_phone: string | null
  has_care_note: boolean
}

export const childView = view({
  name: 'person_child',
  may,
  fields: { person_id },
  async run({ read }, caller, { person_id: id }): Promise<ChildOfPerson> {
    await checkVisible(read, people, caller, id)
    const church = caller.church.id
    const [details, grades] = await Promise.all([
      read.first<ShownDetails>(sql`select grade, label_note, photo_ok, emergency_name, emergency_phone,
          care_note is not null as has_care_note
        from child_details where church_id = ${church} and person_id = ${id}`),
      gradesOf(read, church),
    ])
    return { details: details ?? null, grades }
  },
})

/** Begins the details where there are none. The audit log keeps nothing of them. */
export const setDetails = action({
  name: 'child_details.set',
  logged: 'Changed details of a child',
  done: 'Saved.',
  may,
  fields: { person_id, ...ofChild },
  target: ({ person_id: id }) => String(id),
  async run(tx, { caller }, { person_id: id, ...change }): Promise<{ id: number }> {
    const church = caller.church.id
    const { row } = await holdDetails(tx, church, await childOf(tx, caller, id))
    const after = await changeDetails(tx, church, row, await withGradeSpelt(tx, church, change))
    return { id: Number(childPrinter.column(after, 'id')) }
  },
})
