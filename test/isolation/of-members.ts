/** The suites for churches and branches, over what only the console offers: actions and views. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '../../src/db/sql.ts'
import { methodsOf } from '../../src/http/route.ts'
import { createKey } from '../../src/modules/church/api-keys.ts'
import { invite } from '../../src/sign-in/join.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { pauseEndpoint } from '../../src/webhooks/switch-endpoint.ts'
import { Tally } from '../attempts/tally.ts'
import { atOnce } from '../support/at-once.ts'
import { member, PASSWORD, type TestMember } from '../support/console.ts'
import { until } from '../support/embedded.ts'
import type { Answered, TestService } from '../support/service.ts'
import { canary, phone } from './canaries.ts'
import { belongsTo, bodyOf, idFields, OFFERS, type Offer } from './offers.ts'
import { plantOfGroups } from './planted-of-groups.ts'
import { plantStatementRun } from './planted-of-statements.ts'
import { written } from './rows.ts'
import { shared } from './shared-worlds.ts'
import { RESOURCES, referring } from './surface.ts'
import { assertSame, NOBODY, noForeignTrace, type Sight, sightOf, targets } from './visible-branch.ts'
import { BRANCHES, type World } from './world.ts'

let service: TestService
let askers: (Sight & { who: TestMember })[]

/** Plants what the API does not show, once the suite of keys has counted what it does. */
async function prepare(): Promise<void> {
  const { service: started, worlds } = await shared()
  service = started
  const [first, second] = worlds
  await plant(first, 1)
  await plant(second, 2)
  askers = [
    await asker(first, second, null),
    await asker(first, second, 2),
    await asker(first, second, BRANCHES - 1),
    await asker(second, first, null),
  ]
}

/** What the API does not show: more in the second, so that some ids are its alone. */
async function plant({ number, test, records }: World, each: number): Promise<void> {
  const { database } = service
  const { church } = test
  const owner = await member(service, test, 'owner')
  await database.write(church.id, tx => plantOfGroups(tx, church.id))
  const person = records.get('people')?.find(({ removed }) => !removed)?.id
  for (let n = 0; n < each; n += 1) {
    const mark = `ZZ-${number}-99-${n}`
    await test.act(createKey, { name: mark, scopes: ['all'] })
    await database.write(church.id, tx => plantStatementRun(tx, church.id, mark))
    await member(service, test, 'viewer')
    const invitation = { email: `${mark}@canary.example`, role: 'viewer', branch_id: null } as const
    await database.write(church.id, tx => invite(tx, church, invitation, null))
    const endpoint = { url: `https://canary.example/${mark}`, events: ['*'] }
    // Paused: nothing is to be written behind the back of the suite.
    await test.act(pauseEndpoint, { id: (await test.act(createEndpoint, endpoint)).id })
    const batch = { key: mark, channel: 'email', subject: mark, body: mark, person_ids: [person], expected: 1 }
    const { data } = (await owner.inChurch('POST', '/actions/messages.send_to', batch)).json
    await until(async () => {
      const shown = (await owner.inChurch('GET', `/views/message_batch?id=${data.id}`)).json.data
      return shown.finished_at !== null
    })
  }
}

/** The widest role that a limit allows. */
async function asker(world: World, other: World, limit: number | null) {
  const branch = limit === null ? null : (world.branches[limit] ?? null)
  const who = await member(service, world.test, branch === null ? 'owner' : 'administrator', branch)
  assert.equal((await who.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  return { ...sightOf(world, other, limit), who }
}

async function ask({ who, world, sees, name }: (typeof askers)[0], offer: Offer, body: Record<string, unknown>) {
  const query = new URLSearchParams(Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]))
  const answer =
    offer.kind === 'view'
      ? await who.inChurch('GET', `/views/${offer.name}?${query}`)
      : await who.inChurch('POST', `/actions/${offer.name}`, body)
  noForeignTrace(answer, world.number, sees, `${name}: ${offer.name}`)
  return answer
}

/** All at once: most of what a request costs here is waiting for the one before. */
const ofEach = (look: (one: (typeof askers)[0]) => Promise<void>): Promise<unknown> => Promise.all(askers.map(look))

/** Ids that the asker may not see, of a resource or of a table of the whole church. */
async function outOfSight(one: Sight, kind: string): Promise<{ kind: string; id: number }[]> {
  const resource = RESOURCES.find(({ name }) => name === kind)
  if (resource !== undefined) {
    const hidden = targets(one, resource).filter(({ seen, kind: place }) => !seen && place !== 'removed')
    return hidden.map(({ kind: place, record: { id } }) => ({ kind: place, id }))
  }
  const idsOf = async ({ test }: World): Promise<number[]> =>
    (
      await service.database.read.all<{ id: number }>(
        sql`select id from ${raw(kind)} where church_id = ${test.church.id} order by id desc`,
      )
    ).map(({ id }) => id)
  const own = await idsOf(one.world)
  const foreign = (await idsOf(one.other)).find(id => !own.includes(id))
  return foreign === undefined ? [] : [{ kind: 'other church', id: foreign }]
}

/** An id that the asker may use. */
async function inSight(one: Sight, kind: string): Promise<number> {
  const resource = RESOURCES.find(({ name }) => name === kind)
  const seen = resource && targets(one, resource).find(({ seen }) => seen)
  if (seen) return seen.record.id
  const found = await service.database.read.first<{ id: number }>(
    sql`select min(id) as id from ${raw(kind)} where church_id = ${one.world.test.church.id}`,
  )
  return found?.id ?? 0
}

/** The same but for the id, which an answer may repeat. */
const but = ({ status, text }: Answered, id: number): string =>
  `${status} ${text.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'ID')}`

test('of every id that can be sent it is known what it belongs to', () => {
  for (const offer of OFFERS) {
    for (const field of idFields(offer)) assert.ok(belongsTo(offer, field), `offers.ts: ${field} of ${offer.name}`)
  }
})

test('an action or a view with an id out of sight answers as with one that does not exist, and nothing is written', async t => {
  await prepare()
  const before = await written(service)
  let cells = 0
  await ofEach(async one => {
    await atOnce(OFFERS, async offer => {
      const fields = idFields(offer)
      const known: Record<string, number> = {}
      for (const field of fields) known[field] = await inSight(one, belongsTo(offer, field)!)
      for (const field of fields) {
        const base = bodyOf(offer, `ZZ-${one.world.number}-99-1`, known)
        const send = (id: number) => ask(one, offer, { ...referring(offer, base, field, id) })
        const nobody = await send(NOBODY)
        // Otherwise something else is wrong, and this tells nothing.
        const refused = nobody.status === 404 || nobody.json.error === 'not_permitted'
        const named = Object.keys(nobody.json.errors ?? {}).join() === field
        assert.ok(refused || named, `${offer.name} by ${field}: ${nobody.text}`)
        for (const { kind, id } of await outOfSight(one, belongsTo(offer, field)!)) {
          // Where a branch is already is no move; the branch itself shows it.
          if (offer.name === 'branches.update' && field === 'parent_id' && kind === 'parent') continue
          cells += 1
          const answer = await send(id)
          assertSame(but(answer, id), but(nobody, NOBODY), `${one.name}: ${offer.name} with ${field} of ${kind}`)
        }
      }
    })
  })
  assert.deepEqual(await written(service), before)
  new Tally('members × actions and views × ids out of sight', 200).held(cells).end(t)
})

test('a record out of sight is answered as one that does not exist, whatever is asked of it', async t => {
  const before = await written(service)
  let cells = 0
  await ofEach(async one => {
    await atOnce(RESOURCES, async resource => {
      const hidden = targets(one, resource).filter(({ seen }) => !seen)
      for (const method of Object.keys(methodsOf(resource, 'one', 1))) {
        const ask = async (id: number): Promise<string> => {
          const body = method === 'GET' ? undefined : {}
          const answer = await one.who.inChurch(method, `/${resource.name}/${id}`, body)
          noForeignTrace(answer, one.world.number, one.sees, `${one.name}: ${method} ${resource.name}`)
          return but(answer, id)
        }
        const nobody = await ask(NOBODY)
        assert.match(nobody, /^40[34] /)
        for (const { kind, record } of hidden) {
          cells += 1
          assertSame(await ask(record.id), nobody, `${one.name}: ${method} ${resource.name} of ${kind}`)
        }
      }
    })
  })
  assert.deepEqual(await written(service), before)
  new Tally('members × records out of sight', 50).held(cells).end(t)
})

/** What a view needs beside its required fields: the days, where no year and no closed journal says them. */
const NEEDED: Record<string, string[]> = { journal_file: ['from'], statement_preview: ['from', 'to'] }

/** Those of what is not in the state for it: a batch that is open has no slip, a meeting of years ago no link. */
const ONLY_IN_STATE = ['batch_slip', 'report_link']

test('a view shows nothing of another church, nor of a branch out of sight', async () => {
  await ofEach(async one => {
    for (const offer of OFFERS.filter(({ kind }) => kind === 'view')) {
      const ids: Record<string, number> = {}
      for (const field of idFields(offer)) ids[field] = (await inSight(one, belongsTo(offer, field)!)) || NOBODY
      const needed = NEEDED[offer.name] ?? []
      const required = Object.entries(offer.fields).filter(
        ([name, { spec }]) => (spec.required || needed.includes(name)) && !(name in ids),
      )
      const body = { ...bodyOf({ ...offer, fields: Object.fromEntries(required) }, 'ZZ', ids) }
      const answer = await ask(one, offer, body)
      // Deliveries have names of their own, which are no numbers of a record.
      // A file that is to be imported is its sender's alone.
      const isOwn = offer.name === 'delivery' || offer.name.startsWith('import_files.')
      const unlimited = isOwn ? [404] : [ONLY_IN_STATE.includes(offer.name) ? 409 : 200]
      const allowed = one.limit === null ? unlimited : [...unlimited, 200, 403, 404]
      assert.ok(allowed.includes(answer.status), `${one.name}: ${offer.name}: ${answer.text}`)
    }
  })
})

test('the search for everything finds what is in sight of each member, and nothing else', async t => {
  let cells = 0
  await ofEach(async one => {
    const search = OFFERS.find(({ name }) => name === 'search') ?? assert.fail('no search')
    for (const { test: church, number } of [one.world, one.other]) {
      for (const branch of [...Array(BRANCHES).keys(), 99]) {
        const own = number === one.world.number && (one.sees.has(branch) || branch === 99)
        for (const q of [canary(number, branch, 1).replace(/\d+$/, ''), phone(number, branch, 1)]) {
          const { status, json, text } = await ask(one, search, { q })
          assert.equal(status, 200, text)
          cells += 1
          if (!own) assert.deepEqual(json.data, [], `${one.name}: ${q} of ${church.church.name}`)
          else if (q.startsWith('ZZ')) assert.notDeepEqual(json.data, [], `${one.name}: ${q}`)
        }
      }
    }
  })
  new Tally('members × what is searched for everywhere', 4 * askers.length * (BRANCHES + 1)).held(cells).end(t)
})
