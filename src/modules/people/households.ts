/** People by family, for paper: directories and labels. Read in batches, so that a large church needs no more memory. */
import { type Db, idArray } from '../../db/database.ts'
import { every, type Sql, sql } from '../../db/sql.ts'
import { groupBy } from '../../lib/group.ts'
import type { Caller } from '../../resource/caller.ts'
import { limitOf } from '../../resource/limit.ts'
import { readPeopleFilter, wantedOf } from './people-filter.ts'

/** A person, as far as paper shows them. */
export interface Member {
  id: number
  title: string | null
  first_name: string
  last_name: string | null
  full_name: string
  family_role: string | null
  phone: string | null
  email: string | null
  address: string | null
  city: string | null
  state: string | null
  postal_code: string | null
}

/** A family with those of it who are asked for, or one person who is of none. */
export interface Household {
  family: { name: string; address: string | null; phone: string | null } | null
  /** Head, spouse, others, children; never empty. */
  members: [Member, ...Member[]]
}

/** Who has this tag is never on paper that goes round. */
export const UNLISTED = 'unlisted'

/** Left out, unless a status is asked for. */
const GONE = ['inactive', 'transferred', 'deceased']

const BATCH = 100

interface HouseholdOf {
  family_id: number | null
  person_id: number
}

/** @returns a condition over the columns of `people` @throws ApiError `validation_failed` naming `filter` */
function askedFor(caller: Caller, filter: string, now: Date): Sql {
  const church = caller.church.id
  const usual = wantedOf(filter).some(([name]) => name === 'status') ? [] : [sql`status <> all(${GONE}::text[])`]
  return every([
    sql`church_id = ${church}`,
    sql`not removed`,
    ...usual,
    sql`id not in (select person_id from person_tags where church_id = ${church} and lower(tag) = ${UNLISTED})`,
    ...readPeopleFilter(caller, filter, now),
  ])
}

/** The order of all households by name: ids alone, which are read again with what belongs to them. */
const places = (read: Db, caller: Caller, asked: Sql): Promise<HouseholdOf[]> =>
  read.all<HouseholdOf>(sql`
    with asked as (select id, family_id, last_name, first_name from people where ${asked}),
    seen as (select id, name from families where ${seenFamilies(caller)}),
    household as (
      select seen.id as family_id, min(asked.id) as person_id, folded(seen.name) as name
      from asked join seen on seen.id = asked.family_id group by seen.id, seen.name
      union all
      select null, asked.id, folded(concat_ws(' ', asked.last_name, asked.first_name))
      from asked left join seen on seen.id = asked.family_id where seen.id is null)
    select family_id, person_id from household order by name collate "C", person_id`)

const seenFamilies = (caller: Caller): Sql =>
  every([sql`church_id = ${caller.church.id}`, limitOf('branch_id', caller) ?? sql`true`])

/**
 * The households of the people whom the filters name, by name, in batches.
 * @param filter parameters of the list of people, as in an address
 * @throws ApiError `validation_failed` naming `filter`
 */
export async function households(
  read: Db,
  caller: Caller,
  filter: string,
  now: Date,
): Promise<AsyncGenerator<Household[], void, void>> {
  const asked = askedFor(caller, filter, now)
  const order = await places(read, caller, asked)
  return batches(read, caller, asked, order)
}

async function* batches(
  read: Db,
  caller: Caller,
  asked: Sql,
  order: readonly HouseholdOf[],
): AsyncGenerator<Household[], void, void> {
  for (let at = 0; at < order.length; at += BATCH)
    yield await readBatch(read, caller, asked, order.slice(at, at + BATCH))
}

type Row = Member & { family_id: number | null }

interface Family {
  id: number
  name: string
  address: string | null
  phone: string | null
}

async function readBatch(read: Db, caller: Caller, asked: Sql, order: readonly HouseholdOf[]): Promise<Household[]> {
  const families = order.flatMap(({ family_id }) => family_id ?? [])
  const alone = order.flatMap(({ family_id, person_id }) => (family_id === null ? [person_id] : []))
  const [rows, found] = await Promise.all([
    read.all<Row>(sql`select id, family_id, title, first_name, last_name, full_name, family_role, phone, email, address,
        city, state, postal_code from people
      where ${asked} and (family_id = any(${idArray(families)}) or id = any(${idArray(alone)}))
      order by case when family_role = 'head' then 0 when family_role = 'spouse' then 1
        when family_role = 'child' then 3 else 2 end, dob nulls last, id`),
    read.all<Family>(sql`select id, name, address, phone from families
      where ${seenFamilies(caller)} and id = any(${idArray(families)})`),
  ])
  const byFamily = new Map(found.map(family => [family.id, family]))
  const membersOf = groupBy(rows, ({ family_id }) => family_id)
  const byId = new Map(rows.map(row => [row.id, row]))
  return order.flatMap(({ family_id, person_id }): Household[] => {
    const family = family_id === null ? undefined : byFamily.get(family_id)
    const members = family_id === null ? [byId.get(person_id)] : (membersOf.get(family_id) ?? [])
    const [first, ...rest] = members.filter(one => one !== undefined)
    // Whoever was removed since the order was read is not there any more.
    return first === undefined ? [] : [{ family: family ?? null, members: [first, ...rest] }]
  })
}
