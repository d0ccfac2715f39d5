/** What other systems are told of classes. Nothing of one that is hidden: receivers see no more than API keys (decision 0023). */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { BY } from '../../events/named.ts'
import { type EventChurch, record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { object } from '../../resource/event.ts'
import type { By } from '../meetings/agent.ts'
import { sessionPrinter } from './session-fields.ts'
import type { HeldSession } from './session-row.ts'

const integer = { type: 'integer' } as const
const count = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const
const orNull = { type: ['string', 'null'] } as const

const DATA = object({
  session: object({
    id: integer,
    meeting_id: integer,
    held_on: { ...text, format: 'date' },
    lesson: orNull,
    revision: {
      ...integer,
      minimum: 1,
      description: 'Counts up each time that it is closed: a later one replaces what came before',
    },
  }),
  class: object({ id: integer, name: text, branch_id: integer, grade_from: orNull }),
  present: { ...count, description: 'Of the roll, helpers and visitors among them' },
  absent: count,
  excused: count,
  visitors: { ...count, description: 'Those of the roll, and those who are not on record' },
  helpers: count,
  offering: { type: ['integer', 'null'], description: 'In minor units; a figure, no gift' },
  currency: orNull,
  closed_by: BY,
  closed_at: { ...text, format: 'date-time' },
})

/** A session of a class was closed, for the first time or again. */
export const attendanceClosed = specified('school.attendance_closed', DATA)

interface Figures {
  present: number
  absent: number
  excused: number
  visitors: number
  helpers: number
}

interface ToldClass {
  id: number
  name: string
  branch_id: number
  grade_from: string | null
  hidden: boolean
}

/** Records `school.attendance_closed`. @param row of the session, as it is now */
export async function tellClosed(
  tx: Tx,
  church: EventChurch,
  { roll, id }: HeldSession,
  row: TextRow,
  by: By,
): Promise<void> {
  const [told, figures] = await Promise.all([
    tx.first<ToldClass>(sql`select id, name, branch_id, grade_from, hidden from school_classes
      where church_id = ${church.id} and id = ${roll.group}`),
    tx.first<Figures>(sql`select count(*) filter (where state = 'present') as present,
        count(*) filter (where state = 'absent') as absent, count(*) filter (where state = 'excused') as excused,
        count(*) filter (where state = 'present' and role = 'visitor') as visitors,
        count(*) filter (where state = 'present' and role in ('helper', 'leader')) as helpers
      from attendances where church_id = ${church.id} and meeting_id = ${roll.meeting}`),
  ])
  if (told === undefined || figures === undefined || told.hidden) return
  const { hidden: _, ...ofClass } = told
  const { column } = sessionPrinter
  const offering = column(row, 'offering')
  const data = {
    session: {
      id,
      meeting_id: roll.meeting,
      held_on: roll.held_on,
      lesson: column(row, 'lesson'),
      revision: Number(column(row, 'revision')),
    },
    class: ofClass,
    ...figures,
    visitors: figures.visitors + Number(column(row, 'visitor_count')),
    offering: offering === null ? null : Number(offering),
    currency: column(row, 'currency'),
    closed_by: by,
    closed_at: printTimestamp(column(row, 'closed_at') ?? ''),
  }
  await record(tx, church, attendanceClosed, JSON.stringify(data))
}
