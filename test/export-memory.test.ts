/** A long list goes out as CSV piece by piece, and statements as PDF page by page: what the process holds does not grow with it (SEXTON_TEST_ROWS for longer ones). */
import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { commandCaller } from '../src/modules/church/command-caller.ts'
import { people } from '../src/modules/people/people.ts'
import { figuresOf, type Head } from '../src/modules/statements/figures.ts'
import { statementsPdf } from '../src/modules/statements/statement-paper.ts'
import { exportList } from '../src/resource/export.ts'
import { recount } from '../src/resource/tally.ts'
import { ENGLISH } from '../src/texts/language.ts'
import { member } from './support/console.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const ROWS = Number(process.env.SEXTON_TEST_ROWS ?? 20_000)
/** As many as a statement inserts within its time. */
const AT_ONCE = 20_000
const NEW_LINE = 0x0a
/** Bytes of a download that are taken slowly. */
const PATIENCE = 2 ** 18
/** What one row takes in the file. */
const NOTE = 'x'.repeat(300)

let service: TestService
let church: TestChurch
before(async () => {
  // The totals of a million people are counted here with one statement, as the service never does.
  service = await startService({ SEXTON_STATEMENT_TIMEOUT: '120000' })
  church = await service.church()
  const { id, hq_branch_id } = church.church
  for (let from = 1; from <= ROWS; from += AT_ONCE) {
    const to = Math.min(ROWS, from + AT_ONCE - 1)
    await service.database.write(id, async tx => {
      await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, occupation, country, branch_id,
          created_at, updated_at)
        select ${id}::bigint, lpad(n::text, 7, '0'), 'Person', 'No ' || n, ${NOTE}, 'NG', ${hq_branch_id}::bigint,
          ${tx.now}::timestamptz, ${tx.now}::timestamptz from generate_series(${from}::int, ${to}::int) as n`)
    })
  }
  await service.database.write(id, tx => recount(tx, id, people))
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

/** What may be held beside the page that is made: pages are as large in a list of any length. */
const MOST = 4 * 2 ** 20

test('an export holds a page at a time, all its rows are there, and it follows its filters and sort', async t => {
  const caller = await commandCaller(service.database.read, church.church, HOUSE.scopes)
  const parts = {
    database: service.database,
    vault: service.vault,
    clock: { now: () => new Date() },
    house: HOUSE,
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
  assert.ok(growth < MOST, `${growth} bytes more are held, of ${bytes}`)
})

test('a download is made no faster than it is taken: who reads slowly does not fill the server', async t => {
  const owner = await member(service, church, 'owner')
  const headers = { cookie: owner.session.join('='), 'sec-fetch-site': 'same-origin' }
  const url = `${service.url}/console/api/${church.church.slug}/people/export?sort=id`
  const response = await new Promise<IncomingMessage>(resolve => get(url, { headers }, resolve))
  assert.equal(response.statusCode, 200)
  const atFirst = held()
  let [bytes, lines, next, most] = [0, 0, 0, 0]
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === NEW_LINE) lines += 1
    // Time enough for the server to make the rest, if it did not wait.
    if (bytes < PATIENCE) await sleep(20)
    if (lines < next) continue
    next += ROWS / 20
    most = Math.max(most, held() - atFirst)
  }
  t.diagnostic(
    `${(bytes / 2 ** 20).toFixed(1)} MiB taken slowly, ${(most / 2 ** 20).toFixed(2)} MiB more held than before`,
  )
  assert.equal(lines, ROWS + 1)
  assert.ok(most < MOST, `${most} bytes more are held, of ${bytes}`)
})

const HEAD: Head = {
  ...{
    kind: 'statement',
    number: '',
    version: 1,
    supersedes: [],
    issued_on: '2026-01-05',
    note: null,
    currency: 'NGN',
  },
  ...{ from: '2025-01-01', to: '2025-12-31', church: { name: 'Grace', address: null, contact: null } },
}
/** Statements of 52 lines, of which no two have a name or an amount in common. */
function* statements(count: number) {
  for (let n = 0; n < count; n += 1) {
    const lines = Array.from({ length: 52 }, (_, week) => {
      const amount = n * 5_200 + week * 100 + 17
      return [week, '2025-03-02', 1, 'cash', amount, 'NGN', amount, null, n, 1] as const
    })
    const who = { name: `Giver ${n}`, address: null, place: null, givers: null }
    yield figuresOf(HEAD, { who, lines, pledges: [], funds: { 1: ['General', true] } })
  }
}

test('a PDF of many statements holds no more at its end than after some of them', async t => {
  const [some, all] = [60, 180]
  let drawn = 0
  const samples: number[] = []
  function* read() {
    for (const one of statements(all)) {
      if (drawn === some || drawn === all - 1) samples.push(held())
      drawn += 1
      yield { figures: one, language: ENGLISH }
    }
  }
  const paper = { language: ENGLISH, paper: 'A4', verify: '' } as const
  for await (const piece of statementsPdf('all', read(), paper)) assert.ok(piece.length > 0)
  const [early = 0, late = 0] = samples
  const grown = (late - early) / 2 ** 20
  t.diagnostic(`${grown.toFixed(1)} MiB more after ${all} statements than after ${some}`)
  assert.ok(grown < 4, `${grown.toFixed(1)} MiB`)
})
