/** How files name a meeting: by its name, its day and, where one day has several of a name, its time. */
import { type Db, idArray } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { readTime } from '../../lib/time-text.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { plain } from '../../resource/import-meanings.ts'
import type { NamedInFiles, RowNames } from '../../resource/in-files.ts'
import { sightOf } from '../../resource/limit.ts'
import { because } from '../../texts/because.ts'
import { dateIn } from '../../texts/forms.ts'
import { msg } from '../../texts/language.ts'
import type { Said } from '../../texts/said.ts'
import { languageFor } from '../../texts/spoken.ts'
import { MEETINGS } from './meeting-row.ts'

/** A meeting as files may name it. */
export interface NamedMeeting {
  id: number
  name: string
  branch_id: number
  held_on: string
  local_time: string
}

/** What a row says of its meeting. */
export interface SaidMeeting {
  meeting_id?: number | undefined
  held_on?: string | undefined
  /** Its name. */
  service?: string | undefined
  local_time?: string | undefined
  branch_id?: number | undefined
}

/** A meeting, to be said: what it is called, and its day. */
export const saidMeeting = ({ name, held_on }: Pick<NamedMeeting, 'name' | 'held_on'>): Said => ({
  message: msg('{name} ({day})'),
  values: { name, day: { date: held_on } },
})

/** A meeting as a church's own people read of it: what it is called, and its day. */
export const shownMeeting = (church: Church, { name, held_on }: Pick<NamedMeeting, 'name' | 'held_on'>): string =>
  `${name} · ${dateIn(languageFor(church), held_on)}`

/** The meetings that rows may mean: those of their days, and those that they name by id, in sight of who imports. Cancelled ones are none. */
export async function meetingsNamed(db: Db, caller: Caller, said: readonly SaidMeeting[]): Promise<NamedMeeting[]> {
  const days = [...new Set(said.flatMap(({ held_on }) => held_on ?? []))]
  const ids = [...new Set(said.flatMap(({ meeting_id }) => meeting_id ?? []))]
  return await db.all<NamedMeeting>(sql`select id, name, branch_id, held_on::text as held_on, local_time from meetings
    where ${every([sql`church_id = ${caller.church.id}`, ...sightOf(MEETINGS, caller)])} and status <> 'cancelled'
      and (held_on = any(${days}::date[]) or id = any(${idArray(ids)}))
    order by starts_at, id`)
}

/** Those that fit what a row says beside the day. */
export const fitting = <M extends Omit<NamedMeeting, 'id'>>(
  meetings: readonly M[],
  { held_on, service, local_time, branch_id }: SaidMeeting,
): M[] =>
  meetings.filter(
    one =>
      one.held_on === held_on &&
      (branch_id === undefined || one.branch_id === branch_id) &&
      (local_time === undefined || one.local_time === local_time) &&
      (service === undefined || plain(one.name) === plain(service)),
  )

/** Reads the column of a time; what is none is a problem. */
export function timeIn(texts: ReadonlyMap<string, string>, problems: Problems): string | undefined {
  const text = texts.get('local_time')
  const time = text === undefined ? undefined : readTime(text)
  if (text !== undefined && time === undefined)
    problems.add('local_time', because('must be a time such as 09:00 or 9am'))
  return time
}

const saidIn = ({ id, texts }: RowNames): SaidMeeting => ({
  meeting_id: id,
  held_on: texts.get('held_on'),
  service: texts.get('service'),
})

const COLUMNS = ['service', 'held_on', 'local_time'] as const

export const meetingInFiles: NamedInFiles = {
  columns: COLUMNS,
  written: 'name',
  beside: ['held_on', 'local_time'],
  async finder(db, _church, rows, caller) {
    const meetings = await meetingsNamed(db, caller, rows.map(saidIn))
    return (row, problems) => {
      const said = { ...saidIn(row), local_time: timeIn(row.texts, problems) }
      const found = said.meeting_id === undefined ? fitting(meetings, said) : meetings.filter(one => one.id === row.id)
      const [meeting] = found
      if (meeting === undefined) problems.add(row.id === undefined ? 'service' : row.field, because('names no meeting'))
      if (found.length > 1) problems.add('service', SEVERAL)
      return meeting
    }
  },
}

export const SEVERAL = because('may be several meetings of that day: say which by local_time')
