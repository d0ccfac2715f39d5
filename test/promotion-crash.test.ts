/** A promotion that is killed in the middle has moved nobody; it can be applied as if nothing had been (decisions, School). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { applyPromotion } from '../src/modules/promotions/apply.ts'
import { draftPromotion } from '../src/modules/promotions/draft.ts'
import { createClass } from '../src/modules/school/edit-class.ts'
import { createYear } from '../src/modules/school/school-years.ts'
import { beforeCommit, midTransaction } from './crash/moments.ts'
import { member } from './support/console.ts'
import { databaseAddress } from './support/database-address.ts'
import { killProcesses, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
let proxy: TcpProxy

before(async () => {
  service = await startService()
  proxy = await startProxy(databaseAddress(service.connection))
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

const PUPILS = 50

test('killed between the end of memberships and their beginning, or before the commit: nobody has moved', async () => {
  const church = await service.church()
  const { id: church_id } = church.church
  await church.set({ modules: ['groups', 'school'] })
  const year = async (begins: number): Promise<number> =>
    (await church.act(createYear, { name: `${begins}`, starts_on: `${begins}-09-01`, ends_on: `${begins + 1}-07-31` }))
      .id
  const [from_year_id, to_year_id] = [await year(2025), await year(2026)]
  const big = (await church.act(createClass, { name: 'Big', school_year_id: from_year_id })).id
  const little = (await church.act(createClass, { name: 'Little', school_year_id: from_year_id, next_group_id: big }))
    .id
  const people = Array.from({ length: PUPILS }, (_, at) => church.send('POST', '/people', { first_name: `P${at}` }))
  const person_ids = (await Promise.all(people)).map(({ json }) => json.data.id)
  await church.send('POST', '/group_members', { group_id: little, person_ids })
  const { id } = await church.act(draftPromotion, { from_year_id, to_year_id })
  const state = () =>
    service.database.read.all(sql`select p.status, p.moved, g.id, g.member_count, d.school_year_id,
        (select count(*)::int from group_members where church_id = ${church_id} and group_id = g.id) as rows,
        (select count(*)::int from events where church_id = ${church_id} and name like 'school.%') as told
      from promotions as p, groups as g join class_details as d on d.church_id = ${church_id} and d.group_id = g.id
      where p.church_id = ${church_id} and g.church_id = ${church_id} order by g.id`)
  const before = await state()
  for (const moment of [midTransaction, beforeCommit]) {
    const node = await startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port })
    const owner = await member({ ...service, url: node.url }, church, 'owner')
    await service.database.write(0, tx =>
      tx.run(sql`update sessions set stepped_up_at = ${tx.now}::timestamptz
        where user_id = (select id from users where email = ${owner.email})`),
    )
    const died = new Promise<void>(resolve => moment(proxy, 'with fresh as', () => void node.kill().then(resolve)))
    await Promise.all([assert.rejects(owner.inChurch('POST', '/actions/promotions.apply', { id })), died])
    proxy.watch = {}
    assert.deepEqual(await state(), before)
  }
  const applied = await church.act(applyPromotion, { id })
  assert.deepEqual([applied.status, applied.moved, applied.skipped], ['applied', PUPILS, 0])
})
