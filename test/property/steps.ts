/** Steps of a random life of a church: each is done to the service and to the model, and both must agree. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { HOUSE } from '../../src/house.ts'
import { voidContribution } from '../../src/modules/contributions/void-gift.ts'
import { removePerson } from '../../src/modules/people/remove.ts'
import { findUnfolded, foldWritten } from '../../src/resource/tally.ts'
import type { Answered, TestChurch, TestService } from '../support/service.ts'
import type { GiftQuery, Kept, Model, PeopleQuery, Told } from './model.ts'

/** What a step works on. */
export interface Scene {
  service: TestService
  church: TestChurch
  model: Model
}

/** One step, printed by fast-check when a life fails. */
export interface Step {
  does: string
  with: unknown
  run(scene: Scene): Promise<void>
}

const step = <T>(
  does: string,
  input: fc.Arbitrary<T>,
  run: (scene: Scene, input: T) => Promise<void>,
): fc.Arbitrary<Step> => input.map(given => ({ does, with: given, run: scene => run(scene, given) }))

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })
const STATUSES = ['visitor', 'member', 'worker', 'leader'] as const
const EMAILS = ['ada@example.org', 'ADA@example.org', 'ben@example.org', 'c_%@example.org']
const names = fc.constantFrom('Ada', 'Ben', 'Ngozi', '100%', 'a_b')
const lastNames = fc.constantFrom('adams', 'baker', 'clark', null)

/** What may be sent of a person. */
const person = fc.record(
  {
    last_name: lastNames,
    status: fc.constantFrom(...STATUSES),
    email: fc.constantFrom(...EMAILS, null),
    custom: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(1, 'x', null), { noNullPrototype: true }),
  },
  { requiredKeys: [] },
)

const pick = (list: Kept[], index: number): Kept | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

const created = step(
  'creates a person',
  fc.tuple(names, person, fc.boolean()),
  async ({ church, model }, [first_name, more, dedupe]) => {
    const answer = await church.send('POST', '/people', { first_name, ...more, dedupe })
    const known = dedupe && typeof more.email === 'string' ? model.known(more.email) : undefined
    if (known === undefined) {
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.json.data.first_name, first_name)
      model.add(model.people, answer.json.data, 'person.created')
    } else {
      assert.deepEqual([answer.status, answer.json.meta, answer.json.data], [200, { duplicate: true }, known.data])
    }
  },
)

const patched = step('changes a person', fc.tuple(fc.nat(30), person), async ({ church, model }, [index, changes]) => {
  const kept = pick(model.people, index)
  if (kept === undefined) return
  const answer = await church.send('PATCH', `/people/${kept.id}`, changes)
  if (kept.removed) return assert.equal(answer.status, 404)
  assert.equal(answer.status, 200, answer.text)
  const { data } = answer.json
  const previous = Object.fromEntries(
    Object.entries(kept.data).filter(
      ([name, value]) => name !== 'updated_at' && JSON.stringify(value) !== JSON.stringify(data[name]),
    ),
  )
  if (Object.keys(previous).length === 0)
    return assert.deepEqual(data, kept.data, 'nothing changed, updated_at neither')
  const events: Told[] = [{ name: 'person.updated', data, previous }]
  if ('status' in previous) events.push({ name: 'person.status_changed', data, previous: { status: previous.status } })
  const { custom, ...plain } = changes
  for (const [name, value] of Object.entries(plain)) assert.deepEqual(data[name], value)
  model.change(kept, data, ...events)
})

const removed = step('removes a person', fc.nat(30), async ({ church, model }, index) => {
  const kept = pick(model.people, index)
  if (kept === undefined) return
  const data = await church.act(removePerson, { id: kept.id })
  if (kept.removed) return assert.deepEqual(data, kept.data)
  assert.ok(data.deleted_at)
  kept.removed = true
  model.change(kept, data, { name: 'person.deleted', data })
})

const gift = fc.record(
  {
    amount: fc.integer({ min: 1, max: 10 ** 6 }),
    method: fc.constantFrom('cash', 'pos'),
    given_on: fc.constantFrom('2026-01-01', '2026-02-28', '2026-03-01'),
    reference: fc.constantFrom('r1', 'r2', 'r3'),
  },
  { requiredKeys: ['amount'] },
)

const given = step(
  'records a gift',
  fc.tuple(gift, sometimes(fc.constantFrom('k1', 'k2', 'k3')), fc.nat(30)),
  async ({ church, model }, [body, key, index]) => {
    const giver = pick(model.people, index)
    const sent = { ...body, ...(giver !== undefined && !giver.removed && { person_id: giver.id }) }
    const options = key === undefined ? {} : { headers: { 'Idempotency-Key': key } }
    const answer = await church.send('POST', '/contributions', sent, options)
    const first = key === undefined ? undefined : model.remembered.get(key)
    if (first !== undefined) return assertReplayed(answer, first, sent)
    if (model.gifts.some(({ data }) => data.reference !== null && data.reference === body.reference)) {
      return assert.deepEqual([answer.status, answer.json.error], [409, 'duplicate_reference'])
    }
    assert.equal(answer.status, 201, answer.text)
    for (const [name, value] of Object.entries(sent)) assert.deepEqual(answer.json.data[name], value)
    model.add(model.gifts, answer.json.data, 'contribution.recorded')
    if (key !== undefined)
      model.remembered.set(key, { body: canonical(sent), status: answer.status, text: answer.text })
  },
)

const canonical = (body: object): string => JSON.stringify(Object.entries(body).sort())

function assertReplayed(answer: Answered, first: { body: string; status: number; text: string }, sent: object): void {
  if (first.body === canonical(sent)) {
    assert.deepEqual(
      [answer.status, answer.text, answer.headers.get('idempotent-replayed')],
      [first.status, first.text, 'true'],
    )
  } else {
    assert.deepEqual([answer.status, answer.json.error], [409, 'idempotency_key_reused'])
  }
}

const voided = step('voids a gift', fc.nat(30), async ({ church, model }, index) => {
  const kept = pick(model.gifts, index)
  if (kept === undefined) return
  const data = await church.act(voidContribution, { id: kept.id })
  if (kept.data.status === 'void') return assert.deepEqual(data, kept.data)
  model.change(kept, data, { name: 'contribution.voided', data })
})

const paging = fc.record({ page: fc.constantFrom(1, 1, 2, 3), per_page: fc.constantFrom(1, 2, 5, 100, 250) })
const peopleQuery: fc.Arbitrary<PeopleQuery> = fc.record({
  status: sometimes(fc.constantFrom('member', 'visitor,worker', 'deceased')),
  q: sometimes(fc.constantFrom('a', 'ADAMS', '%', '_', '0', 'example.org', 'ada_example', 'ada%org', '100% ')),
  email: sometimes(fc.constantFrom('Ada@Example.org', 'c_%@example.org')),
  include_deleted: sometimes(fc.constantFrom('0', '1')),
  sort: sometimes(fc.constantFrom('id', '-id', 'updated_at', '-updated_at', 'last_name')),
})
const giftQuery: fc.Arbitrary<GiftQuery> = fc.record({
  status: sometimes(fc.constantFrom('posted', 'void', 'all')),
  method: sometimes(fc.constantFrom('cash', 'online')),
  from: sometimes(fc.constantFrom('2026-01-02', '2026-03-01')),
  to: sometimes(fc.constantFrom('2026-02-28')),
  sort: sometimes(fc.constantFrom('id', '-id', 'given_on', '-given_on')),
})

const listedPeople = step('lists people', fc.tuple(peopleQuery, paging), async ({ church, model }, [query, page]) => {
  const answer = await church.send('GET', `/people?${search({ ...query, ...page })}`)
  assertPage(answer, model.listPeople(query), page)
})

const listedGifts = step('lists gifts', fc.tuple(giftQuery, paging), async ({ church, model }, [query, page]) => {
  const answer = await church.send('GET', `/contributions?${search({ ...query, ...page })}`)
  const all = model.listGifts(query)
  const sum_amount_base = all.reduce((sum, { amount_base }) => sum + amount_base, 0)
  assertPage(answer, all, page, { sum_amount_base, base_currency: 'NGN' })
})

const search = (query: object): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString()

function assertPage(
  { json }: Answered,
  all: unknown[],
  { page, per_page }: { page: number; per_page: number },
  more = {},
): void {
  const size = Math.min(per_page, 100)
  assert.deepEqual(json.data, all.slice((page - 1) * size, page * size))
  const total_pages = Math.ceil(all.length / size)
  const { next_cursor, as_of, ...meta } = json.meta
  assert.match(as_of, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(next_cursor === null, page >= total_pages)
  assert.deepEqual(meta, {
    page,
    per_page: size,
    total: all.length,
    total_pages,
    has_more: page < total_pages,
    ...more,
  })
}

const folded = step('folds the totals', fc.constant(null), async ({ service }) => {
  await findUnfolded(service.database, HOUSE.resourcesOn(HOUSE.optional))
  await foldWritten(service.database)
})

/** Any step, writes and lists about as often. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: created },
  { weight: 4, arbitrary: patched },
  { weight: 1, arbitrary: removed },
  { weight: 5, arbitrary: given },
  { weight: 1, arbitrary: voided },
  { weight: 4, arbitrary: listedPeople },
  { weight: 4, arbitrary: listedGifts },
  { weight: 1, arbitrary: folded },
)
