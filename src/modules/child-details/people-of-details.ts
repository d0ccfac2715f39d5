/** What becomes of the details of a child when two records are merged, or the child is forgotten. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { deleted } from '../../resource/forgetting.ts'
import { type MovedReference, type NamesPeople, personOf } from '../../resource/person-reference.ts'
import { childDetails } from './child-details.ts'

const GONE = deleted('They are of the child and of nobody else.')

/**
 * They follow to the record that is kept. Where both have some, what the kept one does not say is filled in, and those of the
 * removed record stay with it, so that no note on a child is lost.
 */
const details: MovedReference<'child_details'> = {
  ...personOf(childDetails, GONE),
  left: (church, kept) =>
    sql`exists (select 1 from child_details as theirs where theirs.church_id = ${church} and theirs.person_id = ${kept})`,
  async move(tx: Tx, { church, removed, kept }) {
    await tx.run(sql`update child_details as t set grade = coalesce(t.grade, gone.grade),
        label_note = coalesce(t.label_note, gone.label_note), care_note = coalesce(t.care_note, gone.care_note),
        care_note_version = greatest(t.care_note_version, gone.care_note_version) + 1,
        photo_ok = coalesce(t.photo_ok, gone.photo_ok), updated_at = ${tx.now}::timestamptz,
        emergency_name = case when t.emergency_phone is null then coalesce(t.emergency_name, gone.emergency_name)
          else t.emergency_name end,
        emergency_phone = case when t.emergency_name is null then coalesce(t.emergency_phone, gone.emergency_phone)
          else t.emergency_phone end
      from child_details as gone
      where t.church_id = ${church} and t.person_id = ${kept} and gone.church_id = ${church} and gone.person_id = ${removed}`)
    await tx.run(sql`update child_details as t set person_id = who.id, branch_id = who.branch_id,
        updated_at = ${tx.now}::timestamptz
      from people as who where t.church_id = ${church} and t.person_id = ${removed} and who.church_id = ${church}
        and who.id = ${kept} and who.id not in (select person_id from child_details where church_id = ${church})`)
  },
}

export const peopleOfDetails = { moved: [details] } as const satisfies NamesPeople
