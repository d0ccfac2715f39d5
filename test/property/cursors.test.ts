/**
 * Cursors (decisions, Requests, `cursor`): records that change between two of them are neither lost nor passed over. Whoever
 * follows a list of changes to its end, and then asks once more with `updated_since` of the beginning, has everything as
 * it is; whatever was not touched was met exactly once.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../src/db/sql.ts'
import { OPTIONAL_MODULES, RESOURCES } from '../support/endpoints.ts'
import { startWholeHouse } from '../support/house.ts'
import type { Json, TestService } from '../support/service.ts'
import { add, LISTS, type Step, take, type World } from './moving-lists.ts'

const RUNS = Math.ceil(Number(process.env.SEXTON_FUZZ_RUNS ?? 2_000) / 700)
const SEED = Number(process.env.SEXTON_FUZZ_SEED ?? 20_261_122)

/** Gaps between pages in which something happens: more than a walk has over records that stay. Then they can be walked to the end. */
const BUSY_GAPS = 20

/** Pages that no walk here has. */
const MOST_PAGES = 100

let service: TestService
before(async () => {
  service = await startWholeHouse()
})
after(() => service.close())

test('there is a list here for each resource', () => {
  assert.deepEqual([...LISTS].sort(), [...RESOURCES.keys()].sort())
})

const place = fc.double({ min: 0, max: 1, noNaN: true })
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('post' as const) }),
  fc.record({ kind: fc.constant('edit' as const), which: place, value: fc.integer({ min: 0, max: 9 }) }),
  fc.record({
    kind: fc.constant('change' as const),
    which: fc.array(place, { minLength: 1, maxLength: 6 }),
    value: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), which: place }),
  fc.record({ kind: fc.constant('merge' as const), keep: place, remove: place }),
)

/** Pages whose totals are compared with those of a page by number. */
const TOTALS_COMPARED = 3

interface Story {
  /** Records at the beginning, in two writes: each half has one `updated_at`. */
  first: number
  second: number
  perPage: number
  /** Whether the first round asks for changes, too. */
  asksForChanges: boolean
  /** Between the pages: what happens after the first, after the second and so on, and then from the beginning again. */
  between: Step[][]
}

const stories: fc.Arbitrary<Story> = fc.record({
  first: fc.integer({ min: 1, max: 8 }),
  second: fc.integer({ min: 0, max: 8 }),
  perPage: fc.integer({ min: 1, max: 4 }),
  asksForChanges: fc.boolean(),
  between: fc.array(fc.array(steps, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
})

/** One reader of a list, in one order. */
interface Walk {
  path: string
  copy: Map<number, unknown>
  met: Map<number, number>
  next: string | null
  asOf: string | undefined
  pages: number
}

/** What a list is asked for so that it tells of removals and voids, too. */
const ALL: Record<string, string> = { people: 'include_deleted=1', contributions: 'status=all' }

const hasChanges = (list: string): boolean => RESOURCES.get(list)?.list.filters.updated_since !== undefined

/** Reads one more page. */
async function read({ church }: World, walk: Walk): Promise<Json> {
  const cursor = walk.next === null ? '' : `&cursor=${walk.next}`
  const { json, text } = await church.send('GET', `${walk.path}${cursor}`)
  assert.ok(json.ok, text)
  walk.pages += 1
  assert.ok(walk.pages < MOST_PAGES, `${walk.path} does not come to its end`)
  for (const record of json.data) {
    walk.copy.set(record.id, record)
    walk.met.set(record.id, (walk.met.get(record.id) ?? 0) + 1)
  }
  walk.next = json.meta.next_cursor
  walk.asOf ??= json.meta.as_of
  assert.deepEqual([json.meta.page, json.meta.has_more], [walk.pages, walk.next !== null])
  assert.equal(json.meta.as_of, walk.asOf, 'as_of is that of the first page')
  return json
}

const walkOf = (path: string, copy = new Map<number, unknown>()): Walk => ({
  path,
  copy,
  met: new Map(),
  next: null,
  asOf: undefined,
  pages: 0,
})

async function begin(list: string, { first, second }: Story): Promise<World> {
  const church = await service.church()
  // Written directly: the service waits for all nodes, and no key of this church was used yet.
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update churches set modules = ${OPTIONAL_MODULES}::text[] where id = ${church.church.id}`),
  )
  const world: World = { service, church, list, pool: [] }
  const naming = [
    'contributions',
    'messages',
    'prayer_requests',
    'gifts',
    'recurring_gifts',
    'pledges',
    'attendances',
    'tasks',
    'envelopes',
    'group_members',
    'join_requests',
    'group_posts',
  ]
  if (naming.includes(list)) {
    await add({ ...world, list: 'people' }, 6)
    world.pool = (await church.send('GET', '/people')).json.data.map(({ id }: { id: number }) => id)
  }
  await add(world, first, '2026-01-01T00:00:00Z')
  if (second > 0) await add(world, second, '2026-01-02T00:00:00Z')
  return world
}

/** Reads a list in every order at once while its records change; what was touched meanwhile is returned. */
async function readWhileItMoves(world: World, walks: Walk[], { between }: Story): Promise<Set<number>> {
  const touched = new Set<number>()
  let gap = 0
  for (let open = walks; open.length > 0; open = open.filter(({ next }) => next !== null)) {
    for (const walk of open) {
      const { meta } = await read(world, walk)
      if (gap >= TOTALS_COMPARED) continue
      const plain = (await world.church.send('GET', `${walk.path}&page=1`)).json
      assert.deepEqual([meta.total, meta.total_pages], [plain.meta.total, plain.meta.total_pages])
      assert.equal(meta.sum_amount_base, plain.meta.sum_amount_base)
    }
    for (const step of (gap < BUSY_GAPS && between[gap % between.length]) || [])
      for (const id of await take(world, step)) touched.add(id)
    gap += 1
  }
  return touched
}

async function everything({ church, list }: World): Promise<Map<number, { id: number }>> {
  const all = (await church.send('GET', `/${list}?per_page=100&${ALL[list] ?? ''}`)).json
  assert.equal(all.meta.has_more, false)
  return new Map(all.data.map((record: { id: number }) => [record.id, record]))
}

for (const list of LISTS) {
  const sorts = RESOURCES.get(list)?.list.sorts ?? []
  test(`${list}: what changes while it is read by cursors is neither lost nor passed over, in any order`, async () => {
    await fc.assert(
      fc.asyncProperty(stories, async story => {
        const world = await begin(list, story)
        const there = [...(await everything(world)).keys()]
        const common = `${ALL[list] ?? ''}&per_page=${story.perPage}`
        const since = story.asksForChanges && hasChanges(list) ? '&updated_since=1970-01-01' : ''
        const walks = (sorts.length === 0 ? [''] : sorts.map(sort => `&sort=${sort}`)).map(sort =>
          walkOf(`/${list}?${common}${since}${sort}`),
        )
        const touched = await readWhileItMoves(world, walks, story)
        const truth = await everything(world)
        for (const walk of walks) {
          for (const id of there.filter(id => !touched.has(id)))
            assert.equal(walk.met.get(id), 1, `${walk.path}: ${id}`)
          if (!hasChanges(list)) continue
          assert.ok(walk.asOf)
          const again = walkOf(`/${list}?${common}&updated_since=${walk.asOf}`, walk.copy)
          do await read(world, again)
          while (again.next !== null)
          assert.deepEqual(new Map([...walk.copy].sort(([a], [b]) => a - b)), truth, walk.path)
        }
      }),
      { numRuns: RUNS, seed: SEED, includeErrorInReport: true },
    )
  })
}

test('pages by number lose what others push out of them: why cursors are there', async () => {
  const church = await service.church()
  const world: World = { service, church, list: 'people', pool: [] }
  await add(world, 6, '2026-01-01T00:00:00Z')
  const path = '/people?sort=updated_at&updated_since=1970-01-01&per_page=3'
  const met = new Set<number>()
  const readPage = async (page: number): Promise<void> => {
    for (const { id } of (await church.send('GET', `${path}&page=${page}`)).json.data) met.add(id)
  }
  const walk = walkOf(path)
  await readPage(1)
  await read(world, walk)
  await take(world, { kind: 'change', which: [0, 0.2, 0.4], value: 1 })
  await readPage(2)
  while (walk.next !== null) await read(world, walk)
  assert.equal(met.size, 3, 'three moved to the end and pushed the other three to the page that was read before')
  assert.equal(walk.copy.size, 6)
})
