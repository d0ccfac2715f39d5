/** What leaders and staff do with reports in the console and on the command line. */

import { idArray } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { Json } from '../../resource/json.ts'
import { sightOf } from '../../resource/limit.ts'
import { findOne } from '../../resource/list.ts'
import { lookUpReferences } from '../../resource/references.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { DECIDE } from '../groups/join-requests.ts'
import { heldOf, lockSeen, MEETINGS } from '../meetings/meeting-row.ts'
import { LONGEST_CARE_NOTE } from './care-note.ts'
import { checkSaid } from './check-report.ts'
import { LONGEST_REASON, MOST_CAME, newReport, type reportFields, reportPrinter, saidFields } from './fields.ts'
import { handIn } from './hand-in.ts'
import { remindByHand, renewLinksOf } from './reminders.ts'
import { SEEN_REPORTS } from './report-row.ts'
import { handingOf, returnReport } from './who-hands-in.ts'
import { checkKnown, peopleOf } from './write-report.ts'

const may = within(DECIDE)

type Shown = RecordOf<typeof reportFields>

const shown = (row: Parameters<typeof reportPrinter.print>[0]) => new Json<Shown>(reportPrinter.print(row))

/** Hands a report in, with who came and what is told in confidence; a draft is kept and told to nobody. */
export const submitReport = action({
  name: 'group_reports.submit',
  logged: 'Handed in a group report',
  may,
  fields: {
    meeting_id: field.ref('meetings').required(),
    ...saidFields,
    present: newReport.present,
    came_ids: newReport.came_ids.doc('Who came, or who is ticked on a page'),
    shown_ids: field
      .idList(MOST_CAME)
      .settable()
      .doc('Of a page: who stood on it. All others stay as they are, and without came_ids nobody is ticked'),
    was_ids: field
      .idList(MOST_CAME)
      .settable()
      .doc('With shown_ids: who was ticked when it was opened. What somebody else ticked since stays'),
    care_note: field
      .text(LONGEST_CARE_NOTE)
      .nullable()
      .settable()
      .label('Care note')
      .doc('Told in confidence: read by leaders and staff, one report at a time'),
    care_note_version: field
      .integer(0)
      .settable()
      .doc('Of the care note that whoever writes this one knows of; needed where there is one'),
    status: newReport.status,
  },
  target: ({ meeting_id }) => String(meeting_id),
  detail: ({ status = 'submitted' }) => ({ status }),
  async check(
    db,
    { caller },
    { meeting_id: _, care_note: __, status: ___, shown_ids: ____, was_ids: _____, care_note_version: ______, ...said },
    problems,
  ) {
    checkSaid(said, problems)
    await peopleOf(db, caller, said.came_ids, problems)
  },
  async run(tx, { caller, clock, house, vault }, input) {
    const { meeting_id, care_note, care_note_version: version, came_ids, shown_ids, was_ids, ...rest } = input
    const { status = 'submitted', ...said } = rest
    const problems = new Problems()
    const context = { caller, house }
    await lookUpReferences(tx, context, { meeting_id: field.ref('meetings') }, { meeting_id } as object, problems)
    problems.throwIfAny()
    const people = await peopleOf(tx, caller, came_ids, problems)
    const meeting = await lockSeen(tx, caller, meeting_id)
    await checkKnown(tx, caller, meeting, people)
    const page = shown_ids && { shown: new Set(shown_ids), was: new Set(was_ids) }
    const came = (people ?? page) && { ids: people ?? [], page }
    const care = care_note === undefined ? undefined : { vault, note: care_note, version }
    const { row } = await handIn(
      tx,
      caller.church,
      meeting,
      { ...handingOf(caller), said, came, care, status },
      clock.now(),
    )
    return shown(row)
  },
})

/** Opens a report again, with a sentence for its leader. */
export const returnAction = action({
  name: 'group_reports.return',
  label: 'give back|Return',
  logged: 'Returned a group report',
  asks: 'What should the leader look at again?',
  submit: 'give back|Return',
  done: 'Returned. Its leader sees your sentence and can hand it in again.',
  may,
  fields: {
    id: field.ref('group_reports').required(),
    returned_because: field.text(LONGEST_REASON).required().label('What to look at'),
  },
  offered: { status: ['submitted'] },
  async run(tx, { caller, clock }, { id, returned_because }) {
    const row = await findOne(tx, SEEN_REPORTS, caller, id, [], sql`for no key update`)
    if (row === undefined) throw new ApiError('not_found')
    return shown(await returnReport(tx, caller, row, returned_because, clock.now()))
  },
})

/** Links to a report that were given out work no longer; new ones do. */
export const revokeReportLinks = action({
  name: 'group_reports.revoke_links',
  logged: 'Took back the links to the report of a meeting',
  done: 'The links to this report that were given out no longer work.',
  may,
  fields: { meeting_id: field.ref('meetings').required() },
  target: ({ meeting_id }) => String(meeting_id),
  async run(tx, { caller }, { meeting_id }) {
    const meeting = heldOf(await lockSeen(tx, caller, meeting_id))
    if (meeting.group_id === null) throw new ApiError('not_found')
    await renewLinksOf(tx, caller.church.id, meeting.id)
    return { meeting_id }
  },
})

/** Meetings whose leaders are reminded by one act. */
export const MOST_REMINDED = 200

/** Reminds leaders of reports that are not handed in: each at most once a day by hand. */
export const remindAction = action({
  name: 'group_reports.remind',
  logged: 'Reminded leaders of their reports',
  done: 'Reminded.',
  may,
  fields: { meeting_ids: field.idList(MOST_REMINDED).required().label('Meetings') },
  target: ({ meeting_ids }) => (meeting_ids.length === 1 ? String(meeting_ids[0]) : ''),
  detail: ({ meeting_ids }) => ({ count: meeting_ids.length }),
  async run(tx, { caller, clock }, { meeting_ids }) {
    const ids = [...new Set(meeting_ids)]
    const church = caller.church.id
    const seen = [sql`church_id = ${church} and group_id is not null`, ...sightOf(MEETINGS, caller)]
    const found = await tx.all<{ id: number }>(
      sql`select id from meetings where ${every(seen)} and id = any(${idArray(ids)}) order by id`,
    )
    const problems = new Problems()
    if (found.length < ids.length) problems.add('meeting_ids', because('names meetings that you cannot use'))
    problems.throwIfAny()
    return await remindByHand(tx, church, ids, clock.now())
  },
})
