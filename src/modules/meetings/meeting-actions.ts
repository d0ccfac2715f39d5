/** What people do with a meeting: they are done counting, close it, open it again, cancel it. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { byOf, sourceOf } from './agent.ts'
import type { meetingFields } from './fields.ts'
import { heldOf, hintOf, meetingPrinter, setMeeting } from './meeting-row.ts'
import { meetings } from './meetings.ts'
import { OPENS_BEFORE_MS } from './moments.ts'
import { RECORD } from './sight.ts'
import { tellAttendance } from './tell.ts'

/** What they all are. */
const ofMeeting = { may: within(RECORD), fields: { id: field.ref('meetings').required() }, on: meetings } as const

const shown = (row: Parameters<typeof meetingPrinter.print>[0]) =>
  new Json<RecordOf<typeof meetingFields>>(meetingPrinter.print(row))

const told = (caller: Caller) => ({ source: sourceOf(caller), by: byOf(caller) })

/** Records `attendance.recorded` where something changed since the last time; else nothing happens. */
export const doneCounting = action({
  name: 'meetings.done',
  label: 'Done counting',
  logged: 'Finished counting a meeting',
  done: 'Thank you. The attendance is recorded.',
  ...ofMeeting,
  when: { status: ['open', 'closed'] },
  offered: { status: ['open'] },
  run: async (tx, { caller }, _input, _prepared, row) =>
    shown((await tellAttendance(tx, caller.church, heldOf(row).id, told(caller))) ?? row),
})

export const closeMeeting = action({
  name: 'meetings.close',
  label: 'Close',
  logged: 'Closed a meeting',
  done: 'Meeting closed.',
  ...ofMeeting,
  when: { status: ['planned', 'open'] },
  offered: { status: ['open'] },
  async run(tx, { caller }, { id }) {
    // Closed without its session it would tell a roll on which nobody is absent.
    if ((await sessionOf(tx, caller, id)) === 'open') {
      const message = 'The session of a class is open at this meeting. Close that session: its meeting closes with it.'
      throw new ApiError('wrong_state', { message })
    }
    const closed = await setMeeting(
      tx,
      caller.church.id,
      id,
      sql`status = 'closed', closed_at = ${tx.now}::timestamptz`,
    )
    return shown((await tellAttendance(tx, caller.church, id, told(caller))) ?? closed)
  },
})

export const reopenMeeting = action({
  name: 'meetings.reopen',
  label: 'Open again',
  logged: 'Opened a meeting again',
  done: 'Meeting opened again, for two hours at least.',
  ...ofMeeting,
  when: { status: ['closed', 'cancelled'] },
  async run(tx, { caller, clock }, { id }, _prepared, row) {
    if (meetingPrinter.column(row, 'status') === 'closed' && (await sessionOf(tx, caller, id)) === 'closed') {
      const message = 'This is the meeting of a class. Open the session of the class again: its meeting opens with it.'
      throw new ApiError('wrong_state', { message })
    }
    const begins = Date.parse(meetingPrinter.column(row, 'starts_at') ?? '') - OPENS_BEFORE_MS
    const now = clock.now()
    const isAhead = meetingPrinter.column(row, 'status') === 'cancelled' && now.getTime() < begins
    const status = isAhead ? 'planned' : 'open'
    await hintOf(tx, caller.church.id, row, now)
    return shown(
      await setMeeting(
        tx,
        caller.church.id,
        id,
        sql`status = ${status}, closed_at = null, reopened_at = ${isAhead ? null : now.toISOString()}::timestamptz,
          edited_at = ${tx.now}::timestamptz`,
      ),
    )
  },
})

export const cancelMeeting = action({
  name: 'meetings.cancel',
  label: 'Cancel',
  logged: 'Cancelled a meeting',
  confirm: 'It stays in the list as cancelled, and can be opened again.',
  done: 'Meeting cancelled.',
  ...ofMeeting,
  when: { status: ['planned', 'open'] },
  async run(tx, { caller }, { id }, _prepared, row) {
    const { church } = caller
    if ((await sessionOf(tx, caller, id)) !== undefined) {
      const message =
        'The session of a class was opened at this meeting. Close that session instead, or discard it: its meeting follows.'
      throw new ApiError('wrong_state', { message })
    }
    await checkEmpty(tx, church.id, heldOf(row).id)
    // Whoever was told of counts hears that they were taken back.
    if (Number(meetingPrinter.column(row, 'revision')) > 0) await tellAttendance(tx, church, id, told(caller))
    return shown(
      await setMeeting(
        tx,
        church.id,
        id,
        sql`status = 'cancelled', untold = false, edited_at = ${tx.now}::timestamptz`,
      ),
    )
  },
})

/** The status of the class session that is held at a meeting: what becomes of the two is for the session to say. */
async function sessionOf(tx: Tx, { church }: Caller, meeting: number): Promise<string | undefined> {
  const found = await tx.first<{ status: string }>(sql`select status from class_sessions
    where church_id = ${church.id} and meeting_id = ${meeting} and status <> 'discarded'`)
  return found?.status
}

/** @throws ApiError `validation_failed` for a meeting of which something is recorded, or whose report says that it was held */
async function checkEmpty(tx: Tx, church: number, id: number): Promise<void> {
  const of = sql`church_id = ${church} and meeting_id = ${id}`
  const found = await tx.first<{ marks: number; counts: number; reports: number }>(sql`select
    (select count(*) from attendances where ${of} and state <> 'undone') as marks,
    (select count(*) from headcounts where ${of} and count is not null) as counts,
    (select count(*) from group_reports where ${of} and held) as reports`)
  const problems = new Problems()
  if ((found?.marks ?? 0) + (found?.counts ?? 0) > 0) {
    problems.add('id', 'cannot be cancelled: attendance is recorded. Take that back first, or close it')
  } else if ((found?.reports ?? 0) > 0) {
    problems.add('id', 'cannot be cancelled: its report is begun. Say there that the group did not meet')
  }
  problems.throwIfAny()
}

/** Links for counting that were given out work no longer; new ones do. */
export const revokeLinks = action({
  name: 'meetings.revoke_links',
  logged: 'Took back the counting links of a meeting',
  done: 'The links for counting that were given out no longer work.',
  ...ofMeeting,
  may: within(STAFF),
  run: async (tx, { caller: { church } }, { id }) =>
    shown(await setMeeting(tx, church.id, id, sql`link_version = link_version + 1`)),
})
