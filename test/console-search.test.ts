/** The search for everything: what is typed, whose it is, and who may see it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { conceal } from '../src/modules/groups/group-actions.ts'
import { ROLES } from '../src/resource/roles.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
let church: TestChurch
let owner: TestMember
let north: number
const ids: Record<string, number> = {}

const made = async (path: string, body: object): Promise<number> => {
  const { status, json, text } = await church.send('POST', path, body)
  assert.equal(status, 201, text)
  return json.data.id
}

before(async () => {
  service = await startService()
  church = await service.church()
  await church.set({ modules: ['care', 'giving', 'groups', 'media', 'school'] })
  north = await church.branch('North')
  owner = await member(service, church, 'owner')
  const phone = '+234 803 123 4567'
  ids.ada = await made('/people', {
    first_name: 'Ada',
    middle_name: 'Ọlá',
    last_name: 'Ṣóyínká',
    phone,
    email: 'ada@example.org',
  })
  ids.ben = await made('/people', { first_name: 'Ben', last_name: 'Adamu', branch_id: north, phone2: '08055551234' })
  ids.family = await made('/families', { name: "N'Diaye", address: '1 Marina' })
  ids.gift = await made('/contributions', { amount: 150050, reference: 'Envelope-17', person_id: ids.ada })
  ids.northern = await made('/contributions', { amount: 99, reference: 'north-1', branch_id: north })
  ids.group = await made('/groups', { name: 'Choir of joy', kind: 'ministry' })
  ids.hidden = await made('/groups', { name: 'Joy of recovery', kind: 'cell' })
  ids.fund = (await church.act(createFund, { name: 'Organ' })).id
  ids.task = await made('/tasks', { title: 'Tune the organ', kind: 'other', due_on: '2030-01-01' })
  await church.act(conceal, { id: ids.hidden })
})
after(() => service.close())

/** What is found, as `resource/id`, in its order. */
async function found(q: string, who = owner): Promise<string[]> {
  const { status, json, text } = await who.inChurch('GET', `/views/search?q=${encodeURIComponent(q)}`)
  assert.equal(status, 200, text)
  return json.data.flatMap(({ resource, records }: { resource: string; records: { id: number }[] }) =>
    records.map(({ id }) => `${resource}/${id}`),
  )
}

test('people are found by their names in any order, without regard to case and diacritics', async () => {
  for (const q of ['ada', 'Ṣóyínká', 'soyinka ada', 'SOYINKA OLA', 'yin', 'ada@example', ' ada  soy ']) {
    assert.ok((await found(q)).includes(`people/${ids.ada}`), q)
  }
  assert.deepEqual(await found('soyinka ben'), [])
})

test('names in which a word begins with what was typed come before those that hold it elsewhere', async () => {
  const yada = await made('/people', { first_name: 'Aa', last_name: 'Yadava' })
  assert.deepEqual(await found('ada'), [`people/${ids.ada}`, `people/${ids.ben}`, `people/${yada}`])
})

test('two letters find the beginnings of names; one, or none at all, finds nothing', async () => {
  assert.deepEqual(await found('so'), [`people/${ids.ada}`])
  for (const q of ['s', '%', '_ _', '..', '%%%']) assert.deepEqual(await found(q), [], q)
})

test('a phone is found in any notation, a member number with and without its zeros', async () => {
  for (const q of ['08031234567', '0803 123 4567', '+234 803 123-4567', '(0803) 1234567', '002348031234567']) {
    assert.ok((await found(q)).includes(`people/${ids.ada}`), q)
  }
  assert.deepEqual(await found('0805 555 1234'), [`people/${ids.ben}`])
  const { member_no } = (await church.send('GET', `/people/${ids.ben}`)).json.data
  for (const q of [member_no, member_no.replace(/^0+/, '').padStart(2, '0')]) {
    assert.equal((await found(q))[0], `people/${ids.ben}`, q)
  }
})

test('families, groups, funds, branches and open tasks are found by their names', async () => {
  assert.deepEqual(await found('ndiaye'), [`families/${ids.family}`])
  assert.deepEqual(await found('joy choir'), [`groups/${ids.group}`])
  assert.deepEqual((await found('organ')).sort(), [`funds/${ids.fund}`, `tasks/${ids.task}`])
  assert.deepEqual(await found('north'), [`branches/${north}`])
})

test('a gift is found by its whole reference, in capital or small letters, whoever recorded it', async () => {
  for (const q of ['Envelope-17', 'Envelope-17 ']) assert.deepEqual(await found(q), [`contributions/${ids.gift}`], q)
  assert.deepEqual(await found('Envelope-1'), [])
  await service.database.write(church.church.id, tx =>
    tx.run(
      sql`update contributions set source = 'manual', reference = 'SLIP-9' where church_id = ${church.church.id} and id = ${ids.gift}`,
    ),
  )
  for (const q of ['slip-9', 'SLIP-9']) assert.deepEqual(await found(q), [`contributions/${ids.gift}`], q)
})

test('what is found says what tells it from others, and nothing else of the record', async () => {
  const { data } = (await owner.inChurch('GET', '/views/search?q=soyinka')).json
  assert.deepEqual(data, [
    {
      resource: 'people',
      records: [
        {
          id: ids.ada,
          member_no: data[0].records[0].member_no,
          full_name: 'Ada Ọlá Ṣóyínká',
          email: 'ada@example.org',
          phone: '+2348031234567',
          status: 'visitor',
        },
      ],
    },
  ])
})

test('somebody removed is not found', async () => {
  const gone = await made('/people', { first_name: 'Zebedee' })
  assert.deepEqual(await found('zebedee'), [`people/${gone}`])
  assert.equal((await owner.inChurch('POST', '/actions/people.remove', { id: gone })).status, 200)
  assert.deepEqual(await found('zebedee'), [])
})

const TYPED = ['ada', 'ndiaye', 'joy', 'organ', 'north', 'north-1', 'slip-9', '08055551234']

test('each role finds what it may read and nothing else, whatever is typed', async () => {
  for (const role of ROLES) {
    const who = await member(service, church, role)
    const scopes = HOUSE.scopesOf(role)
    for (const q of TYPED) {
      for (const one of await found(q, who)) assert.ok(scopes.includes(`${one.split('/')[0]}:read`), `${role}: ${one}`)
    }
    const gifts = await found('slip-9', who)
    assert.equal(gifts.length, ['owner', 'administrator', 'finance'].includes(role) ? 1 : 0, role)
  }
})

test('a branch limit holds for everything that is found', async () => {
  const who = await member(service, church, 'administrator', north)
  assert.deepEqual(await found('ada', who), [`people/${ids.ben}`])
  assert.deepEqual(await found('08031234567', who), [])
  assert.deepEqual(await found('ndiaye', who), [])
  assert.deepEqual(await found('north-1', who), [`contributions/${ids.northern}`])
  assert.deepEqual(await found('slip-9', who), [])
  assert.deepEqual(await found('joy', who), [])
})

test('a confidential group is found by administrators and by those to whom it is entrusted', async () => {
  const hidden = `groups/${ids.hidden}`
  assert.ok((await found('recovery')).includes(hidden))
  const staff = await member(service, church, 'staff')
  const helper = await member(service, church, 'helper')
  for (const who of [staff, helper]) assert.deepEqual(await found('recovery', who), [])
  assert.deepEqual(await found('choir', helper), [])
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  const membership = await service.database.read.first<{ id: number }>(sql`select m.id from memberships m
    join users u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${helper.email}`)
  const duty = { id: ids.hidden, membership_id: membership?.id }
  assert.equal((await owner.inChurch('POST', '/actions/groups.give_duty', duty)).status, 200)
  assert.deepEqual(await found('recovery', helper), [hidden])
  assert.deepEqual(await found('recovery', staff), [])
})

test('what a church has switched off is not found', async () => {
  await church.set({ modules: [] })
  assert.deepEqual(await found('choir'), [])
  await church.set({ modules: ['care', 'giving', 'groups', 'media', 'school'] })
  assert.deepEqual(await found('choir'), [`groups/${ids.group}`])
})

test('everything is found in one statement', async () => {
  const { read } = service.database
  const original = read.all.bind(read)
  const asked: string[] = []
  read.all = async statement => {
    if (statement.text.includes('json_build_array')) asked.push(statement.text)
    return await original(statement)
  }
  try {
    await found('ada soyinka')
  } finally {
    read.all = original
  }
  assert.equal(asked.length, 1)
})
