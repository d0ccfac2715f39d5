/** People who are merged or forgotten, and families that change, while statements are issued and after. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { BY_HAND, statementDesk, YEAR } from '../../../test/support/statements.ts'
import { sql } from '../../db/sql.ts'
import { forgetPerson } from '../people/forget.ts'
import { mergePeople } from '../people/merge.ts'
import { issueAll } from './issue.ts'
import { supersedeStatement } from './supersede.ts'

const at = {} as { service: TestService; church: TestChurch }
const { made, person, family, give, list, saidBy, begun, finish, issue, campaign } = statementDesk(at)
before(async () => {
  at.service = await startService({}, { modules: BY_HAND })
})
beforeEach(async () => {
  at.church = await at.service.church()
  await at.church.set({ modules: ['giving'] })
})
after(() => at.service.close())

test('who is forgotten while statements are being issued gets none; their family gets its own, without them', async () => {
  const home = await family('Obi')
  const [ada, ben] = [await person('Ada', { family_id: home }), await person('Benedict', { family_id: home })]
  const alone = await person('Chinedu')
  const bus = await campaign('Bus', `${YEAR}-01-01`, `${YEAR}-12-31`)
  await made('/pledges', { campaign_id: bus.id, amount: 70, person_id: ben })
  await made('/pledges', { campaign_id: bus.id, amount: 80, person_id: ada })
  for (const [who, amount] of [
    [ada, 100],
    [ben, 20],
    [alone, 3],
  ] as const)
    await give(who, amount)
  const run = await begun('family')
  for (const id of [ben, alone]) await at.church.act(forgetPerson, { id })
  await finish(run)
  const [statement, ...more] = await list()
  assert.deepEqual([statement?.family_id, statement?.base_total, more.length], [home, 100, 0])
  const said = await saidBy(statement?.id ?? 0)
  assert.deepEqual(
    [said.deductible.lines.map(({ giver, amount }) => [giver, amount]), said.pledges?.map(({ amount }) => amount)],
    [[['Ada Obi', 100]], [80]],
  )
  const stored = await at.service.database.read.all<{ text: string; people: number[] }>(
    sql`select figures as text, people from statements where church_id = ${at.church.church.id}`,
  )
  assert.deepEqual(
    [stored.map(({ people }) => people), stored.some(({ text }) => /Benedict|Chinedu/.test(text))],
    [[[ada]], false],
  )
})

test('who is forgotten after their family got its statement is no giver of it on record; the paper stays as it was issued', async () => {
  const home = await family('Obi')
  const [ada, ben] = [await person('Ada', { family_id: home }), await person('Benedict', { family_id: home })]
  for (const who of [ada, ben]) await give(who, 100)
  await issue('family')
  const [statement] = await list()
  const before = await saidBy(statement?.id ?? 0)
  await at.church.act(forgetPerson, { id: ben })
  assert.deepEqual(await saidBy(statement?.id ?? 0), before)
  const row = await at.service.database.read.first<{ people: number[] }>(
    sql`select people from statements where church_id = ${at.church.church.id}`,
  )
  assert.deepEqual(row?.people, [ada])
})

test('forgotten at any moment of a run: nobody has a draft or a statement that names them as its giver, and no number is missing', async () => {
  const everybody: number[] = []
  for (let n = 0; n < 8; n += 1) everybody.push(await person(`P${n}`))
  for (const id of everybody) await give(id, 100)
  const { id: run } = await at.church.act(issueAll, { year: YEAR })
  const gone = everybody.filter((_, at) => at % 2 === 0)
  await Promise.all([finish(run), finish(run), ...gone.map(id => at.church.act(forgetPerson, { id }))])
  const rows = await at.service.database.read.all<{ person_id: number | null; people: number[]; number: string }>(
    sql`select person_id, people, number from statements where church_id = ${at.church.church.id} order by id`,
  )
  for (const { person_id, people } of rows) {
    assert.ok(person_id === null || !gone.includes(person_id))
    assert.ok(!people.some(id => gone.includes(id)))
  }
  const kept = rows.flatMap(({ person_id }) => person_id ?? [])
  assert.deepEqual(
    kept.sort((a, b) => a - b),
    everybody.filter(id => !gone.includes(id)),
  )
  assert.deepEqual(
    rows.map(({ number }) => Number(number.slice(-6))),
    rows.map((_, at) => at + 1),
  )
  const drafts = await at.service.database.read.all(
    sql`select 1 from statement_drafts where church_id = ${at.church.church.id}`,
  )
  assert.equal(drafts.length, 0)
})

test('two records that are merged while statements are issued: both follow, and a new version makes one of two', async () => {
  const [one, two] = [await person('Ada'), await person('Adah')]
  await give(one, 100)
  await give(two, 20)
  const run = await begun()
  await at.church.act(mergePeople, { keep: one, remove: two })
  await finish(run)
  const both = await list()
  assert.deepEqual(both.map(({ person_id, base_total, changed }) => [person_id, base_total, changed]).sort(), [
    [one, 100, true],
    [one, 20, true],
  ])
  const whole = await at.church.act(supersedeStatement, { id: both[0]?.id ?? 0 })
  assert.equal(whole.base_total, 120)
  const valid = (await list()).filter(({ status }) => status === 'issued')
  assert.deepEqual(
    valid.map(({ id }) => id),
    [whole.id],
  )
  // What was given is on one that is valid, so the run of the year passes over it.
  await issue()
  assert.equal((await list()).length, 3)
})

test('two families that become one have their statements; what is on them is on no other, and a new version says whose gifts it had', async () => {
  const [obi, eze] = [await family('Obi'), await family('Eze')]
  const [ada, ben] = [await person('Ada', { family_id: obi }), await person('Ben', { family_id: eze })]
  await give(ada, 100)
  await give(ben, 20)
  await issue('family')
  assert.equal(
    (await at.church.send('PUT', `/people/${ben}`, { first_name: 'Ben', last_name: 'Obi', family_id: obi })).status,
    200,
  )
  for (const by of ['family', 'person'] as const) await issue(by)
  const valid = await list()
  assert.deepEqual(
    valid.map(({ family_id, base_total }) => [family_id, base_total]).sort(),
    [
      [obi, 100],
      [eze, 20],
    ].sort(),
  )
  await give(ben, 5)
  const old = valid.find(({ family_id }) => family_id === eze)?.id ?? 0
  const second = await at.church.act(supersedeStatement, { id: old })
  assert.deepEqual([second.base_total, second.family_id], [25, eze])
  const sum = (await list()).filter(({ status }) => status === 'issued').reduce((all, one) => all + one.base_total, 0)
  assert.equal(sum, 125)
})
