/** Meetings: something at a time, of which attendance is kept (decisions, Meetings). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { amongTexts } from '../../resource/any-of.ts'
import { creates } from '../../resource/creation.ts'
import { belongingTo, branch, changedSince, described, oneOf, someOf } from '../../resource/filter.ts'
import {
  type Answer,
  type RecordOf,
  type Resource,
  resource,
  type WriteContext,
  write,
} from '../../resource/resource.ts'
import { STAFF } from '../../resource/roles.ts'
import { differs } from '../../resource/rows.ts'
import { type Changed, updates } from '../../resource/update.ts'
import { timezoneOf } from '../church/days.ts'
import { hintReport } from '../groups/reports-due.ts'
import { HELD } from './attendances.ts'
import { KINDS, MEETING_STATUSES, meetingFields } from './fields.ts'
import { hintOf, lockSeen, meetingPrinter, setMeeting } from './meeting-row.ts'
import { endAs, openAgain } from './meeting-states.ts'
import { meetingInFiles } from './meetings-in-files.ts'
import { checkWhen, momentsOf, type OnTheWall, stateOf } from './moments.ts'
import { followDay } from './moved-day.ts'
import { fromGroup } from './of-group.ts'
import { meetingsInSight, OF_GROUPS, SEE_MEETINGS } from './sight.ts'

const { column } = meetingPrinter
const { name, kind, held_on, local_time, minutes, timezone } = meetingFields

/** When it is, by the clock on the wall. */
const WALL = ['held_on', 'local_time', 'minutes', 'timezone'] as const

/** The moments of a meeting as they are stored, with what it is at this one. */
function stored(wall: OnTheWall, now: Date) {
  const moments = momentsOf(wall)
  const { status, reopened_at } = stateOf(moments, now)
  return {
    moments: { starts_at: moments.starts_at.toISOString(), ends_at: moments.ends_at.toISOString() },
    state: { status, reopened_at: reopened_at?.toISOString() ?? null },
  }
}

/** Where it moves, its moments do; one of which nothing is recorded is then what the new ones say. */
function moved(before: TextRow, input: Partial<OnTheWall>, now: Date): object {
  if (!WALL.some(one => input[one] !== undefined && differs(column(before, one), input[one]))) return {}
  const wall = {
    held_on: input.held_on ?? column(before, 'held_on') ?? '',
    local_time: input.local_time ?? column(before, 'local_time') ?? '',
    minutes: input.minutes ?? Number(column(before, 'minutes')),
    timezone: input.timezone ?? column(before, 'timezone') ?? '',
  }
  const { moments, state } = stored(wall, now)
  const status = column(before, 'status')
  const isEmpty = column(before, 'counted') === null && column(before, 'named') === null
  if (status === 'planned' || (status === 'open' && isEmpty)) return { ...moments, ...state }
  // What is over by its new moments is not closed under the hands of who corrects it.
  return { ...moments, ...(status === 'open' && { reopened_at: state.reopened_at }) }
}

/** What was recorded of a meeting follows it to another day; from now on its schedule leaves it alone. */
async function touched(
  tx: Tx,
  { caller: { church }, clock, house }: WriteContext,
  { before, after }: Changed,
): Promise<string> {
  const id = Number(column(after, 'id'))
  const [from, to] = [column(before, 'held_on') ?? '', column(after, 'held_on') ?? '']
  if (from !== to) await followDay(tx, church.id, house, { id, from, to })
  await hintOf(tx, church.id, after, clock.now())
  return meetingPrinter.print(await setMeeting(tx, church.id, id, sql`edited_at = ${tx.now}::timestamptz`))
}

/** Changes of what a meeting is; its status goes beside them, in an order of its own. */
const said = updates(
  { name, kind, held_on, local_time, minutes, timezone },
  (): Resource<typeof meetingFields> => meetings,
  {
    doc: 'Changes a meeting, or moves it; what was recorded of it moves along',
    example: { held_on: '2026-03-08' },
    check: checkWhen,
    follows: (_tx, { clock }, before, input) => moved(before, input, clock.now()),
    also: touched,
  },
)

const changeable = {
  name,
  kind,
  held_on,
  local_time,
  minutes,
  timezone,
  status: meetingFields.status
    .settable()
    .doc(
      'closed closes it and tells of it; cancelled cancels one of which nothing is recorded; open opens either again',
    ),
}

/** Opens it again, changes what is said of it, closes or cancels it: in this order. */
const changeMeeting = write({
  fields: changeable,
  creates: false,
  unknown: 'ignore',
  example: said.example,
  doc: 'Changes a meeting, moves it, closes, cancels or opens it again; what was recorded of it moves along',
  refusals: ['wrong_state'],
  check: (db: Db, context: WriteContext, input, problems, id) => said.check(db, context, input, problems, id),
  async run(tx, context: WriteContext, { status, ...input }, found, id): Promise<Answer> {
    const { caller, clock } = context
    if (status === 'open' || status === 'planned')
      await openAgain(tx, caller, await lockSeen(tx, caller, id), status, clock.now())
    const answer = await said.run(tx, context, input, found, id)
    if (status !== 'closed' && status !== 'cancelled') return answer
    const ended = await endAs(tx, caller, await lockSeen(tx, caller, id), status)
    return { ...answer, data: meetingPrinter.print(ended) }
  },
})

export const meetings = resource({
  name: 'meetings',
  explained: {
    says: 'Services and other meetings. Open one to call the roll or to enter how many came.',
    chapter: 'first-sunday#call-the-roll',
  },
  words: { one: 'meeting', many: 'meetings' },
  may: { read: SEE_MEETINGS, write: STAFF },
  icon: 'calendar',
  title: 'name',
  command: 'meeting',
  singular: 'Meeting',
  limitTo: 'branch_id',
  sight: meetingsInSight,
  fields: meetingFields,
  inFiles: meetingInFiles,
  page: [
    { title: 'Attendance', fields: ['total', 'total_from', 'counted', 'named', 'status'] },
    { title: 'When', fields: ['held_on', 'local_time', 'minutes', 'timezone', 'branch_id', 'group_id', 'schedule_id'] },
  ],
  list: {
    columns: ['held_on', 'local_time', 'name', 'kind', 'total', 'status', 'branch_id'],
    filters: {
      ...HELD,
      kind: described(
        'What it is',
        oneOf(KINDS, one => sql`kind = ${one}`),
      ),
      status: described(
        'One status or a comma-separated list',
        someOf(MEETING_STATUSES, list => amongTexts('status', list)),
      ),
      schedule_id: described('Those of one schedule', belongingTo('schedules', 'schedule_id')),
      group_id: described('Those of one group', belongingTo('groups', 'group_id')),
      of_groups: OF_GROUPS,
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-starts_at',
    sorts: ['id', '-id', 'starts_at', '-starts_at'],
    doc: 'Services and all else that is held at a time, with its attendance, in the order in which they were made',
  },
  one: { doc: 'One meeting' },
  import: { brings: { status: ['planned', 'open', 'closed'] } },
  create: creates(meetingFields, (): Resource<typeof meetingFields> => meetings, {
    doc: 'Adds a meeting that no schedule makes',
    example: { name: 'Night of prayer', kind: 'event', held_on: '2026-03-06', local_time: '22:00', minutes: 240 },
    branchOf: 'group_id',
    check: checkWhen,
    async follows(tx, { caller, clock }, values) {
      const ofGroup = await fromGroup(tx, caller, values)
      const zone = values.timezone ?? (await timezoneOf(tx, caller.church.id, Number(values.branch_id)))
      const { moments, state } = stored({ ...values, timezone: zone } as OnTheWall, clock.now())
      return { ...ofGroup, timezone: zone, ...moments, ...state }
    },
    async also(tx, { church }, printed, { clock }) {
      const { group_id, ends_at } = JSON.parse(printed) as RecordOf<typeof meetingFields>
      await hintReport(tx, church.id, group_id, new Date(ends_at), clock.now())
    },
  }),
  update: changeMeeting,
})
