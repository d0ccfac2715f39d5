/** Undoes a promotion: who was not touched since goes back, whoever was is kept and named (decisions, School). */
import { idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { ENDED } from '../../texts/end-reasons.ts'
import { countAnew } from '../groups/add-members.ts'
import { leftOn } from '../groups/people-of-groups.ts'
import { authorOf } from '../people/history.ts'
import { untagPeople } from '../people/tag-many.ts'
import { joinAll, recount, shownPromotion } from './draft.ts'
import { setStatus } from './graduates.ts'
import { holdClasses, type Moving, settle } from './move-up.ts'
import { MAY_PROMOTE, promotions } from './promotions.ts'

/** Days for which a promotion can be undone. */
export const UNDO_DAYS = 60

export const undoPromotion = action({
  name: 'promotions.undo',
  label: 'Undo',
  logged: 'Undid a promotion',
  asks: 'Undo this promotion?',
  confirm: 'Pupils whom nobody has moved or changed since go back to their classes. The others stay, and are named.',
  submit: 'Undo',
  done: 'The promotion was undone.',
  may: MAY_PROMOTE,
  stepUp: true,
  fields: { id: field.ref().required() },
  on: promotions,
  when: { status: ['applied'] },
  async run(tx, { caller, note }, { id }) {
    const { church } = caller
    const moving = { church, id }
    await checkAge(tx, moving)
    await joinAll(tx)
    const classes = await holdClasses(tx, moving)
    await keepTouched(tx, moving)
    await moveBack(tx, moving, classes)
    await gradesBack(tx, moving)
    await graduatesBack(tx, caller, moving)
    await tx.run(sql`with one as (select carried, from_year_id, to_year_id from promotions
        where church_id = ${church.id} and id = ${id})
      update class_details as t set school_year_id = one.from_year_id, updated_at = ${tx.now}::timestamptz from one
      where t.church_id = ${church.id} and t.group_id = any(one.carried) and t.school_year_id = one.to_year_id`)
    const reverted = await settle(tx, moving, 'done', 'reverted')
    await tx.run(sql`update promotions set status = 'undone', undone_at = ${tx.now}::timestamptz,
      undone_by = ${authorOf(caller).name} where church_id = ${church.id} and id = ${id}`)
    await recount(tx, church.id, id)
    note({ detail: { reverted } })
    return await shownPromotion(tx, caller, id)
  },
})

/** @throws ApiError `validation_failed` */
async function checkAge(tx: Tx, { church, id }: Moving): Promise<void> {
  const late = await tx.first(sql`select 1 from promotions where church_id = ${church.id} and id = ${id}
    and applied_at < ${tx.now}::timestamptz - ${UNDO_DAYS} * interval '1 day'`)
  const problems = new Problems()
  if (late !== undefined)
    problems.add(
      'id',
      because('was applied more than {days} days ago, and can no longer be undone', { days: UNDO_DAYS }),
    )
  problems.throwIfAny()
}

/** `kept`, with the reason: what somebody did since is theirs. */
async function keepTouched(tx: Tx, { church: { id: church }, id }: Moving): Promise<void> {
  await tx.run(sql`
    with one as (select graduate_status, applied_at from promotions where church_id = ${church} and id = ${id}),
      elsewhere as (select m.person_id from one, group_members as m
        join groups as g on g.church_id = ${church} and g.id = m.group_id and g.kind = 'class'
        where m.church_id = ${church} and m.status = 'active' and m.role = 'member' and m.created_at > one.applied_at
        group by m.person_id),
      judged as (
        select t.person_id, case
            when who.removed then 'removed'
            when source.status <> 'active' or source.hidden then 'class_closed'
            when t.action = 'stay' and first.status <> 'active' then 'moved_since'
            when fresh.id is not null
              and (fresh.status <> 'active' or fresh.role <> 'member' or fresh.person_id <> t.person_id) then 'moved_since'
            when t.action <> 'stay' and back.id is not null then 'back_in_class'
            when t.action in ('graduate', 'leave') and elsewhere.person_id is not null then 'moved_since'
            when t.grade_after is distinct from t.grade_before and d.grade is distinct from t.grade_after then 'grade_changed'
            when t.status_before is not null and who.status is distinct from one.graduate_status then 'status_changed'
          end as reason
        from one, promotion_moves as t
        join people as who on who.church_id = ${church} and who.id = t.person_id
        join groups as source on source.church_id = ${church} and source.id = t.from_group_id
        left join group_members as first on first.church_id = ${church} and first.id = t.from_membership_id
        left join group_members as fresh on fresh.church_id = ${church} and fresh.id = t.to_membership_id
        left join group_members as back on back.church_id = ${church} and back.group_id = t.from_group_id
          and back.person_id = t.person_id and back.status = 'active'
        left join elsewhere on elsewhere.person_id = t.person_id
        left join child_details as d on d.church_id = ${church} and d.person_id = t.person_id
        where t.church_id = ${church} and t.promotion_id = ${id} and t.result = 'done')
    update promotion_moves as t set result = 'kept', reason = judged.reason from judged
    where t.church_id = ${church} and t.promotion_id = ${id} and t.person_id = judged.person_id and judged.reason is not null`)
}

/** The memberships that it began end, those that it ended go on. A class may be overfull again, as it was. */
async function moveBack(tx: Tx, { church, id }: Moving, classes: readonly number[]): Promise<void> {
  await tx.run(sql`update group_members as t set status = 'left', left_on = ${leftOn(tx, church.id)},
      left_reason = ${ENDED.promotionUndone}, updated_at = ${tx.now}::timestamptz
    from promotion_moves as m where t.church_id = ${church.id} and t.id = m.to_membership_id and m.church_id = ${church.id}
      and m.promotion_id = ${id} and m.result = 'done'`)
  await tx.run(sql`update group_members as t set status = 'active', left_on = null, left_reason = null,
      updated_at = ${tx.now}::timestamptz
    from promotion_moves as m where t.church_id = ${church.id} and t.id = m.from_membership_id and m.church_id = ${church.id}
      and m.promotion_id = ${id} and m.result = 'done' and m.action <> 'stay'`)
  await countAnew(tx, church.id, classes)
}

const gradesBack = (tx: Tx, { church: { id: church }, id }: Moving): Promise<number> =>
  tx.run(sql`update child_details as t set grade = m.grade_before, updated_at = ${tx.now}::timestamptz
    from promotion_moves as m where t.church_id = ${church} and t.person_id = m.person_id and m.church_id = ${church}
      and m.promotion_id = ${id} and m.result = 'done' and m.grade_after is distinct from m.grade_before`)

interface Graduate {
  person_id: number
  status_before: string | null
  tag_added: boolean
  graduate_tag: string | null
}

async function graduatesBack(tx: Tx, caller: Caller, { church, id }: Moving): Promise<void> {
  const rows = await tx.all<Graduate>(sql`select m.person_id, m.status_before, m.tag_added, t.graduate_tag
    from promotions as t join promotion_moves as m on m.church_id = ${church.id} and m.promotion_id = t.id
    where t.church_id = ${church.id} and t.id = any(${idArray([id])}) and m.result = 'done'
      and (m.status_before is not null or m.tag_added) order by m.person_id`)
  const by = authorOf(caller)
  const before = rows.flatMap(({ person_id, status_before: status }) =>
    status === null ? [] : [[person_id, status] as const],
  )
  await setStatus(tx, church, new Map(before), by)
  const tagged = rows.filter(({ tag_added }) => tag_added)
  const tag = tagged[0]?.graduate_tag
  if (!tag) return
  await untagPeople(
    tx,
    caller,
    tagged.map(({ person_id }) => person_id),
    tag,
  )
}
