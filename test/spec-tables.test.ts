/** The spec's tables, held against the declarations and against real answers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { ERRORS } from '../src/errors.ts'
import { HOUSE } from '../src/house.ts'
import { WINDOW_MS } from '../src/http/rate-limit.ts'
import { MAX_BODY_BYTES } from '../src/http/read-body.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { METHODS } from '../src/modules/contributions/fields.ts'
import { MODULES } from '../src/modules/index.ts'
import { STATUSES } from '../src/modules/people/fields.ts'
import { EVENT_MODULES, type EventEntry } from '../src/resource/event.ts'
import { outputSchema } from '../src/resource/field.ts'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../src/resource/limits.ts'
import * as records from './spec/records.ts'
import * as rules from './spec/rules.ts'
import { endpointsOf, OPTIONAL_MODULES, resourcesOf } from './support/endpoints.ts'
import { parametersOf } from './support/parameters.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

/** Those of the product. */
const RESOURCES = resourcesOf(MODULES)
const ENDPOINTS = endpointsOf(RESOURCES)

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
  church = await service.church()
  await church.set({ modules: OPTIONAL_MODULES })
})
after(() => service.close())

type Table = [name: string, type: records.FieldType][]

function holds(value: Record<string, unknown>, table: Table, what: string): void {
  assert.deepEqual(
    Object.keys(value),
    table.map(([name]) => name),
    what,
  )
  for (const [name, type] of table) {
    assert.ok(records.hasType(value[name], type), `${what}.${name} is ${type}: ${JSON.stringify(value[name])}`)
  }
}

const inList = ({ fields, onlyAlone = [] }: records.RecordTable): Table =>
  fields.filter(([name]) => !onlyAlone.includes(name))

/** The specification's fields, with those that were added behind them. */
const grown = ({ fields, added = [] }: records.RecordTable): Table => [...fields, ...added]

const tableOf = (name: string): records.RecordTable => {
  const table = records.RECORDS[name]
  assert.ok(table, `${name} is in the spec`)
  return table
}

/** The spec's word for what a declaration says a field looks like. */
function declaredType(schema: Record<string, unknown>): string {
  const types = [schema.type].flat()
  const [type] = types.filter(one => one !== 'null')
  const forms: Record<string, string> = { date: 'date', 'date-time': 'timestamp' }
  return `${forms[String(schema.format)] ?? type}${types.includes('null') ? '|null' : ''}`
}

for (const [name, resource] of RESOURCES) {
  const isShown = rules.SPECIFIED.includes(name) && !records.RECORDS_NOT_SHOWN.includes(name)
  const skip = !isShown && 'the spec does not show its fields'
  test(`the declaration of ${name} has the fields of the spec: names, order, types, nullability, and behind them those that were added`, {
    skip,
  }, () => {
    const declared = Object.entries(resource.fields).map(([field, { spec }]) => [
      field,
      declaredType(outputSchema(spec)),
    ])
    assert.deepEqual(declared, grown(tableOf(name)))
    const alone = Object.entries(resource.fields).filter(([, { spec }]) => spec.onlyOne)
    assert.deepEqual(
      alone.map(([field]) => field),
      tableOf(name).onlyAlone ?? [],
    )
  })

  test(`the list of ${name} takes the query parameters of the spec, and knows each`, async () => {
    const { sorts } = resource.list
    const declared = parametersOf(resource)
    if (rules.SPECIFIED.includes(name)) {
      assert.deepEqual(declared.toSorted(), [...(rules.PARAMETERS[name] ?? [])].sort())
      assert.deepEqual(sorts, rules.SORTS[name] ?? [])
    }
    for (const parameter of [...declared, 'page', 'per_page']) {
      const { status, json } = await church.send('GET', `/${name}?${parameter}=1&${parameter}=1`)
      assert.deepEqual([status, json.error], [400, `invalid_${parameter}`])
    }
    for (const sort of sorts) assert.equal((await church.send('GET', `/${name}?sort=${sort}`)).status, 200)
  })
}

const FULL_PERSON = {
  title: 'Dr',
  first_name: 'Ada',
  middle_name: 'Ngozi',
  last_name: 'Okafor',
  gender: 'female',
  dob: '1990-02-28',
  marital_status: 'married',
  anniversary: '2015-06-06',
  email: 'Ada@Example.org',
  phone: '0803 123 4567',
  phone2: '+2348031234568',
  whatsapp: '08031234569',
  address: '1 Church Street',
  city: 'Lagos',
  state: 'Lagos',
  country: 'ng',
  postal_code: '100001',
  occupation: 'Engineer',
  employer: 'Acme',
  status: 'member',
  family_role: 'head',
  membership_date: '2020-01-01',
  baptism_date: '2020-01-02',
  salvation_date: '2020-01-03',
  first_visit_date: '2019-12-25',
  source: 'invited',
  sms_opt_in: false,
  email_opt_in: true,
  whatsapp_opt_in: false,
  photo_url: 'https://example.org/a.jpg',
  custom: { tribe: 'Judah', n: 1 },
  language: 'pt',
}

test('a Person in an answer has the fields of the spec and the added language behind them, whether nothing or everything is known of them', async () => {
  const fields = grown(tableOf('people'))
  const least = await church.send('POST', '/people', { first_name: 'Bo' })
  holds(least.json.data, fields, 'Person')
  const family = await church.send('POST', '/families', { name: 'Okafor', address: 'x', phone: '08031234567' })
  const full = await church.send('POST', '/people', { ...FULL_PERSON, family_id: family.json.data.id })
  holds(full.json.data, fields, 'Person')
  const sent = { ...FULL_PERSON, phone: '+2348031234567', whatsapp: '+2348031234569', country: 'NG' }
  for (const [name, value] of Object.entries(sent)) assert.deepEqual(full.json.data[name], value, name)
  assert.deepEqual(
    fields.filter(([name]) => full.json.data[name] === null).map(([name]) => name),
    ['deleted_at'],
  )
  for (const person of (await church.send('GET', '/people')).json.data) holds(person, fields, 'Person in a list')
})

test('a Family has members alone and on creation, not in the list; members have five fields', async () => {
  const { json } = await church.send('POST', '/families', { name: 'Bello' })
  holds(json.data, tableOf('families').fields, 'Family')
  assert.deepEqual([json.data.members, json.data.member_count], [[], 0])
  await church.send('POST', '/people', { first_name: 'Cy', family_id: json.data.id, family_role: 'spouse' })
  const alone = (await church.send('GET', `/families/${json.data.id}`)).json.data
  holds(alone, tableOf('families').fields, 'Family')
  holds(alone.members[0], records.FAMILY_MEMBER, 'member')
  for (const family of (await church.send('GET', '/families')).json.data) {
    holds(family, inList(tableOf('families')), 'Family in a list')
  }
})

test('a Branch and a Fund have the fields of the spec', async () => {
  await church.branch('Yaba')
  await church.act(createFund, { name: 'Roof', is_active: false })
  for (const name of ['branches', 'funds']) {
    const { data } = (await church.send('GET', `/${name}`)).json
    assert.equal(data.length, 2)
    for (const record of data) holds(record, inList(tableOf(name)), name)
  }
})

test('a Contribution has the fields of the spec, and its list the sum in the church currency', async () => {
  const { fields } = tableOf('contributions')
  const person = (await church.send('POST', '/people', { first_name: 'Di' })).json.data.id
  const full = {
    amount: 5,
    person_id: person,
    reference: 'r',
    note: 'n',
    donor_name: 'd',
    donor_email: 'd@example.org',
  }
  const sent = [{ amount: 150050 }, { ...full, donor_phone: '08031234567', is_anonymous: true }]
  for (const body of sent) holds((await church.send('POST', '/contributions', body)).json.data, fields, 'Contribution')
  const { json } = await church.send('GET', '/contributions')
  for (const gift of json.data) holds(gift, fields, 'Contribution in a list')
})

test('meta of a list has page, per_page, total, total_pages, has_more and next_cursor; as_of where changes can be asked for', async () => {
  for (const [name, { list }] of RESOURCES) {
    const changes = list.filters.updated_since === undefined ? [] : records.CHANGES_META
    const sums: Table = list.sum === undefined ? [] : [[list.sum.name, 'integer'], ...records.SUM_META.slice(1)]
    for (const search of ['', ...(changes.length > 0 ? ['?updated_since=2020-01-01'] : [])])
      holds(
        (await church.send('GET', `/${name}${search}`)).json.meta,
        [...records.LIST_META, ...changes, ...sums],
        name,
      )
  }
})

test('the key check has church, key and resources, with the fields of the spec', async () => {
  const { data } = (await church.send('GET', '')).json
  assert.deepEqual(Object.keys(data), ['church', 'key', 'resources'])
  holds(data.church, records.KEY_CHECK.church, 'church')
  holds(data.key, records.KEY_CHECK.key, 'key')
  for (const resource of data.resources) {
    holds(resource, records.KEY_CHECK.resources, 'resource')
    assert.ok(resource.allowed.length > 0 && resource.allowed.every((one: string) => ['read', 'write'].includes(one)))
    assert.equal(resource.url, `${service.url.replace('127.0.0.1', 'localhost')}/api/v1/${resource.name}`)
  }
})

test('the person states and the contribution methods are those of the spec', async () => {
  assert.deepEqual(STATUSES, records.PERSON_STATES)
  assert.deepEqual(METHODS, records.CONTRIBUTION_METHODS)
  for (const status of records.PERSON_STATES) {
    assert.equal((await church.send('POST', '/people', { first_name: 'E', status })).json.data.status, status)
  }
  for (const method of records.CONTRIBUTION_METHODS) {
    assert.equal((await church.send('POST', '/contributions', { amount: 1, method })).json.data.method, method)
    assert.equal((await church.send('GET', `/contributions?method=${method}&per_page=1`)).status, 200)
  }
})

test('of what the spec names there are its endpoints, each with its scope, and no other', () => {
  const declared = ENDPOINTS.filter(({ resource }) => rules.SPECIFIED.includes(resource.name)).map(
    ({ method, path, scope }) => `${method} ${path.slice('/api/v1'.length)} ${scope}`,
  )
  const wanted = rules.ENDPOINTS.filter(([, path]) => RESOURCES.has(path.split('/')[1] ?? ''))
  assert.deepEqual(declared.sort(), wanted.map(endpoint => endpoint.join(' ')).sort())
})

test('the scopes that a key can have are those of the spec, and of each other resource those of its endpoints', () => {
  const [named, others] = [true, false].map(is =>
    HOUSE.scopes.filter(scope => rules.SPECIFIED.includes(scope.split(':')[0] ?? '') === is),
  )
  assert.deepEqual(named, rules.SCOPES)
  const needed = ENDPOINTS.filter(({ resource }) => !rules.SPECIFIED.includes(resource.name)).map(({ scope }) => scope)
  assert.deepEqual(others?.toSorted(), [...new Set(needed)].sort())
})

test('every error code of the spec has its status', () => {
  const known: Record<string, readonly [number, string]> = ERRORS
  for (const [code, status] of Object.entries(rules.ERROR_CODES)) {
    const resource = rules.CODES_OF[code]
    if (resource !== undefined && !RESOURCES.has(resource)) continue
    assert.equal(known[code]?.[0], status, code)
  }
})

test('the limits are those of the spec', () => {
  const config = readConfig({})
  assert.deepEqual([config.rateLimitKey, config.rateLimitIp, WINDOW_MS], [120, 600, 60_000])
  assert.deepEqual([DEFAULT_PER_PAGE, MAX_PER_PAGE, MAX_BODY_BYTES], [25, 100, 256 * 1024])
})

test('there are the events of the spec and no other', () => {
  const without = Object.values(rules.EVENTS_WITHOUT_TRIGGER).flatMap(names => names.split(' '))
  const named = [...rules.EVENTS.map(([name]) => name), ...without]
  assert.equal(new Set(named).size, named.length)
  assert.deepEqual(Object.keys(HOUSE.catalogue.events).sort(), named.sort())
})

test('an event with a stated trigger has the module and the words of the spec', () => {
  for (const [name, module, when] of rules.EVENTS) {
    const entry = entryOf(name)
    assert.deepEqual(
      [titleOf(entry), entry.stated, entry.when],
      [capital(module), true, when.replaceAll('`', '')],
      name,
    )
  }
})

test('an event without a stated trigger has the module of the spec and is marked', () => {
  for (const [module, names] of Object.entries(rules.EVENTS_WITHOUT_TRIGGER)) {
    for (const name of names.split(' ')) {
      const entry = entryOf(name)
      assert.deepEqual([titleOf(entry), entry.stated], [module, false], name)
    }
  }
})

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
const titleOf = ({ module }: EventEntry): string => EVENT_MODULES[module as keyof typeof EVENT_MODULES].title

function entryOf(name: string): EventEntry {
  return HOUSE.catalogue.events[name] ?? assert.fail(`${name} is not in the catalogue`)
}
