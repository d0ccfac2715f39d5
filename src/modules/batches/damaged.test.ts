/** A deposit that was changed past us: its list goes on, nothing is made of it, and administrators are told once (decision 0026). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { member } from '../../../test/support/console.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { doDue } from '../../agenda/agenda-worker.ts'
import { kindsOf } from '../../agenda/hints.ts'
import { sweepAgenda } from '../../agenda/sweep.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { listNotices } from '../../notices/notice.ts'
import { doingOn } from '../../resource/step.ts'
import { MODULES } from '../index.ts'
import { closeBatch } from './close.ts'
import { depositBatch } from './deposit.ts'
import { batchesModule } from './module.ts'

let service: TestService
let church: TestChurch
before(async () => {
  // Nothing is done by itself: the test works off the agenda.
  const modules = MODULES.map(one => (one.name === batchesModule.name ? { ...one, agenda: [] } : one))
  service = await startService({}, { modules })
  church = await service.church()
})
after(() => service.close())

async function deposited(name: string): Promise<number> {
  const counted = { control_count: 1, controls: [{ currency: 'NGN', amount: 5_000 }], counters: ['Ada', 'John'] }
  const { id } = (await church.send('POST', '/batches', { name, ...counted })).json.data
  await church.send('POST', '/contributions', { amount: 5_000, batch_id: id, method: 'pos' })
  await church.act(closeBatch, { id })
  await church.act(depositBatch, { id })
  return id
}

const change = (id: number, from: string, to: string) =>
  service.database.write(church.church.id, tx =>
    tx.run(sql`update batches set figures = replace(figures, ${from}, ${to})
      where church_id = ${church.church.id} and id = ${id}`),
  )

test('of a damaged deposit the list shows no figures and goes on; by itself, as a slip and for changes it is an error', async () => {
  const [good, bad, broken] = [await deposited('First'), await deposited('Second'), await deposited('Third')]
  await change(bad, '5000', '6000')
  // Not even JSON any more.
  await change(broken, '{', '')
  const list = await church.send('GET', '/batches')
  assert.equal(list.status, 200, list.text)
  const figures = list.json.data.map(
    ({ id, status, count, totals, amount_base, variance }: Record<string, unknown> & { id: number }) => {
      return { id, status, count, totals, amount_base, variance }
    },
  )
  const none = { status: 'deposited', count: null, totals: null, amount_base: null, variance: null }
  const totals = [{ currency: 'NGN', amount: 5_000 }]
  const whole = { count: 1, totals, amount_base: 5_000, variance: { count: 0, amounts: [] } }
  assert.deepEqual(figures, [
    { id: good, ...none, ...whole },
    { id: bad, ...none },
    { id: broken, ...none },
  ])
  const finance = await member(service, church, 'finance')
  assert.equal((await finance.inChurch('GET', '/batches')).json.data.length, 3)
  for (const id of [bad, broken]) {
    const answers = [
      await church.send('GET', `/batches/${id}`),
      await finance.inChurch('GET', `/batches/${id}`),
      await finance.inChurch('GET', `/views/batch_slip?id=${id}`),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [500, 500, 500],
    )
  }
  assert.equal((await church.send('GET', `/batches/${good}`)).status, 200)
})

test('each year of deposits is looked at once a day for all nodes, and administrators are told of each that is damaged once', async () => {
  const { database } = service
  // Ahead of the database, by whose time the sweep says what is due.
  let now = new Date(Date.now() + 60_000)
  const clock = { now: () => now }
  const parts = {
    ...doingOn(database, clock, HOUSE),
    clock,
    log: pino({ level: 'silent' }),
    kinds: kindsOf([batchesModule]),
  }
  const told = async () =>
    (await listNotices(database, church.church.id)).filter(({ kind }) => kind === 'deposit_damaged')
  const look = () => doDue(parts)
  const damaged = async () => (await told()).map(({ title }) => /D-\d{4}-(\d+)/.exec(title)?.[1]).sort()
  const fourth = await deposited('Fourth')
  await sweepAgenda(parts)
  await Promise.all([look(), look()])
  await look()
  assert.deepEqual(await damaged(), ['000002', '000003'])
  await change(fourth, '5000', '6000')
  await look()
  assert.deepEqual(await damaged(), ['000002', '000003'], 'the day is not over')
  now = new Date(now.getTime() + 86_400_000)
  await look()
  assert.deepEqual(await damaged(), ['000002', '000003', '000004'])
  const years = await database.read.all(sql`select record_id from agenda where kind = 'deposits'
    and church_id = ${church.church.id}`)
  assert.equal(years.length, 1)
})
