/** Makes the draft of a promotion, and brings it up to date: who came since is added, who went is taken out, exceptions stay. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { listed } from '../../resource/demo.ts'
import { Json } from '../../resource/json.ts'
import { findOne } from '../../resource/list.ts'
import type { RecordOf } from '../../resource/resource.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { gradesOf } from '../child-details/grades.ts'
import type { promotionFields } from './fields.ts'
import { gradeByHand, type PlanClass, type Planned, type PlanYear, planFor } from './plan.ts'
import { MAY_PROMOTE, promotions } from './promotions.ts'

/** A promotion as its steps know it. */
export interface Years {
  from_year_id: number
  to_year_id: number
}

/** A pupil in a class of the year that ends. */
interface Pupil {
  person_id: number
  group_id: number
  grade: string | null
}

/** A promotion as the API shows it. @throws ApiError `not_found` */
export async function shownPromotion(
  tx: Tx,
  caller: Caller,
  id: number,
): Promise<Json<RecordOf<typeof promotionFields>>> {
  const row = await findOne(tx, promotions, caller, id)
  if (row === undefined) throw new ApiError('not_found')
  return new Json<RecordOf<typeof promotionFields>>(promotions.alone.print(row))
}

/** Classes that take pupils. Confidential ones have no part in promotions: whoever draws them up does not see them all. */
export const classesOf = (db: Db | Tx, church: number): Promise<PlanClass[]> =>
  db.all<PlanClass>(sql`select g.id, g.branch_id, d.school_year_id, d.grade_from, d.grade_to, d.next_group_id
    from groups as g left join class_details as d on d.church_id = ${church} and d.group_id = g.id
    where g.church_id = ${church} and g.kind = 'class' and g.status = 'active' and not g.hidden order by g.id`)

/** What the pupils of a church are planned by. */
export async function planYear(db: Db | Tx, church: number, { to_year_id }: Years): Promise<PlanYear> {
  const classes = await classesOf(db, church)
  return {
    grades: await gradesOf(db, church),
    classes: new Map(classes.map(one => [one.id, one])),
    to_year_id,
    carries: classes.every(({ school_year_id }) => school_year_id !== to_year_id),
  }
}

/** Members who are taught, of the classes of a year; who teaches and who is a guest does not move up. */
const pupilsOf = (db: Db | Tx, church: number, year: number): Promise<Pupil[]> =>
  db.all<Pupil>(sql`select m.person_id, m.group_id, child.grade
    from group_members as m
    join groups as g on g.church_id = ${church} and g.id = m.group_id
    join class_details as d on d.church_id = ${church} and d.group_id = m.group_id
    join people as p on p.church_id = ${church} and p.id = m.person_id
    left join child_details as child on child.church_id = ${church} and child.person_id = m.person_id
    where m.church_id = ${church} and m.status = 'active' and m.role = 'member' and not p.removed and p.status <> 'deceased'
      and g.kind = 'class' and g.status = 'active' and not g.hidden and d.school_year_id = ${year}
    order by m.person_id, m.group_id`)

/**
 * Joins by hashing, in this transaction: all pupils are joined to all else, and of a school that came from a file a minute ago
 * the planner knows nothing yet and takes it for a handful.
 */
export async function joinAll(tx: Tx): Promise<void> {
  // On Citus it is a worker that joins, and is told of it only so; elsewhere it is a setting that nobody reads.
  await tx.run(sql`set local citus.propagate_set_commands = 'local'`)
  await tx.run(sql`set local enable_nestloop = off`)
}

/** Counts a promotion anew from its moves. */
export async function recount(tx: Tx, church: number, id: number): Promise<void> {
  await tx.run(sql`
    with counted as (select count(*) filter (where action = 'move' and result <> 'skipped') as moved,
        count(*) filter (where action = 'graduate' and result <> 'skipped') as graduated,
        count(*) filter (where action = 'stay' and result <> 'skipped') as stayed,
        count(*) filter (where action = 'leave' and result <> 'skipped') as gone,
        count(*) filter (where result = 'skipped') as skipped, count(*) filter (where result = 'reverted') as reverted,
        count(*) filter (where result = 'kept') as kept
      from promotion_moves where church_id = ${church} and promotion_id = ${id})
    update promotions as t set moved = counted.moved, graduated = counted.graduated, stayed = counted.stayed,
      left_count = counted.gone, skipped = counted.skipped, reverted = counted.reverted, kept = counted.kept,
      revision = t.revision + case when t.status = 'draft' then 1 else 0 end, updated_at = ${tx.now}::timestamptz
    from counted where t.church_id = ${church} and t.id = ${id}`)
}

/** What would be drawn up now. */
export interface DrawnUp {
  year: PlanYear
  /** Of every pupil the first of their classes, by the ids of the pupils. */
  moves: DrawnMove[]
}

/** What is planned for a pupil. */
export interface DrawnMove extends Planned {
  person_id: number
  from_group_id: number
  grade_before: string | null
}

/** Draws up who goes where as it is now; nothing is written. */
export async function drawUp(tx: Tx, church: number, years: Years): Promise<DrawnUp> {
  const [year, pupils] = [await planYear(tx, church, years), await pupilsOf(tx, church, years.from_year_id)]
  const moves = pupils.flatMap(({ person_id, group_id, grade }) => {
    const from = year.classes.get(group_id)
    return from === undefined
      ? []
      : [{ person_id, from_group_id: group_id, grade_before: grade, ...planFor(from, grade, year) }]
  })
  return { year, moves }
}

const DRAWN =
  'person_id bigint, from_group_id bigint, grade_before text, action text, to_group_id bigint, grade_after text'

/**
 * Plans everybody of whom nobody has decided; exceptions stay while the pupil is in the class that they were made in, and the
 * class that they go to takes pupils.
 */
export async function refresh(tx: Tx, church: number, id: number, years: Years): Promise<void> {
  await joinAll(tx)
  const { year, moves } = await drawUp(tx, church, years)
  const now = sql`${listed(moves, DRAWN)} as one (person_id, from_group_id, grade_before, action, to_group_id, grade_after, place)`
  await tx.run(sql`delete from promotion_moves where church_id = ${church} and promotion_id = ${id}
    and not (by_hand and (person_id, from_group_id) in (select one.person_id, one.from_group_id from ${now})
      and (to_group_id is null or to_group_id = any(${idArray([...year.classes.keys()])})))`)
  await gradeAnew(tx, church, id, year, moves)
  // Whoever is in two classes moves up from the first of them.
  await tx.run(sql`insert into promotion_moves (church_id, promotion_id, person_id, from_group_id, to_group_id, action,
      grade_before, grade_after)
    select ${church}, ${id}, one.person_id, one.from_group_id, one.to_group_id, one.action, one.grade_before, one.grade_after
    from ${now} order by one.place on conflict (church_id, promotion_id, person_id) do nothing
    returning person_id`)
  await tx.run(sql`update promotions set carries = ${year.carries} where church_id = ${church} and id = ${id}`)
  await recount(tx, church, id)
}

/** Pupils of whom somebody decided come into the grade that follows the one that they have now. */
async function gradeAnew(
  tx: Tx,
  church: number,
  id: number,
  year: PlanYear,
  moves: readonly DrawnMove[],
): Promise<void> {
  const grades = new Map(moves.map(({ person_id, grade_before }) => [person_id, grade_before]))
  const decided = await tx.all<DrawnMove>(sql`select person_id, action, to_group_id, grade_before from promotion_moves
    where church_id = ${church} and promotion_id = ${id} order by person_id`)
  const changed = decided.flatMap(({ person_id, action, to_group_id, grade_before }) => {
    const before = grades.get(person_id) ?? null
    const target = year.classes.get(to_group_id ?? 0)
    return before === grade_before
      ? []
      : [{ person_id, before, after: gradeByHand(action, before, target, year.grades) }]
  })
  if (changed.length === 0) return
  const now = sql`${listed(changed, 'person_id bigint, before text, after text')} as one (person_id, before, after, place)`
  await tx.run(sql`update promotion_moves as t set grade_before = one.before, grade_after = one.after from ${now}
    where t.church_id = ${church} and t.promotion_id = ${id} and t.person_id = one.person_id`)
}

/** The school year of a name, without regard to case, or of an id. */
export async function yearNamed(db: Db, church: number, said: string): Promise<number | undefined> {
  const found = await db.first<{ id: number }>(sql`select id from school_years
    where church_id = ${church} and (lower(name) = lower(${said}::text) or id::text = ${said}) order by id::text = ${said}`)
  return found?.id
}

const years = {
  from_year_id: field.ref('school_years').required().label('a school year|From'),
  to_year_id: field.ref('school_years').required().label('a school year|To'),
}

/** Where there is a draft of these years, that one is brought up to date. */
export const draftPromotion = action({
  name: 'promotions.draft',
  logged: 'Drafted a promotion',
  done: 'The draft is up to date. Nothing has changed yet.',
  may: MAY_PROMOTE,
  fields: years,
  target: ({ from_year_id, to_year_id }) => `${from_year_id} → ${to_year_id}`,
  async run(tx, { caller }, { from_year_id, to_year_id }) {
    const church = caller.church.id
    await checkYears(tx, church, { from_year_id, to_year_id })
    await tx.run(sql`insert into promotions (church_id, from_year_id, to_year_id, created_at, updated_at)
      values (${church}, ${from_year_id}, ${to_year_id}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      on conflict (church_id, from_year_id, to_year_id) where status = 'draft' do nothing`)
    const draft = await tx.first<{ id: number }>(sql`select id from promotions where church_id = ${church}
      and from_year_id = ${from_year_id} and to_year_id = ${to_year_id} and status = 'draft' for no key update`)
    // It was applied in the meantime.
    if (draft === undefined) throw new ApiError('not_found')
    await refresh(tx, church, draft.id, { from_year_id, to_year_id })
    return await shownPromotion(tx, caller, draft.id)
  },
})

/** @throws ApiError `validation_failed` */
async function checkYears(tx: Tx, church: number, { from_year_id, to_year_id }: Years): Promise<void> {
  const found = await tx.all<{
    id: number
    starts_on: string
  }>(sql`select id, starts_on::text as starts_on from school_years
    where church_id = ${church} and id in (${from_year_id}, ${to_year_id})`)
  const [from, to] = [from_year_id, to_year_id].map(year => found.find(({ id }) => id === year))
  const problems = new Problems()
  if (from === undefined) problems.add('from_year_id', because('names no school year that you can use'))
  if (to === undefined) problems.add('to_year_id', because('names no school year that you can use'))
  if (from && to && to.starts_on <= from.starts_on)
    problems.add('to_year_id', because('must begin after the other year'))
  const applied = await tx.first<{ id: number }>(sql`select id from promotions where church_id = ${church}
    and from_year_id = ${from_year_id} and to_year_id = ${to_year_id} and status = 'applied'`)
  if (applied)
    problems.add('to_year_id', because('promotion {id} of these years is applied: undo it first', { id: applied.id }))
  problems.throwIfAny()
}

export const discardPromotion = action({
  name: 'promotions.discard',
  label: 'Discard the draft',
  logged: 'Discarded the draft of a promotion',
  confirm: 'The draft and its exceptions go. Nothing else changes.',
  submit: 'Discard',
  done: 'The draft was discarded.',
  may: MAY_PROMOTE,
  fields: { id: field.ref().required() },
  on: promotions,
  when: { status: ['draft'] },
  removes: promotions,
  async run(tx, { caller }, { id }) {
    const church = caller.church.id
    await tx.run(sql`delete from promotion_moves where church_id = ${church} and promotion_id = ${id}`)
    await tx.run(sql`delete from promotions where church_id = ${church} and id = ${id}`)
    return { id }
  },
})
