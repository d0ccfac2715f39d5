/** A church of many groups: its members, meetings, rolls, counts, reports and classes, made by PostgreSQL from series. */
import { type Database, NO_CHURCH } from '../src/db/database.ts'
import { HOUSE } from '../src/house.ts'
import { makeKey } from '../src/modules/church/api-keys.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { attendances as attendance } from '../src/modules/meetings/attendances.ts'
import { people } from '../src/modules/people/people.ts'
import { recount } from '../src/resource/tally.ts'
import type { Extent } from './options.ts'

/** How much is made. */
export interface WeekSize {
  groups: number
  people: number
  /** Of them the first so many are children, each in a class. */
  pupils: number
  /** Weeks of meetings, the last of them this one's. */
  weeks: number
  /** Names on the roll of a service. */
  roll: number
}

export const WEEK_SIZES: Record<Extent, WeekSize> = {
  full: { groups: 5_000, people: 20_000, pupils: 1_200, weeks: 26, roll: 300 },
  quick: { groups: 1_000, people: 20_000, pupils: 1_200, weeks: 13, roll: 300 },
  smoke: { groups: 100, people: 600, pupils: 60, weeks: 3, roll: 300 },
}

/** What the measurements need to know of the church. */
export interface WeekChurch {
  church: number
  slug: string
  /** A key without a branch limit, and one of a branch. */
  key: string
  branchKey: string
  attendances: number
  groups: number
  /** A meeting that is open. */
  open: number
  /** A day in the middle of what was held, `YYYY-MM-DD`. */
  middle: string
  /** Ids by what they are of: a value for each filter that names a record. */
  ids: Record<'meeting_id' | 'person_id' | 'group_id' | 'schedule_id' | 'branch_id' | 'parent_id' | 'year', number>
}

const SLUG = 'bench-week'
const BRANCHES = 20
const ZONES = BRANCHES
const DISTRICTS = 200
/** Classes have so many pupils each. */
const CLASS = 30
/** Members of any other group, and those of whom something is noted at each of its meetings. */
const [MEMBERS, NOTED] = [12, 7]

/** Services have a roll for so many weeks. */
const ROLL_WEEKS = 17

/** One of each hundred is one of the few that are not usual. */
const some = (seed: string, usual: string, ...others: readonly (readonly [share: number, value: string])[]): string => {
  let upTo = 0
  const cases = others.map(([share, value]) => {
    upTo += share
    return `when abs(hashint8(${seed})) % 100 < ${upTo} then '${value}'`
  })
  return `case ${cases.join(' ')} else '${usual}' end`
}

const STATE = some('n * 31', 'present', [10, 'absent'], [3, 'excused'], [2, 'undone'])
const ROLE = some('n * 37', 'attendee', [4, 'visitor'], [4, 'helper'], [2, 'leader'])

/** Ids begin at 1 in a new database, so groups have those of their series: zones, then districts, then what meets. */
const groups = (c: number, size: WeekSize): string => `insert into groups (church_id, branch_id, parent_id, path, reach,
    hidden, is_confidential, kind, name, reports, is_listed, member_count, leader_count, created_at, updated_at)
  select ${c}, 1 + zone, parent, path, path[case when hidden then cardinality(path) else 1 end:], hidden, hidden,
    case when i > ${size.groups} - ${size.pupils / CLASS} then 'class' when i % 5 = 0 then 'ministry' else 'cell' end,
    'Group ' || i, case when i > ${ZONES + DISTRICTS} then 'weekly' else 'none' end, i % 2 = 0,
    ${memberCount(size)}, 1, at, at
  from (select i, zone, i % 1000 = 999 as hidden,
      case when i <= ${ZONES} then null when district is null then zone else district end as parent,
      array_remove(array[zone, district, i], null) as path, now() - (${size.groups} - i) * interval '1 minute' as at
    from (select i::bigint, (1 + (i - 1) % ${ZONES})::bigint as zone,
        case when i > ${ZONES + DISTRICTS} then ${ZONES} + 1 + (i - 1) % ${DISTRICTS} end::bigint as district
      from generate_series(1, ${size.groups}) as i) as placed) as made`

const isClass = ({ groups, pupils }: WeekSize, i = 'i'): string => `${i} > ${groups - pupils / CLASS}`
const memberCount = (size: WeekSize): string => `case when ${isClass(size)} then ${CLASS + 1} else ${MEMBERS} end`

/** Pupils are in one class; everybody else in as many groups as it takes. The first of a group leads it. */
const members = (c: number, size: WeekSize): string => `insert into group_members (church_id, group_id, person_id,
    branch_id, role, status, joined_on, source, created_at, updated_at)
  select ${c}, g.id, case when ${isClass(size, 'g.id')} and k > 0
      then (g.id - ${size.groups - size.pupils / CLASS} - 1) * ${CLASS} + k
      else ${size.pupils} + 1 + (g.id * ${MEMBERS} + k) % ${size.people - size.pupils} end,
    g.branch_id, case when k = 0 then 'leader' else 'member' end, 'active', current_date - 400, 'api', g.created_at, g.created_at
  from groups as g, generate_series(0, case when ${isClass(size, 'g.id')} then ${CLASS} else ${MEMBERS - 1} end) as k
  where g.church_id = ${c}`

const LAST_SUNDAY = `current_date - extract(isodow from current_date)::integer`

/** Two services in each branch, then one for each group that meets. */
const schedules = (c: number): string => `insert into schedules (church_id, branch_id, group_id, kind, name, starts_on,
    local_time, timezone, rrule, made_through, created_at, updated_at)
  select ${c}, branch_id, group_id, kind, name, ${LAST_SUNDAY} - 400, local_time, 'Africa/Lagos', 'FREQ=WEEKLY;BYDAY=SU',
    current_date + 60, now(), now()
  from (select 1 + (i - 1) % ${BRANCHES} as branch_id, null::bigint as group_id, 'service' as kind,
      'Service ' || 1 + i / ${BRANCHES + 1} as name, case when i > ${BRANCHES} then '11:00' else '09:00' end as local_time,
      i as place from generate_series(1, ${2 * BRANCHES}) as i
    union all select branch_id, id, case kind when 'class' then 'class' else 'group' end, name, '18:00', 1000 + id
      from groups where church_id = ${c} and reports = 'weekly') as made order by place`

const meetings = (c: number, { weeks }: WeekSize): string => `insert into meetings (church_id, branch_id, schedule_id,
    group_id, kind, name, slot, held_on, local_time, timezone, starts_at, ends_at, status, named, counted, created_at, updated_at)
  select ${c}, branch_id, id, group_id, kind, name, day || 'T' || local_time, day, local_time, timezone, begins,
    begins + interval '90 minutes', 'closed', case when group_id is null then null else ${NOTED} end,
    case when group_id is null then 250 end, begins - interval '60 days', begins + interval '3 hours'
  from (select s.*, day, (day + local_time::time) at time zone 'Africa/Lagos' as begins
    from schedules as s, generate_series(1, ${weeks}) as w, lateral (select ${LAST_SUNDAY} - 7 * (${weeks} - w) as day) as d
    where s.church_id = ${c}) as held order by day, id`

const attendances = (c: number, size: WeekSize): string => `insert into attendances (church_id, meeting_id, person_id,
    branch_id, group_id, held_on, state, role, first_time, source, created_at, updated_at)
  select ${c}, id, person, branch_id, group_id, held_on, ${STATE}, ${ROLE}, abs(hashint8(n * 41)) % 100 < 3, 'roll', ends_at, ends_at
  from (select m.id, m.branch_id, m.group_id, m.held_on, m.ends_at, person, row_number() over (order by m.id, person) as n
    from (select id, branch_id, group_id, held_on, ends_at from meetings where church_id = ${c}) as m
    cross join lateral (
      (select person_id as person from group_members where church_id = ${c} and group_id = m.group_id order by id limit ${NOTED})
      union all
      select ${size.pupils} + 1 + (m.branch_id * ${size.roll} + k) % ${size.people - size.pupils} as person
        from generate_series(1, ${size.roll}) as k
        where m.group_id is null and m.held_on > ${LAST_SUNDAY} - 7 * ${Math.min(ROLL_WEEKS, size.weeks)} and m.id % 2 = 0) as one) as made
  order by n`

const HEADCOUNTS = (c: number): string => `insert into headcounts (church_id, meeting_id, branch_id, held_on, category,
    count, source, created_at, updated_at)
  select ${c}, id, branch_id, held_on, category, 50 + id % 20, 'link', ends_at, ends_at from meetings,
    unnest(array['men', 'women', 'youth', 'children']) as category
  where church_id = ${c} and group_id is null order by id`

/** Of the last week some are missing. */
const REPORTS = (c: number): string => `insert into group_reports (church_id, group_id, meeting_id, branch_id, held_on,
    status, held, present, absent, visitors, offering, currency, revision, source, submitted_at, created_at, updated_at)
  select ${c}, group_id, id, branch_id, held_on, case when id % 50 = 0 then 'draft' else 'submitted' end, true, ${NOTED}, 2,
    id % 3, case when id % 4 = 0 then 50000 end, 'NGN', 1, 'link', ends_at, ends_at, ends_at
  from meetings where church_id = ${c} and group_id is not null and (held_on < ${LAST_SUNDAY} or id % 10 > 0) order by id`

const OTHERS = (c: number, size: WeekSize): string[] => [
  `insert into join_requests (church_id, group_id, branch_id, name, email, status, decided_at, source, digest, created_at, updated_at)
    select ${c}, id, branch_id, 'Asking ' || id, 'asking' || id || '@example.org', ${some('id', 'accepted', [20, 'pending'])},
      case when abs(hashint8(id)) % 100 < 20 then null else now() end, 'finder', 'd' || id, created_at, created_at
    from groups where church_id = ${c}`,
  `insert into group_posts (church_id, group_id, branch_id, author_kind, body, created_at, updated_at)
    select ${c}, id, branch_id, 'key', 'We meet at six.', created_at, created_at from groups where church_id = ${c}`,
  `insert into school_years (church_id, name, starts_on, ends_on, status, created_at, updated_at)
    select ${c}, name, current_date + starts, current_date + starts + 300, status, now(), now()
    from (values ('This year', -200, 'current'), ('Next year', 165, 'planned')) as year (name, starts, status)`,
  `insert into class_details (church_id, group_id, school_year_id, grade_from, next_group_id, created_at, updated_at)
    select ${c}, id, (select min(id) from school_years where church_id = ${c}), '1',
      lead(id) over (order by id), now(), now() from groups where church_id = ${c} and kind = 'class'`,
  `insert into child_details (church_id, person_id, branch_id, grade, created_at, updated_at)
    select ${c}, id, branch_id, '1', now(), now() from people where church_id = ${c} and id <= ${size.pupils}`,
  `insert into class_sessions (church_id, branch_id, group_id, meeting_id, lesson, status, closed_at, created_at, updated_at)
    select ${c}, branch_id, group_id, id, 'The lost son', 'closed', ends_at, ends_at, ends_at
    from meetings where church_id = ${c} and kind = 'class' order by id`,
]

const PEOPLE = (c: number, { people }: WeekSize): string => `insert into people (church_id, member_no, first_name,
    last_name, email, phone, country, status, branch_id, source, created_at, updated_at)
  select ${c}, lpad(i::text, 7, '0'), 'First' || i % 97, 'Last' || i % 997, 'person' || i || '@example.org',
    '+234803' || 1000000 + i, 'NG', ${some('i', 'member', [20, 'visitor'], [5, 'worker'])}, 1 + i % ${BRANCHES}, 'walk_in',
    now() - (${people} - i) * interval '1 minute', now() - (${people} - i) * interval '1 minute'
  from generate_series(1, ${people}) as i`

/** Makes the church; its ids begin at 1 in a new database. */
export async function fillWeek(database: Database, size: WeekSize): Promise<WeekChurch> {
  const place = { country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  const { id: church } = await database.write(NO_CHURCH, tx =>
    createChurch(tx, { name: 'Bench', slug: SLUG, ...place }),
  )
  const statements = [
    `update churches set modules = '{groups,school}' where id = ${church}`,
    `insert into branches (church_id, parent_id, depth, name, country, currency, timezone)
      select ${church}, 1, 1, 'Branch ' || i, 'NG', 'NGN', 'Africa/Lagos' from generate_series(1, ${BRANCHES}) as i`,
    PEOPLE(church, size),
    groups(church, size),
    members(church, size),
    schedules(church),
    meetings(church, size),
    attendances(church, size),
    HEADCOUNTS(church),
    REPORTS(church),
    ...OTHERS(church, size),
    `insert into meetings (church_id, branch_id, kind, name, held_on, local_time, timezone, starts_at, ends_at, status, created_at, updated_at)
      values (${church}, 1, 'event', 'Open', current_date, '09:00', 'Africa/Lagos', now(), now() + interval '12 hours', 'open', now(), now())`,
  ]
  const found = await database.connection(async client => {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'; set synchronous_commit = off")
    for (const text of statements) await client.query(text)
    const { rows } = await client.query<
      Record<string, string>
    >(`select (select count(*) from attendances) as attendances,
      (select (${LAST_SUNDAY} - 7 * ${Math.floor(size.weeks / 2)})::text) as middle,
      (select max(id) from meetings where group_id is null) as meeting, (select max(id) from groups where kind = 'cell') as "group",
      (select min(id) from school_years) as year, (select max(id) from meetings) as open`)
    return rows[0] ?? {}
  })
  await database.write(church, async tx => {
    await recount(tx, church, people)
    await recount(tx, church, attendance)
  })
  await database.connection(async client => {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze')
  })
  const ids = { person_id: size.people - 100, schedule_id: 1, branch_id: 5, parent_id: 1, year: Number(found.year) }
  return {
    church,
    slug: SLUG,
    ...(await keysOf(database, ids.branch_id)),
    attendances: Number(found.attendances),
    groups: size.groups,
    open: Number(found.open),
    middle: found.middle ?? '',
    ids: { ...ids, meeting_id: Number(found.meeting), group_id: Number(found.group) },
  }
}

async function keysOf(database: Database, branch_id: number): Promise<Pick<WeekChurch, 'key' | 'branchKey'>> {
  const church = await findChurch(database, SLUG)
  if (church === undefined) throw new Error('The church was not made.')
  const keyed = async (more: object): Promise<string> => {
    const input = { name: 'Bench', scopes: ['all'], ...more }
    return (await database.write(church.id, tx => makeKey(tx, church, input, HOUSE.scopes))).key.key
  }
  return { key: await keyed({}), branchKey: await keyed({ branch_id }) }
}
