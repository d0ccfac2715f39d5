/** The service beside the yardstick: what each request costs that checking, keys, limits and totals add. */
import type { BenchChurch } from './data.ts'
import { type Ask, CONNECTIONS, compare } from './load.ts'
import type { Options } from './options.ts'
import { startBare, startService } from './processes.ts'
import { printTable, short } from './table.ts'

function asks({ key, person }: BenchChurch): [name: string, ask: Ask][] {
  let count = 0
  const run = Date.now()
  const gift = (): string =>
    JSON.stringify({ person_id: person, amount: 150050, given_on: '2025-06-01', reference: `bench-${run}-${count++}` })
  const get = (path: string): Ask => ({ method: 'GET', path: `/api/v1/${path}`, key })
  return [
    ['one person', get(`people/${person}`)],
    ['one gift', get('contributions/500')],
    ['page of people, with total', get('people')],
    ['page of gifts, with total and sum', get('contributions')],
    ['record a gift', { method: 'POST', path: '/api/v1/contributions', key, body: gift }],
  ]
}

/** Loads both on one database and prints the table. */
export async function sideBySide(url: string, church: BenchChurch, options: Options): Promise<void> {
  const service = await startService({ DATABASE_URL: url })
  const bare = await startBare(url)
  const rows: string[][] = []
  for (const [name, ask] of asks(church)) {
    const [ours, yardstick] = await compare([service.url, bare.url], ask, options)
    if (ours === undefined || yardstick === undefined) throw new Error('Nothing was measured.')
    const whole = (value: number): string => value.toFixed(0)
    rows.push([
      name,
      whole(ours.rate),
      whole(yardstick.rate),
      (ours.rate / yardstick.rate).toFixed(2),
      ...[ours.p50, yardstick.p50, ours.p99, yardstick.p99].map(whole),
    ])
  }
  await bare.stop()
  await service.stop()
  const title = `Requests a second, ${CONNECTIONS} connections, ${short(church.gifts)} gifts (aim: ratio 0.75; p50, p99 in ms)`
  printTable(title, ['what', 'ours', 'bare', 'ratio', 'p50', 'bare', 'p99', 'bare'], rows)
}
