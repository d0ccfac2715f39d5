/** What other systems are told of reports. Nothing of a hidden group, and neither note (decision 0023). */

import type { TextRow, Tx } from '../../db/database.ts'
import { BY, MEETING } from '../../events/named.ts'
import { type EventChurch, record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { object } from '../../resource/event.ts'
import { GROUP } from '../groups/events.ts'
import type { By } from '../meetings/agent.ts'
import { meetingPrinter } from '../meetings/meeting-row.ts'
import { reportPrinter } from './fields.ts'
import type { ReportingGroup } from './report-row.ts'

const integer = { type: 'integer' } as const
const count = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const

/** A report became submitted, also again after a return. */
export const reportSubmitted = specified(
  'groups.report_submitted',
  object({
    id: integer,
    group: GROUP,
    meeting: MEETING,
    revision: { ...integer, minimum: 1, description: 'Counts up: a later one replaces what came before' },
    held: { type: 'boolean', description: 'false: the group did not meet' },
    present: { ...count, description: 'Of the group' },
    absent: { ...count, description: 'Of the group' },
    visitors: count,
    first_timers: count,
    decisions: count,
    offering: { type: ['integer', 'null'], description: 'In minor units of currency' },
    currency: text,
    submitted_by: BY,
    submitted_at: { ...text, format: 'date-time' },
  }),
)

/** Tells of a report that was just handed in. @param report, meeting rows as their printers expect them */
export async function tellReport(
  tx: Tx,
  church: EventChurch,
  { group, report, meeting, by }: { group: ReportingGroup; report: TextRow; meeting: TextRow; by: By },
): Promise<void> {
  if (group.hidden) return
  const said = (name: Parameters<typeof reportPrinter.column>[1]): string | null => reportPrinter.column(report, name)
  const number = (name: Parameters<typeof said>[0]): number => Number(said(name) ?? 0)
  const { id, name, kind, branch_id } = group
  const offering = said('offering')
  const data = {
    id: number('id'),
    group: { id, name, kind, branch_id },
    meeting: {
      id: number('meeting_id'),
      kind: meetingPrinter.column(meeting, 'kind'),
      name: meetingPrinter.column(meeting, 'name'),
      branch_id: Number(meetingPrinter.column(meeting, 'branch_id')),
      starts_at: printTimestamp(meetingPrinter.column(meeting, 'starts_at') ?? ''),
    },
    revision: number('revision'),
    held: said('held') === 't',
    present: number('present'),
    absent: number('absent'),
    visitors: number('visitors'),
    first_timers: number('first_timers'),
    decisions: number('decisions'),
    offering: offering === null ? null : Number(offering),
    currency: said('currency'),
    submitted_by: by,
    submitted_at: printTimestamp(said('submitted_at') ?? tx.now),
  }
  await record(tx, church, reportSubmitted, JSON.stringify(data))
}
