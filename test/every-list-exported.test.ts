/** Every list of the demo church goes out as CSV as its page shows it (docs/imports.md, "Exports"). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { HOUSE } from '../src/house.ts'
import { member, type TestMember } from './support/console.ts'
import { startDemo, switchAllOn } from './support/demo.ts'
import type { TestService } from './support/service.ts'

let service: TestService
let owner: TestMember
before(async () => {
  const made = await startDemo()
  service = made.service
  owner = await member(service, { church: await switchAllOn(service, made.demo) }, 'owner')
})
after(() => service.close())

type Row = Record<string, unknown>

/** The first page of a list, and how many it has in all. */
async function page(name: string, query: string): Promise<{ ids: string[]; rows: Row[]; total: number }> {
  const { status, json, text } = await owner.inChurch('GET', `/${name}?per_page=100&${query}`)
  assert.equal(status, 200, `${name}?${query}: ${text}`)
  const rows = json.data as Row[]
  return { rows, ids: rows.map(({ id }) => String(id)), total: json.meta.total }
}

/** The ids of the rows of its CSV. */
async function exported(name: string, query: string): Promise<string[]> {
  const { status, text } = await owner.inChurch('GET', `/${name}/export?${query}`)
  assert.equal(status, 200, `${name}/export?${query}: ${text}`)
  const [titles = [], ...rows] = parse(text, { bom: true }) as string[][]
  return rows.map(row => row[titles.indexOf('id')] ?? '')
}

async function same(name: string, query: string): Promise<number> {
  const [{ ids, total }, all] = [await page(name, query), await exported(name, query)]
  assert.equal(all.length, total, `rows of ${name}?${query}`)
  assert.deepEqual(all.slice(0, ids.length), ids, `order of ${name}?${query}`)
  return total
}

test('every list is written to CSV with all its rows, in the order and under the filter of its page', async t => {
  const empty: string[] = []
  let [lists, rows] = [0, 0]
  for (const { name, list } of HOUSE.resourcesOn(HOUSE.optional)) {
    lists += 1
    const [first = 'id', last = first] = [list.sorts[0], list.sorts.at(-1)]
    for (const sort of new Set([first, last])) rows += await same(name, `sort=${sort}`)
    const [{ status } = {}] = (await page(name, '')).rows
    if (typeof status === 'string') rows += await same(name, `status=${status}`)
    if ((await page(name, '')).total === 0) empty.push(name)
  }
  assert.ok(lists >= 30 && rows > 10_000, `${lists} lists, ${rows} rows`)
  t.diagnostic(`${lists} lists, ${rows} rows; without any in the demo church: ${empty.join(', ') || 'none'}`)
})
