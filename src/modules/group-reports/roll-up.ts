/** What reports of a week come to, for a group and all below it. */

/** Money by currency, in minor units. */
export interface Money {
  currency: string
  amount: number
}

/** Figures of several meetings. */
export interface Sums {
  /** Groups that should have reported of a meeting that is over. */
  expected: number
  /** Of those the ones that have, whether they met or not. */
  handed_in: number
  /** Groups that met. */
  met: number
  present: number
  visitors: number
  first_timers: number
  decisions: number
  offerings: Money[]
}

/** A meeting of a group, with its report. */
export interface WeekMeeting {
  meeting_id: number
  group_id: number
  held_on: string
  local_time: string
  /** Its report is expected: the group reports weekly, and the meeting is over and was not cancelled by others. */
  expected: boolean
  /** Null for none. */
  status: 'draft' | 'submitted' | 'returned' | null
  held: boolean | null
  present: number | null
  visitors: number
  first_timers: number
  decisions: number
  offering: number | null
  currency: string | null
}

/** A group in the tree. */
export interface TreeGroup {
  id: number
  name: string
  /** The ids of those above it, the topmost first, and its own. */
  path: readonly number[]
}

/** The figures of a group with those of all below it. */
export interface GroupSums extends Sums {
  group_id: number
  name: string
  /** There are groups below it. */
  has_below: boolean
}

const count = (list: readonly WeekMeeting[], is: (one: WeekMeeting) => boolean): number =>
  new Set(list.filter(is).map(({ group_id }) => group_id)).size

const sum = (list: readonly WeekMeeting[], of: (one: WeekMeeting) => number | null): number =>
  list.reduce((all, one) => all + (of(one) ?? 0), 0)

/** Sums of meetings; what is not handed in counts nothing but that it is expected. */
export function sumsOf(meetings: readonly WeekMeeting[]): Sums {
  const handed = meetings.filter(({ status }) => status === 'submitted')
  const money = new Map<string, number>()
  for (const { offering, currency } of handed) {
    if (offering !== null && currency !== null) money.set(currency, (money.get(currency) ?? 0) + offering)
  }
  const late = meetings.filter(({ expected, status }) => expected && status !== 'submitted')
  const missing = new Set(late.map(({ group_id }) => group_id))
  const expected = count(meetings, one => one.expected)
  return {
    expected,
    // A group that met twice has handed in when both are.
    handed_in: expected - missing.size,
    met: count(handed, ({ held }) => held === true),
    present: sum(handed, one => one.present),
    visitors: sum(handed, one => one.visitors),
    first_timers: sum(handed, one => one.first_timers),
    decisions: sum(handed, one => one.decisions),
    offerings: [...money].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, amount]) => ({ currency, amount })),
  }
}

/**
 * The groups right below one, or the topmost that are seen, each with the sums of all below it; those of which there is nothing to
 * tell are left out. What a group itself held, which has others below it, is a row of its own.
 * @param root of whose groups; null for all
 */
export function rollUp(
  groups: readonly TreeGroup[],
  meetings: readonly WeekMeeting[],
  root: number | null,
): { rows: GroupSums[]; all: Sums; within: Set<number> } {
  const seen = new Map(groups.map(group => [group.id, group]))
  /** Those of its path that are seen. */
  const pathOf = ({ path }: TreeGroup): number[] => path.filter(id => seen.has(id))
  const rowOf = new Map<number, number>()
  const parents = new Set<number>()
  for (const group of groups) {
    const path = pathOf(group)
    for (const above of path.slice(0, -1)) parents.add(above)
    const at = root === null ? 0 : path.indexOf(root) + 1
    if (root !== null && at === 0) continue
    rowOf.set(group.id, path[at] ?? group.id)
  }
  const byRow = new Map<number, WeekMeeting[]>()
  const own: WeekMeeting[] = []
  for (const meeting of meetings) {
    const row = rowOf.get(meeting.group_id)
    if (row === undefined) continue
    own.push(meeting)
    const list = byRow.get(row) ?? []
    byRow.set(row, list)
    list.push(meeting)
  }
  const rows = [...byRow].map(([id, list]): GroupSums => {
    const has_below = parents.has(id) && id !== root
    return { group_id: id, name: seen.get(id)?.name ?? '', has_below, ...sumsOf(list) }
  })
  rows.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.group_id - other.group_id))
  return { rows, all: sumsOf(own), within: new Set(rowOf.keys()) }
}
