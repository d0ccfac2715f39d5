/** Files of groups: sent in parts, kept once, judged by what they are, read by who sees the group (decision 0024). */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { member, type TestMember } from '../../../test/support/console.ts'
import { type Answered, startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { HOUSE } from '../../house.ts'
import { disposition, fileName } from '../../lib/file-name.ts'
import { stepsOn } from '../../resource/step.ts'
import { contentOf, MOST_BYTES, MOST_OF_CHURCH, PART_BYTES } from '../files/files.ts'
import { sweep } from '../files/sweep.ts'
import { conceal, reveal } from '../groups/group-actions.ts'
import { removePerson } from '../people/remove.ts'

let moved = 0
const clock = { now: () => new Date(Date.now() + moved) }
let service: TestService
let church: TestChurch
let staff: TestMember
let group: number

before(async () => {
  service = await startService({}, { clock })
})
beforeEach(async () => {
  moved = 0
  church = await service.church({ modules: ['groups'] })
  staff = await member(service, church, 'staff')
  group = (await church.send('POST', '/groups', { name: 'Yaba', kind: 'cell' })).json.data.id
})
after(() => service.close())

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PART_BYTES + 1_000)])

const act = (name: string, input: object, who = staff): Promise<Answered> =>
  who.inChurch('POST', `/actions/files.${name}`, input)
const begin = (name: string, bytes: number, who = staff): Promise<Answered> =>
  act('begin', { group_id: group, name, bytes }, who)

/** Sends the parts of a file. @returns its id */
async function parts(name: string, content: Buffer, who = staff): Promise<number> {
  const begun = await begin(name, content.length, who)
  assert.equal(begun.status, 200, begun.text)
  const { id, part_bytes } = begun.json.data
  for (let part = 0; part * part_bytes < content.length; part += 1) {
    const data = content.subarray(part * part_bytes, (part + 1) * part_bytes).toString('base64')
    const put = await act('put', { id, part, data }, who)
    assert.equal(put.status, 200, put.text)
  }
  return id
}
const upload = async (name: string, content: Buffer, who = staff): Promise<Answered> =>
  act('finish', { id: await parts(name, content, who) }, who)
const listed = async (who = staff) => (await who.inChurch('GET', `/views/group_files?id=${group}`)).json.data
const download = (id: number, who = staff): Promise<Answered> => who.inChurch('GET', `/views/file?id=${id}`)
const chunks = async (): Promise<number> =>
  (await service.database.read.all(sql`select n from file_chunks where church_id = ${church.church.id}`)).length
const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** What is in a file, as the service sends it. */
async function content(id: number): Promise<Buffer> {
  const [name, value] = staff.session
  const answer = await fetch(`${service.url}/console/api/${church.church.slug}/views/file?id=${id}`, {
    headers: { cookie: `${name}=${value}`, 'sec-fetch-site': 'same-origin' },
  })
  return Buffer.from(await answer.arrayBuffer())
}

test('a file arrives in parts, is listed, read as it was sent, and removed with what was in it', async () => {
  const added = await upload('Lesson 4.pdf', PDF)
  assert.equal(added.status, 200, added.text)
  const { id } = added.json.data
  assert.deepEqual(added.json.data, { id, name: 'Lesson 4.pdf', mime: 'application/pdf', size: PDF.length })
  assert.deepEqual(
    (await listed()).map(({ name, size }: Record<string, unknown>) => [name, size]),
    [['Lesson 4.pdf', PDF.length]],
  )
  assert.equal(hash(await content(id)), hash(PDF))
  const { headers } = await download(id)
  assert.deepEqual(
    ['content-type', 'content-disposition', 'x-content-type-options'].map(name => headers.get(name)),
    ['application/pdf', 'attachment; filename="Lesson 4.pdf"', 'nosniff'],
  )
  assert.equal(await chunks(), 2)
  assert.equal((await act('remove', { id })).status, 200)
  assert.deepEqual([await chunks(), (await download(id)).status, (await act('remove', { id })).status], [0, 404, 404])
})

test('the same content is kept once, also where two send it at the same moment, and goes with the last file', async () => {
  const ids = await Promise.all(['one.pdf', 'two.pdf', 'three.pdf'].map(name => parts(name, PDF)))
  const answers = await Promise.all(ids.map(id => act('finish', { id })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(await chunks(), 2)
  const more = await parts('four.pdf', PDF)
  await Promise.all([...ids.map(id => act('remove', { id })), act('finish', { id: more })])
  assert.equal(hash(await content(more)), hash(PDF), 'who comes as the others go keeps it')
  await act('remove', { id: more })
  assert.equal(await chunks(), 0)
  const other = await service.church()
  const left = await service.database.read.all(sql`select n from file_chunks where church_id = ${other.church.id}`)
  assert.deepEqual(left, [])
})

test('a file is what it begins with, whatever it is called; what a browser would run is not kept', async () => {
  const html = Buffer.from('<html><script>alert(1)</script></html>')
  const polyglot = Buffer.concat([PNG, html])
  const kept = (await upload('picture.html', polyglot)).json.data
  assert.deepEqual([kept.name, kept.mime], ['picture.html.png', 'image/png'])
  for (const [name, wrong] of [
    ['page.png', html],
    ['page.html', html],
    ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['program.exe', Buffer.from('MZ\x90\0\x03', 'latin1')],
    ['archive.zip', Buffer.from('PK\x03\x04rest')],
    ['words.txt', Buffer.from([0xff, 0xfe, 0x41, 0])],
  ] as const) {
    const refused = await upload(name, wrong)
    assert.equal(refused.status, 422, name)
    assert.match(refused.json.message ?? '', /PDF, PNG, JPEG/)
  }
  assert.equal((await upload('songs.docx', Buffer.from('PK\x03\x04rest'))).status, 200)
  assert.equal((await upload('Ẹ̀kọ́.txt', Buffer.from('Ẹ̀kọ́: ₦'))).json.data.mime, 'text/plain; charset=utf-8')
  assert.equal(await chunks(), 3)
})

test('names of files hold no folders, no second lines and no letters that run backwards, and headers hold what is left', () => {
  for (const [sent, kept] of [
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\songs\\One.PDF', 'One.pdf'],
    ['a"b\r\nSet-Cookie: x=1.pdf', 'a bSet-Cookie x=1.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe.pdf'],
    ['....', 'file.pdf'],
    ['', 'file.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(120)}.pdf`],
  ] as const) {
    assert.equal(fileName(sent, '.pdf'), kept)
  }
  assert.equal(fileName('photo.JPEG', '.jpg', ['.jpeg']), 'photo.jpeg')
  const header = disposition('attachment', `Ẹ̀kọ́ (1) "'\\.pdf`)
  assert.match(
    header,
    /^attachment; filename="Eko \(1\) _'_\.pdf"; filename\*=UTF-8''%E1%BA%B8%CC%80k%E1%BB%8D%CC%81%20%281%29%20%22%27%5C\.pdf$/,
  )
})

test('a byte too many, parts that are missing or do not fit, and a full church are refused in words', async () => {
  assert.equal((await begin('large.pdf', MOST_BYTES + 1)).status, 422)
  const { id } = (await begin('half.pdf', PDF.length)).json.data
  const part = (data: Buffer, at: number) => act('put', { id, part: at, data: data.toString('base64') })
  assert.equal((await part(PDF.subarray(0, PART_BYTES), 0)).status, 200)
  const half = await act('finish', { id })
  assert.deepEqual([half.status, half.json.message], [422, 'The file did not arrive as a whole. Choose it again.'])
  for (const [data, at] of [
    [PDF.subarray(PART_BYTES, PART_BYTES + 999), 1],
    [PDF.subarray(0, PART_BYTES), 1],
    [PDF.subarray(0, 1), 2],
  ] as const) {
    assert.equal((await part(data, at)).status, 422)
  }
  const viewer = await member(service, church, 'viewer')
  const colleague = await member(service, church, 'staff')
  assert.equal((await act('put', { id, part: 1, data: '' }, viewer)).status, 403)
  assert.equal((await act('finish', { id }, colleague)).status, 404, 'what another one sends is theirs')
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into files (church_id, group_id, status, name, mime, size, sha256, sender, added_by, created_at)
      values (${church.church.id}, ${group}, 'kept', 'all', 'image/png', ${MOST_OF_CHURCH - PDF.length}, decode('00', 'hex'), '',
        '', now())`),
  )
  assert.equal((await part(PDF.subarray(PART_BYTES), 1)).status, 200)
  assert.equal((await act('finish', { id })).status, 200, 'the last byte has its place')
  const full = await begin('more.pdf', 1)
  assert.deepEqual([full.status, full.json.error], [403, 'plan_limit_reached'])
  assert.match(full.json.message ?? '', /1024 MB/)
})

test('what nobody finished, and what lost its file, is forgotten after a day', async () => {
  const id = await parts('draft.pdf', PDF)
  const tidy = () => sweep({ read: service.database.read, take: stepsOn(service.database, clock, HOUSE), clock })
  await tidy()
  moved = 86_401_000
  const kept = (await upload('kept.png', PNG)).json.data.id
  await service.database.write(church.church.id, tx =>
    tx.run(sql`insert into file_chunks (church_id, sha256, n, bytes)
      values (${church.church.id}, decode(repeat('00', 32), 'hex'), 0, '')`),
  )
  await tidy()
  assert.equal(await chunks(), 1, 'what no file has any more goes, too')
  const left = await service.database.read.all<{ id: number }>(
    sql`select id from files where church_id = ${church.church.id}`,
  )
  assert.deepEqual(
    left.map(one => one.id),
    [kept],
  )
  assert.equal((await act('finish', { id })).status, 404)
})

test('who does not see the group has no files of it, in the same words as of none', async () => {
  const { id } = (await upload('a.png', PNG)).json.data
  const helper = await member(service, church, 'helper')
  const [owner, viewer] = [await member(service, church, 'owner'), await member(service, church, 'viewer')]
  assert.equal((await download(id, viewer)).status, 200)
  assert.equal((await act('remove', { id }, viewer)).status, 403)
  await church.act(conceal, { id: group })
  const nothing = {
    file: (await download(999_999)).json.message,
    remove: (await act('remove', { id: 999_999 })).json.message,
  }
  for (const who of [helper, staff]) {
    assert.equal((await download(id, who)).json.message, nothing.file)
    assert.equal((await act('remove', { id }, who)).json.message, nothing.remove)
    assert.equal((await who.inChurch('GET', `/views/group_files?id=${group}`)).status, 404)
    assert.equal((await begin('b.png', 1, who)).status, 404)
  }
  assert.equal((await download(id, owner)).status, 200)
})

test('a leader’s page leads to the files for a day: pictures are shown, all else is saved, and nothing runs', async () => {
  const body = { first_name: 'Ada', last_name: 'Obi' }
  const person_id = (await church.send('POST', '/people', body)).json.data.id
  const member_id = (await church.send('POST', '/group_members', { group_id: group, person_id })).json.data.id
  const picture = (await upload('Photo of us.png', PNG)).json.data
  await upload('<b>"Lesson".pdf', PDF)
  const made = await staff.inChurch('POST', '/actions/kept_links.make', { group_id: group, member_id })
  const page = await service.request('GET', new URL(made.json.data.url).pathname)
  const links = [...page.text.matchAll(/<a href="(\/my\/file\/[^"]+)">([^<]*)<\/a> \(([^)]*)\)/g)]
  assert.deepEqual(
    links.map(([, , name, size]) => [name, size]),
    [
      ['b Lesson.pdf', '182 kB'],
      ['Photo of us.png', '1 kB'],
    ],
  )
  const [pdf = '', png = ''] = links.map(([, path]) => path)
  const shown = await service.request('GET', png)
  assert.deepEqual(
    ['content-type', 'content-security-policy', 'content-length', 'cache-control'].map(name => shown.headers.get(name)),
    ['image/png', "default-src 'none'; sandbox", String(PNG.length), 'no-store'],
  )
  assert.match(shown.headers.get('content-disposition') ?? '', /^inline; /)
  const saved = await fetch(`${service.url}${pdf}`)
  assert.match(saved.headers.get('content-disposition') ?? '', /^attachment; /)
  assert.equal(hash(Buffer.from(await saved.arrayBuffer())), hash(PDF))
  assert.deepEqual(
    [(await service.request('HEAD', pdf)).status, (await service.request('POST', pdf)).status],
    [200, 404],
  )
  assert.equal((await service.request('GET', png.replace(/\.1\./, '.2.'))).status, 404)
  moved = 86_401_000
  assert.equal((await service.request('GET', png)).status, 404)
  moved = 0
  await act('remove', { id: picture.id })
  assert.equal((await service.request('GET', png)).status, 404)
})

test('addresses of files that a leader’s page gave out end with the link, and where the group is concealed', async () => {
  const person_id = (await church.send('POST', '/people', { first_name: 'Ada' })).json.data.id
  const member_id = (await church.send('POST', '/group_members', { group_id: group, person_id })).json.data.id
  await upload('Photo of us.png', PNG)
  const give = async (): Promise<{ link: number; path: string }> => {
    const { data } = (await staff.inChurch('POST', '/actions/kept_links.make', { group_id: group, member_id })).json
    const page = await service.request('GET', new URL(data.url).pathname)
    return { link: data.id, path: /\/my\/file\/[^"]+/.exec(page.text)?.[0] ?? assert.fail() }
  }
  const statusOf = async ({ path }: { path: string }): Promise<number> => (await service.request('GET', path)).status
  const first = await give()
  assert.equal(await statusOf(first), 200)
  await staff.inChurch('POST', '/actions/kept_links.revoke', { id: first.link })
  assert.equal(await statusOf(first), 404)
  const second = await give()
  assert.equal(await statusOf(second), 200)
  await church.act(conceal, { id: group })
  assert.equal(await statusOf(second), 404)
  await church.act(reveal, { id: group })
  const third = await give()
  await church.act(removePerson, { id: person_id })
  assert.equal(await statusOf(third), 404)
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('a file of ten megabytes goes out part by part: what the process holds does not grow with it', async () => {
  const large = Buffer.alloc(MOST_BYTES, 'the largest file')
  const sha256 = hash(large)
  const of = church.church.id
  const made = await service.database.write(of, async tx => {
    for (let n = 0; n * PART_BYTES < large.length; n += 1) {
      const bytes = large.subarray(n * PART_BYTES, (n + 1) * PART_BYTES)
      await tx.run(sql`insert into file_chunks (church_id, sha256, n, bytes)
        values (${of}, decode(${sha256}, 'hex'), ${n}, ${bytes})`)
    }
    return await tx.first<{
      id: number
    }>(sql`insert into files (church_id, group_id, status, name, mime, size, sha256, sender,
        added_by, created_at)
      values (${of}, ${group}, 'kept', 'large.pdf', 'application/pdf', ${large.length}, decode(${sha256}, 'hex'), '', '', now())
      returning id`)
  })
  // What lies outside the heap is given back only after a first round.
  const held = async (): Promise<number> => {
    for (let round = 0; round < 3; round += 1) {
      collect()
      await setImmediate()
    }
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const atFirst = await held()
  const grown: number[] = []
  let pieces = 0
  const sum = createHash('sha256')
  for await (const piece of contentOf(service.database.read, of, { sha256, size: large.length })) {
    sum.update(piece)
    pieces += 1
    if (pieces % 5 === 0) grown.push((await held()) - atFirst)
  }
  assert.equal(sum.digest('hex'), sha256)
  // Each half by its least: what else the process does comes and goes, what is held of the file would stay.
  const middle = Math.floor(grown.length / 2)
  for (const half of [grown.slice(0, middle), grown.slice(middle)]) {
    assert.ok(Math.min(...half) < 4 * 2 ** 20, `${grown} bytes`)
  }
  assert.equal(hash(await content(made?.id ?? 0)), sha256)
})
