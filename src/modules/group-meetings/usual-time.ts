/** When a group usually meets, as people say it: a day of the week, an hour, how often. It becomes a schedule of the group. */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { insertRow } from '../../resource/creation.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { timezoneOf } from '../church/days.ts'
import { lockGroup } from '../groups/edit-group.ts'
import { groupPrinter } from '../groups/fields.ts'
import { scheduleFields } from '../meetings/fields.ts'
import { lockSchedule, makeAhead, remake } from '../meetings/make-meetings.ts'
import { DEFAULT_MINUTES } from '../meetings/moments.ts'
import { fromGroup, touchGroup } from '../meetings/of-group.ts'
import { schedulePrinter } from '../meetings/schedules.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Day = (typeof DAYS)[number]

/** How often, with the rule of it for a day of the week (RFC 5545, 3.3.10). */
const OFTEN = {
  every_week: day => `FREQ=WEEKLY;BYDAY=${day}`,
  every_two_weeks: day => `FREQ=WEEKLY;INTERVAL=2;BYDAY=${day}`,
  first_of_the_month: day => `FREQ=MONTHLY;BYDAY=1${day}`,
  second_of_the_month: day => `FREQ=MONTHLY;BYDAY=2${day}`,
  third_of_the_month: day => `FREQ=MONTHLY;BYDAY=3${day}`,
  fourth_of_the_month: day => `FREQ=MONTHLY;BYDAY=4${day}`,
  last_of_the_month: day => `FREQ=MONTHLY;BYDAY=-1${day}`,
} satisfies Record<string, (day: string) => string>
const HOW_OFTEN = Object.keys(OFTEN) as (keyof typeof OFTEN)[]

/** The first day of its kind on or after one. */
const nextDay = (from: string, day: Day): string =>
  addDays(from, (DAYS.indexOf(day) + 8 - new Date(`${from}T00:00:00Z`).getUTCDay()) % 7)

const TABLE = { name: 'schedules', printer: schedulePrinter }

/** Makes the schedule of a group, or changes the one that it has: its meetings to come that nobody has touched follow. */
export const setUsualTime = action({
  name: 'groups.set_time',
  label: 'Set the usual time',
  logged: 'Set when a group usually meets',
  asks: 'When does the group usually meet?',
  done: 'Saved. Its meetings are planned 60 days ahead.',
  may: within(STAFF),
  fields: {
    id: field.ref('groups').required(),
    day: field.oneOf(DAYS).required().label('Day of the week'),
    local_time: scheduleFields.local_time,
    often: field.oneOf(HOW_OFTEN).settable().label('How often').doc('Default every_week'),
    minutes: scheduleFields.minutes,
    from: field
      .date()
      .settable()
      .label('From', 'Today, unless you choose a day; of every two weeks the first is the next such day')
      .doc('No meeting comes before it. Default today'),
  },
  detail: ({ day, local_time, often = 'every_week' }) => ({ day, local_time, often }),
  async run(tx, { caller, clock }, { id, day, local_time, often = 'every_week', minutes, from }) {
    const { church } = caller
    const group = await lockGroup(tx, caller, id)
    const branch_id = Number(groupPrinter.column(group, 'branch_id'))
    checkGoesOn(groupPrinter.column(group, 'status'))
    const timezone = await timezoneOf(tx, church.id, branch_id)
    const starts_on = nextDay(from ?? today(clock.now(), timezone), day)
    const said = { rrule: OFTEN[often](RULE_DAY(day)), local_time, minutes }
    const before = await usualOf(tx, church, id)
    if (before !== undefined) {
      // The rhythm of every two weeks goes on where only the hour changes.
      const goesOn = from === undefined && schedulePrinter.column(before, 'rrule') === said.rrule
      const changed = await changeRow(tx, TABLE, church.id, before, {
        ...said,
        ...(!goesOn && { starts_on, until: null }),
      })
      return await made(tx, caller, changed, clock.now(), true)
    }
    const name = groupPrinter.column(group, 'name') ?? ''
    const { kind } = await fromGroup(tx, caller, { group_id: id, branch_id })
    const of = { name, kind, branch_id, group_id: id, starts_on, timezone }
    const values = { ...said, minutes: minutes ?? DEFAULT_MINUTES, ...of }
    return await made(tx, caller, await insertRow(tx, TABLE, church.id, values), clock.now(), false)
  },
})

const RULE_DAY = (day: Day): string => day.slice(0, 2).toUpperCase()

/** @throws ApiError `validation_failed` for a closed group */
function checkGoesOn(status: string | null): void {
  const problems = new Problems()
  if (status === 'closed') problems.add('id', because('names a group that is closed'))
  problems.throwIfAny()
}

/** The schedule that tells the usual time of a group; `groups.schedule_id` is the same. */
async function usualOf(tx: Tx, church: Church, group: number): Promise<TextRow | undefined> {
  const [row] = await tx.text(sql`select ${schedulePrinter.columns} from schedules as t
    where church_id = ${church.id} and group_id = ${group} and status = 'active' order by id limit 1 for no key update`)
  return row
}

async function made(tx: Tx, { church }: Caller, row: TextRow, now: Date, isChange: boolean) {
  const locked = await lockSchedule(tx, church.id, Number(schedulePrinter.column(row, 'id')))
  if (locked !== undefined) {
    await (isChange ? remake(tx, church.id, locked, now) : makeAhead(tx, church.id, locked, now))
    await touchGroup(tx, church.id, locked.group_id)
  }
  return new Json<RecordOf<typeof scheduleFields>>(schedulePrinter.print(row))
}
