/** A backup is all that another machine needs: one of another name, user, clock and language, without a network (docs/run/backup.md). */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../src/config.ts'
import { sql } from '../src/db/sql.ts'
import { type Files, filesOf, manifestOf } from './support/archive.ts'
import { cli } from './support/cli.ts'
import { member, PASSWORD } from './support/console.ts'
import { migratedDir, ownPath } from './support/embedded.ts'
import { onOtherMachine, whyNoMachine } from './support/other-machine.ts'
import { type OwnChurch, serveOwn } from './support/own-church.ts'

const skip = whyNoMachine() ?? false

let church: OwnChurch
before(async () => {
  if (skip === false) church = await serveOwn(await migratedDir())
})
after(() => church?.close())

const HOOK = 'http://localhost:4444/'
const PICTURE = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(500_000)])
const PEOPLE = 'first_name,last_name,email\nTítílayọ̀,Adéṣínà,titi@example.org\nAda,Obi,ada@example.org\n'

async function sexton(...args: string[]): Promise<string> {
  const env = { SEXTON_DATA_DIR: church.dataDir, SEXTON_SECRET_KEY: '', SEXTON_WEBHOOK_ALLOW_INSECURE: 'true' }
  const { code, stdout, stderr } = await cli('', args, env)
  assert.equal(code, 0, stderr)
  return stdout
}

/** What a church has: people, gifts in two currencies, an owner, a file, an endpoint. @returns what the other machine is asked about */
async function furnish(folder: string): Promise<Asked> {
  writeFileSync(path.join(folder, 'people.csv'), PEOPLE)
  await sexton('church', 'set', 'grace', '--modules', 'groups')
  await sexton('import', 'people', path.join(folder, 'people.csv'), '--church', 'grace')
  await sexton('rate', 'set', '--church', 'grace', '--currency', 'USD', '--rate', '1650.25')
  for (const [amount, currency] of [
    [150_050, 'NGN'],
    [99, 'NGN'],
    [2_500, 'USD'],
  ] as const) {
    assert.equal((await church.give(amount, currency)).status, 201)
  }
  const owner = await member(church, church, 'owner')
  await hashAsServed(owner.email)
  const act = async (name: string, input: object) => {
    const { status, json, text } = await owner.inChurch('POST', `/${name}`, input)
    assert.ok(status < 300, text)
    return json.data
  }
  const { id: group_id } = await act('groups', { name: 'Yaba', kind: 'cell' })
  const { id, part_bytes } = await act('actions/files.begin', { group_id, name: 'outing.png', bytes: PICTURE.length })
  for (let part = 0; part * part_bytes < PICTURE.length; part += 1) {
    const data = PICTURE.subarray(part * part_bytes, (part + 1) * part_bytes).toString('base64')
    await act('actions/files.put', { id, part, data })
  }
  await act('actions/files.finish', { id })
  const made = await sexton(
    'webhook',
    'create',
    '--church',
    'grace',
    '--url',
    HOOK,
    '--events',
    'contribution.recorded',
  )
  return {
    email: owner.email,
    password: PASSWORD,
    file: id,
    key: church.key,
    secret: /whsec_\S+/.exec(made)?.[0] ?? '',
  }
}

/** Tests hash passwords at less cost than what serves there. */
async function hashAsServed(email: string): Promise<void> {
  const program = `import('better-auth/crypto').then(async one => process.stdout.write(await one.hashPassword(process.argv[1])))`
  const hash = execFileSync(process.execPath, ['-e', program, PASSWORD], { cwd: ROOT, encoding: 'utf8' })
  await church.database.write(church.church.id, tx =>
    tx.run(sql`update sign_ins set password = ${hash} where user_id in (select id from users where email = ${email})`),
  )
}

interface Asked {
  email: string
  password: string
  file: number
  key: string
  secret: string
}

/** Asks the service of the other machine, as people and programs do, and prints what came. */
const CHECK = `
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
const { email, password, file, key, secret } = JSON.parse(readFileSync('/carried/asked.json', 'utf8'))
const base = 'http://localhost:3000'
const told = new Promise(resolve => {
  createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const [, time, signature] = /^t=(\\d+),v1=(.*)$/.exec(request.headers['x-service-signature'])
    const body = Buffer.concat(chunks).toString('utf8')
    response.end()
    resolve(createHmac('sha256', secret).update(time + '.' + body).digest('hex') === signature)
  }).listen(4444)
})
for (let n = 0; n < 600; n += 1) {
  if (await fetch(base + '/readyz').then(answer => answer.ok, () => false)) break
  await new Promise(resolve => setTimeout(resolve, 100))
}
const headers = { origin: base, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const signedIn = await fetch(base + '/console/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify({ email, password }) })
const cookie = signedIn.headers.getSetCookie().map(one => one.split(';')[0]).join('; ')
const picture = await fetch(base + '/console/api/grace/views/file?id=' + file, { headers: { ...headers, cookie } })
const api = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
const people = await (await fetch(base + '/api/v1/people', { headers: api })).json()
const gift = await fetch(base + '/api/v1/contributions', { method: 'POST', headers: api, body: '{"amount": 100, "method": "cash"}' })
console.log(JSON.stringify({
  host: os.hostname(), uid: process.getuid(), offset: new Date(0).getTimezoneOffset(), lang: process.env.LANG ?? null,
  networks: Object.keys(os.networkInterfaces()),
  signedIn: signedIn.status, gift: gift.status, genuine: await told,
  people: people.data.map(one => one.full_name).sort(),
  picture: createHash('sha256').update(Buffer.from(await picture.arrayBuffer())).digest('hex'),
}))
process.exit()
`

const SEXTON = 'node test/support/cli-entry.mjs'
const there = (file: string): string => `
export SEXTON_DATA_DIR=/home/keeper/data SEXTON_SECRET_KEY= SEXTON_WEBHOOK_ALLOW_INSECURE=true
${SEXTON} restore /carried/${file} >&2
${SEXTON} church export grace /carried/there.tar.gz >&2
${SEXTON} serve >/carried/serve.log 2>&1 &
node /carried/check.mjs
kill $!
wait`

/** Each file of an archive by its checksum, but what a restore changes: recurring gifts on hold, and that it was exported. */
const sumsOf = (files: Files) =>
  manifestOf(files).files.flatMap(({ name, rows, sha256 }) =>
    name === 'audit_log.jsonl' ? [] : [[name, rows, sha256]],
  )

test('the last backup of the night is all that another machine needs: sums, people, files, passwords, keys and secrets are those of before', {
  skip,
}, async () => {
  const carried = ownPath('carried')
  const nights = ownPath('nights')
  const root = ownPath('machine')
  for (const folder of [carried, nights, root]) mkdirSync(folder)
  const asked = await furnish(carried)
  await sexton('church', 'export', 'grace', path.join(nights, 'here.tar.gz'))
  await sexton('backup', path.join(nights, 'night.tar.gz'))
  copyFileSync(path.join(nights, 'night.tar.gz'), path.join(carried, 'night.tar.gz'))
  writeFileSync(path.join(carried, 'asked.json'), JSON.stringify(asked))
  writeFileSync(path.join(carried, 'check.mjs'), CHECK)
  assert.deepEqual(JSON.parse(onOtherMachine(root, carried, there('night.tar.gz'))), {
    host: 'newbox',
    uid: 5_077,
    offset: -720,
    lang: null,
    networks: ['lo'],
    signedIn: 200,
    gift: 201,
    genuine: true,
    people: ['Ada Obi', 'Títílayọ̀ Adéṣínà'],
    picture: createHash('sha256').update(PICTURE).digest('hex'),
  })
  assert.notEqual(os.hostname(), 'newbox')
  const [before, after] = [path.join(nights, 'here.tar.gz'), path.join(carried, 'there.tar.gz')]
  const [here, moved] = [await filesOf(before), await filesOf(after)]
  assert.deepEqual(manifestOf(moved).totals, manifestOf(here).totals)
  assert.deepEqual(sumsOf(moved), sumsOf(here))
})
