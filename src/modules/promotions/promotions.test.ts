/** Moving up: drawn up as a draft, done at once or not at all, and taken back but for what somebody did since. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { cli } from '../../../test/support/cli.ts'
import { member, PASSWORD } from '../../../test/support/console.ts'
import { moved } from '../../../test/support/moved-time.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { conceal } from '../groups/group-actions.ts'
import { forgetPerson } from '../people/forget.ts'
import { mergePeople } from '../people/merge.ts'
import { removePerson } from '../people/remove.ts'
import { addTag } from '../people/tags.ts'
import { createClass, updateClass } from '../school/edit-class.ts'
import { createYear } from '../school/school-years.ts'
import { applyPromotion } from './apply.ts'
import { discardPromotion, draftPromotion } from './draft.ts'
import { setGraduates, setMoves } from './exceptions.ts'
import { type PlanClass, planFor } from './plan.ts'
import { type PromotionShown, type PupilMove, promotionShown } from './shown.ts'
import { undoPromotion } from './undo.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const all = <T extends object>(query: ReturnType<typeof sql>): Promise<T[]> => service.database.read.all<T>(query)

interface School {
  church: TestChurch
  from: number
  to: number
  /** Ids, the youngest first: each moves up to the next. */
  classes: number[]
}

/** A church with a class for each of the grades, in a year that goes on into another. */
async function school(grades: readonly string[], more: object = {}): Promise<School> {
  const church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  const year = async (begins: number): Promise<number> =>
    (await church.act(createYear, { name: `${begins}`, starts_on: `${begins}-09-01`, ends_on: `${begins + 1}-07-31` }))
      .id
  const [from, to] = [await year(2025), await year(2026)]
  const classes: number[] = []
  for (const grade of [...grades].reverse()) {
    const next = classes[0] === undefined ? {} : { next_group_id: classes[0] }
    const made = await church.act(createClass, {
      name: `Class ${grade}`,
      grade_from: grade,
      school_year_id: from,
      ...next,
      ...more,
    })
    classes.unshift(made.id)
  }
  return { church, from, to, classes }
}

/** Puts so many pupils into each class, with the grade of the class; and a teacher. */
async function fill({ church: { church } }: School, each: number): Promise<void> {
  const { id, hq_branch_id } = church
  await service.database.write(id, async tx => {
    await tx.run(sql`with made as (
        insert into people (church_id, member_no, first_name, country, source, branch_id, created_at, updated_at)
        select ${id}::bigint, 'p' || g.id || '-' || i, 'Pupil ' || g.id || '-' || i, 'NG', 'api', ${hq_branch_id}::bigint, now(), now()
        from groups as g, generate_series(0, ${each}::integer) as i where g.church_id = ${id} and g.kind = 'class'
        returning id, member_no)
      insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
      select ${id}::bigint, split_part(substr(member_no, 2), '-', 1)::bigint, id, ${hq_branch_id}::bigint,
        case when split_part(member_no, '-', 2) = '0' then 'leader' else 'member' end, '2025-09-07', 'api', now(), now() from made`)
    await tx.run(sql`insert into child_details (church_id, person_id, branch_id, grade, created_at, updated_at)
      select ${id}::bigint, m.person_id, m.branch_id, d.grade_from, now(), now() from group_members as m
      join class_details as d on d.church_id = m.church_id and d.group_id = m.group_id where m.church_id = ${id} and m.role = 'member'`)
    await tx.run(sql`update groups set member_count = ${each + 1}::integer, leader_count = 1
      where church_id = ${id} and kind = 'class'`)
  })
}

const draft = ({ church, from, to }: School) => church.act(draftPromotion, { from_year_id: from, to_year_id: to })

const shown = ({ church }: School, id: number): Promise<PromotionShown> =>
  promotionShown(service.database.read, church.church.id, id)

const movesOf = async (one: School, id: number): Promise<PupilMove[]> =>
  (await shown(one, id)).classes.flatMap(({ pupils }) => pupils)

/** Active memberships, and grades. */
const state = async ({ church }: School) => ({
  members: await all(sql`select group_id, person_id, role, joined_on::text as joined_on from group_members
    where church_id = ${church.church.id} and status = 'active' order by 1, 2`),
  grades:
    await all(sql`select person_id, grade from child_details where church_id = ${church.church.id} and grade is not null
    order by 1`),
  classes: await all(
    sql`select group_id, school_year_id from class_details where church_id = ${church.church.id} order by 1`,
  ),
})

/** The counts of every group are those of its members. */
async function holdCounts({ church }: School): Promise<void> {
  const id = church.church.id
  const wrong =
    await all(sql`with counted as (select group_id, count(*) as n, count(*) filter (where role = 'leader') as leaders
      from group_members where church_id = ${id} and status = 'active' group by group_id)
    select g.id, g.member_count, counted.n from groups as g left join counted on counted.group_id = g.id
    where g.church_id = ${id} and (g.member_count <> coalesce(counted.n, 0) or g.leader_count <> coalesce(counted.leaders, 0))`)
  assert.deepEqual(wrong, [])
}

const named = async ({ church }: School): Promise<string[]> => (await church.events()).map(({ name }) => name)

test('a pupil goes to the class after theirs where it is for their next grade, stays in one that still is, and graduates after the last', () => {
  const of = (
    id: number,
    grade_from: string | null,
    grade_to: string | null,
    next_group_id: number | null,
    school_year_id = 1,
  ): PlanClass => ({ id, branch_id: 1, school_year_id, grade_from, grade_to, next_group_id })
  const [little, big, last, free] = [
    of(1, '1', '2', 2),
    of(2, '3', null, 3),
    of(3, '4', '12', null),
    of(4, null, null, 1),
  ]
  const grades = ['1', '2', '3', '4', '12']
  const year = (...classes: PlanClass[]) => ({
    grades,
    to_year_id: 2,
    carries: classes.every(one => one.school_year_id === 1),
    classes: new Map(classes.map(one => [one.id, one])),
  })
  const same = year(little, big, last, free)
  const plan = (from: PlanClass, grade: string | null, in_ = same) => Object.values(planFor(from, grade, in_))
  assert.deepEqual(plan(little, '1'), ['stay', null, '2'], 'of a class for two years')
  assert.deepEqual(plan(little, '2'), ['move', 2, '3'])
  assert.deepEqual(plan(big, null), ['move', 3, null], 'a class of several grades gives none')
  assert.deepEqual(plan(little, null), ['move', 2, '3'], 'the only grade of the class is theirs')
  assert.deepEqual(plan(last, '12'), ['graduate', null, '12'])
  assert.deepEqual(plan(free, 'Crèche'), ['move', 1, 'Crèche'], 'a grade of no list stays')
  assert.deepEqual(plan(of(5, '3', null, 9), '3'), ['graduate', null, '4'], 'the next class takes nobody any more')
  const fresh = year({ ...little, next_group_id: 8 }, of(7, '2', null, null, 2), of(8, '3', null, null, 2))
  assert.deepEqual(
    plan({ ...little, next_group_id: 8 }, '1', fresh),
    ['move', 7, '2'],
    'the only class of the new year for the grade',
  )
  assert.deepEqual(plan({ ...little, next_group_id: 8 }, '2', fresh), ['move', 8, '3'])
  const ends = 'no class of the year that ends takes anybody where the new one has its own'
  assert.deepEqual(plan(little, '2', year(little, big, of(7, '3', null, null, 2))), ['move', 7, '3'], ends)
  assert.deepEqual(plan(little, '2', year(little, big, of(7, 'Crèche', null, null, 2))), ['stay', null, '3'], ends)
})

test('a promotion is drawn up, changed by hand, applied with one event, and undone; what was before is there again', async () => {
  const one = await school(['1', '2', '3'], { capacity: 30 })
  const { church, classes, to } = one
  await fill(one, 4)
  const before = await state(one)
  const { id, ...drawn } = await draft(one)
  assert.deepEqual([drawn.status, drawn.moved, drawn.graduated, drawn.stayed], ['draft', 8, 4, 0])
  assert.deepEqual(await state(one), before, 'a draft changes nothing')
  const pupils = await movesOf(one, id)
  const of = (group: number) => pupils.filter((_, at) => Math.floor(at / 4) === classes.indexOf(group))
  const [first, second, third] = of(classes[0] ?? 0)
  await church.act(setMoves, { id, person_ids: [first!.person_id], action: 'stay' })
  await church.act(setMoves, { id, person_ids: [second!.person_id], action: 'leave' })
  await church.act(setMoves, { id, person_ids: [third!.person_id], action: 'move', to_group_id: classes[2]! })
  await church.act(setGraduates, { id, graduate_status: 'regular', graduate_tag: 'Youth' })
  const again = await draft(one)
  assert.deepEqual([again.id, again.moved, again.stayed, again.left], [id, 6, 1, 1], 'exceptions outlive a refresh')
  const told = (await named(one)).length
  const applied = await church.act(applyPromotion, { id })
  assert.deepEqual(
    [applied.status, applied.moved, applied.graduated, applied.stayed, applied.left, applied.skipped],
    ['applied', 6, 4, 1, 1, 0],
  )
  const after = await state(one)
  const inside = (group: number | undefined) =>
    (after.members as { group_id: number }[]).filter(({ group_id }) => group_id === group).length
  assert.deepEqual(classes.map(inside), [2, 2, 6], 'with a teacher each, who stays')
  assert.deepEqual(
    new Set((after.classes as { school_year_id: number }[]).map(one => one.school_year_id)),
    new Set([to]),
  )
  const grade = (person: number) =>
    (after.grades as { person_id: number; grade: string }[]).find(({ person_id }) => person_id === person)?.grade
  assert.deepEqual([grade(first!.person_id), grade(second!.person_id), grade(third!.person_id)], ['1', '1', '2'])
  await holdCounts(one)
  const events = (await church.events()).slice(told)
  const counts: Record<string, number> = {}
  for (const { name } of events) counts[name] = (counts[name] ?? 0) + 1
  assert.deepEqual(counts, {
    'person.updated': 4,
    'person.status_changed': 4,
    'person.tag_added': 4,
    'school.promotion_applied': 1,
  })
  const { data } = events.at(-1)!.body as { data: Record<string, unknown> }
  assert.deepEqual(data, {
    promotion: { id, from_year: '2025', to_year: '2026' },
    moved: 6,
    graduated: 4,
    stayed: 1,
    left: 1,
    skipped: 0,
    applied_by: { kind: 'command_line', name: null },
    applied_at: data.applied_at,
  })
  await assert.rejects(church.act(applyPromotion, { id }), { code: 'validation_failed' })
  await assert.rejects(draft(one), { code: 'validation_failed' })
  const undone = await church.act(undoPromotion, { id })
  assert.deepEqual([undone.status, undone.reverted, undone.kept], ['undone', 12, 0])
  assert.deepEqual(await state(one), before)
  await holdCounts(one)
  assert.deepEqual(await all(sql`select 1 from person_tags where church_id = ${church.church.id}`), [])
  const statuses = await all(sql`select distinct status from people where church_id = ${church.church.id}`)
  assert.deepEqual(statuses, [{ status: 'visitor' }])
  const next = await draft(one)
  assert.deepEqual([next.status, next.id === id], ['draft', false])
  assert.deepEqual(await church.act(discardPromotion, { id: next.id }), { id: next.id })
})

test('of 1,200 pupils in 40 classes 30 are moved by hand afterwards: the undo takes 1,170 back, and names the 30', async t => {
  const one = await school(Array.from({ length: 40 }, (_, at) => `G${at}`))
  const { church, classes } = one
  await fill(one, 30)
  const { id, ...drawn } = await draft(one)
  assert.deepEqual([drawn.moved, drawn.graduated], [1_170, 30])
  const told = (await named(one)).length
  let began = performance.now()
  const applied = await church.act(applyPromotion, { id })
  t.diagnostic(`applied in ${Math.round(performance.now() - began)} ms`)
  assert.deepEqual([applied.moved, applied.graduated], [1_170, 30])
  assert.deepEqual((await named(one)).slice(told), ['school.promotion_applied'])
  await holdCounts(one)
  const members = (
    await church.send('GET', `/group_members?group_id=${classes[20]}&status=active&role=member&per_page=100`)
  ).json.data
  for (const { id: membership, person_id } of members as { id: number; person_id: number }[]) {
    await church.send('PATCH', `/group_members/${membership}`, { status: 'left' })
    await church.send('POST', '/group_members', { group_id: classes[5], person_id })
  }
  began = performance.now()
  const undone = await church.act(undoPromotion, { id })
  t.diagnostic(`undone in ${Math.round(performance.now() - began)} ms`)
  assert.deepEqual([undone.reverted, undone.kept], [1_170, 30])
  const kept = (await movesOf(one, id)).filter(({ result }) => result === 'kept')
  const people = new Set((members as { person_id: number }[]).map(({ person_id }) => person_id))
  assert.deepEqual(new Set(kept.map(({ person_id }) => person_id)), people)
  assert.deepEqual(new Set(kept.map(({ reason }) => reason)), new Set(['moved_since']))
  const stayed = await all<{
    n: number
  }>(sql`select count(*)::int as n from group_members where church_id = ${church.church.id}
    and group_id = ${classes[5]} and status = 'active' and person_id = any(${[...people]}::bigint[])`)
  assert.deepEqual(stayed, [{ n: 30 }])
  await holdCounts(one)
})

test('who changed class since the draft, was removed or has died is passed over with the reason; nobody else is', async () => {
  const one = await school(['1', '2', '3', '4'])
  const { church, classes } = one
  await fill(one, 3)
  const { id } = await draft(one)
  const [gone, dropped, died] = (await movesOf(one, id)).map(({ person_id }) => person_id)
  const membership = (await church.send('GET', `/group_members?person_id=${gone}`)).json.data[0].id
  await church.send('PATCH', `/group_members/${membership}`, { status: 'left' })
  await church.send('POST', '/group_members', { group_id: classes[2], person_id: gone })
  await church.act(removePerson, { id: dropped! })
  await church.send('PATCH', `/people/${died}`, { status: 'deceased' })
  const applied = await church.act(applyPromotion, { id })
  assert.deepEqual([applied.moved, applied.graduated, applied.skipped], [6, 3, 3])
  const reasons = new Map((await movesOf(one, id)).map(move => [move.person_id, [move.result, move.reason]]))
  assert.deepEqual(
    [gone, dropped, died].map(person => reasons.get(person!)),
    [
      ['skipped', 'left_class'],
      ['skipped', 'removed'],
      ['skipped', 'deceased'],
    ],
  )
  await holdCounts(one)
})

test('a draft names who is passed over, in classes that are paused or closed and in a second class, and why', async () => {
  const one = await school(['1', '2', '3'])
  await fill(one, 1)
  const { id: church } = one.church.church
  const [first = 0, second = 0, third = 0] = (
    await all<{ id: number }>(sql`select id from groups where church_id = ${church} and kind = 'class' order by id`)
  ).map(({ id }) => id)
  const pupilOf = async (group: number) =>
    (
      await all<{ id: number }>(sql`select person_id as id from group_members
      where church_id = ${church} and group_id = ${group} and role = 'member'`)
    )[0]?.id ?? 0
  const [twice, waiting] = [await pupilOf(first), await pupilOf(third)]
  await one.church.send('POST', '/group_members', { group_id: second, person_id: twice })
  await one.church.send('PUT', `/groups/${third}`, { status: 'paused' })
  const { id } = await draft(one)
  const told = async () =>
    (await shown(one, id)).passed_over.map(({ person_id, group_id, reason }) => [person_id, group_id, reason])
  assert.deepEqual(await told(), [
    [twice, second, 'several'],
    [waiting, third, 'paused'],
  ])
  const { stdout } = await cli(service.databaseUrl, [
    'promotion',
    'moves',
    String(id),
    '--church',
    one.church.church.slug,
  ])
  assert.match(stdout, /passed over: .*: is in several classes, and moves up from another one than/)
  assert.match(stdout, /passed over: .*: .* is paused/)
  await one.church.send('PUT', `/groups/${third}`, { status: 'active' })
  assert.deepEqual((await told()).at(-1), [waiting, third, 'since'])
  await draft(one)
  assert.deepEqual(await told(), [[twice, second, 'several']])
})

test('a draft is applied as it was shown: where something would be drawn up otherwise by now nobody moves, and what changed is told', async () => {
  const one = await school(['1', '2', '3'])
  const { church, classes, to } = one
  await fill(one, 2)
  const { id, revision } = await draft(one)
  const [first, second, third] = await movesOf(one, id)
  const refused = async (why: RegExp, more: object = {}): Promise<void> => {
    const before = await state(one)
    await assert.rejects(church.act(applyPromotion, { id, ...more }), (error: Error & { code?: string }) => {
      assert.deepEqual([error.code, why.test(error.message)], ['wrong_state', true], error.message)
      return true
    })
    assert.deepEqual(await state(one), before)
  }
  const late = (await church.send('POST', '/people', { first_name: 'Zainab' })).json.data.id
  await church.send('POST', '/group_members', { group_id: classes[0], person_id: late })
  await refused(/Zainab came into a class/)
  await draft(one)
  const seen = (await church.send('GET', `/promotions/${id}`)).json.data.revision
  assert.ok(seen > revision)
  await church.act(setMoves, { id, person_ids: [first!.person_id], action: 'move', to_group_id: classes[2]! })
  await refused(/changed this draft since it was shown/, { revision: seen })
  const [details] = (await church.send('GET', `/child_details?person_id=${second!.person_id}`)).json.data
  await church.send('PATCH', `/child_details/${details.id}`, { grade: '2' })
  await refused(/otherwise now for Pupil/)
  await church.send('PATCH', `/child_details/${details.id}`, { grade: '1' })
  await church.act(updateClass, { id: classes[2]!, status: 'closed' })
  await refused(/otherwise now for Pupil .*Pupil/)
  await draft(one)
  assert.equal((await movesOf(one, id)).find(move => move.person_id === first!.person_id)?.by_hand, false)
  await church.act(updateClass, { id: classes[2]!, status: 'active' })
  await draft(one)
  const other = await church.act(createClass, { name: 'New', school_year_id: to })
  await refused(/new school year has classes of its own now/)
  await church.act(updateClass, { id: other.id, school_year_id: null })
  await church.act(setMoves, { id, person_ids: [third!.person_id], action: 'stay' })
  const drawn = await draft(one)
  const applied = await church.act(applyPromotion, { id, revision: drawn.revision })
  assert.deepEqual([applied.moved, applied.graduated, applied.stayed, applied.skipped], [4, 2, 1, 0])
  await holdCounts(one)
})

test('the tag of graduates is spelled as it is already, moves the totals of lists, and is given to nobody who has a hundred', async () => {
  const one = await school(['1'])
  const { church } = one
  await fill(one, 2)
  const staff = await member(service, church, 'staff')
  const total = async (): Promise<number> => (await staff.inChurch('GET', '/people?tag=youth')).json.meta.total
  const older = (await church.send('POST', '/people', { first_name: 'Older' })).json.data.id
  await church.act(addTag, { id: older, tag: 'Youth' })
  const { id } = await draft(one)
  await church.act(setGraduates, { id, graduate_tag: 'YOUTH' })
  assert.equal(await total(), 1)
  const [pupil] = await movesOf(one, id)
  const church_id = church.church.id
  const write = (query: ReturnType<typeof sql>) => service.database.write(church_id, tx => tx.run(query))
  await write(sql`insert into person_tags (church_id, person_id, tag, created_at)
    select ${church_id}::bigint, ${pupil!.person_id}::bigint, 'tag ' || n, now() from generate_series(1, 100) as n`)
  await assert.rejects(church.act(applyPromotion, { id }), {
    code: 'validation_failed',
    message: /may have 100 tags.*Pupil/,
  })
  await write(sql`delete from person_tags where church_id = ${church_id} and tag = 'tag 100'`)
  await church.act(applyPromotion, { id })
  const spelled = await all(
    sql`select distinct tag from person_tags where church_id = ${church_id} and lower(tag) = 'youth'`,
  )
  assert.deepEqual([spelled, await total()], [[{ tag: 'Youth' }], 3])
  await church.act(undoPromotion, { id })
  assert.equal(await total(), 1)
})

test('a class with fewer places than pupils is named before, and nobody moves unless that is meant; confidential classes have no part', async () => {
  const one = await school(['1', '2', '3'])
  const { church, classes } = one
  await fill(one, 5)
  await church.act(updateClass, { id: classes[1]!, capacity: 4 })
  await church.act(conceal, { id: classes[2]! })
  const { id, ...drawn } = await draft(one)
  assert.deepEqual([drawn.moved, drawn.graduated], [5, 5])
  assert.deepEqual((await shown(one, id)).overfull, [{ id: classes[1], name: 'Class 2', capacity: 4, members: 6 }])
  const before = await state(one)
  await assert.rejects(church.act(applyPromotion, { id }), (error: Error & { code?: string }) => {
    assert.deepEqual([error.code, /Class 2 would have 6 members in 4 places/.test(error.message)], ['no_places', true])
    return true
  })
  assert.deepEqual(await state(one), before)
  assert.equal((await church.act(applyPromotion, { id, over_capacity: true })).moved, 5)
  await holdCounts(one)
})

test('of two who apply or undo at once one does', async () => {
  const one = await school(['1', '2'])
  await fill(one, 5)
  const { id } = await draft(one)
  for (const action of [applyPromotion, undoPromotion]) {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => one.church.act(action, { id })))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    await holdCounts(one)
  }
  assert.equal((await named(one)).filter(name => name === 'school.promotion_applied').length, 1)
  const drafts = await Promise.all([1, 2, 3].map(() => draft(one)))
  assert.equal(new Set(drafts.map(({ id }) => id)).size, 1, 'of drafts of the same years there is one')
})

test('staff of the whole church apply it, after their password; a branch limit shuts it, viewers and keys read how many', async () => {
  const one = await school(['1', '2'])
  const { church } = one
  await fill(one, 2)
  const { id } = await draft(one)
  const [staff, limited, viewer, finance] = [
    await member(service, church, 'staff'),
    await member(service, church, 'staff', church.church.hq_branch_id),
    await member(service, church, 'viewer'),
    await member(service, church, 'finance'),
  ]
  for (const who of [limited, viewer, finance]) {
    assert.equal((await who.inChurch('POST', '/actions/promotions.apply', { id })).json.error, 'not_permitted')
  }
  assert.equal((await staff.inChurch('POST', '/actions/promotions.apply', { id })).json.error, 'step_up_required')
  await staff.ask('POST', '/api/step-up', { password: PASSWORD })
  const applied = await staff.inChurch('POST', '/actions/promotions.apply', { id })
  assert.deepEqual([applied.status, applied.json.data.applied_by], [200, 'A staff'], applied.text)
  assert.equal((await viewer.inChurch('GET', `/views/promotion?id=${id}`)).status, 200)
  const { json } = await church.send('GET', `/promotions?status=applied&from_year_id=${one.from}`)
  assert.deepEqual(
    json.data.map((found: Record<string, unknown>) => [found.id, found.moved, found.graduated, found.to_year]),
    [[id, 2, 2, '2026']],
  )
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update promotions set applied_at = ${moved('applied_at', '-61 days')} where church_id = ${church.church.id}`,
    ),
  )
  const late = await staff.inChurch('POST', '/actions/promotions.undo', { id })
  assert.deepEqual([late.status, Object.keys(late.json.errors ?? {})], [422, ['id']])
})

test('at the terminal years are named, and it is told class by class who goes where, and who was skipped and why', async () => {
  const one = await school(['1', '2'])
  const { church } = one
  await fill(one, 2)
  const run = async (...args: string[]): Promise<string> => {
    const done = await cli(service.databaseUrl, ['promotion', ...args, '--church', church.church.slug])
    assert.equal(done.code, 0, done.stderr)
    return done.stdout
  }
  assert.match(await run('draft', '--from', '2025', '--to', '2026'), /2 move up, 2 graduate/)
  const { id } = (await church.send('GET', '/promotions')).json.data[0]
  const gone = (await movesOf(one, id))[0]?.person_id ?? 0
  await church.act(removePerson, { id: gone })
  assert.match(await run('apply', String(id)), /Everybody has moved up/)
  const told = await run('moves', String(id))
  assert.match(told, /Class 1: 2 to Class 2\n {2}skipped: Pupil \S+: the person was removed/)
  assert.match(await run('undo', String(id)), /was undone/)
})

test('at the terminal classes and grades are given their ways, and what names none changes nothing', async () => {
  const one = await school(['1', '2', '3'])
  const { church, classes } = one
  await fill(one, 2)
  const run = (...args: string[]) =>
    cli(service.databaseUrl, [
      'promotion',
      'draft',
      '--from',
      '2025',
      '--to',
      '2026',
      ...args,
      '--church',
      church.church.slug,
    ])
  const waysOf = async () => {
    const { id } = (await church.send('GET', '/promotions')).json.data[0]
    return (await movesOf(one, id)).map(({ action, to_group_id, by_hand }) => [action, to_group_id, by_hand])
  }
  await run()
  const proposed = await waysOf()
  for (const wrong of [
    ['--next', 'Class 1=Nowhere'],
    ['--next', 'Nowhere=Class 1'],
    ['--grade', '9=leave'],
    ['--grade', '1'],
  ]) {
    const { code, stderr } = await run('--next', 'Class 2=leave', ...wrong)
    assert.notEqual(code, 0, wrong.join(' '))
    assert.match(stderr, /Nowhere|grade "9"|Write "1" as in/)
    assert.deepEqual(await waysOf(), proposed, wrong.join(' '))
  }
  const done = await run('--next', 'class 1=Class 3', '--next', `${classes[1]}=stay`, '--grade', '3=leave')
  assert.match(done.stdout, /2 move up, 0 graduate, 2 stay, 2 leave/, done.stderr)
  const after = await waysOf()
  assert.deepEqual(after.filter(([, to]) => to === classes[2]).length, 2)
  assert.ok(after.every(([, , by_hand]) => by_hand))
  // What is said of a grade goes before what is said of its class; the draft keeps it when it is brought up to date.
  await run('--next', 'Class 3=stay', '--grade', '3=graduate')
  assert.match((await run()).stdout, /2 move up, 2 graduate, 2 stay, 0 leave/)
})

test('two records of a pupil that are merged move up and go back once; a forgotten pupil leaves the counts', async () => {
  const one = await school(['1', '2', '3'])
  const { church, classes } = one
  await fill(one, 3)
  const { id } = await draft(one)
  const [keep, remove, other, ...rest] = (await movesOf(one, id)).map(({ person_id }) => person_id)
  await church.act(mergePeople, { keep: keep!, remove: remove! })
  const applied = await church.act(applyPromotion, { id })
  assert.deepEqual([applied.moved, applied.graduated, applied.skipped], [5, 3, 1])
  const extra = (await church.send('POST', '/people', { first_name: 'Extra' })).json.data.id
  await church.act(mergePeople, { keep: extra, remove: other! })
  await church.act(forgetPerson, { id: rest[0]! })
  await holdCounts(one)
  const undone = await church.act(undoPromotion, { id })
  assert.deepEqual([undone.reverted, undone.kept], [7, 0])
  const where = async (person_id: number | undefined) =>
    (await church.send('GET', `/group_members?person_id=${person_id}&status=active`)).json.data.map(
      ({ group_id }: { group_id: number }) => group_id,
    )
  assert.deepEqual([await where(keep), await where(extra)], [[classes[0]], [classes[0]]])
  await holdCounts(one)
})

test('whatever classes and pupils there are, after a promotion and its undo memberships, grades and classes are as before', async () => {
  const pupil = fc.record({
    group: fc.nat(3),
    grade: fc.constantFrom(null, '1', '2', '3', 'Else'),
    role: fc.constantFrom('member', 'member', 'leader', 'guest'),
  })
  const next = fc.array(fc.option(fc.nat(3), { nil: null }), { minLength: 4, maxLength: 4 })
  const by_hand = fc.array(
    fc.tuple(fc.nat(20), fc.constantFrom('stay' as const, 'leave' as const, 'graduate' as const)),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pupil, { maxLength: 20 }), next, by_hand, async (pupils, nexts, hands) => {
      const one = await school(['1', '2', '3', '4'])
      const { church, classes } = one
      const { id: church_id, hq_branch_id } = church.church
      await service.database.write(church_id, async tx => {
        for (const [at, to] of nexts.entries()) {
          const target = to === null || to === at ? null : classes[to]
          await tx.run(
            sql`update class_details set next_group_id = ${target} where church_id = ${church_id} and group_id = ${classes[at]}`,
          )
        }
        for (const [at, { group, grade, role }] of pupils.entries()) {
          await tx.run(sql`with who as (insert into people (church_id, member_no, first_name, country, source, branch_id, created_at, updated_at)
              values (${church_id}, ${`r${at}`}, 'P', 'NG', 'api', ${hq_branch_id}, now(), now()) returning id),
            child as (insert into child_details (church_id, person_id, branch_id, grade, created_at, updated_at)
              select ${church_id}::bigint, id, ${hq_branch_id}::bigint, ${grade}, now(), now() from who)
            insert into group_members (church_id, group_id, person_id, branch_id, role, joined_on, source, created_at, updated_at)
            select ${church_id}::bigint, ${classes[group]}::bigint, id, ${hq_branch_id}::bigint, ${role}, '2025-09-07', 'api', now(), now() from who`)
        }
        await tx.run(sql`update groups as g set member_count = c.n, leader_count = c.l from (select group_id, count(*) as n,
            count(*) filter (where role = 'leader') as l from group_members where church_id = ${church_id} group by group_id) as c
          where g.church_id = ${church_id} and g.id = c.group_id`)
      })
      const before = await state(one)
      const { id } = await draft(one)
      const moves = await movesOf(one, id)
      for (const [at, action] of hands) {
        const move = moves[at]
        if (move !== undefined) await church.act(setMoves, { id, person_ids: [move.person_id], action })
      }
      const applied = await church.act(applyPromotion, { id })
      assert.equal(applied.moved + applied.graduated + applied.stayed + applied.left, moves.length)
      await holdCounts(one)
      const undone = await church.act(undoPromotion, { id })
      assert.deepEqual([undone.reverted, undone.kept], [moves.length, 0])
      assert.deepEqual(await state(one), before)
      await holdCounts(one)
    }),
    { numRuns: 8 },
  )
})
