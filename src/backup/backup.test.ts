/** Backups of an embedded database while gifts are written to it, and what they restore to elsewhere. */
import assert from 'node:assert/strict'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip, createGzip, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { freshDir, homeOf, migratedDir, open, ownPath, query, quiet, until } from '../../test/support/embedded.ts'
import { plantRecurring } from '../../test/support/giving.ts'
import { type OwnChurch, serveOwn } from '../../test/support/own-church.ts'
import { proved } from '../../test/support/proved.ts'
import { declaredOf } from '../archive/declared.ts'
import { openEmbedded } from '../db/embedded/index.ts'
import { sql } from '../db/sql.ts'
import { HOUSE } from '../house.ts'
import { findChurch } from '../modules/church/churches.ts'
import { BackupError } from './backup-error.ts'
import { type Made, makeBackup } from './make-backup.ts'
import { ABOUT, MANIFEST } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { countedNames, differences } from './totals.ts'

const RESTORES = Number(process.env.SEXTON_TEST_RESTORES ?? 1)
const CLIENTS = 4
/** Dozens come while a backup is made; hundreds where many are restored. */
const BETWEEN_GIFTS_MS = RESTORES > 1 ? 10 : 50

let church: OwnChurch
/** A recurring gift that is under way. */
let recurring: number
/** A backup that was tried, and that tests only read. */
let kept: Made & { file: string }
before(async () => {
  church = await serveOwn(await migratedDir())
  await church.give(150_050)
  recurring = await plantGift()
  kept = await make({ tried: true })
})
after(() => church.close())

const signal = new AbortController().signal
const tables = countedNames(HOUSE)
const folder = mkdtempSync(ownPath('backups-'))
let serial = 0
const fresh = (): string => path.join(folder, `${++serial}.tar.gz`)

const make = (more: object = {}): Promise<Made & { file: string }> => {
  const order = {
    dataDir: church.dataDir,
    file: fresh(),
    tables,
    withKey: true,
    tried: false,
    log: quiet,
    signal,
    ...more,
  }
  return makeBackup(order).then(made => ({ ...made, file: order.file }))
}
const restore = (file: string, dataDir = freshDir(), replace = false, restored = declaredOf(HOUSE).restored) =>
  restoreBackup({ file, dataDir, replace, restored, log: quiet, signal }).then(restored => ({
    ...restored,
    dataDir,
  }))

/** Several clients that give until they are told to end. */
function giving() {
  const answered: { id: number; asked: number; at: number }[] = []
  let ended = false
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = 1; !ended; n += 1) {
      const asked = performance.now()
      const response = await church.give(client * 100_000 + n, n % 3 === 0 ? 'USD' : 'NGN')
      await pause(BETWEEN_GIFTS_MS)
      assert.ok([200, 201, 422].includes(response.status), String(response.status))
      if (response.status === 201)
        answered.push({ id: Number(response.headers.get('location')?.split('/').at(-1)), asked, at: performance.now() })
    }
  })
  return {
    answered,
    async end() {
      ended = true
      await Promise.all(clients)
    },
  }
}

test('a backup made while gifts are written has every gift that was answered before its end, whole', async t => {
  for (let n = 0; n < RESTORES; n += 1) {
    const load = giving()
    const begun = load.answered.length
    while (load.answered.length < begun + 20) await pause(10)
    const before = performance.now()
    const made = await make()
    await load.end()
    const restored = await restore(made.file)
    assert.deepEqual(differences(made.totals, restored.totals), [])
    const there = await openEmbedded({ dataDir: restored.dataDir, log: quiet, durable: false })
    const rows = (await query(there, 'select id::int, amount::text, currency from contributions')) as {
      id: number
      amount: string
      currency: string
    }[]
    const ids = new Set(rows.map(({ id }) => id))
    // Whatever was answered before another one was asked for that is in it: the cut goes through one moment.
    const cut = Math.max(before, ...load.answered.filter(({ id }) => ids.has(id)).map(({ asked }) => asked))
    const missing = load.answered.filter(({ id, at }) => at < cut && !ids.has(id))
    assert.deepEqual(missing, [], 'every gift that was answered before the end is there')
    for (const currency of new Set(rows.map(row => row.currency))) {
      const own = rows.filter(row => row.currency === currency)
      const told = made.totals.find(one => one.table === 'contributions' && one.currency === currency)
      assert.deepEqual(
        { records: told?.records, sum: told?.sum },
        { records: String(own.length), sum: String(own.reduce((sum, row) => sum + BigInt(row.amount), 0n)) },
      )
    }
    const [books] = await query(
      there,
      `select (select count(*) from contributions)::int as gifts,
        (select count(*) from events where name = 'contribution.recorded')::int as told`,
    )
    assert.deepEqual(books, { gifts: rows.length, told: rows.length }, 'none is half: each has its event')
    await there.close()
    for (const done of [made.file, homeOf(restored.dataDir)]) rmSync(done, { recursive: true })
  }
  proved(t, RESTORES, 'restores with equal sums')
})

test('a backup is tried before it has its name, which nothing else may have; nobody else may read it', async () => {
  const { file, about, totals } = kept
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.ok(about.has_key)
  assert.ok(totals.some(({ table, sum }) => table === 'contributions' && Number(sum) >= 150_050))
  await assert.rejects(make({ file }), /There is a file .* already/)
  assert.deepEqual(leftovers(), [], 'nothing unfinished is left')
})

test('restoring brings the key of the secrets; what is there makes room when asked, and is kept', async () => {
  const { file } = kept
  const { dataDir } = await restore(file)
  assert.equal(
    readFileSync(path.join(dataDir, 'secret-key'), 'utf8'),
    readFileSync(path.join(church.dataDir, 'secret-key'), 'utf8'),
  )
  await assert.rejects(restore(file, dataDir), /already.*--replace/s)
  writeFileSync(path.join(dataDir, 'secret-key'), 'another one')
  const again = await restore(file, dataDir, true)
  assert.ok(again.former !== undefined && existsSync(path.join(again.former, 'PG_VERSION')))
  assert.equal(readdirSync(dataDir).filter(name => name.startsWith('secret-key.replaced-')).length, 1)
  const server = await open(dataDir)
  assert.deepEqual(await heldIn(server), [{ held: true, told: 1 }])
  await assert.rejects(restore(file, dataDir, true), /runs on/)
  await server.close()
})

async function plantGift(): Promise<number> {
  const { database } = church
  const grace = (await findChurch(database, 'grace')) ?? assert.fail()
  const fund = (await database.read.first<{ id: number }>(sql`select id from funds where church_id = ${grace.id}`))?.id
  const donor = { branch_id: grace.hq_branch_id, donor_name: 'Ada', donor_email: 'ada@example.org' }
  return await plantRecurring(database, grace, fund ?? 0, donor)
}

/** Whether the recurring gift is on hold, and how often that was told. */
const heldIn = (of: Parameters<typeof query>[0]) =>
  query(
    of,
    `select held_at is not null as held, (select count(*)::int from notices where kind = 'recurring_gifts_held') as told
    from recurring_gifts where id = ${recurring}`,
  )

/** One that was made without the key, restored. */
async function withoutKey() {
  const made = await make({ withKey: false })
  return { made, restored: await restore(made.file) }
}
let keyless: ReturnType<typeof withoutKey> | undefined

test('recurring gifts of a restored database are on hold, and those of the original go on', async () => {
  keyless ??= withoutKey()
  const { made, restored } = await keyless
  const there = await open(restored.dataDir)
  assert.deepEqual(await heldIn(there), [{ held: true, told: 1 }])
  await there.close()
  const mine = await church.database.read.all(
    sql`select id from recurring_gifts where id = ${recurring} and held_at is null`,
  )
  assert.equal(mine.length, 1)

  // An earlier release had no such column: the migration that adds it finds what the restore left for it.
  const older = await restore(made.file, freshDir(), false, [
    { table: 'recurring_gifts', column: 'of_later', statements: ['no'] },
  ])
  const early = await open(older.dataDir)
  assert.deepEqual(await heldIn(early), [{ held: false, told: 0 }])
  await query(early, 'alter table recurring_gifts drop column held_at, drop column charged_here_from')
  await query(early, readFileSync(path.join('migrations', '0144_held_recurring_gifts.sql'), 'utf8'))
  assert.deepEqual(await heldIn(early), [{ held: true, told: 0 }])
  await early.close()
})

test('without the key, and of one that is set, the backup says that it has none', async () => {
  keyless ??= withoutKey()
  const { made, restored } = await keyless
  assert.ok(!made.about.has_key)
  assert.equal(restored.key, undefined)
  assert.ok(!existsSync(path.join(restored.dataDir, 'secret-key')))
})

/** How many bytes are damaged at a place. */
const WRONG_BYTES = 32

test('a damaged backup is refused wherever it is damaged, one cut short, and what is no backup; nothing is left', async () => {
  const { file } = kept
  const { size } = statSync(file)
  for (const at of [5, 40, 0.1, 0.5, 0.9].map(place => Math.floor(place < 1 ? place * size : place)).concat(size - 6)) {
    const damaged = fresh()
    const bytes = readFileSync(file)
    // One wrong bit may say the same: among zeros it does not matter which of them are repeated. A few bytes never do.
    for (let place = at; place < at + (at === 5 ? 1 : WRONG_BYTES); place++) bytes[place] = ~(bytes[place] ?? 0)
    writeFileSync(damaged, bytes)
    // Five bytes into it stands the time, which says nothing.
    if (at !== 5) await refused(damaged)
  }
  for (const length of [0, 100, Math.floor(size / 2), size - 1]) {
    const short = fresh()
    copyFileSync(file, short)
    truncateSync(short, length)
    await refused(short)
  }
  const other = fresh()
  writeFileSync(other, gzipSync('no archive'.repeat(1_000)))
  await refused(other)
  await refused(path.join(folder, 'none.tar.gz'))
  await refused(folder)
})

async function refused(file: string): Promise<void> {
  const dataDir = freshDir()
  await assert.rejects(restore(file, dataDir), BackupError, file)
  assert.ok(!existsSync(path.join(homeOf(dataDir), 'cluster')), 'no database')
  assert.deepEqual(
    readdirSync(homeOf(dataDir)).filter(name => name.startsWith('restore.')),
    [],
  )
}

test('one that has less than it had is bad, and one of a newer release is not for this one', async () => {
  const { file, totals, about } = kept
  const [first, ...rest] = totals.map(one => (one.table === 'contributions' ? { ...one, sum: '1' } : one))
  const bad = await rewritten(file, { totals: [first, ...rest] }, {})
  await rejected(bad, /is bad\. grace contributions NGN: \d+ of ₦0\.01 when it was made/)
  const changed = await rewritten(file, {}, {}, 'cluster/global/pg_control')
  await rejected(changed, /damaged: cluster\/global\/pg_control is not what was put in/)
  const newer = await rewritten(file, {}, { ...about, schema: '9999_later' })
  await rejected(newer, /newer release .*9999_later/)
  const other = await rewritten(file, {}, { ...about, postgresql: '17.1' })
  await rejected(other, /PostgreSQL 17\.1/)
})

/** It is as large as what is in it: not packed, and not kept. */
async function rejected(file: string, words: RegExp): Promise<void> {
  await assert.rejects(restore(file), words)
  rmSync(file)
}

/** The same archive with other words about it. */
async function rewritten(file: string, manifest: object, about: object, changed = ''): Promise<string> {
  const target = fresh()
  const tar = pack()
  const stored = pipeline(tar, createGzip({ level: 0 }), createWriteStream(target))
  for await (const entry of createReadStream(file).pipe(createGunzip()).pipe(extract())) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    const more = { [ABOUT]: about, [MANIFEST]: manifest }[entry.header.name]
    const bytes = Buffer.concat(chunks)
    if (entry.header.name === changed) bytes[0] = (bytes[0] ?? 0) ^ 1
    const content = more === undefined ? bytes : JSON.stringify({ ...JSON.parse(bytes.toString()), ...more })
    tar.entry({ ...entry.header, size: Buffer.byteLength(content) }, content)
  }
  tar.finalize()
  await stored
  return target
}

test('a backup that is ended in its midst leaves nothing, neither in the folder nor in the server', async () => {
  for (const files of [10, 300, 900]) {
    const file = fresh()
    await assert.rejects(make({ file, signal: endedAfter(files) }), /ended/)
    assert.ok(!existsSync(file))
    assert.deepEqual(leftovers(), [])
  }
  const slots = await church.database.read.all(sql`select slot_name from pg_replication_slots`)
  assert.deepEqual(slots, [])
  assert.equal((await church.give(100)).status, 201, 'the server serves on')
})

test('two backups at once: one is made, the other one is refused with words', async () => {
  const results = await Promise.allSettled([make(), make()])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const [lost] = results.filter(one => one.status === 'rejected')
  assert.match(String(lost?.reason), /Another backup of this database is being made/)
})

test('vacuums give way to a backup, which is made; what else writes for long is waited for', async () => {
  const owner = await openEmbedded({ dataDir: church.dataDir, log: quiet, durable: false })
  // Holds what a vacuum of a large table holds, for longer than anybody waits.
  const vacuum = query(owner, 'analyze contributions; select pg_sleep(600)').then(
    () => 'ended by itself',
    error => (error as { code?: string }).code,
  )
  const holds = `select 1 from pg_locks where relation = 'contributions'::regclass and mode = 'ShareUpdateExclusiveLock'`
  await until(async () => (await query(owner, holds)).length > 0)
  assert.ok((await make()).totals.length > 0)
  assert.equal(await vacuum, '57014')
  await owner.close()
})

/** What is being written, or was left. */
const leftovers = (): string[] => readdirSync(folder).filter(name => name.includes('.part.'))

/** A signal that ends what looks at it, as a backup does before each file, when it has done so this often. */
function endedAfter(looks: number): AbortSignal {
  const stopping = new AbortController()
  let seen = 0
  stopping.signal.throwIfAborted = () => {
    seen += 1
    if (seen === looks) stopping.abort(new Error('ended'))
    AbortSignal.prototype.throwIfAborted.call(stopping.signal)
  }
  return stopping.signal
}
