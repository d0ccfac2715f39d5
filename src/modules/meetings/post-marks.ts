/** POST /attendances: one mark, or many of one meeting; what is there already is found and not made again (decisions, Meetings). */
import { type Db, idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { type Caller, canSee } from '../../resource/caller.ts'
import type { Sent } from '../../resource/field.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import { rowField, rowList } from '../../resource/row-list.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { NO_SUCH_PERSON } from '../people/visible-person.ts'
import { byOf, sourceOf, tellsAtOnce } from './agent.ts'
import { checkMeeting, NO_SUCH_MEETING } from './check-meeting.ts'
import { attendanceFields, MOST_ROWS, markFields } from './fields.ts'
import { checkRecordable, countAnew, findSeen, heldOf, lockSeen } from './meeting-row.ts'
import {
  attendancePrinter,
  changesAny,
  type Known,
  knownMarks,
  type Mark,
  type Marked,
  recordMarks,
  withoutClashes,
} from './record-attendance.ts'
import { tellRecorded } from './tell.ts'

const createFields = {
  ...attendanceFields,
  person_id: field.ref('people').settable().label('Person').doc('Who it is about; or send records'),
  records: rowList(markFields, MOST_ROWS)
    .settable()
    .doc(`Marks of several people, at most ${MOST_ROWS}, in the place of person_id and what goes with it`),
}

type Body = Sent<typeof createFields>

/** Who is meant, by the id that was sent: another where they were merged. */
type People = ReadonlyMap<number, number>

/** What the check of a body has found; `standing` where it may be recorded. */
interface Found {
  people: People
  standing?: Standing | undefined
}

/** What stands before marks are recorded: the meeting, locked, and what is known of those who were sent. */
interface Standing {
  before: TextRow
  known: Known
}

export const postMarks = write({
  fields: createFields,
  creates: true,
  many: true,
  unknown: 'ignore',
  doc: `Records who was at a meeting: one person, or up to ${MOST_ROWS}. The last word on each holds`,
  example: { meeting_id: 1, person_id: 1, state: 'present' },
  refusals: ['wrong_state'],
  meta: {
    duplicate: { type: 'boolean', description: 'True when all of it was on record: nothing was changed' },
    created: { type: 'integer', description: 'With records: how many are new' },
    changed: { type: 'integer', description: 'With records: how many were on record and said otherwise' },
  },
  async check(db: Db, { caller }: WriteContext, input: Body, problems: Problems): Promise<Found> {
    const { meeting_id } = input
    // Where fields are wrong already nothing will be recorded: then there is no transaction to lock the meeting in.
    if (problems.any || meeting_id === undefined) {
      const [people] = await Promise.all([
        checkPeople(db, caller, input, problems),
        checkMeeting(db, caller, input, problems),
      ])
      return { people }
    }
    const [people, before, known] = await Promise.all([
      checkPeople(db, caller, input, problems),
      findSeen(db, caller, meeting_id),
      knownMarks(db, caller.church.id, meeting_id, marksOf(input)),
    ])
    if (before === undefined) problems.add('meeting_id', NO_SUCH_MEETING)
    return { people, standing: before && { before, known } }
  },
  async run(tx: Tx, { caller }: WriteContext, input, { people, standing }): Promise<Answer> {
    const marks = marksOf(input)
    const merged = marks.some(({ person_id }) => people.get(person_id) !== person_id)
    for (const mark of marks) mark.person_id = people.get(mark.person_id) ?? mark.person_id
    const { marked } = await markSeen(tx, caller, input.meeting_id, marks, merged ? undefined : standing)
    return answerOf(marked, input.records !== undefined)
  },
})

/**
 * Records marks of a meeting in the caller's sight; of those of a key or a command others are told at once.
 * @param standing what stands before, where that is known; the meeting is locked in this transaction
 * @throws ApiError `not_found`, `wrong_state`
 */
export async function markSeen(
  tx: Tx,
  caller: Caller,
  meeting_id: number,
  said: readonly Mark[],
  standing?: Standing,
): Promise<{ marked: Marked; meeting: TextRow; noteClashes: boolean }> {
  const { church } = caller
  // What does not wait for an answer is sent together: a roll of hundreds is saved in few round trips.
  const { before, known } = standing ?? (await standingOf(tx, caller, meeting_id, said))
  const held = heldOf(before)
  checkRecordable(held)
  const source = sourceOf(caller)
  const { marks, clashes: noteClashes } = withoutClashes(said, known)
  if (!changesAny(marks, known))
    return { marked: await recordMarks(tx, church.id, held, { marks, known, source }), meeting: before, noteClashes }
  const [marked, meeting] = await Promise.all([
    recordMarks(tx, church.id, held, { marks, known, source }),
    tellsAtOnce(caller)
      ? tellRecorded(tx, church, meeting_id, { source, by: byOf(caller) })
      : countAnew(tx, church.id, meeting_id),
  ])
  return { marked, meeting: meeting ?? before, noteClashes }
}

async function standingOf(tx: Tx, caller: Caller, meeting_id: number, said: readonly Mark[]): Promise<Standing> {
  const [before, known] = await Promise.all([
    lockSeen(tx, caller, meeting_id),
    knownMarks(tx, caller.church.id, meeting_id, said),
  ])
  return { before, known }
}

function answerOf({ rows, created, changed }: Marked, many: boolean): Answer {
  const status = created > 0 ? 201 : 200
  const duplicate = created + changed === 0
  const [first = []] = rows
  if (many) {
    const data = `[${rows.map(row => attendancePrinter.print(row)).join()}]`
    return { status, data, meta: { duplicate, created, changed } }
  }
  const data = attendancePrinter.print(first)
  if (created === 0) return { status, data, meta: { duplicate } }
  return { status, data, created: Number(attendancePrinter.column(first, 'id')) }
}

/** The marks of a body, one or many. Without a state somebody was there, whatever was said before. */
function marksOf({ records, person_id, state, role, first_time, note }: Body): Mark[] {
  if (records !== undefined) {
    return records.map(({ person_id, state = 'present', role, first_time, note }) => {
      return { person_id, state, role, first_time, note }
    })
  }
  if (typeof person_id !== 'number') return []
  return [
    {
      person_id,
      state: state ?? 'present',
      ...(role !== undefined && { role }),
      ...(first_time !== undefined && { first_time }),
      ...(note !== undefined && { note }),
    },
  ]
}

const ALONE = ['person_id', 'state', 'role', 'first_time', 'note'] as const

/** Looks up everybody at once, and names each who cannot be meant, and each who is named twice. */
async function checkPeople(db: Db, caller: Caller, input: Body, problems: Problems): Promise<People> {
  const { records } = input
  if (records === undefined) {
    if (input.person_id === undefined && !problems.has('records')) {
      problems.add('person_id', 'is required, or records')
    }
  } else {
    for (const name of ALONE) if (input[name] !== undefined) problems.add(name, 'belongs into the rows of records')
  }
  const people = await peopleOf(db, caller, marksOf(input))
  if (records === undefined) {
    if (typeof input.person_id === 'number' && !people.has(input.person_id)) problems.add('person_id', NO_SUCH_PERSON)
    return people
  }
  const rowOf = new Map<number, number>()
  for (const [row, { person_id }] of records.entries()) {
    if (person_id === undefined) continue
    const name = rowField('records', row, 'person_id')
    const meant = people.get(person_id)
    if (meant === undefined) problems.add(name, NO_SUCH_PERSON)
    else if (rowOf.has(meant)) problems.add(name, because('is the person of row {row}', { row: rowOf.get(meant) ?? 0 }))
    else rowOf.set(meant, row)
  }
  return people
}

async function peopleOf(db: Db, caller: Caller, marks: readonly Mark[]): Promise<People> {
  const ids = marks.map(({ person_id }) => person_id).filter(id => typeof id === 'number')
  if (ids.length === 0) return new Map()
  const { id: church } = caller.church
  const found = await db.text(sql`select sent.id, coalesce(kept.id, sent.id), coalesce(kept.branch_id, sent.branch_id)
    from people as sent
      left join people as kept on kept.church_id = ${church} and kept.id = sent.merged_into_id
    where sent.church_id = ${church} and sent.id = any(${idArray(ids)}) and not coalesce(kept.removed, sent.removed)`)
  const people = new Map<number, number>()
  for (const [sent, id, branch] of found) if (canSee(caller, Number(branch))) people.set(Number(sent), Number(id))
  return people
}
