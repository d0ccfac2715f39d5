/**
 * A church moves in: its own dirty spreadsheets come in through the console, right to the last person and kobo, are taken back
 * and come in again, are printed, do all of that by the command line, too, and are all there in last night's backup, restored elsewhere.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { listBackups } from '../src/backup/kept-backups.ts'
import { makeWhenDue } from '../src/backup/schedule.ts'
import { readConfig } from '../src/config.ts'
import { NO_CHURCH } from '../src/db/database.ts'
import { HOUSE } from '../src/house.ts'
import { createChurch, findChurch } from '../src/modules/church/churches.ts'
import { cli, type Ended } from './support/cli.ts'
import { member, PASSWORD, type TestMember } from './support/console.ts'
import { type DirtyFiles, dirtyFiles } from './support/dirty-files.ts'
import { freshDir, migratedDir, ownPath, quiet } from './support/embedded.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'
import { readPdf, textOf } from './support/read-pdf.ts'
import { eventually } from './support/receiver.ts'

/** The church that moves in through the console, and the one that does it by the command line. */
const [CONSOLE, COMMANDS] = ['grace', 'hope'] as const
const YEAR = '2026'
const folder = ownPath('moving-in')

let own: OwnChurch
let owners: Record<string, TestMember>
let files: DirtyFiles
const [members, gifts] = [path.join(folder, 'members.csv'), path.join(folder, 'gifts.csv')]

before(async () => {
  mkdirSync(folder)
  own = await serveOwn(await migratedDir())
  const hope = { name: 'Hope', slug: COMMANDS, country: 'NG', currency: 'NGN', timezone: 'Africa/Lagos' }
  await own.database.write(NO_CHURCH, tx => createChurch(tx, hope))
  owners = {}
  for (const slug of [CONSOLE, COMMANDS]) {
    const church = (await findChurch(own.database, slug)) ?? assert.fail()
    const owner = await member(own, { church }, 'owner')
    owners[slug] = owner
    await done(owner, 'branches.create', { name: 'Yaba', parent_id: church.hq_branch_id })
    for (const name of ['Tithe', 'Building Fund']) await done(owner, 'funds.create', { name })
  }
  files = dirtyFiles(31, 'Headquarters')
  writeFileSync(members, files.people.bytes)
  writeFileSync(gifts, files.gifts.bytes)
})
after(() => own.close())

async function done(who: TestMember, action: string, input: object) {
  const { status, json, text } = await who.inChurch('POST', `/actions/${action}`, input)
  assert.equal(status, 200, `${action}: ${text}`)
  return json.data
}

const sexton = (...args: string[]): Promise<Ended> =>
  cli('', args, { SEXTON_DATA_DIR: own.dataDir, SEXTON_SECRET_KEY: '' })

/** Imports a file as the pages do. @returns the id of the import */
async function importBy(who: TestMember, name: string, bytes: Buffer): Promise<number> {
  const { id, part_bytes } = await done(who, 'import_files.begin', { name, bytes: bytes.length })
  for (let part = 0; part * part_bytes < bytes.length; part += 1) {
    const data = bytes.subarray(part * part_bytes, (part + 1) * part_bytes).toString('base64')
    await done(who, 'import_files.put', { id, part, data })
  }
  await done(who, 'import_files.check', { id, said: '{}' })
  await done(who, 'import_files.start', { id })
  const state = await eventually(`${name} is imported`, async () => {
    const { data } = (await who.inChurch('GET', `/views/import_files.state?id=${id}`)).json
    return data.status === 'running' ? undefined : data
  })
  assert.deepEqual([state.status, state.error], ['done', null])
  return state.import_id
}

async function all(who: TestMember, resource: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await who.inChurch('GET', `/${resource}?per_page=100&page=${page}`)).json
    found.push(...data)
    if (!meta.has_more) return found
  }
}

/** Holds what is on record against the files: every person, every gift, its day, fund, method and giver. */
async function assertRight(who: TestMember): Promise<void> {
  const people = await all(who, 'people')
  const known = new Map(people.map(one => [one.member_no, one]))
  const branches = new Map((await all(who, 'branches')).map(({ id, name, is_hq }) => [id, is_hq ? 'head' : name]))
  assert.equal(people.length, files.people.right.length)
  for (const { branch, ...right } of files.people.right) {
    const found = known.get(right.member_no) ?? {}
    const read = Object.fromEntries(Object.keys(right).map(name => [name, found[name]]))
    const where = branch === 'Yaba' ? branch : 'head'
    assert.deepEqual({ ...read, branch: branches.get(found.branch_id) }, { ...right, branch: where })
  }
  const numbers = new Map(people.map(({ id, member_no }) => [id, member_no]))
  const posted = (await all(who, 'contributions')).filter(({ status }) => status === 'posted')
  const recorded = posted.map(one => {
    const { amount, given_on, fund_name: fund, method } = one
    return JSON.stringify({ member_no: numbers.get(one.person_id), amount, given_on, fund, method })
  })
  assert.deepEqual(recorded.sort(), files.gifts.right.map(one => JSON.stringify(one)).sort())
}

const naira = (): string => `₦${(files.gifts.sum / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`

/** Everybody is in the directory, and the year's giving adds up to the sum of the file. */
async function assertPrinted(directory: Uint8Array, report: Uint8Array): Promise<void> {
  const bare = (text: string): string => text.normalize('NFC').replace(/\s+/g, '')
  const names = bare((await readPdf(directory)).map(textOf).join('\n'))
  for (const { first_name, last_name } of files.people.right) {
    assert.ok(names.includes(bare(`${last_name}, ${first_name}`)), `${last_name}, ${first_name}`)
  }
  const given = (await readPdf(report)).map(textOf).join('\n')
  assert.ok(given.includes(naira()), given)
  assert.match(given, /2,000 gifts in NGN/)
}

test('its spreadsheets come in through the console, every person and naira right; are taken back, and come in again', async () => {
  const owner = owners[CONSOLE] ?? assert.fail()
  const moveIn = async (): Promise<number[]> => [
    await importBy(owner, 'members.csv', files.people.bytes),
    await importBy(owner, 'gifts.csv', files.gifts.bytes),
  ]
  const first = await moveIn()
  await assertRight(owner)
  assert.equal((await owner.ask('POST', '/api/step-up', { password: PASSWORD })).status, 200)
  for (const id of first.reverse()) {
    await done(owner, 'imports.undo', { id })
    const undone = await eventually(`import ${id} is undone`, async () => {
      const { data } = (await owner.inChurch('GET', `/imports/${id}`)).json
      return data.status === 'undone' && data
    })
    assert.equal(undone.kept, 0)
  }
  const left = (await owner.inChurch('GET', '/contributions')).json.meta
  assert.deepEqual([(await owner.inChurch('GET', '/people')).json.meta.total, left.sum_amount_base], [0, 0])
  await moveIn()
  await assertRight(owner)
})

test('the list of its members and the year’s giving are printed, and read back whole', async () => {
  const owner = owners[CONSOLE] ?? assert.fail()
  const file = async (view: string): Promise<Uint8Array> => (await owner.inChurch('GET', `/views/${view}`)).bytes
  await assertPrinted(await file('directory'), await file(`giving_report_file?format=pdf&by=fund&year=${YEAR}`))
})

test('the same by the command line', async () => {
  const owner = owners[COMMANDS] ?? assert.fail()
  const options = ['--church', COMMANDS, '--encoding', 'windows-1252']
  const moveIn = async (): Promise<void> => {
    assert.match((await sexton('import', members, ...options)).stdout, /300 rows: 300 imported, 0 refused\./)
    const given = await sexton('import', gifts, ...options, '--skip-refused')
    assert.ok(given.stdout.includes(`2,000 gifts, ${naira()}`), given.stderr + given.stdout)
    await assertRight(owner)
  }
  await moveIn()
  for (const { id } of (await all(owner, 'imports')).reverse()) {
    const undone = await sexton('import', 'undo', String(id), '--church', COMMANDS)
    assert.match(undone.stdout, /^[\d,]+ records went back, 0 stayed\./, undone.stderr)
  }
  const left = (await owner.inChurch('GET', '/contributions')).json.meta
  assert.deepEqual([(await owner.inChurch('GET', '/people')).json.meta.total, left.sum_amount_base], [0, 0])
  await moveIn()
  const [directory, report] = [path.join(folder, 'directory.pdf'), path.join(folder, 'report.pdf')]
  await sexton('print', 'directory', '--church', COMMANDS, '--out', directory)
  await sexton('giving', 'report', '--church', COMMANDS, '--year', YEAR, '--pdf', report)
  await assertPrinted(readFileSync(directory), readFileSync(report))
})

test('the backup of the night after has all of it: restored to another place, it has the same sums', async () => {
  const nightly = path.join(folder, 'nightly')
  const target = freshDir()
  const night = new Date(new Date().setHours(4, 0, 0, 0) + 86_400_000)
  const config = readConfig({ SEXTON_DATA_DIR: own.dataDir, SEXTON_BACKUP_DIR: nightly })
  const parts = { config, database: own.database, clock: { now: () => night }, log: quiet, house: HOUSE }
  await makeWhenDue(parts, new AbortController().signal)
  const [made = { file: '' }] = await listBackups(nightly)
  // As on another machine: nothing but the file is there.
  const backup = path.join(freshDir(), 'last-night.tar.gz')
  mkdirSync(path.dirname(backup), { recursive: true })
  renameSync(made.file, backup)
  const there = (...args: string[]) => cli('', args, { SEXTON_DATA_DIR: target, SEXTON_SECRET_KEY: '' })
  const restored = await there('restore', backup, '--data-dir', target)
  assert.equal(restored.code, 0, restored.stderr)
  for (const slug of [CONSOLE, COMMANDS]) {
    assert.match(restored.stdout, new RegExp(`^${slug}: .*people `, 'm'))
    const report = ['giving', 'report', '--church', slug, '--year', YEAR, '--json']
    assert.deepEqual((await there(...report)).json, (await sexton(...report)).json)
    const list = ['export', 'people', '--church', slug]
    assert.equal((await there(...list)).stdout, (await sexton(...list)).stdout)
  }
})
