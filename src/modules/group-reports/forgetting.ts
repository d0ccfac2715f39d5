/** What of reports becomes of somebody who is forgotten: figures stay, what was written of them goes. */
import { idArray } from '../../db/database.ts'
import { ident, join, type Sql, sql } from '../../db/sql.ts'
import { type CopiesPeople, type Forgotten, hasWords, nameless } from '../../resource/forgetting.ts'

/** Columns in which somebody may be named. */
const TEXTS = ['topic', 'note', 'not_held_reason', 'returned_because']
const BY = ['submitted_by', 'reviewed_by']

const tells = (column: string, { names }: Forgotten): Sql =>
  names.length === 0 ? sql`false` : hasWords(sql`coalesce(t.${ident(column)}, '')`, names)

/**
 * A sealed note cannot be looked through: it goes with everybody who was on the roll of its meeting, and with who belonged to the
 * group by then, since a report may name nobody. Who joined later is counted in: of a group that was put on record later than
 * it met they are those whom its first reports are about.
 */
const onRoll = ({ church, ids }: Forgotten): Sql => sql`(t.care_note is not null and (t.meeting_id in (
    select meeting_id from attendances where church_id = ${church.id} and person_id = any(${idArray(ids)}))
  or t.group_id in (select group_id from group_members where church_id = ${church.id} and person_id = any(${idArray(ids)})
    and (left_on is null or left_on >= t.held_on))))`

const theirs = (forgotten: Forgotten): Sql => {
  const byThem = BY.map(column => sql`t.${ident(column)} = ${forgotten.name}`)
  return sql`(${join([onRoll(forgotten), ...TEXTS.map(column => tells(column, forgotten)), ...byThem], ' or ')})`
}

export const reportsForgotten: CopiesPeople = {
  table: 'group_reports',
  asked: { untold: 'They tell of the group; what names somebody in them may mean somebody else of that name.' },
  words: { one: 'group report', many: 'group reports' },
  theirs,
  forgotten: nameless(
    'Reports stay for their figures; what tells of the person, and care notes of meetings at which they were expected, go.',
    forgotten => ({
      care_note: sql`null`,
      ...Object.fromEntries(
        TEXTS.map(column => [column, sql`case when ${tells(column, forgotten)} then null else t.${ident(column)} end`]),
      ),
      ...Object.fromEntries(BY.map(column => [column, sql`nullif(t.${ident(column)}, ${forgotten.name})`])),
    }),
    {
      // Copies of the list hear of it.
      async before(tx, { church }, mine) {
        await tx.run(sql`update group_reports as t set updated_at = ${tx.now}::timestamptz
          where t.church_id = ${church.id} and ${mine}`)
      },
    },
  ),
}
