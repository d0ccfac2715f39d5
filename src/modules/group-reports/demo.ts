/** The reports of the cells of the demo church: half a year of them, of which the last ones of two cells are missing. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { seededRandom } from '../../lib/random.ts'
import { type DemoChurch, listed } from '../../resource/demo.ts'

const MISSING = 2
const SEED = 2_718
const TOPICS = ['Faith', 'Prayer', 'Forgiveness', 'Hope', 'Serving', 'The Psalms', 'Hospitality']
/** Of which offerings are some, in minor units. */
const NOTE = 10_000

/** Adds them, to the meetings that were held. A stream of its own: what other modules draw stays as it is. */
export async function reportInDemo(tx: Tx, { id: church, currency }: DemoChurch): Promise<void> {
  const random = seededRandom(SEED)
  const held = await tx.all<{ id: number; group_id: number }>(sql`select m.id, m.group_id from meetings as m
      join groups as g on g.church_id = ${church} and g.id = m.group_id and g.reports = 'weekly'
    where m.church_id = ${church} and m.status = 'closed' order by m.starts_at, m.id`)
  const silent = [...new Set(held.map(({ group_id }) => group_id))].slice(-MISSING)
  const missing = new Set(silent.map(group => held.findLast(one => one.group_id === group)?.id))
  const reports = held.map(({ id }) => {
    const visitors = random.chance(0.3) ? random.whole(1, 3) : 0
    return {
      id,
      visitors,
      first_timers: visitors > 0 && random.chance(0.4) ? 1 : 0,
      decisions: random.chance(0.05) ? 1 : 0,
      offering: random.whole(15, 90) * NOTE,
      topic: TOPICS[random.whole(0, TOPICS.length - 1)],
    }
  })
  const told = reports.filter(({ id }) => !missing.has(id))
  const columns = 'id bigint, visitors integer, first_timers integer, decisions integer, offering bigint, topic text'
  await tx.run(sql`insert into group_reports (church_id, group_id, meeting_id, branch_id, held_on, status, held, present,
      absent, visitors, first_timers, decisions, offering, currency, topic, revision, source, submitted_at, created_at, updated_at)
    select ${church}, m.group_id, m.id, m.branch_id, m.held_on, 'submitted', true, coalesce(roll.present, 0), coalesce(roll.absent, 0),
      one.visitors, one.first_timers, one.decisions, one.offering, ${currency}, one.topic, 1, 'link', m.closed_at, m.closed_at,
      m.closed_at
    from ${listed(told, columns)} as one join meetings as m on m.church_id = ${church} and m.id = one.id
      left join (select meeting_id, count(*) filter (where state = 'present') as present,
          count(*) filter (where state in ('absent', 'excused')) as absent
        from attendances where church_id = ${church} and meeting_id = any(${idArray(told.map(({ id }) => id))})
        group by meeting_id) as roll on roll.meeting_id = m.id
    order by one.ordinality`)
}
