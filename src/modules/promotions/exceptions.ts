/** What is decided by hand in a draft: for single pupils, and for all who graduate. */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { listed } from '../../resource/demo.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { LONGEST_TAG, STATUSES } from '../people/fields.ts'
import { planYear, recount, refresh, shownPromotion, type Years } from './draft.ts'
import { MOVE_ACTIONS } from './fields.ts'
import { gradeByHand, type PlanYear } from './plan.ts'
import { MAY_PROMOTE, promotions } from './promotions.ts'

/** Pupils of whom something is decided at once. */
export const MOST_AT_ONCE = 500

/** Of a draft that is locked. */
export async function yearsOf(tx: Pick<Tx, 'first'>, church: number, id: number): Promise<Years> {
  const found = await tx.first<Years>(
    sql`select from_year_id, to_year_id from promotions where church_id = ${church} and id = ${id}`,
  )
  if (found === undefined) throw new Error(`Promotion ${id} is gone.`)
  return found
}

interface Row {
  person_id: number
  from_group_id: number
  grade_before: string | null
}

/** Whoever is no longer in the draft is passed over: the answer is the draft as it is. */
export const setMoves = action({
  name: 'promotions.set_moves',
  logged: 'Changed a draft promotion',
  done: 'Draft saved.',
  may: MAY_PROMOTE,
  fields: {
    id: field.ref().required(),
    person_ids: field.idList(MOST_AT_ONCE).required().label('Pupils'),
    action: field
      .oneOf([...MOVE_ACTIONS, 'proposed'])
      .required()
      .doc('proposed: what the draft proposes, whatever was decided before'),
    to_group_id: field.ref('school_classes').nullable().settable().label('Class'),
  },
  on: promotions,
  when: { status: ['draft'] },
  detail: ({ person_ids, action }) => ({ count: person_ids.length, action }),
  async run(tx, { caller }, { id, person_ids, action: wanted, to_group_id = null }) {
    const church = caller.church.id
    const years = await yearsOf(tx, church, id)
    const year = await planYear(tx, church, years)
    const rows = await tx.all<Row>(sql`select person_id, from_group_id, grade_before from promotion_moves
      where church_id = ${church} and promotion_id = ${id} and person_id = any(${idArray(person_ids)}) order by person_id`)
    if (wanted === 'move') checkTarget(rows, to_group_id, year)
    if (wanted === 'proposed') {
      await tx.run(sql`update promotion_moves set by_hand = false where church_id = ${church} and promotion_id = ${id}
        and person_id = any(${idArray(person_ids)})`)
      await refresh(tx, church, id, years)
      return await shownPromotion(tx, caller, id)
    }
    const target = wanted === 'move' ? to_group_id : null
    const decided = rows.map(({ person_id, grade_before }) => ({
      person: person_id,
      after: gradeByHand(wanted, grade_before, year.classes.get(target ?? 0), year.grades),
    }))
    await tx.run(sql`update promotion_moves as t set by_hand = true, action = ${wanted}, to_group_id = ${target},
        grade_after = one.after
      from ${listed(decided, 'person bigint, after text')} as one (person, after, place)
      where t.church_id = ${church} and t.promotion_id = ${id} and t.person_id = one.person`)
    await recount(tx, church, id)
    return await shownPromotion(tx, caller, id)
  },
})

/** @throws ApiError `validation_failed` */
function checkTarget(rows: readonly Row[], to_group_id: number | null, { classes }: PlanYear): void {
  const problems = new Problems()
  if (to_group_id === null || !classes.has(to_group_id)) {
    problems.add('to_group_id', because('names no class that takes pupils'))
  } else if (rows.some(({ from_group_id }) => from_group_id === to_group_id)) {
    problems.add('to_group_id', because('is the class that they are in: choose stay'))
  }
  problems.throwIfAny()
}

export const setGraduates = action({
  name: 'promotions.set_graduates',
  label: 'Who graduates…',
  logged: 'Changed what becomes of graduates',
  asks: 'What should change for those who graduate?',
  done: 'Draft saved.',
  may: MAY_PROMOTE,
  fields: {
    id: field.ref().required(),
    graduate_status: field.oneOf(STATUSES).nullable().settable().label('Status', 'Empty to leave it as it is'),
    graduate_tag: field.line(LONGEST_TAG).nullable().settable().label('Tag', 'Such as Youth. Empty for none'),
  },
  on: promotions,
  when: { status: ['draft'] },
  async run(tx, { caller }, { id, graduate_status, graduate_tag }) {
    const church = caller.church.id
    const status = graduate_status === undefined ? sql`graduate_status` : sql`${graduate_status}`
    const tag = graduate_tag === undefined ? sql`graduate_tag` : sql`${graduate_tag}`
    await tx.run(sql`update promotions set graduate_status = ${status}, graduate_tag = ${tag},
      revision = revision + 1, updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${id}`)
    return await shownPromotion(tx, caller, id)
  },
})
