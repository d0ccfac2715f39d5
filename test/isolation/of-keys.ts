/** Nobody sees or touches what is outside their church or their key's branch (spec, Endpoints; Authentication 5). */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { scopeOf, UPDATE_METHODS } from '../../src/http/route.ts'
import { revokeKey } from '../../src/modules/church/api-keys.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { Tally } from '../attempts/tally.ts'
import { WHOLE_HOUSE } from '../support/house.ts'
import type { Answered, Send, TestService } from '../support/service.ts'
import { traces } from './canaries.ts'
import { written } from './rows.ts'
import { shared } from './shared-worlds.ts'
import { idFilters, RESOURCES, references, referred, referring, textFilters } from './surface.ts'
import { assertSame, comparable, NOBODY, noForeignTrace, type Sight, sightOf, targets } from './visible-branch.ts'
import { ASKED_ALL, BRANCHES, bodyFor, type World } from './world.ts'

let service: TestService
let worlds: [World, World]
let cells = 0

/** Who asks: a key and what it may see. */
interface Asker extends Sight {
  /** Sends, and looks for traces in the answer. */
  send: Send
  plain: Send
}
let askers: Asker[]

before(async () => {
  ;({ service, worlds } = await shared())
  const [first, second] = worlds
  // One of each kind: the top of the tree, its middle and its leaves.
  const limits = [null, ...(ASKED_ALL ? Array.from({ length: BRANCHES }, (_, branch) => branch) : [0, 2, 4])]
  askers = [
    ...(await Promise.all(limits.map(limit => asker(first, second, limit)))),
    ...(await Promise.all((ASKED_ALL ? [null, 0, 2, 11] : [null, 1]).map(limit => asker(second, first, limit)))),
  ]
})

/** All at once: most of what a request costs here is waiting for the one before. */
const ofEach = (look: (one: Asker) => Promise<void>): Promise<unknown> => Promise.all(askers.map(look))

async function asker(world: World, other: World, limit: number | null): Promise<Asker> {
  const key = await world.test.keyFor(['all'], limit === null ? undefined : world.branches[limit])
  const sight = sightOf(world, other, limit)
  const plain = world.test.as(key)
  const send: Send = async (...request) => {
    cells += 1
    const answered = await plain(...request)
    noForeignTrace(answered, world.number, sight.sees, `${sight.name}: ${request[0]} ${request[1]}`)
    return answered
  }
  return { ...sight, send, plain }
}

test('the world covers every resource: each has records in sight and out of sight', () => {
  for (const resource of RESOURCES) {
    const { name, limitTo } = resource
    const kinds = targets(askers.find(({ limit }) => limit === 2)!, resource).map(({ kind }) => kind)
    const wanted = limitTo === null ? ['other church', 'own'] : ['own', 'child', 'parent', 'sibling', 'other church']
    for (const kind of wanted) assert.ok(kinds.includes(kind), `there is a target for ${name} of ${kind}`)
    const records = worlds[0].records.get(name) ?? []
    const places = new Set(records.map(({ branch }) => branch))
    assert.equal(places.size, limitTo === null ? 1 : BRANCHES, `isolation/world.ts plants no ${name}`)
    assert.ok(traces(JSON.stringify(records)).length > records.length / 2, `${name} carry canaries`)
  }
})

test('a list holds exactly what is in sight, its total and its sum count nothing else', async () => {
  await ofEach(async one => {
    for (const resource of RESOURCES) {
      const all = one.world.records.get(resource.name) ?? []
      const seen = all.filter(({ branch, removed, data }) => {
        const inSight = branch === null || resource.limitTo === null || one.sees.has(branch)
        return inSight && !removed && data.status !== 'void'
      })
      const { json } = await one.send('GET', `/${resource.name}?per_page=100`)
      const ids = json.data.map(({ id }: { id: number }) => id)
      assert.deepEqual(
        ids,
        seen.map(({ id }) => id).sort((a, b) => a - b),
        `${one.name}: ${resource.name}`,
      )
      assert.equal(json.meta.total, seen.length, `${one.name}: total of ${resource.name}`)
      const { sum } = resource.list
      if (sum === undefined) continue
      const wanted = seen.reduce((total, { data }) => total + data[sum.column], 0)
      assert.equal(json.meta[sum.name], wanted, `${one.name}: sum of ${resource.name}`)
    }
  })
})

test('a record out of sight, of another church or removed is answered as one that does not exist', async () => {
  await ofEach(async one => {
    for (const resource of RESOURCES.filter(({ one: alone }) => alone !== undefined)) {
      const nobody = comparable(await one.send('GET', `/${resource.name}/${NOBODY}`))
      assert.match(nobody, /^404 .*"not_found"/)
      for (const { kind, record, seen } of targets(one, resource)) {
        const answer = await one.send('GET', `/${resource.name}/${record.id}`)
        const what = `${one.name}: ${resource.name} of ${kind}`
        if (seen) assert.equal(answer.json.data?.id, record.id, what)
        else assertSame(comparable(answer), nobody, what)
      }
    }
  })
})

test('a filter by an id or a text that is out of sight is answered as one by something that does not exist', async () => {
  await ofEach(async one => {
    for (const resource of RESOURCES) {
      for (const name of idFilters(resource)) {
        const nobody = comparable(await one.send('GET', `/${resource.name}?${name}=${NOBODY}`))
        for (const { kind, record, seen } of targets(one, referred(name)!)) {
          if (kind === 'removed') continue
          const answer = await one.send('GET', `/${resource.name}?${name}=${record.id}`)
          const what = `${one.name}: ${resource.name} by ${name} of ${kind}`
          if (seen) assert.ok(answer.json.meta.total > 0, what)
          else assertSame(comparable(answer), nobody, what)
        }
      }
      for (const name of textFilters(resource)) {
        const nobody = await one.send('GET', `/${resource.name}?${name}=nobody-has-this`)
        for (const { kind, record, seen } of targets(one, resource)) {
          const text = String(record.data[name] ?? record.data.name ?? record.data.first_name)
          // Words that everybody uses, such as a source, give nobody away.
          if (traces(text).length === 0) continue
          const answer = await one.send('GET', `/${resource.name}?${name}=${encodeURIComponent(text)}`)
          const what = `${one.name}: ${resource.name} by ${name} of ${kind}`
          if (seen) assert.ok(answer.json.meta.total > 0, what)
          else assertSame(comparable(answer), comparable(nobody), what)
        }
      }
    }
  })
})

test('a write to or with something out of sight is refused as one that does not exist, and nothing is written', async () => {
  const before = await written(service)
  await ofEach(async one => {
    for (const resource of RESOURCES) await refusedWrites(one, resource)
  })
  assert.deepEqual(await written(service), before)
})

async function refusedWrites(one: Asker, resource: Resource): Promise<void> {
  const own = one.world.records
    .get(resource.name)
    ?.find(({ branch, removed }) => branch === (one.limit ?? 0) && !removed)
  const base = resource.create === undefined ? {} : bodyFor(one.world, resource, one.limit ?? 0)
  for (const method of resource.update === undefined ? [] : UPDATE_METHODS) {
    const nobody = comparable(await one.send(method, `/${resource.name}/${NOBODY}`, base))
    assert.match(nobody, /^404 /)
    for (const { kind, record } of targets(one, resource).filter(({ seen }) => !seen)) {
      const answer = await one.send(method, `/${resource.name}/${record.id}`, base)
      assertSame(comparable(answer), nobody, `${one.name}: ${method} ${resource.name} of ${kind}`)
    }
  }
  const writes = [
    { method: 'POST', path: `/${resource.name}`, write: resource.create },
    { method: 'PATCH', path: `/${resource.name}/${own?.id}`, write: resource.update },
  ]
  for (const { method, path, write } of writes) {
    // A change takes other words than a creation: a state that only it has.
    const said = Object.fromEntries(
      Object.entries(base).filter(([name, value]) => write?.fields[name]?.spec.schema.safeParse(value).success ?? true),
    )
    for (const name of references(write)) {
      const sendWith = (id: number): Promise<Answered> => one.send(method, path, referring(write, said, name, id))
      const nobody = comparable(await sendWith(NOBODY))
      assert.match(nobody, new RegExp(`^422 .*"errors":\\{"${name}"`))
      for (const { kind, record } of targets(one, referred(name)!).filter(({ seen }) => !seen)) {
        const answer = comparable(await sendWith(record.id))
        assertSame(answer, nobody, `${one.name}: ${method} ${path} ${name} of ${kind}`)
      }
    }
  }
}

test('idempotency keys of another API key, and references of another church, have no effect', async () => {
  const path = '/contributions'
  const headers = { 'Idempotency-Key': 'shared' }
  const answers = new Map<Asker, Answered>()
  for (const one of askers) {
    const answer = await one.send('POST', path, { amount: 1 + (one.limit ?? 50) }, { headers })
    assert.equal(answer.status, 201, `${one.name}: ${answer.text}`)
    assert.equal(answer.headers.has('idempotent-replayed'), false)
    answers.set(one, answer)
  }
  assert.equal(new Set([...answers.values()].map(({ text }) => text)).size, askers.length)
  for (const [one, first] of answers) {
    const again = await one.send('POST', path, { amount: 1 + (one.limit ?? 50) }, { headers })
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'], one.name)
  }
  for (const { test: church } of worlds)
    assert.equal((await church.send('POST', path, { amount: 5, reference: 'same' })).status, 201)
  assert.equal((await worlds[0].test.send('POST', path, { amount: 5, reference: 'same' })).status, 409)
})

test('dedupe never returns or tells of a person out of sight', async () => {
  const people = RESOURCES.find(({ name }) => name === 'people')!
  for (const one of askers) {
    for (const { kind, record, seen } of targets(one, people)) {
      const { email, phone } = record.data
      for (const known of [{ email }, { whatsapp: phone }]) {
        const answer = await one.plain('POST', '/people', { first_name: 'New', ...known, dedupe: true })
        const what = `${one.name}: ${Object.keys(known)} of ${kind}`
        assert.equal(answer.json.data.id === record.id, seen, what)
        if (seen) assert.equal(answer.status, 200, what)
        // What the client sent itself may come back.
        const text = answer.text.replaceAll(email, '').replaceAll(phone, '')
        noForeignTrace({ ...answer, text }, one.world.number, one.sees, what)
      }
    }
  }
})

test('a family shows no member that is out of sight, and does not count one', async () => {
  const [{ test: church, branches }] = worlds
  const family = (await church.send('POST', '/families', { name: 'Mixed', branch_id: branches[4] })).json.data
  for (const branch of [4, 5]) {
    const member = { first_name: `ZZ-1-0${branch}-1`, branch_id: branches[branch], family_id: family.id }
    assert.equal((await church.send('POST', '/people', member)).status, 201)
  }
  const limited = askers.find(({ world, limit }) => world === worlds[0] && limit === 4)!
  const alone = (await limited.send('GET', `/families/${family.id}`)).json.data
  assert.deepEqual([alone.member_count, alone.members.length], [1, 1])
  const listed = (await limited.send('GET', '/families?q=Mixed')).json.data[0]
  assert.equal(listed.member_count, 1)
  assert.equal((await church.send('GET', `/families/${family.id}`)).json.data.member_count, 2)
})

interface Sent {
  method: string
  path: string
  body: object | undefined
  /** The scope. */
  needs: string | undefined
}

/** What can be asked of a resource. */
function operationsOf(resource: Resource): Sent[] {
  const { name, one, create, update } = resource
  const write = { body: { [name]: 1 }, needs: `${name}:write` }
  const read = { method: 'GET', body: undefined }
  return [
    { ...read, path: `/${name}`, needs: scopeOf({ kind: 'list', resource }) },
    ...(one ? [{ ...read, path: `/${name}/1`, needs: scopeOf({ kind: 'one', resource, id: 1 }) }] : []),
    ...(create ? [{ ...write, method: 'POST', path: `/${name}` }] : []),
    ...(update ? UPDATE_METHODS.map(method => ({ ...write, method, path: `/${name}/1` })) : []),
  ]
}

/** Beside those of its own resource a key is asked for one operation of so many, each key for others. */
const APART = 12

test('a key does what its one scope says and nothing else; a revoked key does nothing', async () => {
  const [{ test: church }] = worlds
  const { scopes } = WHOLE_HOUSE
  const operations = RESOURCES.flatMap(operationsOf)
  const look = async (send: Send, { method, path, body }: Sent, does: boolean, who: string): Promise<void> => {
    cells += 1
    const answer = await send(method, path, body)
    const refused = answer.status === 403 && answer.json.error === 'insufficient_scope'
    assert.equal(refused, !does, `${who}: ${method} ${path}: ${answer.text}`)
  }
  for (const [at, scope] of scopes.entries()) {
    const send = church.as(await church.keyFor([scope]))
    const others = church.as(await church.keyFor(scopes.filter(one => one !== scope)))
    const looks = operations.flatMap((operation, place) => {
      const { needs, path } = operation
      // What all others together do not give, none of them gives: so much less has to be asked of each.
      const without = needs === scope ? [look(others, operation, false, `all but ${scope}`)] : []
      const near = path.startsWith(`/${scope.split(':')[0]}`)
      if (!near && !ASKED_ALL && (at + place) % APART !== 0) return without
      return [...without, look(send, operation, needs === scope, scope)]
    })
    await Promise.all(looks)
  }
  const key = await church.keyFor(['all'])
  const { id } = (await church.as(key)('GET', '')).json.data.key
  await church.act(revokeKey, { id })
  for (const { name } of RESOURCES) assert.equal((await church.as(key)('GET', `/${name}`)).status, 401)
})

test('after all of this, no event and no remembered response of a church holds anything of the other', async t => {
  for (const { number, test: church } of worlds) {
    for (const { name, body } of await church.events()) {
      // Except what a client sent itself, in the test of dedupe.
      if ((body.data as { first_name?: string }).first_name === 'New') continue
      const foreign = traces(JSON.stringify(body)).filter(trace => trace.church !== number)
      assert.deepEqual(foreign, [], name)
    }
  }
  new Tally('API keys × ids, filters, bodies and scopes', 1_000).held(cells).end(t)
})
