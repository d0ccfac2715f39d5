/** What becomes of attendances where two records of one person are merged (decisions, Meetings). */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { nameless } from '../../resource/forgetting.ts'
import type { Merge, MovedReference } from '../../resource/person-reference.ts'
import { type Delta, summed, tally } from '../../resource/tally.ts'
import { attendances } from './attendances.ts'
import { correct } from './meeting-row.ts'
import { attendancePrinter, marksOf } from './record-attendance.ts'
import { meetingsInSight } from './sight.ts'

const { columns } = attendancePrinter

/** From the weakest to the strongest. */
const STRENGTH = ['undone', 'absent', 'excused', 'present']
const isStronger = (state: string, than: string): boolean => STRENGTH.indexOf(state) > STRENGTH.indexOf(than)

/**
 * They follow the person. Where both were marked at one meeting the stronger mark stands, on the row of the kept record; that
 * of the removed one is undone and stays with it, so that copies of the list hear of it.
 */
export const attendedBy: MovedReference<'attendances'> = {
  table: attendances.name,
  words: attendances.words,
  read: attendances.name,
  ofBranches: true,
  sight: meetingsInSight,
  forgotten: nameless('Those who came stay counted.', () => ({ person_id: sql`null`, note: sql`null` })),
  resource: attendances,
  left: (church, kept) => sql`exists (select 1 from attendances as theirs
    where theirs.church_id = ${church} and theirs.person_id = ${kept} and theirs.meeting_id = t.meeting_id)`,
  async move(tx, merge) {
    await settleBoth(tx, merge)
    const { church, removed, kept } = merge
    const moved = await tx.text(sql`update attendances as t set person_id = ${kept}, updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and person_id = ${removed}
        and meeting_id not in (select meeting_id from attendances where church_id = ${church} and person_id = ${kept})
      returning ${columns}`)
    // The totals stay; the version of the data must not.
    const [one] = moved
    if (one !== undefined) await tally(tx, church, 'attendances', [{ ...marksOf(one), n: 0 }])
  },
}

/** A meeting at which both were marked. */
interface Both {
  meeting_id: number
  gone: number
  kept: number
  branch_id: number
  day: string
  gone_state: string
  kept_state: string
  /** As totals know them. */
  gone_status: string
  kept_status: string
}

async function settleBoth(tx: Tx, { church, removed, kept }: Merge): Promise<void> {
  const both =
    await tx.all<Both>(sql`select gone.meeting_id, gone.branch_id, gone.held_on as day, gone.id as gone, gone.state as gone_state,
      gone.status as gone_status, kept.id as kept, kept.state as kept_state, kept.status as kept_status
    from attendances as gone join attendances as kept on kept.church_id = ${church} and kept.person_id = ${kept}
      and kept.meeting_id = gone.meeting_id
    where gone.church_id = ${church} and gone.person_id = ${removed} and gone.state <> 'undone' order by gone.meeting_id`)
  const deltas: Delta[] = []
  for (const one of both) {
    const { branch_id, day, gone_state, kept_state, gone_status, kept_status } = one
    if (isStronger(gone_state, kept_state)) {
      await tx.run(sql`update attendances as t set state = gone.state, role = gone.role, first_time = gone.first_time,
          note = coalesce(t.note, gone.note), source = gone.source, updated_at = ${tx.now}::timestamptz
        from attendances as gone where t.church_id = ${church} and t.id = ${one.kept}
          and gone.church_id = ${church} and gone.id = ${one.gone}`)
      deltas.push(
        { id: one.kept, branch_id, day, status: kept_status, n: -1 },
        { id: one.kept, branch_id, day, status: gone_status, n: 1 },
      )
    }
    const undone = await tx.first<{ status: string }>(sql`update attendances set state = 'undone',
        updated_at = ${tx.now}::timestamptz
      where church_id = ${church} and id = ${one.gone} returning status`)
    deltas.push(
      { id: one.gone, branch_id, day, status: gone_status, n: -1 },
      { id: one.gone, branch_id, day, status: undone?.status ?? '', n: 1 },
    )
    await correct(tx, church, one.meeting_id)
  }
  if (deltas.length > 0) await tally(tx, church, attendances.name, summed(deltas))
}
