/**
 * The statement of a list: its page, its exact total and its sum, from one snapshot. It is planned once, without its
 * values (see database.ts), so its shape has to be right for a page of any church:
 *
 * - `walk`: in the order of an index, until the page is full. Right where matches are many.
 * - `sorted`: finds all matches, by the index of the filter, then sorts. Right where they are few, and for ranges.
 * - `merged`: walks the index once for each branch (or status) and merges. A small branch of a large church lies too
 *   far apart in the order of ids to be walked.
 * - `far`: by the tally's buckets. A page far down the list is found without walking to it.
 *
 * Behind a cursor each of them begins at the cursor's place (`stretches`), so that no page takes longer than the first.
 *
 * Few or many is decided by the total, which is known by then, inside the statement.
 */
import { empty, every, ident, join, raw, Sql, sql } from '../db/sql.ts'
import { AnyOf } from './any-of.ts'
import { sortColumn } from './cursor.ts'
import { Except } from './except.ts'
import { MAX_PER_PAGE } from './limits.ts'
import type { Plan } from './list-plan.ts'
import { bucketRows, LEVELS, tallyRows } from './tally.ts'
import type { Totals } from './totals.ts'

/** Takes a value from a request and what is remembered of its totals. */
export type Slot = (plan: Plan, known: Totals | undefined) => unknown

/** Up to so many matches are found and sorted; more are walked. */
const FEW = 5_000
/** From this offset on a page is found through the buckets. */
export const FAR = 2_048
/** Values that are walked one by one. */
const MOST_MERGED = 100

const value = (slot: Slot): Sql => sql`${slot}`

const CHURCH = value(({ caller }) => caller.church.id)
const OFFSET = value(plan => offsetOf(plan))
const WANTED = value(plan => wantedOf(plan))
const AFTER_ID = value(({ after }) => after?.id)
const AFTER_VALUE = value(({ after }) => after?.value)
const HORIZON = value(({ changes }) => changes?.before)

/** The statement, with slots in the place of values; `conditions` have them already. */
export function buildList(plan: Plan): Sql {
  const { resource, caller, sort } = plan
  const columns = resource.inList.columnsFor(caller.visible)
  const slots = columns.values.map(
    (_, at): Slot =>
      one =>
        resource.inList.columnsFor(one.caller.visible).values[at],
  )
  return sql`with totals as materialized (${totals(plan)})
    select totals.total, totals.sum, totals.version, ${new Sql(columns.strings, slots)}
    from totals left join (${rows(plan)}) as t on true order by ${ordering(sort, 't')}`
}

/** Records before the page that have to be passed over. */
export const offsetOf = ({ page, perPage, after }: Plan): number => (after === undefined ? (page - 1) * perPage : 0)

/** One more than the page behind a cursor has: whether there is one tells whether the list goes on. */
const AHEAD = 1
const wantedOf = ({ perPage, after }: Plan): number => perPage + (after === undefined ? 0 : AHEAD)

export const inOrderOfIds = ({ sort }: Plan): boolean => sort === 'id' || sort === '-id'

function ordering(sort: string, alias: string): Sql {
  const column = sortColumn(sort)
  const direction = sort.startsWith('-') ? ' desc' : ''
  const keys = column === 'id' ? ['id'] : [column, 'id']
  // Ascending sorts put nulls last in PostgreSQL, as `last_name` wants them.
  return raw(keys.map(key => `${alias}."${key}"${direction}`).join(', '))
}

/** What all matches have to meet. */
function matching({ changes }: Plan, conditions: readonly Sql[]): Sql {
  const horizon = changes === undefined ? [] : [sql`${changes.column} < ${HORIZON}::timestamptz`]
  return every([sql`church_id = ${CHURCH}`, ...conditions, ...horizon])
}

/**
 * What lies behind the place of the cursor, as conditions that each are one stretch of an index, in the order of the list;
 * one stretch without a condition where there is no cursor. PostgreSQL puts nulls last, and first where it sorts down.
 */
function stretches(plan: Plan): Sql[][] {
  const { sort, after } = plan
  if (after === undefined) return [[]]
  const down = sort.startsWith('-')
  const beyond = raw(down ? '<' : '>')
  if (inOrderOfIds(plan)) return [[sql`id ${beyond} ${AFTER_ID}`]]
  const name = sortColumn(sort)
  const column = ident(name)
  if (after.value === null) {
    const nulls = [sql`${column} is null and id ${beyond} ${AFTER_ID}`]
    return down ? [nulls, [sql`${column} is not null`]] : [nulls]
  }
  const rest = [sql`(${column}, id) ${beyond} (${AFTER_VALUE}, ${AFTER_ID})`]
  return plan.resource.fields[name]?.spec.nullable && !down ? [rest, [sql`${column} is null`]] : [rest]
}

/** The same as one condition. */
function behind(plan: Plan): Sql[] {
  const all = stretches(plan).flat()
  return all.length === 0 ? [] : [sql`(${join(all, ' or ')})`]
}

/** The row `total, sum, version`. `offset 0` keeps the count from being run once for each of its uses. A remembered total is used only if the snapshot has its version. */
function totals(plan: Plan): Sql {
  const { resource, conditions, tallied, except, changes } = plan
  const name = nameText(plan)
  const table = ident(resource.name)
  const { sum } = resource.list
  const summed = sum === undefined ? raw('0') : sql`coalesce(sum(${ident(sum.column)}), 0)`
  if (tallied) {
    const all = sql`select coalesce(sum(n), 0) as total, coalesce(sum(amount), 0) as sum, null as version
      from ${tallyRows(CHURCH, name, ofBranches(plan))} where ${every(talliedOnly(plan))}`
    if (except === undefined) return all
    return sql`select tallied.total - unseen.n as total, tallied.sum - unseen.sum as sum, tallied.version
      from (${all}) as tallied, (select count(*) as n, ${summed} as sum from ${table}
        where ${matching(plan, [...talliedOnly(plan), except.unseen])}) as unseen`
  }
  const count = sql`select array[count(*), ${summed}]::numeric[] from ${table} where ${matching(plan, conditions)}`
  if (!resource.list.tallies) {
    return sql`select counted[1] as total, counted[2] as sum, null as version from (select (${count}) as counted offset 0) as one`
  }
  // A change after the horizon is in the version but not in the total.
  const settled =
    changes === undefined
      ? raw('true')
      : sql`not exists (select from ${table} where church_id = ${CHURCH} and ${changes.column} >= ${HORIZON}::timestamptz)`
  return sql`select coalesce(counted[1], ${remembered('total')}) as total, coalesce(counted[2], ${remembered('sum')}) as sum,
      case when settled then version end as version
    from (select version, settled,
        case when settled and version = ${remembered('version')} then null else (${count}) end as counted
      from (select coalesce(sum(writes), 0) as version from ${tallyRows(CHURCH, name)}) as data,
        (select ${settled} as settled offset 0) as moment offset 0) as one`
}

const remembered = (part: 'total' | 'sum' | 'version'): Sql => {
  const slot: Slot = (_plan, totals) => totals?.[part] ?? null
  return sql`${slot}::numeric`
}

const nameText = ({ resource }: Plan): Sql => raw(`'${resource.name}'`)

const ofBranches = ({ conditions }: Plan): boolean =>
  conditions.some(one => one instanceof AnyOf && one.column === 'branch_id')

/** The records of the page. */
function rows(plan: Plan): Sql {
  const { resource } = plan
  const way = strategyFor(plan)
  if (way === walk && offsetOf(plan) === 0) return walk(plan, raw('*'))
  return sql`select t.* from (${way(plan)}) as page join ${ident(resource.name)} as t
    on t.church_id = ${CHURCH} and t.id = page.id`
}

/** True for a page that takes no longer than any other, wherever it is. */
export const isQuick = (plan: Plan): boolean =>
  plan.tallied &&
  plan.except === undefined &&
  strategyFor(plan) !== fewOrMany &&
  (offsetOf(plan) < FAR || inOrderOfIds(plan))

function strategyFor(plan: Plan): (plan: Plan) => Sql {
  if (plan.except !== undefined) return allOrSome
  const split = splitOf(plan)
  if (plan.tallied && inOrderOfIds(plan)) {
    if (offsetOf(plan) >= FAR) return far
    return split === undefined ? walk : merged
  }
  if (plan.tallied && split === undefined) return walk
  // Only the tallies tell whether a range leaves nothing out.
  return plan.range && inOrderOfIds(plan) && plan.resource.list.tallies ? wholeOrSorted : fewOrMany
}

/** The condition whose values are to be looked up one by one. */
export const splitOf = ({ resource, conditions }: Plan): AnyOf | undefined =>
  resource.list.tallies
    ? (conditions.find(one => one instanceof AnyOf && one.size <= MOST_MERGED) as AnyOf | undefined)
    : undefined

/** The page's part of what comes in order. The planner needs a number to see that it is small. */
function part(plan: Plan, ordered: Sql, offset = OFFSET): Sql {
  const from = offsetOf(plan) === 0 ? empty : sql` offset ${offset}`
  return sql`select * from (${ordered} limit ${most(plan)}${from}) as part limit ${WANTED}`
}

/** As many as any page may need. */
const most = (plan: Plan): Sql => raw(String(plan.after === undefined ? MAX_PER_PAGE : MAX_PER_PAGE + AHEAD))

function walk(plan: Plan, columns = keys(plan)): Sql {
  const { resource, conditions, sort } = plan
  const walks = stretches(plan).map(
    stretch => sql`select ${columns} from ${ident(resource.name)} as one
    where ${matching(plan, [...conditions, ...stretch])} order by ${ordering(sort, 'one')}`,
  )
  const [only] = walks
  if (walks.length === 1 && only !== undefined) return part(plan, only)
  const limited = walks.map(one => sql`(${one} limit ${most(plan)})`)
  return part(plan, sql`select * from (${join(limited, ' union all ')}) as each order by ${ordering(sort, 'each')}`)
}

function sorted(plan: Plan): Sql {
  const { sort } = plan
  // Without `offset 0` the planner might walk to the few matches after all.
  return part(plan, sql`select id from (${found(plan, raw('offset 0'))}) as found order by ${ordering(sort, 'found')}`)
}

function merged(plan: Plan): Sql {
  const { sort } = plan
  const end = value(one => offsetOf(one) + wantedOf(one))
  const first = sql`order by ${ordering(sort, 'one')} limit ${end}`
  return part(plan, sql`select id from (${found(plan, first)}) as found order by ${ordering(sort, 'found')}`)
}

/** What a place in the list is told by. */
const keys = (plan: Plan): Sql => raw(inOrderOfIds(plan) ? 'id' : `id, "${sortColumn(plan.sort)}"`)

/** Ids and sort keys of the matches; each value of a split condition by itself. */
function found(plan: Plan, end: Sql): Sql {
  const { resource, conditions } = plan
  const columns = keys(plan)
  const table = ident(resource.name)
  const split = splitOf(plan)
  if (split === undefined)
    return sql`select ${columns} from ${table} as one where ${matching(plan, [...conditions, ...behind(plan)])} ${end}`
  const rest = [...conditions.filter(one => one !== split), ...behind(plan)]
  return sql`select each.* from unnest(${split.list}) as wanted (value) cross join lateral (
    select ${columns} from ${table} as one
    where ${matching(plan, rest)} and ${ident(split.column)} = wanted.value ${end}) as each`
}

const talliedOnly = ({ conditions, known }: Plan): Sql[] => conditions.filter((_, index) => known[index])

const fewOrMany = (plan: Plan): Sql => sql`
  select id from (${sorted(plan)}) as few
    where (select total > ${OFFSET} and total <= ${raw(String(FEW))} from totals)
  union all
  select id from (${walk(plan)}) as many
    where (select total > ${OFFSET} and total > ${raw(String(FEW))} from totals)`

/** A range that leaves nothing out, such as changes since the beginning, has the pages of the list without it. */
function wholeOrSorted(plan: Plan): Sql {
  const except = plan.conditions.find(one => one instanceof Except)
  const conditions = talliedOnly(plan)
  const known = conditions.map(() => true)
  const more =
    except === undefined ? { conditions, known } : { conditions: [...conditions, except], known: [...known, false] }
  const whole = { ...plan, ...more, except, tallied: true, range: false, changes: undefined }
  const unseen =
    except === undefined
      ? raw('0')
      : sql`(select count(*) from ${ident(plan.resource.name)}
          where ${every([sql`church_id = ${CHURCH}`, ...conditions, except.unseen])})`
  return sql`
    with everything as materialized (select total = (select coalesce(sum(n), 0)
      from ${tallyRows(CHURCH, nameText(plan), ofBranches(whole))} where ${every(conditions)}) - ${unseen} as matches from totals)
    select id from (${strategyFor(whole)(whole)}) as whole where (select matches from everything)
    union all
    select id from (${sorted(plan)}) as sorted where not (select matches from everything)`
}

/** Where nothing is left out, the pages are those of the list without the condition. */
function allOrSome(plan: Plan): Sql {
  const { except, resource } = plan
  const conditions = talliedOnly(plan)
  const whole = { ...plan, conditions, known: conditions.map(() => true), except: undefined }
  const rest = { ...plan, tallied: false, except: undefined }
  const way = inOrderOfIds(plan) && splitOf(plan) !== undefined ? merged : strategyFor(rest)
  return sql`
    with everything as materialized (select not exists (select from ${ident(resource.name)}
      where church_id = ${CHURCH} and ${except?.unseen ?? raw('false')}) as matches)
    select id from (${strategyFor(whole)(whole)}) as whole where (select matches from everything)
    union all
    select id from (${way(rest)}) as rest where not (select matches from everything)`
}

/** Narrows the place of the page down, level by level, and walks from there. */
function far(plan: Plan): Sql {
  const { resource, sort } = plan
  const down = sort === '-id'
  const direction = raw(down ? 'desc' : 'asc')
  const [start, shift] = LEVELS.reduce<[place: Sql, shift: number]>(
    ([above, wide], narrow) => [narrowed(plan, above, wide, narrow, direction), narrow],
    [sql`select 0::bigint as bucket, 0::numeric as before`, 62],
  )
  const from = raw(down ? `id < (start.bucket + 1) << ${shift}` : `id >= start.bucket << ${shift}`)
  const ordered = sql`select id from ${ident(resource.name)} as one
    where ${matching(plan, plan.conditions)} and ${from} order by ${ordering(sort, 'one')}`
  return sql`select walk.id from (${start}) as start cross join lateral (
    ${part(plan, ordered, sql`(${OFFSET} - start.before)::bigint`)}) as walk`
}

/** The bucket of a level, within one of the level above, that the page begins in, and the matches before it. */
function narrowed(plan: Plan, above: Sql, wide: number, narrow: number, direction: Sql): Sql {
  const { conditions } = plan
  const shift = raw(String(wide - narrow))
  return sql`select step.bucket, step.before from (${above}) as above cross join lateral (
    select bucket, above.before + upto - n as before from (
      select bucket, n, sum(n) over (order by bucket ${direction}) as upto from (
        select bucket, sum(n) as n from ${bucketRows(CHURCH, nameText(plan), ofBranches(plan), narrow)}
        where bucket >= above.bucket << ${shift} and bucket < (above.bucket + 1) << ${shift} and ${every(conditions)}
        group by bucket) as whole) as running
    where above.before + upto > ${OFFSET} order by bucket ${direction} limit 1) as step`
}
