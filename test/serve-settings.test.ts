/** `sexton serve` with each setting there is (README, Settings): it starts, it listens, and the setting has its effect. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { backupName, listBackups } from '../src/backup/kept-backups.ts'
import { describeConfig, ROOT, readConfig } from '../src/config.ts'
import { writeLock } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { languageNamed } from '../src/texts/catalogues.ts'
import { type Served, serve } from './serve/served.ts'
import { makeServedChurch, SECRET, type ServedChurch } from './serve/served-church.ts'
import { freePort } from './support/free-port.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { eventually, type Receiver, startReceiver, status } from './support/receiver.ts'

let place: ServedChurch
before(async () => {
  place = await makeServedChurch()
})
after(() => place.close())

const covered = new Set<string>()

/** Serves with some settings, for tests of one of them each. */
function serving(
  how: string,
  settings: () => Record<string, string> | Promise<Record<string, string>>,
  tests: (served: () => Served) => void,
): void {
  describe(how, () => {
    let served: Served | undefined
    before(async () => {
      const common = { DATABASE_URL: place.url, SEXTON_SECRET_KEY: SECRET, PORT: '0', SEXTON_LOG_LEVEL: 'silent' }
      served = await serve({ ...common, ...(await settings()) })
    })
    after(async () => assert.equal(await served?.stop(), 0))
    tests(() => served ?? assert.fail())
  })
}

/** A test of one setting. */
function setting(name: string, effect: string, check: () => Promise<void>): void {
  covered.add(name)
  test(`${name}: ${effect}`, check)
}

const BASE = 'https://sexton.example'
/** As a client behind the trusted proxy. */
const client = (ip: string) => ({ 'x-forwarded-for': ip })
const HEAD = 'POST /api/v1/people HTTP/1.1\r\nHost: x\r\n'

let port = 0
let metricsPort = 0

const production = async () => {
  ;[port, metricsPort] = [await freePort(), await freePort()]
  await place.forbidFunds()
  return {
    HOST: '127.0.0.5',
    PORT: String(port),
    SEXTON_METRICS_PORT: String(metricsPort),
    SEXTON_MIGRATION_URL: place.ownerUrl,
    SEXTON_BASE_URL: BASE,
    SEXTON_TRUSTED_PROXIES: '127.0.0.1',
    SEXTON_RATE_LIMIT_KEY: '3',
    SEXTON_RATE_LIMIT_IP: '5',
    SEXTON_RATE_LIMIT_PAGES: '4',
    SEXTON_REQUEST_TIMEOUT: '300',
    SEXTON_LOG_LEVEL: 'info',
    SEXTON_LANGUAGE: 'fr',
  }
}

serving('as in production', production, served => {
  const statuses = async (count: number, path: string, headers: Record<string, string>): Promise<number[]> => {
    const found = []
    for (let n = 0; n < count; n += 1) found.push((await served().ask(path, headers)).status)
    return found
  }
  setting('SEXTON_BASE_URL', 'the address in answers; it listens all the same', async () => {
    assert.match(served().said, new RegExp(`^Sexton serves on ${BASE}, here http://localhost:${port} `))
    const { json, headers } = await served().ask('/api/v1', await place.newKey())
    assert.match(json().data.resources[0].url, new RegExp(`^${BASE}/api/v1/`))
    assert.match(String(headers['strict-transport-security']), /max-age/)
  })
  setting('HOST', 'where it listens, and nowhere else', async () => {
    assert.equal((await served().ask('/docs', client('192.0.2.1'))).status, 200)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/docs`))
  })
  setting('PORT', 'the port', async () => assert.equal(served().port, port))
  setting('SEXTON_METRICS_PORT', 'metrics and health are there, and not on the other one', async () => {
    for (const path of ['/metrics', '/healthz', '/readyz']) {
      assert.equal((await fetch(`http://127.0.0.5:${metricsPort}${path}`)).status, 200)
      assert.equal((await served().ask(path, client(`192.0.2.10${path.length}`))).status, 404)
    }
  })
  setting('DATABASE_URL', 'the church of that database is served', async () => {
    const { json } = await served().ask('/api/v1', { ...(await place.newKey()), ...client('192.0.2.2') })
    assert.equal(json().data.church.slug, 'grace')
  })
  setting('SEXTON_MIGRATION_URL', 'its role migrates, and gives the service its rights', async () => {
    const headers = { ...(await place.newKey()), ...client('192.0.2.20') }
    assert.equal((await served().ask('/api/v1/funds', headers)).status, 200)
  })
  setting('SEXTON_RATE_LIMIT_KEY', 'requests a minute of a key', async () => {
    assert.deepEqual(
      await statuses(4, '/api/v1', { ...(await place.newKey()), ...client('192.0.2.3') }),
      [200, 200, 200, 429],
    )
  })
  setting('SEXTON_RATE_LIMIT_IP', 'requests a minute of an address', async () => {
    assert.deepEqual(await statuses(6, '/api/v1', client('192.0.2.4')), [401, 401, 401, 401, 401, 429])
  })
  setting('SEXTON_RATE_LIMIT_PAGES', 'pages a minute of an address', async () => {
    assert.deepEqual(await statuses(5, '/docs', client('192.0.2.5')), [200, 200, 200, 200, 429])
    assert.equal((await served().ask('/api/v1', client('192.0.2.5'))).status, 401, 'requests are counted by themselves')
  })
  setting('SEXTON_TRUSTED_PROXIES', 'whose word for the address is believed', async () => {
    assert.equal((await served().ask('/docs', client('192.0.2.6'))).status, 200)
    await eventually('it is logged', () => served().output().includes('"ip":"192.0.2.6"'))
    await served().ask('/docs', client('192.0.2.7'), 'GET', '127.0.0.6')
    await eventually('it is logged', () => served().output().includes('"ip":"127.0.0.6"'))
    assert.doesNotMatch(served().output(), /192\.0\.2\.7/)
  })
  setting('SEXTON_LANGUAGE', 'pages are in it', async () => {
    const { text } = await served().ask('/give/nobody', client('192.0.2.20'))
    assert.match(text, /<html lang="fr" dir="ltr">/)
    assert.match(text, new RegExp(`<h1>${languageNamed('fr').say('Page not found')}</h1>`))
    const other = { DATABASE_URL: place.url, SEXTON_SECRET_KEY: SECRET, PORT: '0', SEXTON_LANGUAGE: 'xx' }
    await assert.rejects(serve(other), /SEXTON_LANGUAGE must be one of en/)
  })
  setting('SEXTON_LOG_LEVEL', 'requests are logged', async () => {
    await eventually('a line', () => /\{"level":30,.*"path":"\/docs","status":200/.test(served().output()))
  })
  setting('SEXTON_REQUEST_TIMEOUT', 'a request that does not arrive in time is 408', async () => {
    const socket = await served().send(`${HEAD}X-`)
    assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1.1 408 /)
  })
  setting('SEXTON_SECRET_KEY', 'another key than the one of the database is refused', async () => {
    const other = serve({ DATABASE_URL: place.url, PORT: '0', SEXTON_SECRET_KEY: `${SECRET}, but another one` })
    await assert.rejects(other, /SEXTON_SECRET_KEY/)
  })
})

const REQUESTS = 20
const busy = () => ({
  SEXTON_RATE_LIMIT_KEY: '0',
  SEXTON_RATE_LIMIT_IP: '0',
  SEXTON_RATE_LIMIT_PAGES: '0',
  SEXTON_MAX_REQUESTS: String(REQUESTS),
  SEXTON_POOL_SIZE: '2',
  SEXTON_MAX_WAITING: '1',
  SEXTON_STATEMENT_TIMEOUT: '1500',
  SEXTON_RESPONSE_TIMEOUT: '200',
  SEXTON_SHUTDOWN_TIMEOUT: '200',
})

serving('when it is busy', busy, served => {
  const key = () => `Authorization: ${place.keyed.authorization}\r\n`
  const person = '{"first_name":"Ada"}'
  const add = async (): Promise<number> => {
    const socket = await served().send(`${HEAD}${key()}Content-Length: ${person.length}\r\n\r\n${person}`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return Number(/^HTTP\/1.1 (\d+)/.exec(String(answer))?.[1])
  }
  setting('SEXTON_POOL_SIZE', 'connections to the database', async () => {
    await eventually('all are open', async () => {
      await Promise.all([add(), add(), add(), add(), served().ask('/api/v1/people', place.keyed)])
      const { text } = await served().ask('/metrics')
      const total = Number(/^sexton_database_connections\{state="total"\} (\d+)$/m.exec(text)?.[1])
      assert.ok(total <= 2, `${total} connections`)
      return total === 2
    })
  })
  let blocked: Promise<number>[] = []
  setting('SEXTON_MAX_WAITING', 'who would wait beyond it is answered 503 at once', async () => {
    await place.database.write(0, async tx => {
      await tx.all(sql`select pg_advisory_xact_lock(${writeLock(place.church.id).toString()}::bigint)`)
      blocked = [add(), add(), add(), add()]
      assert.equal(await Promise.race(blocked), 503)
      // The rest is for the next test: the first is ended by the time that a statement may take, not by us.
      await Promise.all(blocked)
    })
  })
  setting('SEXTON_STATEMENT_TIMEOUT', 'a statement that takes longer is given up', async () => {
    assert.ok((await Promise.all(blocked)).includes(503))
    // The service's own workers use the two connections as well: beside one of them nobody may wait.
    await eventually('and the next one is not', async () => (await add()) === 201)
  })
  setting('SEXTON_MAX_REQUESTS', 'an address has a fifth of them', async () => {
    const slow = []
    for (let n = 1; n <= REQUESTS / 5; n += 1) {
      slow.push(await served().send(`${HEAD}${key()}Content-Length: 9\r\n\r\n`, '127.0.0.2'))
      await eventually('it is there', async () => (await served().held()).uploads === n)
    }
    assert.equal((await served().ask('/docs', {}, 'GET', '127.0.0.2')).status, 429)
    assert.equal((await served().ask('/docs', {}, 'GET', '127.0.0.3')).status, 200)
    for (const socket of slow) socket.destroy()
  })
  setting('SEXTON_RESPONSE_TIMEOUT', 'who does not read is cut', async () => {
    await eventually('nobody else is there', async () => (await served().held()).connections === 1)
    const socket = await served().send('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50))
    await eventually('it is there', async () => (await served().held()).connections === 2)
    await eventually('it is cut', async () => (await served().held()).connections === 1)
    socket.destroy()
  })
  setting('SEXTON_SHUTDOWN_TIMEOUT', 'at the end nobody is waited for any longer', async () => {
    await served().send(`${HEAD}${key()}Content-Length: 9\r\n\r\n`)
    await eventually('it is there', async () => (await served().held()).uploads === 1)
    const begun = performance.now()
    assert.equal(await served().stop(), 0)
    assert.ok(performance.now() - begun < readConfig({}).shutdownTimeout)
  })
})

let receiver: Receiver
let mail: MailServer
let endpoint: number
const FROM = 'sexton@church.example'
const telling = async () => {
  ;[receiver, mail] = [await startReceiver(), await startMailServer()]
  receiver.reply = status(500)
  return {
    SEXTON_WEBHOOK_ALLOW_INSECURE: 'true',
    SEXTON_WEBHOOK_GAPS: '0.05,0.05',
    SEXTON_WEBHOOK_TIMEOUT: '0.25',
    SEXTON_WEBHOOK_PAUSE_AFTER: '4',
    SEXTON_SMTP_URL: mail.url,
    SEXTON_MAIL_FROM: FROM,
    SEXTON_RATE_LIMIT_KEY: '0',
  }
}

serving('when others are told', telling, served => {
  const attempts = async (): Promise<{ number: number; reason: string }[]> =>
    await place.database.read.all(sql`select number, reason from webhook_attempts
      where church_id = ${place.church.id} and endpoint_id = ${endpoint} order by started_at`)
  const add = async (): Promise<void> => {
    const headers = { ...place.keyed, 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${served().port}/api/v1/people`
    assert.equal((await fetch(url, { method: 'POST', headers, body: '{"first_name":"Ada"}' })).status, 201)
  }
  after(async () => {
    await receiver.close()
    await mail.close()
  })
  setting('SEXTON_WEBHOOK_ALLOW_INSECURE', 'a receiver on this machine is told, by plain http', async () => {
    endpoint = await place.subscribe(receiver.url)
    await add()
    await receiver.until(1)
  })
  setting('SEXTON_WEBHOOK_GAPS', 'as many further attempts as there are gaps', async () => {
    await receiver.until(3)
    await eventually('the last attempt is noted', async () => (await attempts()).length === 3)
    assert.deepEqual(
      (await attempts()).map(({ number }) => number),
      [1, 2, 3],
    )
  })
  setting('SEXTON_WEBHOOK_TIMEOUT', 'a receiver that does not answer in time has failed', async () => {
    receiver.reply = () => undefined
    await add()
    await eventually('it failed', async () =>
      (await attempts()).some(({ reason }) => reason === 'timed out after 0.25 s'),
    )
  })
  setting('SEXTON_WEBHOOK_PAUSE_AFTER', 'so many failures in a row pause an endpoint', async () => {
    await eventually('it is paused', async () => {
      const row = await place.database.read.first<{ status: string }>(
        sql`select status from webhook_endpoints where church_id = ${place.church.id} and id = ${endpoint}`,
      )
      return row?.status === 'paused'
    })
    assert.equal((await attempts()).length, 4)
  })
  setting('SEXTON_SMTP_URL', 'notices are mailed through it', async () => {
    await eventually('the mail of the pause', () => mail.received.length > 0)
    assert.deepEqual(mail.received[0]?.to, ['ada@example.org'])
  })
  setting('SEXTON_MAIL_FROM', 'and come from it', async () => assert.equal(mail.received[0]?.from, FROM))
})

const asked: string[] = []
const proxy = createServer().on('connect', ({ url }, socket) => {
  asked.push(url ?? '')
  socket.end('HTTP/1.1 502 No\r\n\r\n')
})
const throughProxy = async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return { SEXTON_WEBHOOK_PROXY: `http://127.0.0.1:${port}`, SEXTON_MAX_CONNECTIONS: '10' }
}

serving('through a proxy, to few clients', throughProxy, served => {
  after(() => void proxy.close())
  setting('SEXTON_WEBHOOK_PROXY', 'webhooks go through it', async () => {
    await place.subscribe('https://receiver.example/hooks')
    const url = `http://127.0.0.1:${served().port}/api/v1/people`
    const headers = { ...(await place.newKey()), 'content-type': 'application/json' }
    await fetch(url, { method: 'POST', headers, body: '{"first_name":"Ben"}' })
    await eventually('it is asked', () => asked.includes('receiver.example:443'))
  })
  setting('SEXTON_MAX_CONNECTIONS', 'an address has a fifth of them', async () => {
    const head = `${HEAD}Authorization: ${place.keyed.authorization}\r\nContent-Length: 9\r\n\r\n`
    for (const _ of [1, 2]) await served().send(head, '127.0.0.2')
    await eventually('they are there', async () => (await served().held()).uploads === 2)
    const one = await served().send('', '127.0.0.2')
    assert.match(String((await once(one, 'data'))[0]), /^HTTP\/1.1 503 .*service_unavailable/s)
    assert.equal((await served().ask('/docs', {}, 'GET', '127.0.0.3')).status, 200)
  })
})

const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-serve-'))
const [original, copied, refused, notes] = ['original', 'copied', 'refused', 'notes'].map(name =>
  path.join(folder, name),
) as [string, string, string, string]
const backups = path.join(folder, 'backups')
const backupsOf = () => listBackups(backups)
const on = (dataDir: string) => ({ DATABASE_URL: '', SEXTON_DATA_DIR: dataDir, SEXTON_NOTES_DIR: notes, PORT: '0' })
/** On a copy that was made while its server ran. */
const alone = async () => {
  // PostgreSQL's user goes through it.
  chmodSync(folder, 0o755)
  const first = await serve({ ...on(original), SEXTON_LOG_LEVEL: 'silent' })
  for (const copy of [copied, refused]) assert.equal(spawnSync('cp', ['-r', original, copy]).status, 0)
  assert.equal(await first.stop(), 0)
  mkdirSync(backups)
  for (const hours of [2, 72])
    writeFileSync(path.join(backups, backupName(new Date(Date.now() - hours * 3_600_000))), '')
  const schedule = {
    SEXTON_BACKUP_DIR: backups,
    SEXTON_BACKUP_HOUR: String(new Date().getHours()),
    SEXTON_BACKUP_KEEP: '1,0,0',
  }
  return { ...on(copied), SEXTON_SECRET_KEY: '', SEXTON_RECOVER_COPY: 'true', ...schedule }
}

serving('on its own', alone, served => {
  after(() => rmSync(folder, { recursive: true, force: true }))
  setting('SEXTON_DATA_DIR', 'where the embedded database is', async () => {
    assert.equal((await served().ask('/readyz')).status, 200)
    assert.ok(existsSync(path.join(copied, 'secret-key')))
    assert.ok(existsSync(path.join(copied, 'postgresql')) || existsSync(path.join(copied, 'location')))
  })
  setting('SEXTON_RECOVER_COPY', 'without it, a copy that was made while its server ran is refused', async () => {
    await assert.rejects(serve(on(refused)), /is a copy of .*SEXTON_RECOVER_COPY=true/)
  })
  setting('SEXTON_BACKUP_DIR', 'gets a backup', async () => {
    await eventually('it is made', async () => (await backupsOf()).some(({ bytes }) => bytes > 0))
  })
  setting('SEXTON_BACKUP_HOUR', 'one that was made before this hour is not of today', async () => {
    assert.ok((await backupsOf()).some(({ bytes }) => bytes > 0))
  })
  setting('SEXTON_BACKUP_KEEP', 'of one day alone the last is kept', async () => {
    await eventually('the others are gone', async () => (await backupsOf()).length === 1)
  })
  setting('SEXTON_NOTES_DIR', 'where it notes which directories are served', async () => {
    const noted = readdirSync(notes).map(name => readFileSync(path.join(notes, name), 'utf8').trim())
    assert.deepEqual(noted.sort(), [copied, original])
  })
})

const NAMES = describeConfig(readConfig({})).map(({ name }) => name)
const MANUAL = ['README.md', 'docs/webhooks.md'].map(name => readFileSync(path.join(ROOT, name), 'utf8')).join()

test('every setting there is has a test here, and a line in the README or the page of the webhooks', () => {
  assert.deepEqual(
    NAMES.filter(name => !covered.has(name)),
    [],
  )
  assert.deepEqual(
    NAMES.filter(name => !MANUAL.includes(`\`${name}\``)),
    [],
  )
})
