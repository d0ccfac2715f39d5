/**
 * Reminds whoever has to do a task: on the morning of the day, and once more three days later. Who has no sign-in is told at
 * once, too, since nothing else shows them that there is a task; each of their messages has a link to it.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { addDays } from '../../lib/calendar.ts'
import { momentOf } from '../../lib/recurrence.ts'
import { signedLink } from '../../links/signed-link.ts'
import { type Due, putOnAgenda } from '../../resource/agenda.ts'
import { msg } from '../../texts/language.ts'
import type { Said as Words } from '../../texts/said.ts'
import { type NewReminder, remind, takeBackReminders } from '../reminders/remind.ts'

/** By the clock on the church's wall. */
const MORNING = '07:00'
const OVERDUE_DAYS = 3
/** Nobody is reminded of what was due longer ago, when it is put on record. */
const STALE_DAYS = 14
/** Links hold for so long after the day on which the task is due. */
const LINK_DAYS = 30
const DAY_MS = 86_400_000
/** More than twice the days since 1970, for centuries. */
const STEPS = 200_000

const DUE = 'task_due'
const ASSIGNED = 'task_assigned'
const AGENDA = 'tasks'

/** The links of those who do a task without a sign-in. */
export const taskLink = signedLink({ kind: 'task', table: 'tasks' })

interface OpenTask {
  title: string
  status: string
  membership: number | null
  person: number | null
  due_on: string
  remind_at: string | null
  link_version: number
}

/** As much of a church as reminding needs. */
interface Reminding {
  id: number
  timezone: string
}

const taskToRemind = (tx: Tx, church: number, id: number): Promise<OpenTask | undefined> =>
  tx.first<OpenTask>(sql`select title, status, assignee_membership_id as membership, assignee_person_id as person, due_on,
      remind_at::text as remind_at, link_version
    from tasks where church_id = ${church} and id = ${id} for no key update`)

/** The mornings on which somebody is reminded. */
const morningsOf = ({ due_on }: OpenTask, { timezone }: Reminding): [due: Date, overdue: Date] => [
  momentOf(due_on, MORNING, timezone),
  momentOf(addDays(due_on, OVERDUE_DAYS), MORNING, timezone),
]

/**
 * A task was added or changed, in this transaction: what was to be said of it is taken back, and it is said anew when it is time.
 * @param reassigned whether it is somebody else's now
 */
export async function scheduleReminders(
  tx: Tx,
  church: Reminding,
  id: number,
  now: Date,
  reassigned: boolean,
): Promise<void> {
  await takeBackReminders(tx, church.id, DUE, id)
  if (reassigned) {
    await tx.run(sql`update tasks set link_version = link_version + 1 where church_id = ${church.id} and id = ${id}`)
  }
  const task = await taskToRemind(tx, church.id, id)
  if (task === undefined) return
  const next = nextOf(task, church, now)
  await setNext(tx, church.id, id, next)
  if (task.status !== 'open' || reassigned) await takeBackReminders(tx, church.id, ASSIGNED, id)
  if (next === null) return
  if (reassigned && task.person !== null) {
    const { title, due_on } = task
    const day = { day: due_on }
    await say(tx, church, now, { id, task, kind: ASSIGNED, step: task.link_version }, [
      { message: msg('A task for you: {title}'), values: { title } },
      { message: msg('Please do it by {day}, and say so by your link when it is done.'), values: { day } },
    ])
  }
  await putOnAgenda(tx, church.id, AGENDA, id, next)
}

/** When they are reminded next; null where they are not. */
function nextOf(task: OpenTask, church: Reminding, now: Date): Date | null {
  if (task.status !== 'open' || (task.membership === null && task.person === null)) return null
  const [due] = morningsOf(task, church)
  if (now.getTime() <= due.getTime()) return due
  return now.getTime() < due.getTime() + STALE_DAYS * DAY_MS ? now : null
}

const setNext = (tx: Tx, church: number, id: number, next: Date | null): Promise<number> =>
  tx.run(sql`update tasks set remind_at = ${next?.toISOString() ?? null}::timestamptz
    where church_id = ${church} and id = ${id}`)

/** What the agenda does of tasks. */
export const tasksDue: Due = {
  kind: AGENDA,
  sweep: sql`select church_id, id as record_id, remind_at as due_at from tasks
    where status = 'open' and remind_at is not null`,
  async run(tx, { church, clock }, id) {
    const task = await taskToRemind(tx, church.id, id)
    if (task === undefined || task.status !== 'open' || task.remind_at === null) return null
    const now = clock.now()
    const at = new Date(task.remind_at)
    if (at.getTime() > now.getTime()) return at
    const [, overdue] = morningsOf(task, church)
    const isOverdue = now.getTime() >= overdue.getTime()
    const { title, due_on } = task
    const day = { day: due_on }
    // Of another day, and to somebody else, it is another reminder; the same day is told of once.
    const step = task.link_version * STEPS + 2 * Math.floor(Date.parse(due_on) / DAY_MS) + Number(isOverdue)
    await say(tx, church, now, { id, task, kind: DUE, step }, [
      { message: isOverdue ? msg('Still to do: {title}') : msg('Due today: {title}'), values: { title } },
      { message: isOverdue ? msg('It was due on {day}.') : msg('It is due on {day}.'), values: { day } },
    ])
    const next = isOverdue ? null : overdue
    await setNext(tx, church.id, id, next)
    return next
  },
}

interface Said extends Pick<NewReminder, 'kind' | 'step'> {
  id: number
  task: OpenTask
}

async function say(
  tx: Tx,
  church: Reminding,
  now: Date,
  { id, task, kind, step }: Said,
  [title, text]: readonly [Words, Words],
): Promise<void> {
  const { membership, person, link_version: version, due_on } = task
  const said = { kind, subject: id, step, title, text }
  if (membership !== null) await remind(tx, church, now, { ...said, to: { membership } })
  if (person === null) return
  const ends = Math.max(now.getTime(), Date.parse(due_on)) + LINK_DAYS * DAY_MS
  const link = { of: taskLink, record: id, version, expires: new Date(ends) }
  await remind(tx, church, now, { ...said, to: { person }, link })
}

/** What waits to be said of a task that is over is said no more. */
export async function remindNobody(tx: Tx, church: number, id: number): Promise<void> {
  for (const kind of [DUE, ASSIGNED]) await takeBackReminders(tx, church, kind, id)
}
