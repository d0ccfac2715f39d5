/** A long list goes out as CSV piece by piece: what the process holds does not grow with it (SEXTON_TEST_ROWS for longer ones). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { commandCaller } from '../src/modules/church/command-caller.ts'
import { people } from '../src/modules/people/people.ts'
import { exportList } from '../src/resource/export.ts'
import { recount } from '../src/resource/tally.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const ROWS = Number(process.env.SEXTON_TEST_ROWS ?? 20_000)
/** What one row takes in the file. */
const NOTE = 'x'.repeat(300)

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church()
  const { id, hq_branch_id } = church.church
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, occupation, country, branch_id, created_at,
        updated_at)
      select ${id}::bigint, lpad(n::text, 7, '0'), 'Person', 'No ' || n, ${NOTE}, 'NG', ${hq_branch_id}::bigint,
        ${tx.now}::timestamptz, ${tx.now}::timestamptz from generate_series(1, ${ROWS}::int) as n`)
    await recount(tx, id, 'people', { removed: 'removed', amount: '0' })
  })
})
after(() => service.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that the process holds once what is of no use is gone. */
function held(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('an export holds a page at a time, all its rows are there, and it follows its filters and sort', async t => {
  const caller = await commandCaller(service.database.read, church.church, HOUSE.scopes)
  const parts = {
    database: service.database,
    vault: service.vault,
    clock: { now: () => new Date() },
    resourceNamed: HOUSE.resource,
  }
  const query = { values: new Map([['sort', '-id']]), repeated: new Set<string>() }
  const atFirst = held()
  const { text, written } = await exportList(parts, people, query, caller)
  let [bytes, lines, next, last] = [0, 0, ROWS / 10, Number.POSITIVE_INFINITY]
  const samples: number[] = []
  for await (const piece of text) {
    bytes += piece.length
    for (const [, number] of piece.matchAll(/\r\n\d+,(\d{7}),|^\d+,(\d{7}),/g)) {
      if (number === undefined) continue
      assert.ok(Number(number) < last, 'in the order that was asked for')
      last = Number(number)
    }
    lines += piece.split('\r\n').length - 1
    if (lines < next) continue
    next += ROWS / 10
    samples.push(held())
  }
  assert.deepEqual([lines, written()], [ROWS + 1, ROWS])
  const growth = Math.max(...samples) - atFirst
  t.diagnostic(
    `${ROWS} rows, ${(bytes / 2 ** 20).toFixed(1)} MiB of CSV, ${(growth / 2 ** 20).toFixed(2)} MiB more held than before`,
  )
  assert.ok(samples.length >= 9)
  assert.ok(growth < bytes / 2, `${growth} bytes more are held, of ${bytes}`)
})
