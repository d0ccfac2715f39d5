/** A file that is brought in through the console while its node is killed: nothing of it is half there, and who chose it goes on. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../src/db/sql.ts'
import { afterCommit, beforeCommit, midTransaction } from './crash/moments.ts'
import { member, type TestMember } from './support/console.ts'
import { databaseAddress } from './support/database-address.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'
import { startProxy, type TcpProxy } from './support/proxy.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const PEOPLE = 600
/** A file of two parts: what a row says of a person is long. */
const LINES = ['First name,Surname,E-mail,Notes']
for (let n = 0; n < PEOPLE; n += 1) LINES.push(`P${n},Test,p${n}@example.org,${'word '.repeat(75)}`)
const BYTES = Buffer.from(LINES.join('\n'))

let service: TestService
let proxy: TcpProxy
/** The node that goes on. */
let healthy: NodeProcess
before(async () => {
  service = await startService()
  await service.app.close()
  proxy = await startProxy(databaseAddress(service.connection))
  healthy = await startProcess(service.connection)
})
after(async () => {
  killProcesses()
  await proxy.close()
  await service.close()
})

/** Somebody of a church, whose browser speaks to whatever node there is. */
interface Chooser {
  church: TestChurch
  who: TestMember
  node: { url: string }
}

async function chooser(): Promise<Chooser> {
  const church = await service.church()
  const node = { url: '' }
  const { database, vault, config } = service
  const at = {
    database,
    vault,
    config,
    get url() {
      return node.url
    },
  }
  return { church, node, who: await member(at, church, 'owner') }
}

async function done({ who }: Chooser, action: string, input: object) {
  const { status, json, text } = await who.inChurch('POST', `/actions/import_files.${action}`, input)
  assert.equal(status, 200, `${action}: ${text}`)
  return json.data
}

const part = (bytes: number, n: number): string => BYTES.subarray(n * bytes, (n + 1) * bytes).toString('base64')

/** Asks a node that is killed at the moment that is watched for: there is no answer. */
async function askDying(chooser: Chooser, watch: (act: () => void) => void, action: string, input: object) {
  const node = await startProcess({ ...service.connection, host: '127.0.0.1', port: proxy.port })
  chooser.node.url = node.url
  const died = new Promise<void>(resolve => watch(() => void node.kill().then(resolve)))
  await assert.rejects(chooser.who.inChurch('POST', `/actions/import_files.${action}`, input))
  await died
  proxy.watch = {}
}

const rowsOf = async ({ church }: Chooser, table: 'import_file_parts' | 'import_file_rows') =>
  (await service.database.read.first<{ n: number }>(
    table === 'import_file_parts'
      ? sql`select count(*)::int as n from import_file_parts where church_id = ${church.church.id}`
      : sql`select count(*)::int as n from import_file_rows where church_id = ${church.church.id}`,
  ))!.n

const statusOf = async ({ church }: Chooser) =>
  (await service.database.read.first<{ status: string }>(
    sql`select status from import_files where church_id = ${church.church.id}`,
  ))!.status

/** Checks the file, imports it, and holds what is there against it. */
async function goesOn(chooser: Chooser, id: number): Promise<void> {
  await done(chooser, 'check', { id, said: '{}' })
  assert.equal(await rowsOf(chooser, 'import_file_rows'), PEOPLE)
  await done(chooser, 'start', { id })
  await eventually('it is imported', async () => (await statusOf(chooser)) === 'done')
  const { meta } = (await chooser.who.inChurch('GET', '/people?per_page=1')).json
  assert.equal(meta.total, PEOPLE)
}

/** Moments of a transaction that names something, and whether it is there afterwards. */
const MOMENTS = [
  ['while it is kept', (of: string) => (act: () => void) => midTransaction(proxy, of, act), false],
  ['before it is committed', (of: string) => (act: () => void) => beforeCommit(proxy, of, act), false],
  ['when it is committed and nobody knows', (of: string) => (act: () => void) => afterCommit(proxy, of, act), true],
] as const

for (const [when, watch, stays] of MOMENTS) {
  test(`a part of a file, its node killed ${when}: sent once more, the file is whole and comes in once`, async () => {
    const who = await chooser()
    who.node.url = healthy.url
    const { id, part_bytes } = await done(who, 'begin', { name: 'people.csv', bytes: BYTES.length })
    assert.ok(BYTES.length > part_bytes && BYTES.length <= 2 * part_bytes, 'it has two parts')
    await done(who, 'put', { id, part: 0, data: part(part_bytes, 0) })
    const second = { id, part: 1, data: part(part_bytes, 1) }
    await askDying(who, watch('insert into import_file_parts'), 'put', second)
    who.node.url = healthy.url
    assert.equal(await rowsOf(who, 'import_file_parts'), stays ? 2 : 1)
    if (!stays) {
      const early = await who.who.inChurch('POST', '/actions/import_files.check', { id, said: '{}' })
      assert.equal(early.status, 422, 'a file that is not whole is not checked')
      assert.match(early.text, /did not arrive as a whole/)
    }
    await done(who, 'put', second)
    await goesOn(who, id)
  })

  test(`what a check found, its node killed ${when}: checked once more, each row is judged once, and comes in once`, async () => {
    const who = await chooser()
    who.node.url = healthy.url
    const { id, part_bytes } = await done(who, 'begin', { name: 'people.csv', bytes: BYTES.length })
    for (let n = 0; n * part_bytes < BYTES.length; n += 1)
      await done(who, 'put', { id, part: n, data: part(part_bytes, n) })
    await askDying(who, watch('insert into import_file_rows'), 'check', { id, said: '{}' })
    who.node.url = healthy.url
    assert.deepEqual(
      [await rowsOf(who, 'import_file_rows'), await statusOf(who)],
      stays ? [PEOPLE, 'checked'] : [0, 'draft'],
    )
    await goesOn(who, id)
  })
}
