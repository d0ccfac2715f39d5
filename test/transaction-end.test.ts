/** What a change of the database was, and why it failed, where its statements are sent one behind the other. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { violated } from '../src/db/faults.ts'
import { sql } from '../src/db/sql.ts'
import type { TestService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

let service: TestService
before(async () => {
  service = await sharedService()
})
after(() => service.close())

const lateFamilies = async (church: number): Promise<string[]> => {
  const { read } = service.database
  const found = await read.all<{ name: string }>(
    sql`select name from families where church_id = ${church} order by name`,
  )
  return found.map(({ name }) => name)
}

test('what a change that failed still sends is not written: it would be a transaction of its own', async () => {
  const { church } = await service.church()
  const late: Promise<unknown>[] = []
  const failing = service.database.write(church.id, async tx => {
    const adding = (name: string) =>
      tx.run(sql`insert into families (church_id, name, branch_id, created_at)
        values (${church.id}, ${name}, ${church.hq_branch_id}, ${tx.now}::timestamptz)`)
    // As a batch of an import does that nobody waits for any more.
    const batch = adding('Late 1').then(() => adding('Late 2'))
    late.push(batch)
    batch.catch(() => undefined)
    throw new Error('Overtaken.')
  })
  await assert.rejects(failing, /^Error: Overtaken\.$/)
  await assert.rejects(late[0] ?? Promise.resolve(), /too late/)
  assert.deepEqual(await lateFamilies(church.id), [])
})

test('why a change failed is told by what was thrown, and not by what is sent too late', async () => {
  const { church } = await service.church()
  const failing = service.database.write(church.id, async tx => {
    const batch = tx.all(sql`select 1`).then(() => tx.send(sql`select 1`))
    // The transaction is not rolled back before this is answered.
    const last = tx.all(sql`select pg_sleep(0.2)::text`)
    for (const one of [batch, last]) one.catch(() => undefined)
    throw new Error('Overtaken.')
  })
  await assert.rejects(failing, /^Error: Overtaken\.$/)
})

test('why a change failed is told by the statement that failed, and not by those behind it', async () => {
  const { church } = await service.church()
  const failing = service.database.write(church.id, async tx => {
    const adding = () =>
      tx.run(sql`insert into people (church_id, member_no, first_name, branch_id, status, source, country, created_at, updated_at)
        values (${church.id}, 'Late 1', 'Ada', ${church.hq_branch_id}, 'visitor', 'api', 'NG', now(), now())`)
    await adding()
    const second = adding()
    second.catch(() => undefined)
    await tx.all(sql`select 1`)
  })
  await assert.rejects(failing, error => violated(error) === 'people_member_no')
})

test('what the failure of a statement means is told, whichever statement behind it is waited for', async () => {
  const { church } = await service.church()
  const meant = new Error('There is nothing to divide.')
  const failing = service.database.write(church.id, tx => {
    tx.send(sql`select 1 / ${0}::int`, undefined, () => meant)
    return tx.text(sql`select 1`)
  })
  await assert.rejects(failing, error => error === meant)
})

test('nor is it taken for a statement that is not known, since those behind the one that failed were not read', async () => {
  const { church } = await service.church()
  const fresh = () => sql`select ${1}::int as never_sent_before`
  const failing = service.database.write(church.id, async tx => {
    const divided = tx.all(sql`select 1 / ${0}::int`)
    const [unread, unknown] = [tx.all(fresh()), tx.all(fresh())]
    for (const one of [divided, unread]) one.catch(() => undefined)
    await unknown
  })
  await assert.rejects(failing, { code: '22012' })
})
