/** What becomes of what was planned for a pupil when two records are merged, or the pupil is forgotten. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { deleted } from '../../resource/forgetting.ts'
import type { MovedReference, NamesPeople } from '../../resource/person-reference.ts'

/** They follow the person; where both are in one promotion the removed record keeps its own, and nothing more is done for it. */
const moves: MovedReference<'promotion_moves'> = {
  table: 'promotion_moves',
  words: { one: 'move of a promotion', many: 'moves of promotions' },
  read: 'promotions',
  ofBranches: false,
  forgotten: deleted('The promotion keeps its counts, and names nobody.'),
  left: (church, kept) => sql`t.promotion_id in (select promotion_id from promotion_moves
    where church_id = ${church} and person_id = ${kept})`,
  async move(tx: Tx, { church, removed, kept }) {
    await tx.run(sql`update promotion_moves as t set person_id = ${kept} where church_id = ${church} and person_id = ${removed}
      and promotion_id not in (select promotion_id from promotion_moves where church_id = ${church} and person_id = ${kept})`)
  },
}

export const peopleOfPromotions = { moved: [moves] } as const satisfies NamesPeople
