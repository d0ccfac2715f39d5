import assert from 'node:assert/strict'
import { promises as dns } from 'node:dns'
import { type TestContext, test } from 'node:test'
import { type Resolve, resolve, resolveWith } from '../src/outgoing/resolve.ts'
import { reasonOf } from '../src/webhooks/reason.ts'
import { type NameAnswer, nameServer } from './support/name-server.ts'
import { closedPort } from './support/receivers.ts'

const NAME = 'receiver.test'
const four = (address: string) => ({ address, family: 4 })
const six = (address: string) => ({ address, family: 6 })
const noSystem: Resolve = () => assert.fail('the threads may not be used')

async function resolving(t: TestContext, A: NameAnswer, AAAA: NameAnswer, lookUp = noSystem, timeout?: number) {
  return resolveWith(await nameServer(t, { [NAME]: { A, AAAA } }, timeout), lookUp)
}

test('a name has the addresses of both families, or of the one it has', async t => {
  const cases: [NameAnswer, NameAnswer, unknown[]][] = [
    [['192.0.2.1', '192.0.2.2'], ['2001:db8::1'], [four('192.0.2.1'), four('192.0.2.2'), six('2001:db8::1')]],
    [['192.0.2.1'], 'nothing', [four('192.0.2.1')]],
    ['nothing', ['2001:db8::1'], [six('2001:db8::1')]],
    ['trouble', ['2001:db8::1'], [six('2001:db8::1')]],
  ]
  for (const [A, AAAA, expected] of cases) {
    assert.deepEqual(await (await resolving(t, A, AAAA))(NAME), expected)
  }
})

test('a name server that never answers for one family does not hold up the other', async t => {
  assert.deepEqual(await (await resolving(t, ['192.0.2.1'], 'silence'))(NAME), [four('192.0.2.1')])
  assert.deepEqual(await (await resolving(t, 'silence', ['2001:db8::1']))(NAME), [six('2001:db8::1')])
})

test('a name server in trouble, or silent, is not asked for through the threads that all share', async t => {
  const cases: [string, NameAnswer, NameAnswer, number?][] = [
    ['name look-up failed', 'trouble', 'trouble'],
    ['name look-up failed', 'nothing', 'trouble'],
    ['name look-up timed out', 'silence', 'silence', 200],
    ['name look-up timed out', 'unknown', 'silence', 200],
  ]
  for (const [reason, A, AAAA, timeout] of cases) {
    const going = (await resolving(t, A, AAAA, noSystem, timeout))(NAME)
    await assert.rejects(going, error => reasonOf(error) === reason)
  }
})

test('a name that the name servers do not know may be in the hosts file', async t => {
  for (const answer of ['unknown', 'nothing'] as const) {
    const known = await resolving(t, answer, answer, async () => [four('127.0.0.5')])
    assert.deepEqual(await known(NAME), [four('127.0.0.5')])
  }
  const again = Object.assign(new Error('again'), { code: 'EAI_AGAIN' })
  const unknown = await resolving(t, 'unknown', 'unknown', () => Promise.reject(again))
  await assert.rejects(unknown(NAME), error => reasonOf(error) === 'name not found')
  const empty = await resolving(t, 'nothing', 'nothing', () => Promise.reject(again))
  await assert.rejects(empty(NAME), error => reasonOf(error) === 'name has no address')
})

test('without name servers the system says what is wrong', async () => {
  const resolver = new dns.Resolver({ timeout: 60_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${await closedPort()}`])
  const again = Object.assign(new Error('again'), { code: 'EAI_AGAIN' })
  const going = resolveWith(resolver, () => Promise.reject(again))(NAME)
  await assert.rejects(going, error => reasonOf(error) === 'name look-up failed')
})

test('the threads are asked one name at a time', async t => {
  let running = 0
  let most = 0
  const slow: Resolve = async () => {
    most = Math.max(most, ++running)
    await new Promise(done => setTimeout(done, 20))
    running--
    return [four('127.0.0.5')]
  }
  const resolving = resolveWith(await nameServer(t, {}), slow)
  const found = await Promise.all(['a.test', 'b.test', 'c.test', 'd.test'].map(resolving))
  assert.equal(most, 1)
  assert.deepEqual(found.flat(), Array(4).fill(four('127.0.0.5')))
})

test('localhost, and every name below it, is this machine, whatever a name server says', async t => {
  const resolver = await nameServer(t, { 'a.localhost': { A: ['192.0.2.1'], AAAA: 'nothing' } })
  const asked: string[] = []
  const resolving = resolveWith(resolver, async name => {
    asked.push(name)
    return [four('127.0.0.1')]
  })
  for (const name of ['localhost', 'localhost.', 'a.localhost', 'a.localhost.']) await resolving(name)
  assert.deepEqual(asked, Array(4).fill('localhost'))
  for (const { address } of await resolve('localhost')) assert.match(address, /^(127\.|::1$)/)
})
