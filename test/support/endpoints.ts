/** Every endpoint there is, made from the modules: what is declared is what is tested. */
import { randomUUID } from 'node:crypto'
import { API_ROOT, methodsOf, type Operation, scopeOf } from '../../src/http/route.ts'
import { draftPromotion } from '../../src/modules/promotions/draft.ts'
import { createYear } from '../../src/modules/school/school-years.ts'
import { issueOne } from '../../src/modules/statements/issue.ts'
import type { Action } from '../../src/resource/action.ts'
import type { Fields } from '../../src/resource/field.ts'
import type { Module } from '../../src/resource/module.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { plantGift, plantRecurring, plantRefund } from './giving.ts'
import { ALL_MODULES } from './house.ts'
import { BY, csv, importPeople } from './import.ts'
import type { TestChurch, TestService } from './service.ts'

export interface Endpoint {
  method: string
  /** With `{id}` where one record is meant. */
  path: string
  resource: Resource
  operation: Operation
  scope: string
}

/** The resources of modules, by name. */
export const resourcesOf = (modules: readonly Module[]): ReadonlyMap<string, Resource> =>
  new Map(modules.flatMap(({ resources }) => resources.map(one => [one.name, one] as const)))

/** Those of the whole house. */
export const RESOURCES = resourcesOf(ALL_MODULES)

/** Names of the modules that a church may switch on. */
export const OPTIONAL_MODULES = ALL_MODULES.flatMap(one => one.switch ?? [])

const endpointsAt = (resource: Resource, part: 'list' | 'one'): Endpoint[] =>
  Object.entries(methodsOf(resource, part, 1)).flatMap(([method, operation]) => {
    if (operation === undefined) return []
    const path = `${API_ROOT}/${resource.name}${part === 'one' ? '/{id}' : ''}`
    return [{ method, path, resource, operation, scope: scopeOf(operation) ?? '' }]
  })

/** All endpoints of resources but the key check, which needs no scope. */
export const endpointsOf = (resources: ReadonlyMap<string, Resource>): Endpoint[] =>
  [...resources.values()].flatMap(one => [...endpointsAt(one, 'list'), ...endpointsAt(one, 'one')])

/** Those of the whole house. */
export const ENDPOINTS = endpointsOf(RESOURCES)

/** Each URL with the methods it answers to, as `Allow` names them. */
export const URLS = new Map<string, string[]>([[API_ROOT, ['GET', 'HEAD']]])
for (const { path, method } of ENDPOINTS) {
  const methods = URLS.get(path) ?? []
  methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
  URLS.set(path, methods)
}

/** Other than the example of the declaration: less, where that cannot be sent again, or another kind. */
const INSTEAD: Record<string, Record<string, unknown>> = {
  people: { first_name: 'Ada' },
  // Of every kind that something belongs to: a class has sessions, too.
  groups: { name: 'Lions', kind: 'class' },
  contributions: { amount: 150050 },
  messages: { channel: 'email', to: 'ada@example.org', body: 'Peace' },
  group_reports: { group_id: 1, held_on: '2026-01-07', present: 9 },
  envelopes: { family_id: 1, valid_from: '2026-01-01' },
  // What looks nobody up: a key that may write and not read is answered all of it.
  tasks: { title: 'Call Ada', due_on: '2026-11-30' },
  pledges: { campaign_id: 1, donor_name: 'Ada', amount: 120000 },
}

/** What is sent to create a record, as an example; the ids in it are of no record that is there. */
const exampleOf = ({ name, create }: Resource): Record<string, unknown> | undefined =>
  create && (INSTEAD[name] ?? create.example)

/** What can be sent to create a record, by resource: its example, or less, without the records that it names. */
export const LEAST_BODY: Record<string, Record<string, unknown>> = Object.fromEntries(
  [...RESOURCES.values()].flatMap(resource => {
    const example = exampleOf(resource)
    const said = Object.entries(example ?? {}).filter(
      ([field]) => resource.create?.fields[field]?.spec.to === undefined,
    )
    return example === undefined ? [] : [[resource.name, Object.fromEntries(said)]]
  }),
)

/** The resources whose records a body names, by field: those that it must name, and those of its example. */
const namedBy = (fields: Fields, example: Readonly<Record<string, unknown>>): [field: string, resource: Resource][] =>
  Object.entries(fields).flatMap(([field, { spec }]) => {
    const target = spec.required || example[field] !== undefined ? RESOURCES.get(spec.to ?? '') : undefined
    return target === undefined ? [] : [[field, target]]
  })

/** Makes the records that a body names. @returns their ids by field */
async function named(
  service: TestService,
  church: TestChurch,
  fields: Fields,
  example: Readonly<Record<string, unknown>>,
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [field, target] of namedBy(fields, example)) ids[field] = await makeRecord(service, church, target)
  return ids
}

/** What can be sent to create a record of a resource, when what it names has been made. */
export async function leastBody(
  service: TestService,
  church: TestChurch,
  resource: Resource,
): Promise<Record<string, unknown>> {
  const ids = await named(service, church, resource.create?.fields ?? {}, exampleOf(resource) ?? {})
  return { ...LEAST_BODY[resource.name], ...ids }
}

/** What people of the console do to make a record of what the API does not create. */
const creations = new Map(
  ALL_MODULES.flatMap(({ actions = [] }) => actions.map(one => [one.name, one] as const)).filter(([name]) =>
    name.endsWith('.create'),
  ),
)

/** Makes a record by the action that creates one: what it demands, as its fields have it in examples, under a new name. */
async function act(service: TestService, church: TestChurch, { title }: Resource, creation: Action): Promise<number> {
  const demanded = Object.entries(creation.fields).filter(([, { spec }]) => spec.required && spec.to === undefined)
  const said = demanded.map(([field, { spec }]) => [field, field === title ? randomUUID() : spec.example])
  const input = { ...Object.fromEntries(said), ...(await named(service, church, creation.fields, {})) }
  return ((await church.act(creation, input)) as { id: number }).id
}

/** Makes a record that neither the API nor an action creates by itself; JSON text of it. A new one with single records needs a line. */
const MADE_INSIDE: Record<string, (service: TestService, church: TestChurch) => Promise<string>> = {
  promotions: async (_, church) => {
    const [from, to] = [2026, 2027].map(year =>
      church.act(createYear, { name: randomUUID(), starts_on: `${year}-09-06`, ends_on: `${year + 1}-07-25` }),
    )
    const years = { from_year_id: (await from)?.id ?? 0, to_year_id: (await to)?.id ?? 0 }
    return JSON.stringify(await church.act(draftPromotion, years))
  },
  statements: async (_, church) => {
    const person = await church.send('POST', '/people', { first_name: randomUUID(), dedupe: false })
    const person_id = person.json.data.id
    await church.send('POST', '/contributions', { person_id, amount: 100, given_on: '2025-06-01' })
    return JSON.stringify(await church.act(issueOne, { person_id, year: 2025 }))
  },
  imports: async ({ database }, { church, send }) => {
    await importPeople(database, church, { file: csv(`first_name\n${randomUUID()}\n`), by: BY })
    return JSON.stringify((await send('GET', '/imports?per_page=100')).json.data.at(-1))
  },
  recurring_gifts: async ({ database }, { church, fund_id, send }) => {
    const donor = { branch_id: church.hq_branch_id, donor_name: 'Ada', donor_email: 'ada@example.org' }
    const id = await plantRecurring(database, church, fund_id, donor)
    return JSON.stringify((await send('GET', `/recurring_gifts/${id}`)).json.data)
  },
  gifts: async ({ database }, { church, fund_id }) =>
    JSON.stringify(await plantGift(database, church, fund_id, { donor_name: 'Ada', donor_email: 'ada@example.org' })),
  refunds: async ({ database }, { church, fund_id }) => {
    const { id } = await plantGift(database, church, fund_id, { donor_name: 'Ada', donor_email: 'ada@example.org' })
    return JSON.stringify({ id: await plantRefund(database, church, id) })
  },
}

/** Makes a record of a resource: through the API where that creates them, else by the action that does. @returns its id */
export async function makeRecord(service: TestService, church: TestChurch, resource: Resource): Promise<number> {
  const { name, create } = resource
  if (create !== undefined) {
    const { status, json, text } = await church.send('POST', `/${name}`, await leastBody(service, church, resource))
    if (status >= 300) throw new Error(`A record of ${name} is refused: ${text}`)
    return json.data.id
  }
  const creation = creations.get(`${name}.create`)
  if (creation !== undefined) return await act(service, church, resource, creation)
  const make = MADE_INSIDE[name]
  if (make === undefined) throw new Error(`test/support/endpoints.ts does not say what makes one of ${name}.`)
  return (JSON.parse(await make(service, church)) as { id: number }).id
}
