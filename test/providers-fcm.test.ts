/** What is special about Firebase Cloud Messaging, its log-in above all; the rest is in providers.test.ts. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import type { Outbound, SendResult } from '../src/modules/messaging/provider.ts'
import { fcm } from '../src/modules/messaging/providers/fcm.ts'
import { type Network, network } from '../src/outgoing/request.ts'
import {
  answer,
  DROPPED,
  GARBAGE,
  google,
  type PushService,
  serviceAccount,
  startPushService,
} from './support/push-service.ts'
import { afterTimeout, closing, MESSAGE, short } from './support/sending.ts'

const NAME = 'projects/grace-1/messages/0:1'
const TAKEN = answer(200, JSON.stringify({ name: NAME }))

interface Google extends PushService {
  /** How many tokens were asked for. */
  tokens: number
  /** Messages only. */
  sent(): PushService['received']
}

/** Google: its log-in, which gives `token-1`, `token-2` and so on for an hour, and its messaging. */
async function startGoogle(t: TestContext, send = TAKEN, logIn?: PushService['reply']): Promise<Google> {
  const server = await closing(
    t,
    startPushService((response, request) => {
      if (request.path !== '/token') return send(response, request)
      const token = { access_token: `token-${++here.tokens}`, expires_in: 3600 }
      return (logIn ?? answer(200, JSON.stringify(token)))(response, request)
    }),
  )
  const here = Object.assign(server, {
    tokens: 0,
    sent: () => server.received.filter(({ path }) => path !== '/token'),
  })
  return here
}

const notify = (
  server: PushService,
  account = serviceAccount(),
  changes: Partial<Outbound> = {},
): Promise<SendResult> =>
  fcm.send(
    { ...MESSAGE, channel: 'push', to: 'device-1', ...changes },
    { values: { service_account: JSON.stringify(account) } },
    network(() => server.url),
  )

const failure = (status: number, errorCode?: string, more: object[] = []): PushService['reply'] => {
  const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
  const details = errorCode === undefined ? more : [...more, { '@type': type, errorCode }]
  return answer(status, JSON.stringify({ error: { code: status, message: 'what Google says', status: 'X', details } }))
}

test('a message goes to its device, by a token for an assertion that Google can verify', async t => {
  const server = await startGoogle(t)
  const account = serviceAccount()
  assert.deepEqual(await notify(server, account), { taken: true, provider_id: NAME })
  const [asked, sent] = server.received
  const form = new URLSearchParams(asked?.body.toString())
  assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const assertion = form.get('assertion') ?? ''
  const { payload } = await jwtVerify(assertion, google.publicKey, {
    algorithms: ['RS256'],
    issuer: account.client_email ?? '',
    audience: 'https://oauth2.googleapis.com/token',
    maxTokenAge: '5m',
  })
  assert.equal(payload.scope, 'https://www.googleapis.com/auth/firebase.messaging')
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600)
  assert.equal(decodeProtectedHeader(assertion).kid, 'key-1')
  assert.deepEqual([sent?.method, sent?.path], ['POST', '/v1/projects/grace-1/messages:send'])
  assert.equal(sent?.headers.authorization, 'Bearer token-1')
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    message: { token: 'device-1', notification: { title: 'Sunday', body: MESSAGE.body } },
  })
})

test('many senders ask for one token, and each account for its own', async t => {
  const server = await startGoogle(t)
  const [one, other] = [serviceAccount(), serviceAccount()]
  const results = await Promise.all(Array.from({ length: 10 }, () => notify(server, one)))
  assert.ok(results.every(({ taken }) => taken))
  assert.equal(server.tokens, 1)
  await notify(server, other, { subject: null })
  assert.equal(server.tokens, 2)
  assert.match(String(server.sent().at(-1)?.body), /"title":"Grace Church"/)
})

test('a token is used until a minute before it expires', async t => {
  const server = await startGoogle(t)
  const account = serviceAccount()
  await notify(server, account)
  const start = Date.now()
  const now = t.mock.method(Date, 'now', () => start + 58 * 60_000)
  await notify(server, account)
  assert.equal(server.tokens, 1)
  now.mock.mockImplementation(() => start + 59 * 60_000 + 5_000)
  await notify(server, account)
  assert.equal(server.tokens, 2)
})

test('a token that Google no longer takes is replaced once', async t => {
  const old = answer(401, '{"error":{"message":"expired"}}')
  const server = await startGoogle(t, (response, request) =>
    (request.headers.authorization === 'Bearer token-1' ? old : TAKEN)(response, request),
  )
  assert.equal(short(await notify(server)), 'taken')
  assert.deepEqual([server.tokens, server.sent().length], [2, 2])
  const never = await startGoogle(t, old)
  assert.equal(short(await notify(never)), 'permanent provider_login')
  assert.deepEqual([never.tokens, never.sent().length], [2, 2])
})

const badField = (field: string) => [
  { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] },
]

const CASES: readonly [string, PushService['reply'], object | string][] = [
  ['a 404 that is about the project', failure(404), 'permanent refused'],
  ['INVALID_ARGUMENT', failure(400, 'INVALID_ARGUMENT', badField('message.notification')), 'permanent refused'],
  [
    'QUOTA_EXCEEDED, which without a time means a minute',
    failure(429, 'QUOTA_EXCEEDED'),
    { kind: 'passing', code: 'rate_limited', detail: '429 QUOTA_EXCEEDED what Google says', retryAfter: 60 },
  ],
  [
    'a 429 with a time',
    answer(429, '', { 'Retry-After': '9' }),
    { kind: 'passing', code: 'rate_limited', detail: '429', retryAfter: 9 },
  ],
  ['a bad gateway', answer(502, '<html>'), 'unknown unknown_outcome'],
  ['a 200 without a name', answer(200, '{"name":""}'), 'unknown unknown_outcome'],
  ['a closed connection', DROPPED, 'unknown unknown_outcome'],
  ['what is no HTTP', GARBAGE, 'unknown unknown_outcome'],
]

for (const [what, reply, expected] of CASES) {
  test(`Firebase answers with ${what}`, async t => {
    const result = await notify(await startGoogle(t, reply))
    if (typeof expected === 'string') assert.equal(short(result), expected)
    else assert.deepEqual(result, { taken: false, ...expected })
  })
}

test("Apple's key that Firebase finds wrong is for the church to mend, and no other token helps", async t => {
  const server = await startGoogle(t, failure(401, 'THIRD_PARTY_AUTH_ERROR'))
  assert.equal(short(await notify(server)), 'permanent provider_login')
  assert.deepEqual([server.tokens, server.sent().length], [1, 1])
})

for (const [what, reply, expected] of [
  ['refuses the assertion', answer(400, '{"error":"invalid_grant"}'), 'permanent provider_login'],
  ['is down', answer(503), 'passing provider_unavailable'],
  ['cannot be read', answer(200, 'bananas'), 'passing provider_unavailable'],
  ['closes the connection', DROPPED, 'passing provider_unavailable'],
] as const) {
  test(`a log-in at Google that ${what} leaves the message unsent, and is tried anew`, async t => {
    const server = await startGoogle(t, TAKEN, reply)
    const account = serviceAccount()
    const result = await notify(server, account)
    assert.equal(short(result), expected)
    assert.doesNotMatch(JSON.stringify(result), /assertion|PRIVATE/)
    assert.equal(server.sent().length, 0)
    assert.equal(short(await notify(await startGoogle(t), account)), 'taken')
  })
}

test('silence at the log-in leaves the message unsent', async t => {
  let arrived = (): void => undefined
  const arrival = new Promise<void>(resolve => {
    arrived = resolve
  })
  const server = await startGoogle(t, TAKEN, () => arrived())
  const result = await afterTimeout(
    t,
    () => notify(server),
    () => arrival,
  )
  assert.equal(short(result), 'passing provider_unavailable')
  assert.equal(server.sent().length, 0)
})

test('the key of a service account is checked, and what is missing is named', async () => {
  const check = (changes: object): string | undefined =>
    fcm.settings.service_account?.check?.(JSON.stringify(serviceAccount(changes)))
  assert.equal(check({}), undefined)
  assert.match(fcm.settings.service_account?.check?.('{') ?? '', /Not JSON/)
  assert.match(check({ type: 'authorized_user' }) ?? '', /type/)
  assert.match(check({ project_id: '' }) ?? '', /^`project_id` is missing/)
  assert.match(check({ client_email: undefined }) ?? '', /^`client_email` is missing/)
  assert.match(check({ token_uri: 'https://evil.example/token' }) ?? '', /token_uri/)
  assert.match(check({ private_key: 'canary' }) ?? '', /private_key/)
  const nowhere: Network = { request: () => assert.fail('no request was to be sent') }
  const values = { service_account: JSON.stringify(serviceAccount({ private_key: 'canary' })) }
  const result = await fcm.send(MESSAGE, { values }, nowhere)
  assert.equal(short(result), 'permanent provider_login')
  assert.doesNotMatch(JSON.stringify(result), /canary/)
})
