import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { nameKey } from '../../resource/import-names.ts'
import { peopleByName } from './people-by-name.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

test('of a family name that hundreds have, everybody is found by their name, and who is nearly meant is proposed', async () => {
  const { church } = await service.church()
  await service.database.write(church.id, tx =>
    tx.run(sql`insert into people (church_id, member_no, first_name, last_name, country, branch_id, created_at, updated_at)
      select ${church.id}::bigint, 'n' || n, case n when 500 then 'Chidinma' else 'Person' || n end, 'Okafor', 'NG',
        ${church.hq_branch_id}::bigint, ${tx.now}::timestamptz, ${tx.now}::timestamptz from generate_series(1, 500) as n`),
  )
  const names = [
    'OKAFOR, Person499',
    'Chidimma Okafor',
    'C. Okafor',
    'Okafor',
    'Zed Okafor',
    'Person7 Okafor & Person8',
  ]
  const found = await peopleByName(service.database.read, church, names)
  const told = names.map(name => {
    const match = found.get(nameKey(name))
    return match && [match.sure, ...match.may.map(one => one.member_no)]
  })
  const near = [false, 'n500']
  assert.deepEqual(told, [[true, 'n499'], near, near, undefined, undefined, undefined])
})
