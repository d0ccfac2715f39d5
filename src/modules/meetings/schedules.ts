/** Schedules: what recurs, such as the service of each Sunday, and what its meetings are made from (decisions, Meetings). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { changes } from '../../resource/change.ts'
import { creates } from '../../resource/creation.ts'
import { belongingTo, branch, changedSince, described, oneOf } from '../../resource/filter.ts'
import { printer } from '../../resource/print.ts'
import { type Resource, resource, type WriteContext } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { updates } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { timezoneOf } from '../church/days.ts'
import { KINDS, SCHEDULE_STATUSES, scheduleFields } from './fields.ts'
import { lockSchedule, makeAhead, remake } from './make-meetings.ts'
import { checkWhen, zoneOfBranch } from './moments.ts'
import { fromGroup, touchGroup } from './of-group.ts'
import { meetingsInSight, OF_GROUPS, SEE_MEETINGS } from './sight.ts'

const { id, group_id, status, created_at, updated_at, ...said } = scheduleFields

const changeable = {
  ...said,
  status: status
    .settable()
    .doc('ended ends it: its meetings to come that nobody has touched are cancelled; active starts it again'),
}

/** Prints a schedule as the API shows it. */
export const schedulePrinter = printer(scheduleFields, true)

interface Span {
  starts_on?: string
  until?: string | null
  timezone?: string
}

function check(input: Span, problems: Problems): void {
  checkWhen(input, problems)
  const { starts_on, until } = input
  if (starts_on && until && until < starts_on) problems.add('until', BEFORE)
}

const BEFORE = because('must not be before starts_on')

/** @throws ApiError `validation_failed` where it would end before it begins */
function checkSpan(first: string | null, last: string | null): void {
  const problems = new Problems()
  if (first !== null && last !== null && last < first) problems.add('until', BEFORE)
  problems.throwIfAny()
}

/** @throws ApiError `validation_failed` for the schedule of a group, which is where the group is */
function checkMoves(group: string | null): void {
  const problems = new Problems()
  if (group !== null) problems.add('branch_id', because('must be the branch of the group'))
  problems.throwIfAny()
}

async function anew(tx: Tx, { caller, clock }: WriteContext, schedule: number): Promise<void> {
  const locked = await lockSchedule(tx, caller.church.id, schedule)
  if (locked === undefined) return
  await remake(tx, caller.church.id, locked, clock.now())
  await touchGroup(tx, caller.church.id, locked.group_id)
}

export const schedules = resource({
  name: 'schedules',
  explained: {
    says: 'When your services take place, week by week. Meetings are made from it by themselves.',
    chapter: 'first-sunday',
  },
  words: { one: 'schedule', many: 'schedules' },
  may: { read: SEE_MEETINGS, write: STAFF },
  icon: 'schedule',
  title: 'name',
  command: 'schedule',
  singular: 'Schedule',
  limitTo: 'branch_id',
  sight: meetingsInSight,
  fields: scheduleFields,
  list: {
    columns: ['name', 'kind', 'starts_on', 'local_time', 'rrule', 'group_id', 'branch_id', 'status'],
    wide: ['starts_on', 'group_id'],
    filters: {
      kind: described(
        'What it makes',
        oneOf(KINDS, kind => sql`kind = ${kind}`),
      ),
      status: described(
        'One status',
        oneOf(SCHEDULE_STATUSES, one => sql`status = ${one}`),
      ),
      group_id: described('Those of one group', belongingTo('groups', 'group_id')),
      of_groups: OF_GROUPS,
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'What meetings are made from, oldest first',
  },
  one: { doc: 'One schedule' },
  create: creates(scheduleFields, (): Resource<typeof scheduleFields> => schedules, {
    doc: 'Adds a schedule; its meetings are made 60 days ahead',
    example: { name: 'Sunday service', starts_on: '2026-03-01', local_time: '09:00', rrule: 'FREQ=WEEKLY;BYDAY=SU' },
    branchOf: 'group_id',
    check,
    async follows(tx, { caller }, values) {
      const ofGroup = await fromGroup(tx, caller, values)
      const zone = values.timezone ?? (await timezoneOf(tx, caller.church.id, Number(values.branch_id)))
      return { ...ofGroup, timezone: zone }
    },
    async also(tx, { church }, printed, { clock }) {
      const locked = await lockSchedule(tx, church.id, JSON.parse(printed).id)
      if (locked === undefined) return
      await makeAhead(tx, church.id, locked, clock.now())
      await touchGroup(tx, church.id, locked.group_id)
    },
  }),
  update: updates(changeable, (): Resource<typeof scheduleFields> => schedules, {
    doc: 'Changes a schedule. Its meetings to come that nobody has touched follow; all others stay as they are',
    example: { local_time: '10:00' },
    check,
    async follows(tx, { caller }, before, { starts_on, until, branch_id, timezone }) {
      const read = schedulePrinter.column
      const [first, last] = [
        starts_on ?? read(before, 'starts_on'),
        until === undefined ? read(before, 'until') : until,
      ]
      checkSpan(first, last)
      const was = { branch_id: Number(read(before, 'branch_id')), timezone: read(before, 'timezone') ?? '' }
      if (branch_id === undefined || branch_id === was.branch_id) return {}
      checkMoves(read(before, 'group_id'))
      return { timezone: timezone ?? (await zoneOfBranch(tx, caller.church.id, was, branch_id)) }
    },
    async also(tx, context, { printed }) {
      await anew(tx, context, JSON.parse(printed).id)
      return undefined
    },
  }),
  import: null,
})

export const endSchedule = changes(schedules, 'end', {
  label: 'do|End',
  aside: true,
  logged: 'Ended a schedule',
  confirm: 'Its meetings to come are cancelled, but for those that somebody changed.',
  submit: 'End the schedule',
  done: 'Schedule ended.',
  may: within(STAFF),
  when: { status: ['active'] },
  set: () => ({ status: 'ended' }),
  also: (tx, { caller, clock, house }, printed) => anew(tx, { caller, clock, house }, JSON.parse(printed).id),
})

export const resumeSchedule = changes(schedules, 'resume', {
  label: 'Start again',
  logged: 'Started a schedule again',
  done: 'Schedule started again.',
  may: within(STAFF),
  when: { status: ['ended'] },
  set: () => ({ status: 'active' }),
  also: (tx, { caller, clock, house }, printed) => anew(tx, { caller, clock, house }, JSON.parse(printed).id),
})
