/** Every list of the console on paper, longer than a sheet, in both sizes: nothing is clipped, and the heads of its columns are on each sheet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { member } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP as skip } from './support/console-page.ts'
import { startDemo, switchAllOn } from './support/demo.ts'
import { proved } from './support/proved.ts'
import { beyondMargins, readPdf } from './support/read-pdf.ts'
import type { TestService } from './support/service.ts'

let service: TestService
let console: ConsolePage
let lists: string[]

before(async () => {
  if (skip) return
  const made = await startDemo()
  service = made.service
  const demo = { church: await switchAllOn(service, made.demo) }
  const owner = await member(service, demo, 'owner', null, { name: 'Ngozi' })
  const { memberships } = (await owner.ask('GET', '/api/session')).json.data
  const groups = memberships[0].navigation as { items: { path: string }[] }[]
  lists = [...groups.flatMap(({ items }) => items.map(({ path }) => path)), '/messages/batches']
  console = await openConsole(service, demo)
})
after(async () => {
  await console?.close()
  await service?.close()
})

/** More than fit on a sheet. */
const ROWS = 50
const PAPERS = ['A4', 'Letter'] as const
type Paper = (typeof PAPERS)[number]
const MARK = 'ROWOFTABLE'
/** The tables that are printed: their heads as they are said, and what makes a browser say them on each sheet. */
const TABLES = `[...document.querySelectorAll('.printed table')].map(table => ({
  heads: [...(table.tHead?.rows[0]?.cells ?? [])].map(one => one.innerText),
  repeats: table.tHead !== null && getComputedStyle(table.tHead).display === 'table-header-group'
    && getComputedStyle(table).display === 'table' && getComputedStyle(table.parentElement).overflow === 'visible',
}))`
/** Marks the rows of a table by its place on the page. */
const markOf = (place: number): string => `${MARK}${place}END`
/** Makes a table a little longer than a sheet, its rows marked. One that has none yet gets rows of its own. */
const lengthened = (place: number): string => `(() => {
  const table = document.querySelectorAll('.printed table')[${place}]
  const body = table.tBodies[0] ?? table.createTBody()
  if (body.rows.length === 0) {
    const row = body.insertRow()
    for (const _ of table.tHead.rows[0].cells) row.insertCell().append('Words')
  }
  for (let n = body.rows.length; n < ${ROWS}; n += 1) body.append(body.rows[0].cloneNode(true))
  for (const row of [...body.rows].slice(${ROWS})) row.remove()
  for (const row of body.rows) row.cells[0].append('${markOf(place)}')
})()`
const flat = (text: string): string => text.replace(/\s+/g, '')

/** Prints the page that is open: of the table whose rows are marked all of them, each head on each of its sheets, nothing beyond their margins. @returns its sheets */
async function looked(path: string, mark: string, format: Paper, heads: readonly string[]): Promise<number> {
  const paper = await readPdf(await console.page.pdf({ format }))
  assert.deepEqual(beyondMargins(paper), [], `${path} on ${format}`)
  const own = paper.map(({ texts }) => flat(texts.map(({ text }) => text).join(''))).filter(one => one.includes(mark))
  assert.ok(own.length > 1, `${path} is longer than a sheet of ${format}`)
  const rows = own.join('').split(mark).length - 1
  assert.equal(rows, ROWS, `rows of ${path} on ${format}`)
  for (const text of own)
    for (const head of heads) assert.ok(text.includes(flat(head)), `${head} on each sheet of ${path}, ${format}`)
  return own.length
}

test('every list is whole on A4 and on Letter, with the heads of its columns on each sheet on which its rows are', {
  skip,
}, async t => {
  const { page, goTo } = console
  let [sheets, tables] = [0, 0]
  await page.emulateMedia({ media: 'print' })
  for (const path of lists) {
    await goTo(`${path}?print=1`, /./)
    const found = await page.evaluate<{ heads: string[]; repeats: boolean }[]>(TABLES)
    for (const [place, { heads, repeats }] of found.entries()) {
      assert.ok(repeats && heads.length > 0, `${path} says its heads on each sheet`)
      tables += 1
      await page.evaluate(lengthened(place))
      for (const format of PAPERS) sheets += await looked(path, markOf(place), format, heads)
    }
  }
  assert.ok(tables > 20, String(tables))
  proved(t, tables, 'lists that say the heads of their columns on each sheet')
  proved(t, sheets, 'sheets that were looked at')
})
