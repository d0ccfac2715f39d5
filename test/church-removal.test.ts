/** A church that leaves: closed at once, taken back while it waits, and then gone from every table. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { removeChurches } from '../src/archive/remove-church.ts'
import { tablesOfChurch } from '../src/archive/tables.ts'
import { ident, sql } from '../src/db/sql.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import { closeByHand, keepChurch } from '../src/modules/church/closing.ts'
import { configureChurch } from '../src/modules/church/configure-church.ts'
import { cli, startCli } from './support/cli.ts'
import { member } from './support/console.ts'
import { startDemo } from './support/demo.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'
import { triggered } from './support/triggers.ts'
import { untilWaiting } from './support/waiting.ts'

const log = pino({ level: 'silent' })

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Rows of a church, by table; those without any are not named. */
async function rowsOf({ database }: TestService, church: number): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const { name } of await tablesOfChurch(database.read)) {
    const found = await database.read.first<{ n: number }>(
      sql`select count(*) as n from ${ident(name)} where church_id = ${church}`,
    )
    // Totals are folded from one table into others at any time.
    if (found?.n) rows[name.startsWith('tall') ? 'totals' : name] = name.startsWith('tall') ? 1 : found.n
  }
  return rows
}

/** An owner whose password was given just now. */
async function owner(church: TestChurch) {
  const one = await member(service, church, 'owner')
  await service.database.write(0, tx =>
    tx.run(sql`update sessions set stepped_up_at = ${tx.now}::timestamptz
      where user_id = (select id from users where email = ${one.email})`),
  )
  return one
}

test('only an owner closes a church, by its name typed and the password again; it is closed at once to everybody', async () => {
  const church = await service.church()
  const [boss, clerk, calm] = [
    await owner(church),
    await member(service, church, 'administrator'),
    await member(service, church, 'owner'),
  ]
  const close = (slug: string) => ['POST', '/actions/church.close', { slug }] as const
  assert.equal((await clerk.inChurch(...close(church.church.slug))).json.error, 'not_permitted')
  assert.equal((await calm.inChurch(...close(church.church.slug))).json.error, 'step_up_required')
  const mistyped = await boss.inChurch(...close('another'))
  assert.match(String(mistyped.json.errors?.slug), /must be/)
  const closed = await boss.inChurch(...close(church.church.slug))
  assert.equal(closed.status, 200, closed.text)
  const days = (Date.parse(closed.json.data.remove_at) - Date.now()) / 86_400_000
  assert.ok(days > 29.9 && days <= 30)
  assert.equal((await church.send('GET', '/people')).json.error, 'church_inactive')
  assert.equal((await clerk.inChurch('GET', '/people')).status, 404)
  assert.equal((await boss.inChurch('GET', '/people')).json.error, 'church_inactive')
  assert.equal((await boss.inChurch('GET', '/views/church')).json.error, 'church_inactive')
  assert.equal((await clerk.ask('GET', '/api/session')).json.data.memberships.length, 0)
  const [seen] = (await boss.ask('GET', '/api/session')).json.data.memberships
  assert.deepEqual(seen.closing, { by: 'A owner', remove_at: closed.json.data.remove_at })
  const again = await church.act(closeByHand, {}).catch(error => error)
  assert.match(JSON.stringify(again.errors), /being closed already/)
})

test('an owner takes a closed church back, and it is as it was before', async () => {
  const church = await service.church()
  const boss = await owner(church)
  await church.act(closeByHand, {})
  const refused = await church.act(configureChurch, { status: 'active' }).catch(error => error)
  assert.match(JSON.stringify(refused.errors), /church keep/)
  assert.equal((await boss.inChurch('POST', '/actions/church.keep', {})).status, 200)
  assert.equal((await church.send('GET', '/people')).status, 200)
  await church.set({ status: 'inactive' })
  await church.act(closeByHand, {})
  await church.act(keepChurch, {})
  assert.equal((await findChurch(service.database, church.church.slug))?.status, 'inactive')
})

test('the operator closes a church with a waiting time of their choice, and opens it again', async () => {
  const { church } = await service.church()
  const closed = await cli(service.databaseUrl, ['church', 'remove', church.slug, '--days', '3', '--json'])
  assert.equal(closed.code, 0, closed.stderr)
  const days = (Date.parse(String(closed.json?.remove_at)) - Date.now()) / 86_400_000
  assert.ok(days > 2.9 && days <= 3)
  await removeChurches(service.database, log)
  assert.equal((await findChurch(service.database, church.slug))?.status, 'closing')
  const kept = await cli(service.databaseUrl, ['church', 'keep', church.slug])
  assert.match(kept.stdout, /is open again/)
})

test('when the time is over nothing of a church is left in any table, and other churches have all that they had', async () => {
  const { service: demos, demo } = await startDemo()
  const other = await demos.church()
  await other.send('POST', '/people', { first_name: 'Ada' })
  const [gone, both] = [
    await member(demos, { ...other, church: demo }, 'owner'),
    await member(demos, { ...other, church: demo }, 'staff'),
  ]
  await demos.database.write(0, async tx => {
    await tx.run(sql`insert into memberships (church_id, user_id, role, created_at)
      select ${other.church.id}, id, 'staff', ${tx.now}::timestamptz from users where email = ${both.email}`)
    await tx.run(sql`insert into webhook_deliveries (church_id, endpoint_id, event_id, created_at)
      values (${demo.id}, 1, 'evt_1', ${tx.now}::timestamptz)`)
    await tx.run(sql`with pair as (select min(id) as gone, max(id) as kept from people where church_id = ${demo.id})
      update people p set merged_into_id = kept, deleted_at = ${tx.now}::timestamptz from pair
      where church_id = ${demo.id} and p.id = pair.gone`)
  })
  await demos.database.write(0, tx =>
    tx.run(sql`update churches set status = 'closing', remove_at = ${tx.now}::timestamptz - interval '1 second',
      status_before = 'active', closed_at = ${tx.now}::timestamptz where id = ${demo.id}`),
  )
  const before = await rowsOf(demos, other.church.id)
  assert.ok(Object.keys(await rowsOf(demos, demo.id)).length > 20)
  await removeChurches(demos.database, log)
  assert.deepEqual(await rowsOf(demos, demo.id), {})
  assert.equal(await findChurch(demos.database, 'demo'), undefined)
  assert.deepEqual(await rowsOf(demos, other.church.id), before)
  const users = await demos.database.read.all<{ email: string }>(
    sql`select email from users where email = any(${[gone.email, both.email]}::text[])`,
  )
  assert.deepEqual(
    users.map(({ email }) => email),
    [both.email],
  )
  const record = await demos.database.read.all(sql`select slug from removed_churches where id = ${demo.id}`)
  assert.deepEqual(record, [{ slug: 'demo' }])
  // A node that had not heard of the end writes down what became of a request.
  await demos.database.write(0, tx =>
    tx.run(sql`insert into webhook_deliveries (church_id, endpoint_id, event_id, created_at)
      values (${demo.id}, 1, 'evt_2', ${tx.now}::timestamptz)`),
  )
  await removeChurches(demos.database, log)
  assert.deepEqual(await rowsOf(demos, demo.id), {})
  await demos.close()
})

test('a removal that is killed on the way is ended by another node, and cannot be taken back meanwhile', async () => {
  const church = await service.church()
  for (let at = 0; at < 5; at += 1) {
    const { json } = await church.send('POST', '/people', { first_name: 'Ada' })
    await church.send('POST', '/contributions', { amount: 100, method: 'cash', person_id: json.data.id })
  }
  await church.act(closeByHand, { days: 0 })
  const { id, slug } = church.church
  // The node waits at the people, when what names them has gone.
  await service.database.connection(async client => {
    await client.query('begin')
    await client.query('lock table people in exclusive mode')
    const child = startCli(service.databaseUrl, ['serve'], { PORT: '0', SEXTON_LOG_LEVEL: 'silent' })
    await untilWaiting(service.database.read, 1, 'update%people%merged_into_id%= null')
    assert.equal(child.exitCode, null, 'it ended before it was killed')
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    await client.query('rollback')
  })
  const half = await rowsOf(service, id)
  assert.equal(half.people, 5)
  assert.equal(half.contributions, undefined)
  assert.equal((await findChurch(service.database, slug))?.status, 'removing')
  await assert.rejects(church.act(keepChurch, {}), /not waiting/)
  await removeChurches(service.database, log)
  assert.deepEqual(await rowsOf(service, id), {})
})

test('lines of the audit log go with a church that is being removed, and with no other', async () => {
  const church = await service.church()
  const { database } = service
  const ask = () =>
    database.write(0, tx => tx.all(sql`select remove_audit_lines(${church.church.id}::bigint, 10) as n`))
  await assert.rejects(ask(), /not being removed/)
  await assert.rejects(
    database.write(0, tx => tx.run(sql`delete from audit_log where church_id = ${church.church.id}`)),
    /permission denied|append-only/,
  )
})

test('a church that cannot be removed holds up no other, and is tried again', async () => {
  const [stuck, other] = [await service.church(), await service.church()]
  for (const { act, church } of [stuck, other]) {
    await act(closeByHand, { days: 0 })
    // The one that cannot be removed is due first.
    await service.database.write(church.id, tx =>
      tx.run(sql`update churches set remove_at = now() - ${church.id === stuck.church.id ? 2 : 1} * interval '1 hour'
        where id = ${church.id}`),
    )
  }
  const left = async (): Promise<boolean[]> =>
    await Promise.all(
      [stuck, other].map(async ({ church }) => (await findChurch(service.database, church.slug)) !== undefined),
    )
  const refusal = {
    on: 'churches',
    when: 'before delete',
    does: `if old.id = ${stuck.church.id} then raise exception 'stuck'; end if; return old;`,
  }
  await triggered(service.owner, refusal, () => removeChurches(service.database, log))
  assert.deepEqual(await left(), [true, false])
  await removeChurches(service.database, log)
  assert.deepEqual(await left(), [false, false])
})
