/** report list --missing, submit, remind: what is not handed in, and who came by several options. The rest of the group is derived. */

import type { RemindedByHand } from '../modules/group-reports/reminders.ts'
import { MOST_REMINDED, remindAction, submitReport } from '../modules/group-reports/report-actions.ts'
import { type ReportsOfWeek, reportsOfWeek } from '../modules/group-reports/week-view.ts'
import type { ByHand } from './by-hand.ts'
import { action, type Call, CommandError, type Open, table } from './command.ts'
import { doAction } from './doing.ts'
import { lookAt } from './made-file.ts'
import { countOption, idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface WeekOptions {
  church: string
  week?: string
  groupId?: string
}

interface RemindOptions extends WeekOptions {
  meeting?: number[]
  missing?: true
}

interface SubmitOptions {
  church: string
  meeting: number
  came?: number[]
  present?: number
  visitors?: number
  firstTimers?: number
  decisions?: number
  offering?: number
  currency?: string
  topic?: string
  note?: string
  notHeld?: string | true
  draft?: true
}

const several = (text: string, before: number[] = []): number[] => [...before, idOption(text)]

const weekOf = (open: Open, { church, week, groupId }: WeekOptions): Promise<ReportsOfWeek> =>
  lookAt(open, church, reportsOfWeek, { week, group_id: groupId })

/** Groups that should have met are missing where the calendar has no meeting of theirs, of which a report could be. */
function overview(week: ReportsOfWeek): string {
  return [notHandedIn(week), ...withoutMeeting(week)].join('\n')
}

function withoutMeeting({ without_meeting, more_without_meeting, from, to }: ReportsOfWeek): string[] {
  if (without_meeting.length === 0) return []
  const rows = without_meeting.map(({ group_id, group_name }) => [group_id, group_name])
  const more = more_without_meeting > 0 ? [`${more_without_meeting} more are without a meeting.`] : []
  return ['', `Without a meeting from ${from} to ${to}:`, table(['group_id', 'group_name'], rows), ...more]
}

function notHandedIn({ missing, more_missing, from, to }: ReportsOfWeek): string {
  if (missing.length === 0) return `Nothing is missing from ${from} to ${to}.`
  const rows = missing.map(({ meeting_id, group_name, held_on, status, reminded_at }) => [
    meeting_id,
    group_name,
    held_on,
    status,
    reminded_at,
  ])
  const more = more_missing > 0 ? [`${more_missing} more are missing.`] : []
  return [table(['meeting_id', 'group_name', 'held_on', 'status', 'reminded_at'], rows), ...more].join('\n')
}

export const byHand: ByHand = {
  instead: [],
  lists: {
    flag: 'missing',
    doc: 'the meetings of this week whose report is not handed in, and the groups without a meeting',
    options: [['--week <day>', 'with --missing: any day of another week']],
    async run(open, options) {
      const week = await weekOf(open, options as unknown as WeekOptions)
      const { missing, more_missing: more, without_meeting, more_without_meeting, all } = week
      return { json: { missing, more, without_meeting, more_without_meeting, all }, text: overview(week) }
    },
  },
  add(report, call) {
    addSubmit(report, call)
    addRemind(report, call)
  },
}

function addSubmit(report: Parameters<ByHand['add']>[0], call: Call): void {
  action(
    report
      .command('submit')
      .description('hand in the report of a meeting')
      .requiredOption('--meeting <id>', 'the meeting of a group', idOption)
      .option('--came <person>', 'who came, as often as there are; all other members are absent', several)
      .option('--present <number>', 'how many came, where nobody is named', countOption)
      .option('--visitors <number>', 'how many came who are not of the group', countOption)
      .option('--first-timers <number>', 'how many of them came for the first time', countOption)
      .option('--decisions <number>', 'how many decided to follow Christ', countOption)
      .option('--offering <minor units>', 'what was given', countOption)
      .option('--currency <code>', "the church's, unless said")
      .option('--topic <text>', 'what it was about')
      .option('--note <text>', 'for those who lead above')
      .option('--not-held [why]', 'the group did not meet')
      .option('--draft', 'keep it and tell nobody')
      .requiredOption(...CHURCH)
      .addHelpText(
        'after',
        '\nExample:\n  sexton report submit --meeting 41 --came 17 --came 18 --visitors 2 --church grace',
      ),
    call,
    async (open, { church, meeting, came, notHeld, firstTimers, draft, ...said }: SubmitOptions) => {
      const held = notHeld === undefined ? {} : { held: false, ...(notHeld !== true && { not_held_reason: notHeld }) }
      const sent = { ...said, ...held, meeting_id: meeting, came_ids: came, first_timers: firstTimers }
      const made = await doAction(open, church, submitReport, { ...sent, status: draft ? 'draft' : 'submitted' })
      const done = made.status === 'submitted' ? 'is handed in' : 'is kept as a draft'
      return { json: made, text: `The report of ${made.group_name} on ${made.held_on} ${done}.` }
    },
  )
}

function addRemind(report: Parameters<ByHand['add']>[0], call: Call): void {
  action(
    report
      .command('remind')
      .description('remind leaders of reports that are not handed in, once a day at most')
      .option('--meeting <id>', 'a meeting of a group, as often as there are', several)
      .option('--missing', 'all of this week whose report is not handed in')
      .option('--week <day>', 'with --missing: any day of another week')
      .requiredOption(...CHURCH)
      .addHelpText('after', '\nExample:\n  sexton report remind --missing --church grace'),
    call,
    async (open, { meeting = [], missing, ...options }: RemindOptions) => {
      if ((meeting.length === 0) === (missing === undefined)) throw new CommandError('Use --meeting, or --missing.')
      const ids = missing ? (await weekOf(open, options)).missing_ids : meeting
      if (ids.length === 0) return { json: { reminded: 0 }, text: 'Nothing is missing.' }
      const made: RemindedByHand = { reminded: 0, already: 0, without_address: 0, not_due: 0 }
      for (let from = 0; from < ids.length; from += MOST_REMINDED) {
        const meeting_ids = ids.slice(from, from + MOST_REMINDED)
        const some = await doAction(open, options.church, remindAction, { meeting_ids })
        for (const name of Object.keys(made) as (keyof RemindedByHand)[]) made[name] += some[name]
      }
      const { reminded, already, without_address, not_due } = made
      const text = `Reminded: ${reminded}. Reminded today before: ${already}. Groups without an address: ${without_address}. Not due: ${not_due}.`
      return { json: made, text }
    },
  )
}
