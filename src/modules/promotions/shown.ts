/** A promotion class by class: who goes where, what the draft would fill, who was passed over and who was kept, and why. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { view } from '../../resource/action.ts'
import { checkVisible } from '../../resource/list.ts'
import { churchWide, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import type { MoveReason } from '../../texts/promotion-reasons.ts'
import type { MoveAction, MoveResult } from './fields.ts'
import { type Overfull, overfull } from './move-up.ts'
import { type PassedPupil, passedOver } from './passed-over.ts'
import { promotions } from './promotions.ts'

/** A pupil, and what becomes of them. */
export interface PupilMove {
  person_id: number
  full_name: string
  action: MoveAction
  to_group_id: number | null
  by_hand: boolean
  grade_before: string | null
  grade_after: string | null
  result: MoveResult
  /** Why they were skipped or kept. */
  reason: MoveReason | null
}

/** A class that pupils come from. */
export interface PromotedClass {
  id: number
  name: string
  pupils: PupilMove[]
}

/** A class that pupils can come into. */
export interface TargetClass {
  id: number
  name: string
  capacity: number | null
  member_count: number
}

export interface PromotionShown {
  classes: PromotedClass[]
  targets: TargetClass[]
  /** Of a draft: classes that would have more members than places. */
  overfull: Overfull[]
  /** Of a draft: pupils of classes that are paused or closed, and of two classes, of whom nothing becomes there. */
  passed_over: PassedPupil[]
}

interface MoveRow extends PupilMove {
  from_group_id: number
}

/** Class by class, in the order of their names. */
export async function promotionShown(db: Db, church: number, id: number): Promise<PromotionShown> {
  const [rows, groups, full, passed] = await Promise.all([
    db.all<MoveRow>(sql`select m.person_id, p.full_name, m.action, m.to_group_id, m.by_hand, m.grade_before, m.grade_after,
        m.result, m.reason, m.from_group_id
      from promotion_moves as m join people as p on p.church_id = ${church} and p.id = m.person_id
        join groups as g on g.church_id = ${church} and g.id = m.from_group_id and not g.hidden
      where m.church_id = ${church} and m.promotion_id = ${id} order by p.full_name, m.person_id`),
    db.all<TargetClass & { takes: boolean }>(sql`select id, name, capacity, member_count, status = 'active' as takes
      from groups where church_id = ${church} and kind = 'class' and not hidden order by name, id`),
    overfull(db, { church: { id: church }, id }),
    passedOver(db, church, id),
  ])
  const pupils = new Map<number, PupilMove[]>()
  for (const { from_group_id, ...pupil } of rows) {
    const mine = pupils.get(from_group_id) ?? []
    mine.push(pupil)
    pupils.set(from_group_id, mine)
  }
  const named = new Set(rows.map(({ to_group_id }) => to_group_id))
  return {
    classes: groups.flatMap(({ id: group, name }) => {
      const mine = pupils.get(group)
      return mine === undefined ? [] : [{ id: group, name, pupils: mine }]
    }),
    targets: groups
      .filter(({ id: group, takes }) => takes || named.has(group))
      .map(({ takes: _, ...target }) => target),
    overfull: full,
    passed_over: passed,
  }
}

export const promotionView = view({
  name: 'promotion',
  may: churchWide([...STAFF, 'viewer']),
  fields: { id: field.ref('promotions').required() },
  async run({ read }, caller, { id }): Promise<PromotionShown> {
    await checkVisible(read, promotions, caller, id)
    return await promotionShown(read, caller.church.id, id)
  },
})
