/** Records who was at a meeting: one row a person, the last word on each holds. */
import { type Db, idArray, type TextRow, type Tx, textArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { clashes } from '../../lib/meanwhile.ts'
import { printer } from '../../resource/print.ts'
import { type Delta, summed, tally } from '../../resource/tally.ts'
import { statusOf } from './attendance-status.ts'
import { attendanceFields } from './fields.ts'
import type { Held } from './meeting-row.ts'

export const attendancePrinter = printer(attendanceFields, true)
const { columns, column, row, replaced } = attendancePrinter

/** What is said of one person; what is not said stays as it was. */
export interface Mark {
  person_id: number
  state?: string
  role?: string
  first_time?: boolean
  note?: string | null
  /** The note that was shown to who wrote this one: another that was written meanwhile is not overwritten. */
  note_was?: string | null
}

/** What became of marks. */
export interface Marked {
  /** The rows, in the order of the marks. */
  rows: TextRow[]
  created: number
  changed: number
}

interface Stored {
  person_id: number
  state: string
  role: string
  first_time: boolean
  note: string | null
}

/** What stands of people at a meeting, by person. */
export type Known = ReadonlyMap<number, Stored & { row: TextRow }>

/** What a mark says otherwise than what stands. */
function changeOf(mark: Mark, known: Known): Stored | undefined {
  const before = known.get(mark.person_id)
  if (before === undefined) return undefined
  const after = whole(mark, column, before.row)
  return isSame(before, after) ? undefined : after
}

const textOf = (note: string | null | undefined): string => note ?? ''

/** Whether another note stands than the one that was shown to who wrote this one. */
function noteClashes({ person_id, note, note_was }: Mark, known: Known): boolean {
  if (note === undefined || note_was === undefined) return false
  return clashes({ was: textOf(note_was), typed: textOf(note), now: textOf(known.get(person_id)?.note) })
}

/** Marks without the notes that would overwrite what another wrote meanwhile, and whether there were such. */
export function withoutClashes(marks: readonly Mark[], known: Known): { marks: readonly Mark[]; clashes: boolean } {
  if (!marks.some(mark => noteClashes(mark, known))) return { marks, clashes: false }
  return { marks: marks.map(mark => (noteClashes(mark, known) ? { ...mark, note: undefined } : mark)), clashes: true }
}

/** Whether marks say anything that does not stand already. */
export const changesAny = (marks: readonly Mark[], known: Known): boolean =>
  marks.some(mark => !known.has(mark.person_id) || changeOf(mark, known) !== undefined)

/** Marks to be recorded. */
interface Recording {
  /** Each of another person. */
  marks: readonly Mark[]
  known: Known
  source: string
}

/**
 * Records marks; what stands already changes nothing. Totals of the list are kept, the figures of the meeting are not
 * (`countAnew`). Its statements are sent before it waits for anything.
 * @param meeting locked
 */
export async function recordMarks(
  tx: Tx,
  church: number,
  meeting: Held,
  { marks, known, source }: Recording,
): Promise<Marked> {
  const fresh = marks.filter(({ person_id }) => !known.has(person_id)).map(mark => whole(mark))
  const changed = marks.map(mark => changeOf(mark, known)).filter(one => one !== undefined)
  const [inserted, updated] = await Promise.all([
    fresh.length === 0 ? [] : insertMarks(tx, church, meeting, fresh, source),
    changed.length === 0 ? [] : updateMarks(tx, church, meeting, changed, source),
  ])
  const rows = new Map([...known].map(([person, { row }]) => [person, row]))
  for (const row of [...inserted, ...updated]) rows.set(personOf(row), row)
  const deltas = [
    ...inserted.map((row): Delta => ({ ...marksOf(row), n: 1 })),
    ...updated.flatMap(row => moved(row, known.get(personOf(row))?.row ?? [])),
  ]
  if (deltas.length > 0) await tally(tx, church, 'attendances', summed(deltas))
  return {
    rows: marks.map(({ person_id }) => rows.get(person_id)).filter(row => row !== undefined),
    created: inserted.length,
    changed: updated.length,
  }
}

const personOf = (row: TextRow): number => Number(column(row, 'person_id'))

/** As the tallies know a row. */
export const marksOf = (row: TextRow): Pick<Delta, 'id' | 'branch_id' | 'status' | 'day'> => ({
  id: Number(column(row, 'id')),
  branch_id: Number(column(row, 'branch_id')),
  day: column(row, 'held_on') ?? undefined,
  status: statusOf({
    state: column(row, 'state') ?? '',
    role: column(row, 'role') ?? '',
    first_time: column(row, 'first_time') === 't',
  }),
})

/** The deltas of a row that changed. */
function moved(row: TextRow, before: TextRow): Delta[] {
  const [now, { status: was }] = [marksOf(row), marksOf(before)]
  if (now.status === was) return [{ ...now, n: 0 }]
  return [
    { ...now, status: was, n: -1 },
    { ...now, n: 1 },
  ]
}

/** What stands of those whom marks are about; the meeting is locked before. */
export async function knownMarks(tx: Db, church: number, meeting: number, marks: readonly Mark[]): Promise<Known> {
  const found = await tx.text(sql`select ${columns} from attendances as t where church_id = ${church}
    and meeting_id = ${meeting} and person_id = any(${idArray(marks.map(({ person_id }) => person_id))})`)
  return new Map(found.map(row => [personOf(row), { ...whole({ person_id: personOf(row) }, column, row), row }]))
}

/** What is said, with what stood before, or with the defaults. */
function whole(mark: Mark, read?: typeof column, row: TextRow = []): Stored {
  const before = (name: 'state' | 'role' | 'first_time' | 'note'): string | null => read?.(row, name) ?? null
  return {
    person_id: mark.person_id,
    state: mark.state ?? before('state') ?? 'present',
    role: mark.role ?? before('role') ?? 'attendee',
    first_time: mark.first_time ?? before('first_time') === 't',
    note: mark.note === undefined ? before('note') : mark.note,
  }
}

const isSame = (one: Stored, other: Stored): boolean =>
  one.state === other.state && one.role === other.role && one.first_time === other.first_time && one.note === other.note

/** The marks as columns of a `from` clause. */
const sent = (marks: readonly Stored[]) => sql`unnest(${idArray(marks.map(one => one.person_id))},
    ${textArray(marks.map(one => one.state))}, ${textArray(marks.map(one => one.role))},
    ${marks.map(one => one.first_time)}::boolean[], ${marks.map(one => one.note)}::text[])
    with ordinality as sent (person_id, state, role, first_time, note, place)`

/** @returns the rows as PostgreSQL would give them, which tells of each no more than its id: all else was sent */
async function insertMarks(tx: Tx, church: number, meeting: Held, marks: Stored[], source: string): Promise<TextRow[]> {
  const { id, branch_id, group_id, held_on } = meeting
  const ids =
    await tx.text(sql`insert into attendances (church_id, meeting_id, person_id, branch_id, group_id, held_on, state, role,
      first_time, source, note, created_at, updated_at)
    select ${church}, ${id}, person.id, ${branch_id}::bigint, ${group_id}::bigint, ${held_on}::date, sent.state, sent.role, sent.first_time,
      ${source}, sent.note, ${tx.now}::timestamptz, ${tx.now}::timestamptz
    from ${sent(marks)} join people as person on person.church_id = ${church} and person.id = sent.person_id
    order by sent.place
    returning person_id, id`)
  const made = new Map(ids as [string, string][])
  const alike = row({
    meeting_id: String(id),
    branch_id: String(branch_id),
    group_id: group_id === null ? null : String(group_id),
    held_on,
    source,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return marks.flatMap(({ person_id, state, role, first_time, note }) => {
    const person = String(person_id)
    const id = made.get(person)
    if (id === undefined) return []
    return [replaced(alike, { id, person_id: person, state, role, first_time: first_time ? 't' : 'f', note })]
  })
}

const updateMarks = (tx: Tx, church: number, { id }: Held, marks: Stored[], source: string) =>
  tx.text(sql`update attendances as t set state = sent.state, role = sent.role, first_time = sent.first_time,
      note = sent.note, source = ${source}, updated_at = ${tx.now}::timestamptz
    from ${sent(marks)}
    where t.church_id = ${church} and t.meeting_id = ${id} and t.person_id = sent.person_id
    returning ${columns}`)
