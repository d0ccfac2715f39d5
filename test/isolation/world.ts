/** Two churches with the same tree and, on purpose, the same ids; every text field of every record has a canary. */
import { sql } from '../../src/db/sql.ts'
import { createFund } from '../../src/modules/contributions/create-fund.ts'
import { voidContribution } from '../../src/modules/contributions/void-gift.ts'
import { createSermon } from '../../src/modules/media/edit-sermon.ts'
import { deleteSermon } from '../../src/modules/media/publish-sermon.ts'
import { publishSection, setSection } from '../../src/modules/media/sections.ts'
import { removePerson } from '../../src/modules/people/remove.ts'
import { createCampaign } from '../../src/modules/pledges/keep-campaign.ts'
import { draftPromotion } from '../../src/modules/promotions/draft.ts'
import { createClass } from '../../src/modules/school/edit-class.ts'
import { createYear } from '../../src/modules/school/school-years.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { runAs } from '../support/database.ts'
import { OPTIONAL_MODULES } from '../support/endpoints.ts'
import { useOutbox } from '../support/messaging.ts'
import type { TestChurch, TestService } from '../support/service.ts'
import { canary, nextSerial, phone } from './canaries.ts'
import { plantGifts, plantRecurringGifts, plantStatements } from './planted-giving.ts'
import { fullBody, inOrder, references } from './surface.ts'

/** A record of the world. */
export interface Rec {
  id: number
  /** Number of its branch in the tree; null for what belongs to the whole church. */
  branch: number | null
  removed: boolean
  /** As the API showed it to the church's own unlimited key. */
  // biome-ignore lint/suspicious/noExplicitAny: a record of any resource
  data: any
}

/** A church of the world. */
export interface World {
  number: number
  test: TestChurch
  /** Branch ids: 0 is the top, those of the middle follow, then the leaves. */
  branches: number[]
  records: Map<string, Rec[]>
}

/** Whether everything is asked of everybody (`SEXTON_TEST_EACH=all`), in wider trees: the usual run asks one of each kind. */
export const ASKED_ALL = process.env.SEXTON_TEST_EACH === 'all'

/** Branches below each that is not a leaf: the fewest with which a branch of the middle and a leaf have siblings. */
const WIDTH = ASKED_ALL ? 3 : 2

export const BRANCHES = 1 + WIDTH + WIDTH * WIDTH

/** The branch above, by number. */
export const parentOf = (branch: number): number | null =>
  branch === 0 ? null : branch <= WIDTH ? 0 : Math.floor((branch - WIDTH - 1) / WIDTH) + 1

/** The branches at or below a branch, by number. */
export const below = (branch: number): number[] =>
  Array.from({ length: BRANCHES }, (_, one) => one).filter(one => {
    for (let at: number | null = one; at !== null; at = parentOf(at)) if (at === branch) return true
    return false
  })

/** Makes both churches. The second has more records, so that some ids are its alone. @param each of a kind in a branch */
export async function makeWorlds(service: TestService, each: [number, number] = [2, 4]): Promise<[World, World]> {
  const first = await makeWorld(service, 1, each[0])
  await restartIds(service)
  return [first, await makeWorld(service, 2, each[1])]
}

async function makeWorld(service: TestService, number: number, each: number): Promise<World> {
  const test = await service.church({ name: canary(number, 99, 0), modules: OPTIONAL_MODULES })
  const world: World = { number, test, branches: [test.church.hq_branch_id], records: new Map() }
  await useOutbox(service, test)
  await plantBranches(service, world)
  await plantFunds(world)
  await plantSermons(world)
  await plantClasses(world, each)
  await plantPromotions(world)
  await plantCampaigns(world)
  for (const resource of inOrder()) if (resource.create !== undefined) await plant(world, resource, each)
  await intoSchedules(service, world)
  await plantGifts(service, world, each)
  await plantStatements(service, world, each)
  await plantRecurringGifts(service, world, each)
  await plantImports(service, world, each)
  await retire(world)
  return world
}

/** Written directly: each call of createBranch waits for all nodes, and no key of this church was used yet. */
async function plantBranches(service: TestService, { number, test, branches, records }: World): Promise<void> {
  const { id: church, hq_branch_id } = test.church
  for (let branch = 1; branch < BRANCHES; branch += 1) {
    const parent = branches[parentOf(branch) ?? 0] ?? 0
    const made = await service.database.write(church, tx =>
      tx.first<{ id: number }>(sql`insert into branches (church_id, parent_id, depth, name, country, currency, timezone)
        values (${church}, ${parent}, ${branch <= WIDTH ? 1 : 2}, 'x', 'NG', 'NGN', 'Africa/Lagos') returning id`),
    )
    branches.push(made?.id ?? 0)
  }
  for (const [branch, id] of branches.entries()) {
    const mark = canary(number, branch, 0)
    await service.database.write(church, tx =>
      tx.run(sql`update branches set name = ${mark}, code = ${mark}, pastor_name = ${mark}, address = ${mark},
        city = ${mark}, state = ${mark}, email = ${`${mark}@canary.example`}, phone = ${phone(number, branch, 0)}
        where church_id = ${church} and id = ${id}`),
    )
  }
  const listed = (await test.send('GET', '/branches?per_page=100')).json.data as { id: number }[]
  records.set(
    'branches',
    listed.map(data => ({ id: data.id, branch: branches.indexOf(data.id), removed: false, data })),
  )
  if (branches[0] !== hq_branch_id) throw new Error('The head branch is the top of the tree.')
}

async function plantFunds({ number, test, records }: World): Promise<void> {
  for (let n = 1; n <= number; n += 1) await test.act(createFund, { name: canary(number, 99, n) })
  const listed = (await test.send('GET', '/funds?per_page=100')).json.data as { id: number }[]
  records.set(
    'funds',
    listed.map(data => ({ id: data.id, branch: null, removed: false, data })),
  )
}

/** Each with a section on its page and one that is not; the last of them is deleted. */
async function plantSermons({ number, test, records }: World): Promise<void> {
  const made: Rec[] = []
  for (let n = 1; n <= 2 * number; n += 1) {
    const mark = canary(number, 99, n)
    const words = { title: mark, series: mark, speaker: mark, scripture: mark, description: mark }
    const { id } = await test.act(createSermon, words)
    for (const kind of ['notes', 'questions'] as const) {
      await test.act(setSection, { id, kind, title: mark, body: mark })
    }
    await test.act(publishSection, { id, kind: 'notes' })
    const { data } = (await test.send('GET', `/sermons/${id}`)).json
    made.push({ id, branch: null, removed: n === 2 * number, data })
  }
  await test.act(deleteSermon, { id: made.at(-1)?.id ?? 0 })
  records.set('sermons', made)
}

/** School years of the whole church, and as many classes in each branch as there will be sessions. */
async function plantClasses({ number, test, branches, records }: World, each: number): Promise<void> {
  const years: Rec[] = []
  for (let n = 1; n <= number; n += 1) {
    const name = canary(number, 99, n)
    const { id } = await test.act(createYear, { name, starts_on: '2020-09-01', ends_on: '2021-07-31' })
    years.push({ id, branch: null, removed: false, data: (await test.send('GET', `/school_years/${id}`)).json.data })
  }
  const made: [string, Rec[]][] = ['school_classes', 'groups'].map(name => [name, []])
  for (let n = 0; n < each; n += 1) {
    for (const [branch, branch_id] of branches.entries()) {
      const name = canary(number, branch, n)
      const school_year_id = years[n % years.length]?.id ?? null
      const { id } = await test.act(createClass, { name, branch_id, grade_from: name, school_year_id })
      // Others ask to join it.
      await test.send('PATCH', `/groups/${id}`, { joining: 'ask' })
      for (const [resource, list] of made) {
        list.push({ id, branch, removed: false, data: (await test.send('GET', `/${resource}/${id}`)).json.data })
      }
    }
  }
  records.set('school_years', years)
  for (const [name, list] of made) records.set(name, list)
}

/** Promotions of the whole church, from one year to another. */
async function plantPromotions({ number, test, records }: World): Promise<void> {
  const made: Rec[] = []
  for (let n = 1; n <= number; n += 1) {
    const [from, to] = [2 * n + 8, 2 * n + 9].map(async place => {
      const span = { starts_on: `20${30 + place}-09-01`, ends_on: `20${31 + place}-07-31` }
      const { id } = await test.act(createYear, { name: canary(number, 99, place), ...span })
      const { data } = (await test.send('GET', `/school_years/${id}`)).json
      records.get('school_years')?.push({ id, branch: null, removed: false, data })
      return id
    })
    const data = await test.act(draftPromotion, { from_year_id: (await from) ?? 0, to_year_id: (await to) ?? 0 })
    made.push({ id: data.id, branch: null, removed: false, data })
  }
  records.set('promotions', made)
}

/** Campaigns of the whole church, of days on which nothing is given. */
async function plantCampaigns({ number, test, records }: World): Promise<void> {
  const made: Rec[] = []
  for (let n = 1; n <= number; n += 1) {
    const mark = canary(number, 99, n)
    const days = { starts_on: `${1990 + n}-01-01`, ends_on: `${1990 + n}-12-31` }
    const data = await test.act(createCampaign, { name: mark, description: mark, fund_id: test.fund_id, ...days })
    made.push({ id: data.id, branch: null, removed: false, data })
  }
  records.set('pledge_campaigns', made)
}

/** A meeting of each schedule. */
async function intoSchedules({ database }: TestService, { test, branches, records }: World): Promise<void> {
  const of = (name: string, branch: number): Rec[] => (records.get(name) ?? []).filter(one => one.branch === branch)
  for (const [branch] of branches.entries()) {
    for (const [at, { id }] of of('schedules', branch).entries()) {
      const meeting = of('meetings', branch)[at]
      await database.write(test.church.id, tx =>
        tx.run(sql`with its as materialized (select held_on || 'T' || local_time as slot from meetings
            where church_id = ${test.church.id} and id = ${meeting?.id})
          update meetings as t set schedule_id = ${id}, slot = its.slot from its
          where t.church_id = ${test.church.id} and t.id = ${meeting?.id}`),
      )
      if (meeting) meeting.data = (await test.send('GET', `/meetings/${meeting.id}`)).json.data
    }
  }
}

async function plant(world: World, resource: Resource, each: number): Promise<void> {
  // Classes are groups.
  const made = world.records.get(resource.name) ?? []
  world.records.set(resource.name, made)
  // Those that are classes are there; all of them fit on one page.
  const many = resource.name === 'groups' ? each - 1 : each
  for (let n = 1; n <= many; n += 1) {
    // Their ids follow the order in which they come: what counts is that both churches have the same.
    const planted = world.branches.map(async (_, branch) => {
      const answer = await world.test.send('POST', `/${resource.name}`, bodyFor(world, resource, branch))
      if (answer.status !== 201) throw new Error(`${resource.name} could not be planted: ${answer.text}`)
      return { id: answer.json.data.id, branch, removed: false, data: answer.json.data }
    })
    made.push(...(await Promise.all(planted)))
  }
  if (resource.one === undefined || resource.create?.answers) await readAgain(world, resource, made)
}

/** Imports of people whom a branch limits. */
async function plantImports({ database }: TestService, world: World, each: number): Promise<void> {
  const { number, test, branches, records } = world
  const made: Rec[] = []
  for (let n = 1; n <= each; n += 1) {
    const planted = branches.map(async (branch_id, branch) => {
      const mark = canary(number, branch, nextSerial())
      const one = await database.write(test.church.id, tx =>
        tx.first<{
          id: number
        }>(sql`insert into imports (church_id, kind, file_name, branch_id, rows, imported, created,
            updated, refused, skipped, by_kind, by_name, created_at, completed_at, updated_at)
          values (${test.church.id}, 'people', ${mark}, ${branch_id}, 1, 1, 1, 0, 0, 0, 'user', ${mark},
            ${tx.now}::timestamptz, ${tx.now}::timestamptz, ${tx.now}::timestamptz) returning id`),
      )
      const { data } = (await test.send('GET', `/imports/${one?.id}`)).json
      return { id: data.id, branch, removed: false, data }
    })
    made.push(...(await Promise.all(planted)))
  }
  records.set('imports', made)
}

/** What a creation does not answer with, as the list shows it. */
async function readAgain({ test }: World, { name }: Resource, made: Rec[]): Promise<void> {
  const { data } = (await test.send('GET', `/${name}?per_page=100`)).json
  for (const one of made) one.data = data.find(({ id }: { id: number }) => id === one.id) ?? one.data
}

/** A body for a new record of a branch, with the canary of that branch and a phone number of its own. */
export function bodyFor({ number, branches, records }: World, resource: Resource, branch: number): object {
  const serial = nextSerial()
  const refs = references(resource.create).flatMap((name): [string, number][] => {
    // Whoever is planted is a member of the groups already; others ask. Nobody planted leads one, to speak in it.
    if (['join_requests', 'group_posts'].includes(resource.name) && name === 'person_id') return []
    const made = records.get(resource.name)?.filter(one => one.branch === branch).length ?? 0
    // A pledge is of one or the other: the first of a person, the others of families, of whom the first has others in it, too.
    if (resource.name === 'pledges' && name === (made === 0 ? 'family_id' : 'person_id')) return []
    if (name === 'branch_id') return [[name, branches[branch] ?? 0]]
    // An envelope is a person's or a family's.
    if (resource.name === 'envelopes' && name === (made % 2 === 0 ? 'family_id' : 'person_id')) return []
    const list = [...records].find(([known]) => name === `${SINGULAR[known] ?? known.slice(0, -1)}_id`)?.[1] ?? []
    const near = list.filter(one => one.branch === branch && !one.removed)
    // Somebody is at a meeting, and in a group, once: each record is of another one.
    const pledging = resource.name === 'pledges' && { family_id: Math.max(made - 1, 0) }
    const places: Record<string, number> = { meeting_id: serial, group_id: made, ...pledging }
    const place = resource.name === 'child_details' ? made : (places[name] ?? 0)
    const target = near[place % near.length] ?? list.find(one => one.branch === null)
    return target === undefined ? [] : [[name, target.id]]
  })
  if (resource.create === undefined) throw new Error(`${resource.name} cannot be created.`)
  const mark = canary(number, branch, serial)
  // A draft makes nothing beside itself: the group has a meeting on that day.
  if (resource.name === 'group_reports') {
    const { group_id } = Object.fromEntries(refs)
    return { group_id, held_on: '2020-02-29', status: 'draft', topic: mark, note: mark }
  }
  const full = fullBody(resource.create, mark, phone(number, branch, serial), Object.fromEntries(refs))
  return resource.name === 'messages' ? { channel: 'email', body: mark, ...Object.fromEntries(refs) } : full
}

const SINGULAR: Record<string, string> = {
  people: 'person',
  families: 'family',
  batches: 'batch',
  pledge_campaigns: 'campaign',
}

/** Removes a person of each branch and voids a gift of each. */
async function retire({ test, branches, records }: World): Promise<void> {
  for (const [branch] of branches.entries()) {
    const last = (name: string): Rec | undefined => records.get(name)?.findLast(one => one.branch === branch)
    const person = last('people')
    if (person !== undefined) {
      await test.act(removePerson, { id: person.id })
      person.removed = true
    }
    const gift = last('contributions')
    if (gift === undefined) continue
    await test.act(voidContribution, { id: gift.id })
    gift.data.status = 'void'
  }
}

/** The next church gets the ids of the first again: keys are `(church_id, id)`. */
async function restartIds(service: TestService): Promise<void> {
  const tables = await service.database.read.all<{ name: string }>(sql`select a.attrelid::regclass::text as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.relkind = 'r' and c.relname <> 'churches'`)
  // Both churches have as many branches: three ids of each shall be its alone.
  const restarts = tables.map(
    ({ name }) => `select setval(pg_get_serial_sequence('${name}', 'id'), ${name === 'branches' ? 4 : 1}, false)`,
  )
  await runAs(service.owner, ...restarts)
}
