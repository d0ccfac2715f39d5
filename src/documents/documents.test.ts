/** Documents that are issued: numbers without gaps, figures that stay as they were. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'
import { untilWaiting } from '../../test/support/waiting.ts'
import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { freeze, NotAsIssued, thaw } from './frozen.ts'
import { nextNumber, nextNumbers, numberText, readNumber } from './numbers.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

const write = <T>(church: number, work: (tx: Tx) => Promise<T>): Promise<T> => service.database.write(church, work)

test('numbers begin at 1 in each church, for each kind and year', async () => {
  const [one, other] = [await service.church(), await service.church()]
  const next = (church: number, kind: string, year: number) =>
    write(church, tx => nextNumber(tx, { church, kind, year }))
  const [a, b] = [one.church.id, other.church.id]
  const given = [
    await next(a, 'deposit', 2026),
    await next(a, 'deposit', 2026),
    await next(b, 'deposit', 2026),
    await next(a, 'statement', 2026),
    await next(a, 'deposit', 2027),
    await next(a, 'deposit', 2026),
  ]
  assert.deepEqual(given, [1, 2, 1, 1, 1, 3])
  assert.equal(await write(a, tx => nextNumbers(tx, { church: a, kind: 'deposit', year: 2026 }, 250)), 4)
  assert.equal(await next(a, 'deposit', 2026), 254)
  await assert.rejects(
    write(a, tx => nextNumbers(tx, { church: a, kind: 'deposit', year: 2026 }, 0)),
    RangeError,
  )
})

test('what is rolled back leaves no gap, and what is issued at the same time has no number twice', async () => {
  const { church } = await service.church()
  const failing = new Error('not issued after all')
  const issue = (n: number) =>
    write(church.id, async tx => {
      const number = await nextNumber(tx, { church: church.id, kind: 'receipt', year: 2026 })
      // Every third takes its number with it.
      if (n % 3 === 0) throw failing
      return number
    }).catch(error => (error === failing ? null : Promise.reject(error)))
  const given = await Promise.all(Array.from({ length: 60 }, (_, n) => issue(n)))
  const numbers = given.filter(one => one !== null).sort((x, y) => x - y)
  assert.deepEqual(
    numbers,
    Array.from({ length: 40 }, (_, at) => at + 1),
  )
})

test('a number is waited for until the transaction before has ended, either way', async () => {
  const { church } = await service.church()
  const kind = { church: church.id, kind: 'report', year: 2026 }
  let took = () => {}
  let end = () => {}
  const taken = new Promise<void>(resolve => {
    took = resolve
  })
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  const first = write(church.id, async tx => {
    await nextNumber(tx, kind)
    took()
    await ended
    throw new Error('undone')
  })
  const refused = assert.rejects(first, /undone/)
  await taken
  let known: number | undefined
  const second = write(church.id, tx => nextNumber(tx, kind)).then(number => {
    known = number
  })
  await untilWaiting(service.database.read)
  assert.equal(known, undefined)
  end()
  await refused
  await second
  assert.equal(known, 1)
})

test('numbers are written one way and read in any', () => {
  assert.equal(numberText('D', 2026, 12), 'D-2026-000012')
  assert.equal(numberText('D', 2026, 1_234_567), 'D-2026-1234567')
  for (const text of ['D-2026-000012', ' d-2026-000012 ', 'd-2026- 000012']) {
    assert.deepEqual(readNumber(text), { prefix: 'D', year: 2026, number: 12 })
  }
  for (const text of ['', 'D-2026-12', '2026-000012', 'D-2026-000012x', "D-2026-000012' or 1=1"]) {
    assert.equal(readNumber(text), undefined, text)
  }
})

test('frozen figures are the same text for the same figures, whatever the order of their names', () => {
  const a = freeze({ total: 12_345n, lines: [{ on: '2026-01-31', amount: 5 }], note: null, left_out: undefined })
  const b = freeze({ note: null, lines: [{ amount: 5, on: '2026-01-31' }], total: 12_345 })
  assert.equal(a.figures, '{"lines":[{"amount":5,"on":"2026-01-31"}],"note":null,"total":12345}')
  assert.deepEqual(a, b)
  assert.deepEqual(thaw(a, 'it'), { lines: [{ amount: 5, on: '2026-01-31' }], note: null, total: 12_345 })
  for (const amount of [2n ** 53n, 0.1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => freeze({ deep: [{ amount }] }), RangeError)
  }
})

test('figures that are not those that were issued are not shown as such', async () => {
  const frozen = freeze({ giver: 'Adé Ọlá', total: 100 })
  const forged = { ...frozen, figures: frozen.figures.replace('100', '1000') }
  assert.throws(() => thaw(forged, 'statement S-2026-000001'), NotAsIssued)
  const row = await service.database.read.first<{ figures: string; sha256: string }>(
    sql`select ${frozen.figures}::text as figures, ${frozen.sha256}::bytea as sha256`,
  )
  assert.ok(row)
  assert.deepEqual(thaw(row, 'it'), { giver: 'Adé Ọlá', total: 100 })
})
