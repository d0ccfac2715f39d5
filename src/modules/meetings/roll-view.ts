/** The roll of a meeting: the people of its branch, with what is known of each there. */
import type { Db } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { ApiError, InvalidParameter } from '../../errors.ts'
import { parseTimestamp } from '../../lib/calendar.ts'
import { view } from '../../resource/action.ts'
import { findOne } from '../../resource/list.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { within } from '../../resource/roles.ts'
import { contains } from '../../resource/search.ts'
import * as field from '../../resource/types.ts'
import { visibleTo } from '../people/visible-person.ts'
import { expectedAt, foundAt } from './expected.ts'
import type { meetingFields } from './fields.ts'
import { heldOf } from './meeting-row.ts'
import { meetings } from './meetings.ts'
import { categoriesOf } from './record-counts.ts'
import { SEE_MEETINGS } from './sight.ts'

/** Names that are shown at once; others are found by searching. */
const MOST_NAMES = 500
/** Marks that were being saved while an answer was made are in the next one again. */
const OVERLAP_MS = 30_000

/** Somebody on a roll. */
export interface RollName {
  person_id: number
  name: string
  photo_url: string | null
  /** Id of the attendance; null, as what follows, for who is not marked. */
  attendance_id: number | null
  state: 'present' | 'absent' | 'excused' | 'undone' | null
  role: string | null
  first_time: boolean | null
  note: string | null
}

/** A roll, or what changed of it. */
export interface Roll {
  meeting: RecordOf<typeof meetingFields>
  /** By last name. */
  names: RollName[]
  /** There are more names than are shown: search for them. */
  has_more: boolean
  /** What head counts are asked for by, and what was counted so far; null where nobody counted. */
  counts: { category: string; count: number | null }[]
  /** Sent as `since`, it brings what changed from now on. */
  as_of: string
}

/**
 * People of the branch who may be expected, of a group its members of that day, and whoever is marked there. People who are
 * removed have no name on it. With `since` it has those alone whose mark changed.
 */
export const rollView = view({
  name: 'roll',
  may: within(SEE_MEETINGS),
  fields: {
    meeting_id: field.ref('meetings').required(),
    q: field.text(100).settable().doc('Part of a name'),
    since: field.text(40).settable().doc('as_of of an earlier answer'),
  },
  async run({ read, clock }, caller, { meeting_id, q, since }): Promise<Roll> {
    const { id: church } = caller.church
    const row = await findOne(read, meetings, caller, meeting_id)
    if (row === undefined) throw new ApiError('not_found')
    const as_of = new Date(clock.now().getTime() - OVERLAP_MS).toISOString()
    const held = heldOf(row)
    const expected = q ? foundAt(caller, held) : expectedAt(church, held)
    const seen = [visibleTo(caller), sql`not removed`, ...(q ? [contains(sql`search`, q)] : [])]
    const [names, counts] = await Promise.all([
      since === undefined
        ? wholeRoll(read, church, { meeting_id, expected, seen })
        : marked(read, church, meeting_id, [...seen, sql`a.updated_at >= ${momentOf(since)}::timestamptz`]),
      countsOf(read, church, meeting_id),
    ])
    const meeting = JSON.parse(meetings.alone.print(row)) as Roll['meeting']
    return { meeting, names: names.slice(0, MOST_NAMES), has_more: names.length > MOST_NAMES, counts, as_of }
  },
})

/** @throws InvalidParameter */
function momentOf(since: string): string {
  const moment = parseTimestamp(since)
  if (moment === null)
    throw new InvalidParameter('since', 'The parameter since must be the as_of of an earlier answer.')
  return moment
}

const BY_NAME = sql`order by last_name, first_name, person_id`
const COLUMNS = sql`full_name as name, photo_url, last_name, first_name, a.id as attendance_id, a.state, a.role,
  a.first_time, a.note`

interface Wanted {
  meeting_id: number
  /** Who is listed without a mark, as a condition on people. */
  expected: Sql
  /** Conditions on people. */
  seen: readonly Sql[]
}

type Row = RollName & { last_name?: string; first_name?: string }

const plain = ({ last_name: _, first_name: __, ...name }: Row): RollName => name

/** People as the statements here name them: of the columns of `people` and `attendances` none has the name of another. */
const someone = (
  church: number,
): Sql => sql`(select id as person_id, full_name, photo_url, last_name, first_name, status,
  branch_id, removed, search from people where church_id = ${church}) as person`

const mark = (
  church: number,
  meeting: number,
): Sql => sql`(select id, person_id as who, state, role, first_time as first_time,
  note, updated_at from attendances where church_id = ${church} and meeting_id = ${meeting}) as a on a.who = person_id`

async function wholeRoll(
  read: Db,
  church: number,
  { meeting_id, expected: condition, seen }: Wanted,
): Promise<RollName[]> {
  const [expected, there] = await Promise.all([
    read.all<Row>(sql`select person_id, ${COLUMNS} from ${someone(church)} left join ${mark(church, meeting_id)}
      where ${condition} and ${every(seen)} ${BY_NAME} limit ${MOST_NAMES + 1}`),
    marked(read, church, meeting_id, seen),
  ])
  const known = new Set(expected.map(({ person_id }) => person_id))
  return [...there.filter(({ person_id }) => !known.has(person_id)), ...expected.map(plain)]
}

/** Those who are marked. */
async function marked(read: Db, church: number, meeting: number, conditions: readonly Sql[]): Promise<RollName[]> {
  const rows = await read.all<Row>(sql`select person_id, ${COLUMNS} from ${someone(church)}
    join ${mark(church, meeting)} where ${every(conditions)} ${BY_NAME} limit ${MOST_NAMES + 1}`)
  return rows.map(plain)
}

/** The categories of the church, and whatever else was counted. */
export async function countsOf(read: Db, church: number, meeting: number): Promise<Roll['counts']> {
  const [categories, counted] = await Promise.all([
    categoriesOf(read, church),
    read.all<{ category: string; count: number | null }>(sql`select category, count from headcounts
      where church_id = ${church} and meeting_id = ${meeting} and room_id = 0 order by id`),
  ])
  const same = (one: string) => counted.find(({ category }) => category.toLowerCase() === one.toLowerCase())
  const asked = categories.map(category => same(category) ?? { category, count: null })
  return [...asked, ...counted.filter(one => one.count !== null && !asked.includes(one))]
}
