/** Head counts of meetings, and their list (decisions, Meetings). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import type { Sent } from '../../resource/field.ts'
import { belongingTo, branch, changedSince, described } from '../../resource/filter.ts'
import { type Answer, resource, type WriteContext, write } from '../../resource/resource.ts'
import { STAFF } from '../../resource/roles.ts'
import { rowField, rowList } from '../../resource/row-list.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { byOf, sourceOf, tellsAtOnce } from './agent.ts'
import { HELD } from './attendances.ts'
import { checkMeeting } from './check-meeting.ts'
import { countFields, headcountFields, LONGEST_CATEGORY, MOST_COUNTED } from './fields.ts'
import { importHeadcounts } from './import-headcounts.ts'
import { checkRecordable, countAnew, heldOf, lockSeen } from './meeting-row.ts'
import { type Count, type Counted, type CountedBy, headcountPrinter, recordCounts } from './record-counts.ts'
import { meetingsInSight, SEE_MEETINGS } from './sight.ts'
import { tellAttendance } from './tell.ts'

/** Categories of one meeting. */
const MOST_CATEGORIES = 40

const createFields = {
  ...headcountFields,
  category: field
    .line(LONGEST_CATEGORY)
    .settable()
    .usual('men', 'women', 'youth', 'children')
    .doc('Whom was counted, without regard to case; or send records'),
  count: field.integer(0, MOST_COUNTED).nullable().settable().doc('0 is a count; null takes one back: nobody counted'),
  records: rowList({ ...countFields, count: countFields.count.required() }, MOST_CATEGORIES)
    .settable()
    .doc(`Counts of several categories, at most ${MOST_CATEGORIES}, in the place of category and count`),
}

type Body = Sent<typeof createFields>

const postCounts = write({
  fields: createFields,
  creates: true,
  many: true,
  unknown: 'ignore',
  doc: 'Records head counts of a meeting. The last word on each category holds',
  example: { meeting_id: 1, category: 'men', count: 84 },
  refusals: ['wrong_state'],
  meta: {
    duplicate: { type: 'boolean', description: 'True when all of it was on record: nothing was changed' },
    created: { type: 'integer', description: 'With records: how many are new' },
    changed: { type: 'integer', description: 'With records: how many were on record and said otherwise' },
  },
  async check(db: Db, { caller }: WriteContext, input: Body, problems: Problems): Promise<void> {
    checkCounts(input, problems)
    await checkMeeting(db, caller, input, problems)
  },
  async run(tx: Tx, { caller }: WriteContext, input): Promise<Answer> {
    const { meeting_id, counted_by } = input
    const by = { source: sourceOf(caller), counted_by }
    const { counted } = await countSeen(tx, caller, meeting_id, countsOf(input), by)
    return answerOf(counted, input.records !== undefined)
  },
})

/** Records counts of a meeting in the caller's sight. @throws ApiError `not_found`, `wrong_state` */
export async function countSeen(
  tx: Tx,
  caller: Caller,
  meeting_id: number,
  counts: readonly Count[],
  { source, counted_by }: CountedBy & { source: 'roll' | 'api' },
): Promise<{ counted: Counted; meeting: TextRow }> {
  const { church } = caller
  const before = await lockSeen(tx, caller, meeting_id)
  const held = heldOf(before)
  checkRecordable(held)
  const counted = await recordCounts(tx, church.id, held, counts, { source, counted_by })
  if (counted.created + counted.changed === 0) return { counted, meeting: before }
  const meeting = await countAnew(tx, church.id, meeting_id)
  if (!tellsAtOnce(caller)) return { counted, meeting }
  const told = await tellAttendance(tx, church, meeting_id, { source, by: byOf(caller) })
  return { counted, meeting: told ?? meeting }
}

const countsOf = ({ records, category, count }: Body): Count[] => {
  if (records !== undefined) return records
  return category === undefined || count === undefined ? [] : [{ category, count }]
}

function checkCounts({ records, category, count }: Body, problems: Problems): void {
  if (records === undefined) {
    if (problems.has('records')) return
    if (category === undefined) problems.add('category', 'is required, or records')
    if (count === undefined) problems.add('count', 'is required, or records')
    return
  }
  if (category !== undefined) problems.add('category', 'belongs into the rows of records')
  if (count !== undefined) problems.add('count', 'belongs into the rows of records')
  const rowOf = new Map<string, number>()
  for (const [row, one] of records.entries()) {
    const key = one.category?.toLowerCase()
    if (key === undefined) continue
    if (rowOf.has(key))
      problems.add(
        rowField('records', row, 'category'),
        because('is the category of row {row}', { row: rowOf.get(key) ?? 0 }),
      )
    else rowOf.set(key, row)
  }
}

function answerOf({ rows, created, changed }: Counted, many: boolean): Answer {
  const status = created > 0 ? 201 : 200
  const duplicate = created + changed === 0
  const [first = []] = rows
  if (many) {
    const data = `[${rows.map(row => headcountPrinter.print(row)).join()}]`
    return { status, data, meta: { duplicate, created, changed } }
  }
  const data = headcountPrinter.print(first)
  if (created === 0) return { status, data, meta: { duplicate } }
  return { status, data, created: Number(headcountPrinter.column(first, 'id')) }
}

export const headcounts = resource({
  name: 'headcounts',
  explained: {
    says: 'How many were there, counted by the ushers, such as men, women and children.',
    chapter: 'first-sunday#count-who-came',
  },
  words: { one: 'head count', many: 'head counts', added: 'Recorded a head count' },
  may: { read: SEE_MEETINGS, write: STAFF },
  icon: 'person',
  title: 'category',
  command: 'headcount',
  singular: 'Headcount',
  limitTo: 'branch_id',
  sight: meetingsInSight,
  fields: headcountFields,
  list: {
    columns: ['held_on', 'category', 'count', 'counted_by', 'meeting_id'],
    filters: {
      meeting_id: described('One meeting', belongingTo('meetings', 'meeting_id')),
      ...HELD,
      group_id: described('Of meetings of one group', belongingTo('groups', 'group_id')),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    shownBy: '-held_on',
    sorts: ['id', '-id', 'held_on', '-held_on'],
    doc: 'How many were counted at which meeting, by category; counts that were taken back stay in it without a number',
  },
  one: { doc: 'One head count' },
  create: postCounts,
  import: importHeadcounts,
})
