/** Every list of the console on paper, longer than a sheet: the heads of its columns are on each sheet. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { prepareDemo } from '../src/demo/demo.ts'
import { HOUSE } from '../src/house.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import { member } from './support/console.ts'
import { type ConsolePage, openConsole, SKIP as skip } from './support/console-page.ts'
import { proved } from './support/proved.ts'
import { readPdf } from './support/read-pdf.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
let console: ConsolePage
let lists: string[]

before(async () => {
  if (skip) return
  service = await startService()
  await prepareDemo(service.database, service.vault, service.url)
  const found = (await findChurch(service.database, 'demo')) ?? assert.fail('There is no demo church.')
  await service.database.write(found.id, tx =>
    tx.run(sql`update churches set modules = ${[...HOUSE.optional]} where id = ${found.id}`),
  )
  const demo = { church: { ...found, modules: [...HOUSE.optional] } }
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
const ROWS = 90
/** Lists that are made into sheets; of the others it is seen that their tables are printed alike. */
const PRINTED = Number(process.env.SEXTON_TEST_PRINTED ?? 4)
const MARK = 'ROWOFTABLE'
/** The tables that are printed: their heads as they are said, and what makes a browser say them on each sheet. */
const TABLES = `[...document.querySelectorAll('.printed table')].map(table => ({
  heads: [...(table.tHead?.rows[0]?.cells ?? [])].map(one => one.innerText),
  repeats: table.tHead !== null && getComputedStyle(table.tHead).display === 'table-header-group'
    && getComputedStyle(table).display === 'table' && getComputedStyle(table.parentElement).overflow === 'visible',
}))`
/** Makes a table longer than a sheet, its rows marked. */
const LENGTHENED = `(() => {
  const [body] = document.querySelector('.printed table').tBodies
  for (let n = body.rows.length; n < ${ROWS}; n += 1) body.append(body.rows[0].cloneNode(true))
  for (const row of body.rows) row.cells[0].append('${MARK}')
})()`
const flat = (text: string): string => text.replace(/\s+/g, '')

test('the heads of the columns of every list are on each sheet on which its rows are', { skip }, async t => {
  const { page, goTo } = console
  let [sheets, tables] = [0, 0]
  await page.emulateMedia({ media: 'print' })
  for (const path of lists) {
    await goTo(`${path}?print=1`, /./)
    for (const { heads, repeats } of await page.evaluate<{ heads: string[]; repeats: boolean }[]>(TABLES)) {
      assert.ok(repeats && heads.length > 0, `${path} says its heads on each sheet`)
      tables += 1
      if (tables > PRINTED) continue
      await page.evaluate(LENGTHENED)
      const paper = await readPdf(await page.pdf({ format: 'A4' }))
      const own = paper
        .map(({ texts }) => flat(texts.map(({ text }) => text).join('')))
        .filter(one => one.includes(MARK))
      assert.ok(own.length > 1, `${path} is longer than a sheet`)
      for (const text of own)
        for (const head of heads) assert.ok(text.includes(flat(head)), `${head} on each sheet of ${path}`)
      sheets += own.length
    }
  }
  assert.ok(tables > 20, String(tables))
  proved(t, tables, 'lists that say the heads of their columns on each sheet')
  proved(t, sheets, 'sheets that were looked at')
})
