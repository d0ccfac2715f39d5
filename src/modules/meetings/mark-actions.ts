/** Taps of people on a roll: each is saved by itself; others are told when somebody is done. */
import type { Tx } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import { sightOf } from '../../resource/limit.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { ADMINISTRATORS, churchWide, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { NO_SUCH_PERSON } from '../people/visible-person.ts'
import { mayMark } from './expected.ts'
import type { attendanceFields, meetingFields } from './fields.ts'
import { ATTENDED_AS, LONGEST_CATEGORY, LONGEST_NOTE, STATES } from './fields.ts'
import { heldOf, MEETINGS, meetingPrinter } from './meeting-row.ts'
import { markSeen } from './post-marks.ts'
import { attendancePrinter } from './record-attendance.ts'
import { categoriesOf } from './record-counts.ts'
import { RECORD } from './sight.ts'

/** A mark, with the figures of its meeting. */
interface MarkShown {
  attendance: RecordOf<typeof attendanceFields>
  meeting: RecordOf<typeof meetingFields>
  /** Another wrote a note meanwhile: that one stands, and the note that was sent is not taken. */
  note_clashes: boolean
}

const MARK = {
  meeting_id: field.ref('meetings').required(),
  person_id: field.ref('people').required(),
  state: field.oneOf(STATES).of('attendance').settable().label('of attendance|State'),
  role: field.oneOf(ATTENDED_AS).settable(),
  first_time: field.boolean().settable(),
  note: field.text(LONGEST_NOTE).nullable().settable(),
  note_was: field.text(LONGEST_NOTE).nullable().settable().doc('The note that was shown when this one was written'),
}

/**
 * Marks one person of a meeting; `undone` takes a mark back. What is not sent stays, the state too; who was not marked was there.
 * Of two who write a note at once the second one is shown that of the first, and decides.
 */
export const markPerson = action({
  name: 'attendances.mark',
  may: within(RECORD),
  fields: MARK,
  // A roll has hundreds of taps; who closed the meeting or said Done is in the log.
  unlogged: true,
  async run(tx, { caller, house }, input, _prepared) {
    const { meeting_id, ...mark } = input
    const problems = new Problems()
    const context = { caller, house }
    const found = await lookUpReferences(tx, context, MARK, input, problems)
    const person_id = found.get('person_id')?.id ?? mark.person_id
    await checkKnown(tx, caller, meeting_id, person_id, problems)
    problems.throwIfAny()
    const { marked, meeting, noteClashes } = await markSeen(tx, caller, meeting_id, [{ ...mark, person_id }])
    const [row = []] = marked.rows
    const printed = `"attendance":${attendancePrinter.print(row)},"meeting":${meetingPrinter.print(meeting)}`
    return new Json<MarkShown>(`{${printed},"note_clashes":${noteClashes}}`)
  },
})

/** Names whom a helper does not know from the group: nobody learns by it who is on record. */
async function checkKnown(tx: Tx, caller: Caller, meeting: number, person: number, problems: Problems): Promise<void> {
  const row = await findOne(tx, MEETINGS, caller, meeting)
  const may = row === undefined || (await mayMark(tx, caller, heldOf(row), [person]))
  if (!may && !problems.has('person_id')) problems.add('person_id', NO_SUCH_PERSON)
}

/** Takes a mark back: it stays in the lists, as undone. */
export const undoMark = action({
  name: 'attendances.undo',
  label: 'Take back',
  logged: 'Took back an attendance',
  done: 'Attendance taken back.',
  may: within(RECORD),
  fields: { id: field.ref('attendances').required() },
  async run(tx, { caller }, { id }) {
    const seen = every(sightOf(MEETINGS, caller))
    const found = await tx.first<{ meeting_id: number; person_id: number | null }>(sql`select meeting_id, person_id
      from attendances where church_id = ${caller.church.id} and id = ${id} and ${seen}`)
    if (found === undefined) throw new ApiError('not_found')
    const { person_id, meeting_id } = found
    if (person_id === null) {
      const errors = {
        id: because('names nobody any more: whoever it was has been forgotten, and it stays for the counts'),
      }
      throw new ApiError('validation_failed', { errors })
    }
    const { marked } = await markSeen(tx, caller, meeting_id, [{ person_id, state: 'undone' }])
    return new Json<RecordOf<typeof attendanceFields>>(attendancePrinter.print(marked.rows[0] ?? []))
  },
})

/** Most categories of a church. */
const MOST_CATEGORIES = 12

/** What head counts are asked for by; counts that were made stay as they are. */
export const setCategories = action({
  name: 'headcounts.set_categories',
  logged: 'Changed the categories of head counts',
  done: 'Categories saved.',
  may: churchWide(ADMINISTRATORS),
  fields: { categories: field.texts(MOST_CATEGORIES, 1).required().label('Categories') },
  target: () => '',
  detail: ({ categories }) => ({ categories }),
  async check(_db, _context, { categories = [] }, problems) {
    const small = categories.map(one => one.toLowerCase())
    if (new Set(small).size < small.length) problems.add('categories', because('must name each once'))
    if (categories.some(one => [...one].length > LONGEST_CATEGORY)) {
      problems.add('categories', because('must be at most {most} characters each', { most: LONGEST_CATEGORY }))
    }
  },
  async run(tx, { caller: { church } }, { categories }) {
    await tx.run(sql`update churches set headcount_categories = ${categories}::text[] where id = ${church.id}`)
    return { categories: await categoriesOf(tx, church.id) }
  },
})
