/** Whom a draft passes over, and why: nothing becomes of these memberships when it is applied. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { PassedOver } from '../../texts/promotion-reasons.ts'

/** A pupil in a class of the year that ends, from which the draft moves them nowhere. */
export interface PassedPupil {
  person_id: number
  full_name: string
  group_id: number
  group_name: string
  reason: PassedOver
}

/** @returns those of a draft, in the order of their names; nobody of a promotion that is no draft any more */
export const passedOver = (db: Db, church: number, id: number): Promise<PassedPupil[]> =>
  db.all<PassedPupil>(sql`select m.person_id, p.full_name, g.id as group_id, g.name as group_name,
      case when g.status <> 'active' then g.status when moving.person_id is not null then 'several' else 'since' end as reason
    from promotions as drafted
      join class_details as d on d.church_id = ${church} and d.school_year_id = drafted.from_year_id
      join groups as g on g.church_id = ${church} and g.id = d.group_id and g.kind = 'class' and not g.hidden
      join group_members as m on m.church_id = ${church} and m.group_id = g.id and m.status = 'active' and m.role = 'member'
      join people as p on p.church_id = ${church} and p.id = m.person_id and not p.removed and p.status <> 'deceased'
      left join promotion_moves as moving on moving.church_id = ${church} and moving.promotion_id = drafted.id
        and moving.person_id = m.person_id
    where drafted.church_id = ${church} and drafted.id = ${id} and drafted.status = 'draft'
      and moving.from_group_id is distinct from g.id
    order by p.full_name, m.person_id, g.id`)
