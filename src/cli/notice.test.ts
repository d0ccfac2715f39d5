import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cli, type Ended } from '../../test/support/cli.ts'
import type { TestChurch, TestService } from '../../test/support/service.ts'
import { sharedService } from '../../test/support/shared-service.ts'
import { postNotice } from '../notices/notice.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await sharedService()
  church = await service.church()
})
after(() => service.close())

const sexton = (...args: string[]): Promise<Ended> => cli(service.databaseUrl, args)

test('the addresses of a church are set by the command line, and every wrong one is named', async () => {
  const { slug } = church.church
  const wrong = await sexton('church', 'set', slug, '--notice-emails', 'ada@example.org,obi,@example.org', '--json')
  assert.equal(wrong.code, 1)
  assert.match(wrong.json?.errors?.notice_emails ?? '', /obi, @example\.org/)
  assert.doesNotMatch(wrong.json?.errors?.notice_emails ?? '', /ada/)

  const addresses = async (): Promise<unknown> => {
    const { json } = await sexton('church', 'list', '--json')
    const churches = json?.churches as { slug: string; notice_emails: string[] }[]
    return churches.find(one => one.slug === slug)?.notice_emails
  }
  const set = await sexton('church', 'set', slug, '--notice-emails', 'ada@example.org, obi@example.org', '--json')
  assert.deepEqual(set.json?.notice_emails, ['ada@example.org', 'obi@example.org'])
  assert.deepEqual(await addresses(), ['ada@example.org', 'obi@example.org'])
  assert.equal((await sexton('church', 'set', slug, '--notice-emails', '')).code, 0)
  assert.deepEqual(await addresses(), [])
})

test('notices are shown and marked as read by the command line', async () => {
  const { id, slug } = church.church
  for (const title of ['First', 'Second']) {
    await service.database.write(id, tx => postNotice(tx, id, { kind: 'test', title, body: 'What to do.' }))
  }
  const listed = await sexton('notice', 'list', '--church', slug, '--json')
  const notices = listed.json?.notices as Record<string, unknown>[]
  assert.deepEqual(
    notices.map(({ title, kind, read_at, mailed_at, mail_error }) => [title, kind, read_at, mailed_at, mail_error]),
    ['Second', 'First'].map(title => [title, 'test', null, null, null]),
  )
  const text = await sexton('notice', 'list', '--church', slug)
  assert.match(
    text.stdout,
    /^\d+ {2}\S+Z {2}unread, not mailed\nSecond\nWhat to do\.\n\n\d+ {2}\S+Z {2}unread, not mailed\nFirst\n/,
  )

  const unknown = await sexton('notice', 'read', '--church', slug, '999999', String(notices[0]?.id), '--json')
  assert.deepEqual([unknown.code, unknown.json?.error], [1, 'not_found'])
  const misused = await sexton('notice', 'read', '--church', slug, 'first')
  assert.equal(misused.code, 2)
  const one = await sexton('notice', 'read', '--church', slug, String(notices[0]?.id), '--json')
  assert.deepEqual(one.json, { ok: true, read: 1 })
  const unread = await sexton('notice', 'list', '--church', slug, '--unread', '--json')
  assert.deepEqual(unread.json?.notices, notices.slice(1))
  const all = await sexton('notice', 'read', '--church', slug, '--json')
  assert.deepEqual(all.json, { ok: true, read: 1 })
  assert.equal((await sexton('notice', 'list', '--church', slug, '--unread')).stdout, 'There are none.\n')
})
