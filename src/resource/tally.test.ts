/** Totals that are counted anew from what is on record (decision 0003). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestChurch, type TestService } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import { people } from '../modules/people/people.ts'
import { removePerson } from '../modules/people/remove.ts'
import { recount } from './tally.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church()
})
after(() => service.close())

/** What is kept of people, deltas and folded totals alike, by whether they were removed. */
const kept = (): Promise<{ removed: boolean; n: number }[]> =>
  service.database.read.all(sql`select removed, sum(n)::int as n from (
      select removed, n from tallies where church_id = ${church.church.id} and resource = 'people' and branch_id = 0
      union all select removed, n from tally_deltas where church_id = ${church.church.id} and resource = 'people') as one
    group by removed having sum(n) <> 0 order by removed`)

test('who was removed is counted as such, also when all is counted anew', async () => {
  const ids: number[] = []
  for (const first_name of ['Ada', 'Bo', 'Chi']) {
    ids.push((await church.send('POST', '/people', { first_name })).json.data.id)
  }
  await church.act(removePerson, { id: ids[1] as number })
  const before = await kept()
  assert.deepEqual(before, [
    { removed: false, n: 2 },
    { removed: true, n: 1 },
  ])
  await service.database.write(church.church.id, tx => recount(tx, church.church.id, people))
  assert.deepEqual(await kept(), before)
  assert.equal((await church.send('GET', '/people')).json.meta.total, 2)
})
