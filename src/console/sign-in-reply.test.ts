/** What the sign-in library answers is sent on without the tokens of sessions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replyOf } from './sign-in-reply.ts'

test('a token is in no answer, wherever it stands', async () => {
  for (const [sent, shown] of [
    [{ token: 't', user: { id: 'u' } }, { user: { id: 'u' } }],
    [{ session: { id: 's', token: 't' } }, { session: { id: 's' } }],
    [
      [{ id: 's', token: 't' }, { id: 'r' }],
      [{ id: 's' }, { id: 'r' }],
    ],
  ]) {
    assert.deepEqual(JSON.parse((await replyOf(Response.json(sent))).body), shown)
  }
})

test('what is no JSON is sent as it is, and so are cookies and the address of a redirection', async () => {
  const headers = { location: '/reset?token=t', 'set-cookie': 'a=b' }
  const { body, cookies, headers: shown } = await replyOf(new Response('', { status: 302, headers }))
  assert.deepEqual([body, cookies, shown.location], ['', ['a=b'], '/reset?token=t'])
})

test('what is refused has our words and none of the library, which are for programmers', async () => {
  const refused = async (body: object): Promise<unknown> =>
    JSON.parse((await replyOf(Response.json(body, { status: 401 }))).body)
  const code = 'INVALID_EMAIL_OR_PASSWORD'
  assert.deepEqual(await refused({ code, message: 'Invalid email or password' }), {
    code,
    message: 'The email address or the password is wrong.',
  })
  assert.deepEqual(await refused({ code: 'constructor', message: 'Field is required' }), { code: 'constructor' })
  assert.deepEqual(await refused({ message: 'Too many requests. Please try again later.' }), {})
})
