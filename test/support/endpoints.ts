/** Every endpoint there is, made from the modules: what is declared is what is tested. */
import { randomUUID } from 'node:crypto'
import { API_ROOT, methodsOf, type Operation, scopeOf } from '../../src/http/route.ts'
import { createFund } from '../../src/modules/contributions/create-fund.ts'
import { MODULES } from '../../src/modules/index.ts'
import { createSermon } from '../../src/modules/media/edit-sermon.ts'
import { createCampaign } from '../../src/modules/pledges/keep-campaign.ts'
import { draftPromotion } from '../../src/modules/promotions/draft.ts'
import { createClass } from '../../src/modules/school/edit-class.ts'
import { createYear } from '../../src/modules/school/school-years.ts'
import { issueOne } from '../../src/modules/statements/issue.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { plantGift, plantRecurring, plantRefund } from './giving.ts'
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

/** The resources of all modules, by name. */
export const RESOURCES = new Map(MODULES.flatMap(({ resources }) => resources.map(one => [one.name, one] as const)))

/** Names of the modules that a church may switch on. */
export const OPTIONAL_MODULES = MODULES.filter(({ core }) => !core).map(({ name }) => name)

const endpointsAt = (resource: Resource, part: 'list' | 'one'): Endpoint[] =>
  Object.entries(methodsOf(resource, part, 1)).flatMap(([method, operation]) => {
    if (operation === undefined) return []
    const path = `${API_ROOT}/${resource.name}${part === 'one' ? '/{id}' : ''}`
    return [{ method, path, resource, operation, scope: scopeOf(operation) ?? '' }]
  })

/** All of them but the key check, which needs no scope. */
export const ENDPOINTS: Endpoint[] = [...RESOURCES.values()].flatMap(resource => [
  ...endpointsAt(resource, 'list'),
  ...endpointsAt(resource, 'one'),
])

/** Each URL with the methods it answers to, as `Allow` names them. */
export const URLS = new Map<string, string[]>([[API_ROOT, ['GET', 'HEAD']]])
for (const { path, method } of ENDPOINTS) {
  const methods = URLS.get(path) ?? []
  methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
  URLS.set(path, methods)
}

/** Less than the example of the declaration, which names records that a church of a test does not have. */
const LESS: Record<string, Record<string, unknown>> = {
  people: { first_name: 'Ada' },
  families: { name: 'Okafor' },
  // Of every kind that something belongs to: a class has sessions, too.
  groups: { name: 'Lions', kind: 'class' },
  contributions: { amount: 150050 },
  messages: { channel: 'email', to: 'ada@example.org', body: 'Peace' },
  group_reports: { held_on: '2026-01-07', present: 9 },
  tasks: { title: 'Call Ada', due_on: '2026-11-30' },
  envelopes: { valid_from: '2026-01-01' },
  pledges: { donor_name: 'Ada', amount: 120000 },
}

/** What can be sent to create a record, by resource: its example, or less. */
export const LEAST_BODY: Record<string, Record<string, unknown>> = Object.fromEntries(
  [...RESOURCES].flatMap(([name, { create }]) => (create === undefined ? [] : [[name, LESS[name] ?? create.example]])),
)

/** Records that a body names beside those that it must, and that have to be there. */
const NEEDS: Record<string, Record<string, string>> = {
  attendances: { person_id: 'people' },
  group_members: { person_id: 'people' },
  group_reports: { group_id: 'groups' },
  envelopes: { family_id: 'families' },
}

/** By field, the resource whose record a body has to name. */
const neededBy = ({ name, create }: Resource): Record<string, string> => {
  const required = Object.entries(create?.fields ?? {}).flatMap(([field, { spec }]) =>
    spec.required && spec.to !== undefined ? [[field, spec.to] as const] : [],
  )
  return { ...Object.fromEntries(required), ...NEEDS[name] }
}

/** What can be sent to create a record of a resource, when what it names has been made. */
export async function leastBody(
  service: TestService,
  church: TestChurch,
  resource: Resource,
): Promise<Record<string, unknown>> {
  const named: Record<string, number> = {}
  for (const [field, needed] of Object.entries(neededBy(resource))) {
    named[field] = await makeRecord(service, church, RESOURCES.get(needed) as Resource)
  }
  return { ...LEAST_BODY[resource.name], ...named }
}

/** Makes a record of a resource that the API does not create; JSON text of it. A new one with single records needs a line. */
const MADE_INSIDE: Record<string, (service: TestService, church: TestChurch) => Promise<string>> = {
  // Campaigns of one fund never overlap.
  pledge_campaigns: async (_, church) => {
    const { id: fund_id } = await church.act(createFund, { name: randomUUID() })
    const days = { starts_on: '2026-01-01', ends_on: '2030-12-31' }
    return JSON.stringify(await church.act(createCampaign, { name: 'Roof', fund_id, ...days }))
  },
  school_classes: async (_, church) => JSON.stringify(await church.act(createClass, { name: 'Lions' })),
  school_years: async (_, church) =>
    JSON.stringify(
      await church.act(createYear, { name: randomUUID(), starts_on: '2026-09-06', ends_on: '2027-07-25' }),
    ),
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
  sermons: async (_, church) => JSON.stringify(await church.act(createSermon, { title: 'The lost son' })),
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

/** Makes a record of a resource, through the API where that creates them. @returns its id */
export async function makeRecord(service: TestService, church: TestChurch, resource: Resource): Promise<number> {
  const { name, create } = resource
  if (create !== undefined) {
    const { status, json, text } = await church.send('POST', `/${name}`, await leastBody(service, church, resource))
    if (status >= 300) throw new Error(`A record of ${name} is refused: ${text}`)
    return json.data.id
  }
  const make = MADE_INSIDE[name]
  if (make === undefined) throw new Error(`test/support/endpoints.ts does not say what makes one of ${name}.`)
  return (JSON.parse(await make(service, church)) as { id: number }).id
}
