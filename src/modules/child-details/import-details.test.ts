/** Child details from files, and back (decisions, Children; Imports). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { cli } from '../../../test/support/cli.ts'
import { BY, csv, importInto } from '../../../test/support/import.ts'
import type { TestChurch, TestService } from '../../../test/support/service.ts'
import { sharedService } from '../../../test/support/shared-service.ts'

let service: TestService
let church: TestChurch
let ada: { id: number; member_no: string }
let bola: { id: number; member_no: string }
before(async () => {
  service = await sharedService()
})
beforeEach(async () => {
  church = await service.church()
  const add = async (first_name: string) => (await church.send('POST', '/people', { first_name })).json.data
  ada = await add('Ada')
  bola = await add('Bola')
})
after(() => service.close())

const bring = (text: string, options = {}) =>
  importInto(service.database, church.church, 'child_details', { file: csv(text), by: BY, options })
const details = async () =>
  (await church.send('GET', '/child_details')).json.data.map((one: Record<string, unknown>) => [
    one.person_id,
    one.grade,
    one.label_note,
    one.photo_ok,
    one.emergency_name,
    one.emergency_phone,
  ])
const undo = async () => {
  const [{ id }] = (await church.send('GET', '/imports')).json.data.slice(-1)
  return await cli(service.databaseUrl, ['import', 'undo', String(id), '--church', church.church.slug])
}

test('details of children come in by number or name; what is on record as it is, is left out, and nothing is emptied', async () => {
  await church.send('POST', '/child_details', { person_id: bola.id, grade: '2', label_note: 'nuts' })
  const text = `child,member_no,grade,allergies,photo_ok,emergency_phone\n,${ada.member_no},reception,peanuts,false,+2348031234567\nBola,,,milk,,\n`
  const report = await bring(text)
  assert.deepEqual([report.imported, report.refusals], [2, []])
  assert.deepEqual(report.changes, [{ line: 3, id: bola.id, name: 'Bola', changes: { label_note: ['nuts', 'milk'] } }])
  const brought = [
    [bola.id, '2', 'milk', null, null, null],
    [ada.id, 'Reception', 'peanuts', false, null, '+2348031234567'],
  ]
  assert.deepEqual(await details(), brought)
  const again = await bring('child,grade\nAda,Reception\n')
  assert.deepEqual([again.skipped, again.accepted], [1, 0])
})

test('a row that names nobody, two children, or a child twice is refused, and so is a note too long for a label', async () => {
  const long = 'x'.repeat(31)
  const text = `child,member_no,allergies\nNobody,,nuts\nAda,${bola.member_no},nuts\nAda,,nuts\nAda,,milk\n,,nuts\nBola,,${long}\n`
  const { refusals, imported } = await bring(text)
  assert.deepEqual(
    refusals.map(({ line, errors }) => [line, Object.keys(errors)]),
    [
      [2, ['child']],
      [3, ['child']],
      [5, ['child']],
      [6, ['member_no']],
      [7, ['label_note']],
    ],
  )
  assert.equal(imported, 0)
})

test('details go back with the import that brought them, but for what somebody changed since', async () => {
  await church.send('POST', '/child_details', { person_id: bola.id, label_note: 'nuts', grade: '2' })
  await bring('child,grade,allergies\nAda,3,peanuts\nBola,4,milk\n')
  const [{ id }] = (await church.send('GET', `/child_details?person_id=${bola.id}`)).json.data
  await church.send('PATCH', `/child_details/${id}`, { label_note: 'eggs' })
  const { stdout, stderr } = await undo()
  assert.match(stdout, /1 record went back, 1 stayed:\n +line 3: Bola has another note on labels by now/, stderr)
  assert.deepEqual(await details(), [[bola.id, '2', 'eggs', null, null, null]])
})

test('what is exported of children comes in again', async () => {
  await church.send('POST', '/child_details', { person_id: ada.id, grade: '3', label_note: 'peanuts', photo_ok: true })
  const { stdout } = await cli(service.databaseUrl, ['export', 'child_details', '--church', church.church.slug])
  assert.match(stdout, /member_no/)
  const same = await bring(stdout)
  assert.deepEqual([same.refusals, same.skipped], [[], 1])
})
