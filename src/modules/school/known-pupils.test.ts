/** What is to be known of a child on the roll of a class: who is told, and who is not. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { member, PASSWORD, type TestMember } from '../../../test/support/console.ts'
import type { Answered, TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'
import { sql } from '../../db/sql.ts'
import { setDetails } from '../child-details/of-person.ts'
import { conceal } from '../groups/group-actions.ts'
import { createClass } from './edit-class.ts'

let service: TestService
let church: TestChurch
let owner: TestMember
let north: number
/** Classes and children by their names. */
let classes: Record<'lions' | 'bears', number>
let children: Record<'Ada' | 'Bola' | 'Musa', number>
/** Today's session of the lions; Musa is there as a visitor. */
let session: number

before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  owner = await member(service, church, 'owner')
  await owner.ask('POST', '/api/step-up', { password: PASSWORD })
  north = await church.branch('North')
  classes = { lions: await add('Lions'), bears: await add('Bears') }
  children = {
    Ada: await child('Ada', classes.lions),
    Bola: await child('Bola', classes.lions),
    Musa: await child('Musa', classes.bears, north),
  }
  await church.act(setDetails, { person_id: children.Ada, label_note: 'peanuts', photo_ok: false })
  await church.act(setDetails, { person_id: children.Bola, grade: '3', photo_ok: true, emergency_name: 'Ngozi' })
  await church.act(setDetails, { person_id: children.Musa, label_note: 'asthma' })
  session = await open(classes.lions)
  const here = { id: session, person_id: children.Musa, state: 'present' }
  assert.equal((await owner.inChurch('POST', '/actions/class_sessions.mark', here)).status, 200)
})
after(() => service.close())

const made = ({ status, json, text }: Answered): number => {
  assert.equal(status, 201, text)
  return json.data.id
}
const add = async (name: string): Promise<number> => (await church.act(createClass, { name })).id
const open = async (group_id: number): Promise<number> =>
  made(await church.send('POST', '/class_sessions', { group_id }))

async function child(first_name: string, group_id: number, branch_id?: number): Promise<number> {
  const person_id = made(await church.send('POST', '/people', { first_name, ...(branch_id && { branch_id }) }))
  made(await church.send('POST', '/group_members', { group_id, person_id, joined_on: '2020-01-05' }))
  return person_id
}

/** Entrusts a class to a helper. */
async function entrust({ email }: TestMember, id: number): Promise<void> {
  const found = await service.database.read.first<{ id: number }>(sql`select m.id from memberships m
    join users u on u.id = m.user_id where m.church_id = ${church.church.id} and u.email = ${email}`)
  const given = await owner.inChurch('POST', '/actions/groups.give_duty', { id, membership_id: found?.id })
  assert.equal(given.status, 200, given.text)
}

async function teacherOf(id: number): Promise<TestMember> {
  const teacher = await member(service, church, 'helper')
  await entrust(teacher, id)
  return teacher
}

interface Row {
  name: string
  label_note: string | null
  photo_ok: boolean | null
}

const rollOf = (who: TestMember, id = session): Promise<Answered> => who.inChurch('GET', `/views/class_roll?id=${id}`)

/** Names on a roll with what is said of them. */
async function told(who: TestMember, id = session): Promise<[string, string | null, boolean | null][]> {
  const { status, text, json } = await rollOf(who, id)
  assert.equal(status, 200, text)
  return json.data.pupils.map(({ name, label_note, photo_ok }: Row) => [name, label_note, photo_ok])
}

const ADA = ['Ada', 'peanuts', false]
const BOLA = ['Bola', null, null]

test('on the roll a teacher is told the notes on children of their classes, and of nobody else', async () => {
  const teacher = await teacherOf(classes.lions)
  assert.deepEqual(await told(teacher), [ADA, BOLA, ['Musa', null, null]])
  assert.doesNotMatch((await rollOf(teacher)).text, /Ngozi|asthma/)
  await entrust(teacher, classes.bears)
  assert.deepEqual(await told(teacher), [ADA, BOLA, ['Musa', 'asthma', null]], 'who teaches both knows the visitor')
})

test('a teacher of another class is told nothing of a roll, nor of the children on it, as of one that is not there', async () => {
  const other = await teacherOf(classes.bears)
  const [hidden, nothing] = [await rollOf(other), await rollOf(other, 999_999)]
  assert.deepEqual([hidden.status, hidden.json.error], [nothing.status, nothing.json.error])
  assert.deepEqual(await told(other, await open(classes.bears)), [['Musa', 'asthma', null]])
  const without = await member(service, church, 'helper')
  assert.equal((await rollOf(without)).status, hidden.status)
})

test('who left the class is on the roll where they were marked, and their teacher is told nothing of them any more', async () => {
  const teacher = await teacherOf(classes.lions)
  const here = { id: session, person_id: children.Ada, state: 'present' }
  assert.equal((await teacher.inChurch('POST', '/actions/class_sessions.mark', here)).status, 200)
  const [row] = (await church.send('GET', `/group_members?person_id=${children.Ada}`)).json.data
  const left = await church.send('PATCH', `/group_members/${row.id}`, { status: 'left', left_on: '2020-02-02' })
  assert.equal(left.status, 200, left.text)
  const ofAda = (rows: Awaited<ReturnType<typeof told>>) => rows.find(([name]) => name === 'Ada')
  assert.deepEqual(ofAda(await told(teacher)), ['Ada', null, null])
  assert.deepEqual(ofAda(await told(owner)), ADA)
})

test('staff are told the notes on visitors, too, within their branch; viewers see the roll without any', async () => {
  const staff = await member(service, church, 'staff')
  assert.deepEqual(await told(staff), [ADA, BOLA, ['Musa', 'asthma', null]])
  const viewer = await member(service, church, 'viewer')
  assert.deepEqual(await told(viewer), [
    ['Ada', null, null],
    ['Bola', null, null],
    ['Musa', null, null],
  ])
  const limited = await member(service, church, 'staff', north)
  assert.equal((await rollOf(limited)).status, 404, 'the class is out of their sight')
  const { id } = await church.act(createClass, { name: 'Northerners', branch_id: north })
  const body = { group_id: id, joined_on: '2020-01-05' }
  for (const one of [children.Ada, children.Musa])
    await church.send('POST', '/group_members', { ...body, person_id: one })
  assert.deepEqual(await told(limited, await open(id)), [['Musa', 'asthma', null]])
  assert.equal((await rollOf(await member(service, church, 'finance'))).status, 403)
})

test('of a confidential class its teacher is told the notes, staff are not', async () => {
  const teacher = await teacherOf(classes.lions)
  await church.act(conceal, { id: classes.lions })
  assert.deepEqual((await told(teacher)).slice(0, 1), [ADA])
  assert.equal((await rollOf(await member(service, church, 'staff'))).status, 404)
})

test('the page by a link for teachers shows names, and nothing of what is to be known of a child', async () => {
  const { url } = (await owner.inChurch('GET', `/views/session_link?id=${session}`)).json.data
  const page = await service.request('GET', new URL(url).pathname)
  assert.match(page.text, /Ada[\s\S]*Bola[\s\S]*Musa/)
  assert.doesNotMatch(page.text, /peanuts|asthma|photo|Ngozi/)
})
