/** Nobody sees or touches single records that are not theirs to see: other leaders' and confidential ones (decision 0023). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { conceal } from '../src/modules/groups/group-actions.ts'
import { replant } from '../src/modules/groups/tree.ts'
import { hasNames } from '../src/resource/record-names.ts'
import type { Resource } from '../src/resource/resource.ts'
import { Tally } from './attempts/tally.ts'
import { belongsTo, bodyOf, idFields, OFFERS, type Offer } from './isolation/offers.ts'
import { written } from './isolation/rows.ts'
import { idFilters, RESOURCES, references, referred, referring } from './isolation/surface.ts'
import { comparable, NOBODY } from './isolation/visible-branch.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { leastBody, OPTIONAL_MODULES } from './support/endpoints.ts'
import { startWholeHouse } from './support/house.ts'
import { BY, csv, importInto } from './support/import.ts'
import { moved } from './support/moved-time.ts'
import { eventually } from './support/receiver.ts'
import { mayDo, type Role } from './support/rights.ts'
import type { Answered, TestChurch, TestService } from './support/service.ts'

/** Of these helpers see what is assigned to them, and all others what is of their branches; their own tests say so. */
const OF_THEIR_OWN = ['tasks']

/** Those of which single records are seen, by the groups that they belong to. */
const SIGHTED = RESOURCES.filter(({ name, sight }) => sight !== undefined && !OF_THEIR_OWN.includes(name))

let service: TestService
let church: TestChurch
let askers: { name: string; role: Role | null; ask: TestMember['inChurch']; sees: 'mine' | 'open' }[]
let cells = 0
/** A record of each resource in three places: of the helper's group, of another, of one that is confidential. */
const WHOSE = ['mine', 'open', 'hidden'] as const
const planted = new Map<string, Record<(typeof WHOSE)[number], number>>()

before(async () => {
  service = await startWholeHouse()
  church = await service.church({ modules: OPTIONAL_MODULES })
  const owner = await member(service, church, 'owner')
  const [staff, viewer, helper] = [
    await member(service, church, 'staff'),
    await member(service, church, 'viewer'),
    await member(service, church, 'helper'),
  ]
  const groups = { mine: 0, open: 0, hidden: 0 }
  for (const place of WHOSE) groups[place] = await plant('groups', { kind: 'class' })
  // A class is its group.
  for (const name of ['groups', 'school_classes']) planted.set(name, groups)
  for (const { name } of SIGHTED.filter(({ name }) => !planted.has(name))) {
    const made = { mine: 0, open: 0, hidden: 0 }
    // In the group of its place, and of whatever else is there that it names.
    const refers = (place: (typeof WHOSE)[number]) =>
      Object.fromEntries(
        references(RESOURCES.find(one => one.name === name)?.create).flatMap(field => {
          const there = planted.get(referred(field)?.name ?? '')
          return there === undefined ? [] : [[field, there[place]]]
        }),
      )
    for (const place of WHOSE) made[place] = await plant(name, refers(place))
    planted.set(name, made)
  }
  await church.act(conceal, { id: groups.hidden })
  const found = await service.database.read.first<{ id: number }>(sql`select m.id from memberships m
    join users u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${helper.email}`)
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  const duty = { id: groups.mine, membership_id: found?.id }
  assert.equal((await owner.inChurch('POST', '/actions/groups.give_duty', duty)).status, 200)
  askers = [
    { name: 'helper', role: 'helper', ask: helper.inChurch, sees: 'mine' },
    { name: 'staff', role: 'staff', ask: staff.inChurch, sees: 'open' },
    { name: 'viewer', role: 'viewer', ask: viewer.inChurch, sees: 'open' },
    { name: 'key', role: null, ask: (method, path, body) => church.send(method, path, body), sees: 'open' },
  ]
})
after(() => service.close())

async function plant(name: string, more: object): Promise<number> {
  const { json, text } = await church.send('POST', `/${name}`, {
    ...(await leastBody(service, church, RESOURCES.find(one => one.name === name) ?? assert.fail())),
    ...more,
  })
  assert.ok(json.data, text)
  return json.data.id
}

const isSeen = (sees: 'mine' | 'open', place: (typeof WHOSE)[number]): boolean =>
  place === 'mine' || (sees === 'open' && place === 'open')

const same = (one: Answered, other: Answered, what: string): void => {
  cells += 1
  assert.equal(comparable(one), comparable(other), what)
}

const mayRead = (role: Role | null, { may }: Resource): boolean => role === null || may.read.includes(role)

test('whatever belongs to a group keeps to what of groups somebody sees', () => {
  assert.ok(SIGHTED.length >= 3)
  const belong = RESOURCES.filter(({ name, fields }) => name === 'groups' || fields.group_id?.spec.to === 'groups')
  assert.deepEqual(belong.map(({ name }) => name).sort(), SIGHTED.map(({ name }) => name).sort())
})

test('lists and their totals, filters and records: what is not theirs is answered as what does not exist', async () => {
  for (const { name: who, role, ask, sees } of askers) {
    for (const resource of SIGHTED.filter(one => mayRead(role, one))) {
      const { name } = resource
      const ids = planted.get(name) ?? assert.fail(name)
      const { json } = await ask('GET', `/${name}?per_page=100`)
      const wanted = WHOSE.filter(place => isSeen(sees, place)).map(place => ids[place])
      assert.deepEqual(
        json.data.map(({ id }: { id: number }) => id).filter((id: number) => Object.values(ids).includes(id)),
        wanted,
      )
      assert.equal(json.meta.total, json.data.length)
      const nobody = await ask('GET', `/${name}/${NOBODY}`)
      for (const place of WHOSE) {
        const answer = await ask('GET', `/${name}/${ids[place]}`)
        if (isSeen(sees, place)) assert.equal(answer.status, 200, `${who}: ${name} ${place}`)
        else same(answer, nobody, `${who}: ${name} ${place}`)
      }
      for (const filter of [...idFilters(resource), ...(name === 'groups' ? ['parent_id'] : [])]) {
        const of = filter === 'parent_id' ? 'groups' : (referred(filter)?.name ?? '')
        const nothing = await ask('GET', `/${name}?${filter}=${NOBODY}`)
        for (const place of WHOSE.filter(one => planted.has(of) && !isSeen(sees, one))) {
          same(
            await ask('GET', `/${name}?${filter}=${planted.get(of)?.[place]}`),
            nothing,
            `${who}: ${name} by ${filter} ${place}`,
          )
        }
      }
    }
  }
})

test('what is not theirs has no name, by its id or by what a text finds', async () => {
  for (const { name: who, role, ask, sees } of askers) {
    for (const resource of SIGHTED.filter(one => role !== null && mayRead(role, one) && hasNames(one))) {
      const ids = planted.get(resource.name) ?? assert.fail(resource.name)
      const seen = WHOSE.filter(place => isSeen(sees, place)).map(place => ids[place])
      for (const asked of [`ids=${Object.values(ids)}`, 'q=']) {
        const { json, text } = await ask('GET', `/${resource.name}/names?${asked}`)
        const found = json.data
          ?.map(({ id }: { id: number }) => id)
          .filter((id: number) => Object.values(ids).includes(id))
        cells += 1
        assert.deepEqual(found?.sort(), seen.sort(), `${who}: ${resource.name} ${asked}: ${text}`)
      }
    }
  }
})

test('writes to and with what is not theirs are refused as with what does not exist, and write nothing', async () => {
  const before = await written(service, ['audit_log'])
  for (const { name: who, role, ask, sees } of askers) {
    for (const resource of RESOURCES) {
      if (role !== null && !resource.may.write?.includes(role)) continue
      const ids = planted.get(resource.name)
      const hidden = WHOSE.filter(place => !isSeen(sees, place))
      if (resource.update !== undefined && ids !== undefined) {
        const nobody = await ask('PATCH', `/${resource.name}/${NOBODY}`, resource.update.example)
        for (const place of hidden) {
          same(
            await ask('PATCH', `/${resource.name}/${ids[place]}`, resource.update.example),
            nobody,
            `${who}: ${resource.name}`,
          )
        }
      }
      const names = [...references(resource.create), ...(resource.name === 'groups' ? ['parent_id'] : [])]
      for (const field of names) {
        const target = planted.get(field === 'parent_id' ? 'groups' : (referred(field)?.name ?? ''))
        if (target === undefined) continue
        const sendWith = (id: number): Promise<Answered> =>
          ask('POST', `/${resource.name}`, referring(resource.create, resource.create?.example ?? {}, field, id))
        const nobody = await sendWith(NOBODY)
        assert.equal(nobody.status, 422)
        for (const place of hidden) same(await sendWith(target[place]), nobody, `${who}: ${resource.name} ${field}`)
      }
    }
  }
  assert.deepEqual(await written(service, ['audit_log']), before)
})

/** The sighted resource that a field of an offer names records of. */
const sighted = (offer: Offer, field: string): string | undefined => {
  const name = belongsTo(offer, field)
  return name !== undefined && planted.has(name) ? name : undefined
}

test('actions and views with what is not theirs answer as with what does not exist, and write nothing', async () => {
  const before = await written(service, ['audit_log'])
  for (const { name: who, role, ask, sees } of askers) {
    for (const offer of OFFERS.filter(({ name }) => role !== null && mayDo(role, name))) {
      for (const field of idFields(offer)) {
        const name = sighted(offer, field)
        if (name === undefined) continue
        const others = Object.fromEntries(idFields(offer).map(one => [one, 1]))
        const send = (id: number): Promise<Answered> => {
          const body = bodyOf(offer, 'x', { ...others, [field]: id })
          if (offer.kind === 'action') return ask('POST', `/actions/${offer.name}`, body)
          const query = new URLSearchParams(
            Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
          )
          return ask('GET', `/views/${offer.name}?${query}`)
        }
        const nobody = await send(NOBODY)
        assert.ok([404, 422].includes(nobody.status), `${offer.name}: ${nobody.text}`)
        for (const place of WHOSE.filter(one => !isSeen(sees, one))) {
          same(await send(planted.get(name)?.[place] ?? 0), nobody, `${who}: ${offer.name} ${field} ${place}`)
        }
      }
    }
  }
  assert.deepEqual(await written(service, ['audit_log']), before)
})

test('a helper finds nobody by trying ids: who is in no group of theirs is answered as who is not there', async () => {
  const { ask, role } = askers.find(({ name }) => name === 'helper') ?? assert.fail()
  const stranger = (await church.send('POST', '/people', { first_name: 'Stranger' })).json.data.id
  const before = await written(service, ['audit_log'])
  const mine = (name: string): number => planted.get(name)?.mine ?? 1
  const tried = async (what: string, send: (id: number) => Promise<Answered>): Promise<void> => {
    const nobody = await send(NOBODY)
    assert.ok([404, 422].includes(nobody.status), `${what}: ${nobody.text}`)
    same(await send(stranger), nobody, what)
  }
  let fields = 0
  for (const resource of RESOURCES.filter(({ may }) => may.write?.includes('helper'))) {
    const writes = [
      ['POST', `/${resource.name}`, resource.create],
      ['PATCH', `/${resource.name}/${mine(resource.name)}`, resource.update],
    ] as const
    for (const [method, path, write] of writes) {
      for (const name of references(write).filter(one => referred(one)?.name === 'people')) {
        fields += 1
        const rest = Object.fromEntries(
          references(write).flatMap(one => {
            const of = referred(one)?.name ?? ''
            return planted.has(of) ? [[one, mine(of)]] : []
          }),
        )
        const body = { ...(method === 'POST' && rest), status: 'draft' }
        await tried(`${method} ${path} ${name}`, id => ask(method, path, referring(write, body, name, id)))
      }
    }
  }
  for (const offer of OFFERS.filter(({ name }) => mayDo(role ?? 'helper', name))) {
    for (const field of idFields(offer).filter(one => belongsTo(offer, one) === 'people')) {
      fields += 1
      const others = Object.fromEntries(idFields(offer).map(one => [one, mine(sighted(offer, one) ?? '')]))
      await tried(`${offer.name} ${field}`, id => {
        const body = bodyOf(offer, 'x', { ...others, [field]: id })
        const query = new URLSearchParams(
          Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
        )
        return offer.kind === 'action'
          ? ask('POST', `/actions/${offer.name}`, body)
          : ask('GET', `/views/${offer.name}?${query}`)
      })
    }
  }
  assert.ok(fields > 3, `${fields} fields name people`)
  assert.deepEqual(await written(service, ['audit_log']), before)
})

test('imports neither tell of what is not theirs nor take it back: not as their records, nor as why people stay', async () => {
  const owner = await member(service, church, 'owner')
  const staff = await member(service, church, 'staff')
  for (const { ask } of [owner, staff]) await ask('POST', '/api/step-up', { password: PASSWORD })
  const take = async (kind: string, text: string): Promise<number> => {
    const asked = { file: csv(text), by: BY, options: {} }
    await importInto(service.database, church.church, kind, asked, { now: new Date() })
    return (await church.send('GET', '/imports?per_page=100')).json.data.at(-1).id
  }
  const groups = planted.get('groups') ?? assert.fail()
  const emails = WHOSE.map(place => `${place}.imported@example.org`)
  const people = await take('people', `first_name,email\n${emails.map(email => `Pat,${email}`).join('\n')}\n`)
  const rows = WHOSE.map((place, at) => `${emails[at]},${groups[place]}`)
  const members = await take('group_members', `email,group_id\n${rows.join('\n')}\n`)
  const view = async (who: TestMember, id: number) =>
    (await who.inChurch('GET', `/views/import_undo?id=${id}`)).json.data
  const reasons = async (who: TestMember): Promise<string[]> =>
    (await view(who, people)).staying.map(
      ({ reasons: [why] }: { reasons: { records: object[]; unseen: boolean }[] }) =>
        why?.unseen ? 'unseen' : String(why?.records.length),
    )
  assert.deepEqual(
    [await reasons(owner), await reasons(staff)],
    [
      ['1', '1', '1'],
      ['1', '1', 'unseen'],
    ],
  )
  const shown = await view(staff, members)
  assert.deepEqual([shown.hindrance, shown.staying, shown.reversed], ['hidden', [], 0])
  const refused = await staff.inChurch('POST', '/actions/imports.undo', { id: members })
  assert.deepEqual([refused.status, Object.keys(refused.json.errors ?? {})], [422, ['id']], refused.text)
  const made = await service.database.read.all<{ record_id: number }>(sql`select record_id from import_records
    where church_id = ${church.church.id} and import_id = ${members} order by line`)
  for (const { record_id: id } of made) {
    const changed = await owner.inChurch('POST', '/actions/group_members.change_role', { id, role: 'assistant' })
    assert.equal(changed.status, 200, changed.text)
  }
  // Changes of the second in which the import ended count as before it.
  await service.database.write(church.church.id, tx =>
    tx.run(sql`update group_members set updated_at = ${moved('updated_at', '1 minute')}
      where church_id = ${church.church.id} and id = any(${made.map(one => one.record_id)}::bigint[])`),
  )
  assert.equal((await view(owner, members)).staying.length, 3)
  assert.equal((await owner.inChurch('POST', '/actions/imports.undo', { id: members })).status, 200)
  await eventually('it is undone', async () => (await view(owner, members)).status === 'undone')
  assert.deepEqual([(await view(owner, members)).staying.length, (await view(staff, members)).staying.length], [3, 2])
})

test('what becomes confidential before its turn comes stays, where who asked does not see it any more', async () => {
  const { id } = church.church
  const staff = await member(service, church, 'staff')
  await staff.ask('POST', '/api/step-up', { password: PASSWORD })
  const names = ['Sunrise', 'Sunset']
  const file = csv(`name,kind\n${names.map(name => `${name},cell`).join('\n')}\n`)
  await importInto(service.database, church.church, 'groups', { file, by: BY, options: {} }, { now: new Date() })
  const made = (await church.send('GET', '/imports?per_page=100')).json.data.at(-1).id
  // While this transaction is open no step of taking it back begins.
  await service.database.write(id, async tx => {
    assert.equal((await staff.inChurch('POST', '/actions/imports.undo', { id: made })).status, 200)
    const [sunset] = await tx.all<{ id: number }>(sql`update groups set is_confidential = true
      where church_id = ${id} and name = 'Sunset' returning id`)
    await replant(tx, id, sunset?.id ?? 0)
  })
  const done = await eventually('it is undone', async () => {
    const one = (await church.send('GET', `/imports/${made}`)).json.data
    return one.status === 'undone' ? one : undefined
  })
  assert.deepEqual([done.reversed, done.kept], [1, 1])
  const [why] = await service.database.read.all<{ reasons: string }>(sql`select reasons::text from import_records
    where church_id = ${id} and import_id = ${made} and undo = 'kept'`)
  assert.deepEqual(JSON.parse(why?.reasons ?? '[]'), [{ code: 'confidential' }])
  const left = await service.database.read.all(sql`select name, status from groups
    where church_id = ${id} and name = any(${names}::text[]) order by id`)
  assert.deepEqual(left, [
    { name: 'Sunrise', status: 'closed' },
    { name: 'Sunset', status: 'active' },
  ])
})

test('what was asked for was much', t => {
  new Tally('duties × records, filters, references and actions', 50).held(cells).end(t)
})
