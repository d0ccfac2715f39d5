/** What docs/run/proxy.md says of nginx and of Caddy in front of Sexton, with the lines of the page and `sexton serve`. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import http2 from 'node:http2'
import { after, before, describe, type TestContext, test } from 'node:test'
import tls from 'node:tls'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { setChurch } from '../src/modules/church/churches.ts'
import { people as peopleKept } from '../src/modules/people/people.ts'
import { recount } from '../src/resource/tally.ts'
import { type Served, serve } from './serve/served.ts'
import { makeServedChurch, SECRET, type ServedChurch } from './serve/served-church.ts'
import { certificates } from './support/certificates.ts'
import { cli } from './support/cli.ts'
import { PASSWORD } from './support/console.ts'
import { freePort } from './support/free-port.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { type Link, startProxy, type TcpProxy } from './support/proxy.ts'
import { readMail } from './support/read-mail.ts'
import { eventually } from './support/receiver.ts'
import type { Json } from './support/send.ts'
import { type Answer, BASE, type Browser, LIES, newAddress, type Typed, typed } from './support/typed-address.ts'
import { CADDY, NAME, NGINX, PAGE, type WebProxy } from './support/web-proxies.ts'

/** The settings of the page's table. */
const SETTINGS = Object.fromEntries(
  [...PAGE.matchAll(/^\| `(\w+)=(\S+)` \|/gm)].map(([, name = '', value = '']) => [name, value]),
)
/** Requests a minute of one address: few enough to be used up by a test, and enough for any other. */
const MOST = 60

let place: ServedChurch
let served: Served
let mail: MailServer
let env: Record<string, string>
/** Between the proxies and Sexton: holds an answer back in the middle, and knows who ended a connection. */
let gate: TcpProxy

before(async () => {
  place = await makeServedChurch()
  const { id } = place.church
  await place.database.write(id, tx => setChurch(tx, id, { modules: HOUSE.optional }, HOUSE))
  mail = await startMailServer()
  env = {
    ...SETTINGS,
    SEXTON_METRICS_PORT: String(await freePort()),
    SEXTON_SECRET_KEY: SECRET,
    SEXTON_RATE_LIMIT_IP: String(MOST),
    SEXTON_SMTP_URL: mail.url,
    SEXTON_MAIL_FROM: 'sexton@example.org',
  }
  served = await serve({ ...env, DATABASE_URL: place.url, PORT: '0' })
  gate = await startProxy({ host: '127.0.0.1', port: served.port })
})
after(async () => {
  await gate.close()
  assert.equal(await served.stop(), 0)
  await mail.close()
  await place.close()
})

/** Has people whom an export takes some time for. */
async function fill(count: number): Promise<void> {
  const { id, hq_branch_id } = place.church
  await place.database.write(id, async tx => {
    await tx.run(sql`insert into people (church_id, member_no, first_name, last_name, occupation, country, branch_id,
        created_at, updated_at)
      select ${id}::bigint, 'T' || lpad(n::text, 7, '0'), 'Person', 'No ' || n, repeat('x', 300), 'NG',
        ${hq_branch_id}::bigint, ${tx.now}::timestamptz, ${tx.now}::timestamptz from generate_series(1, ${count}::int) as n
      on conflict do nothing`)
    await recount(tx, id, peopleKept)
  })
}

for (const kind of [NGINX, CADDY]) {
  describe(`behind ${kind.name}`, () => {
    const holds = (sentence: string, check: (t: TestContext) => Promise<void>) =>
      test(`${kind.name}: ${sentence}`, { skip: kind.skip }, check)
    let proxy: WebProxy
    let people: Typed
    let owner: Browser
    let joined: Answer
    const email = `ada-${kind.name.toLowerCase()}@example.org`
    before(async () => {
      if (kind.skip) return
      proxy = await kind.start(gate.port)
      people = typed(proxy.httpsPort, (await certificates()).ca)
      owner = people.browser()
      joined = await join(owner, await invited(email), LIES)
    })
    after(() => proxy?.stop())

    /** Asks for an invitation on the command line, as the page of the small server does. @returns its link */
    const invited = async (email: string): Promise<string> => {
      const words = ['user', 'invite', '--church', 'grace', '--role', 'owner', '--email', email]
      const { stdout, stderr } = await cli(place.url, words, env)
      return /https?:\S+/.exec(stdout)?.[0] ?? assert.fail(stderr)
    }
    const join = async (who: Browser, link: string, headers = {}): Promise<Answer> => {
      const token = new URL(link).searchParams.get('token') ?? ''
      const answer = await who.ask('POST', '/api/join', { token, name: 'Ada Obi', password: PASSWORD }, headers)
      assert.equal(answer.status, 200, answer.text)
      return answer
    }
    holds('links of invitations and of mails begin with the base URL, whatever host a client names', async () => {
      assert.ok((await invited(`obi-${email}`)).startsWith(`${BASE}/`))
      const before = mail.received.length
      await owner.ask('POST', '/api/step-up', { password: PASSWORD })
      const input = { email: `bola-${email}`, role: 'viewer' }
      const made = await owner.ask('POST', '/api/grace/actions/users.invite', input, LIES)
      assert.equal(made.status, 200, made.text)
      await people.browser().ask('POST', '/auth/request-password-reset', { email }, LIES)
      await eventually('two mails', () => mail.received.length === before + 2)
      for (const { source } of mail.received.slice(before)) {
        const links = readMail(source).text.match(/https?:\/\/\S+/g) ?? assert.fail(source)
        for (const link of links) assert.ok(link.startsWith(`${BASE}/`), link)
      }
    })

    holds('so do addresses in answers, in the description of the API and for providers', async () => {
      const from = newAddress()
      const headers = { ...place.keyed, ...LIES }
      const [api, description] = [
        await people.ask({ path: '/api/v1', headers, from }),
        await people.ask({ path: '/openapi.json', headers, from }),
      ]
      assert.ok(api.json().data.resources.every(({ url }: { url: string }) => url.startsWith(`${BASE}/api/v1/`)))
      assert.deepEqual((JSON.parse(description.text) as { servers: object }).servers, [{ url: BASE }])
      const giving = await owner.ask('GET', '/api/grace/views/giving_page', undefined, LIES)
      assert.equal(giving.json().data?.address, `${BASE}/give/grace`, giving.text)
    })

    holds('cookies are for https alone and named so, and browsers are told to come by it', async () => {
      const cookies = joined.headers['set-cookie'] ?? []
      const session =
        cookies.find(one => one.startsWith('__Secure-sexton.session_token=')) ?? assert.fail(String(cookies))
      for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) {
        assert.ok(session.split('; ').includes(attribute), `${attribute}: ${session}`)
      }
      for (const one of cookies) assert.match(one, /^__Secure-sexton\..*; Secure/)
      assert.match(String(joined.headers['strict-transport-security']), /max-age=\d+/)
      assert.equal((await owner.ask('GET', '/api/session')).json().data.user.email, email)
    })

    holds('who types the address without https is sent on to it', async () => {
      const asking = { host: '127.0.0.1', port: proxy.httpPort, headers: { host: NAME }, agent: false as const }
      const [answer] = (await once(http.get({ ...asking, path: '/give/grace?fund=2' }), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      assert.match(String(answer.statusCode), /^30[18]$/)
      assert.equal(answer.headers.location, `${BASE}/give/grace?fund=2`)
    })

    holds('limits count people and not the proxy, and no header gets anybody around them', async () => {
      const [greedy, other] = [newAddress(), newAddress()]
      const statuses = []
      for (let n = 0; n <= MOST; n += 1) {
        const headers = { ...LIES, 'x-forwarded-for': `203.0.113.${n}` }
        statuses.push((await people.ask({ path: '/api/v1', headers, from: greedy })).status)
      }
      assert.deepEqual(statuses, [...Array<number>(MOST).fill(401), 429])
      assert.equal((await people.ask({ path: '/api/v1', from: other })).status, 401)
    })

    holds('the log, the audit log and the sessions have the address that somebody really came from', async () => {
      const from = newAddress()
      await people.ask({ path: '/api/v1/people', headers: { ...place.keyed, ...LIES }, from })
      await eventually('it is logged', () => served.output().includes(`"ip":"${from}"`))
      const noted = sql`select ip from audit_log where church_id = ${place.church.id} and operation = 'user.joined'
          and target = ${email}
        union all select ip_address from sessions s join users u on u.id = s.user_id where u.email = ${email}`
      const found = await place.database.read.all<{ ip: string }>(noted)
      assert.deepEqual(
        found.map(({ ip }) => ip),
        [owner.from, owner.from],
      )
      assert.doesNotMatch(served.output(), /203\.0\.113\./)
    })

    holds('pages of another origin may not ask the console, and those of the base URL may', async () => {
      const input = { email, password: PASSWORD }
      const signIn = async (headers: Record<string, string>) =>
        await people.ask({
          method: 'POST',
          path: '/console/auth/sign-in/email',
          headers,
          body: input,
          from: newAddress(),
        })
      const others: Record<string, string>[] = [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { origin: `http://${NAME}` },
        { origin: `http://127.0.0.1:${served.port}`, ...LIES },
      ]
      for (const headers of others) {
        const { status, json } = await signIn(headers)
        assert.deepEqual([status, json().error], [403, 'forbidden_origin'])
      }
      // As a browser asks that knows nothing of fetch metadata.
      assert.equal((await signIn({ origin: BASE })).status, 200)
    })

    holds('metrics and health are on their own port, which the proxy does not know', async () => {
      const from = newAddress()
      for (const path of ['/metrics', '/healthz', '/readyz']) {
        assert.equal((await people.ask({ path, from })).status, 404)
        assert.equal((await fetch(`http://127.0.0.1:${env.SEXTON_METRICS_PORT}${path}`)).status, 200)
      }
    })

    holds('a file of two megabytes is imported, in parts as large as the console sends', async () => {
      const note = 'x'.repeat(2_000)
      const rows = Array.from({ length: 1_000 }, (_, n) => `Person,${kind.name}-${n},${note}`)
      const file = Buffer.from(`first_name,last_name,remarks\n${rows.join('\n')}\n`)
      const act = async (name: string, input: object): Promise<Json> => {
        const answer = await owner.ask('POST', `/api/grace/actions/import_files.${name}`, input)
        assert.equal(answer.status, 200, answer.text)
        return answer.json().data
      }
      const { id, part_bytes } = (await act('begin', { name: 'people.csv', bytes: file.length })) as never
      for (let part = 0; part * part_bytes < file.length; part += 1) {
        const data = file.subarray(part * part_bytes, (part + 1) * part_bytes).toString('base64')
        await act('put', { id, part, data })
      }
      await act('check', { id, said: JSON.stringify({ kind: 'people' }) })
      await act('start', { id })
      // Asking the proxy again and again would use up what an address may ask.
      const state = sql`select status from import_files where church_id = ${place.church.id} and id = ${id}`
      await eventually('it is imported', async () => {
        const { status } = (await place.database.read.first<{ status: string }>(state)) ?? assert.fail()
        assert.notEqual(status, 'failed')
        return status === 'done'
      })
      const found = await owner.ask('GET', `/api/grace/people?q=${kind.name}-999`)
      assert.equal(found.json().meta.total, 1)
    })

    holds('a body that is too large is refused in words of Sexton, up to what nginx lets through', async () => {
      const most = Number(/client_max_body_size (\d+)m;/.exec(PAGE)?.[1]) * 2 ** 20
      const post = async (bytes: number): Promise<Answer> => {
        const sent = { method: 'POST', path: '/api/v1/people', headers: place.keyed, from: newAddress() }
        return await people.ask({ ...sent, body: Buffer.alloc(bytes, ' ') })
      }
      for (const bytes of [256 * 1024 + 1, most]) {
        const answer = await post(bytes)
        assert.deepEqual([answer.status, answer.json().error], [413, 'payload_too_large'], `${bytes}`)
      }
      if (kind === NGINX) assert.equal((await post(most + 1)).status, 413)
    })

    for (const encoding of ['identity', 'gzip']) {
      holds(`an export goes out as it is made, not when it is whole (${encoding})`, async () => {
        await fill(3_000)
        const held: Buffer[] = []
        let link: Link | undefined
        let passed = 0
        gate.watch = {
          response(chunk, on) {
            passed += chunk.length
            if (passed < 2 ** 18) return false
            link = on
            held.push(chunk)
            return true
          },
        }
        const cookie = owner.cookie()
        const path = '/console/api/grace/people/export'
        const answer = await people.begin({ path, headers: { cookie, 'accept-encoding': encoding }, from: owner.from })
        assert.equal(answer.statusCode, 200)
        assert.equal(answer.headers['content-encoding'], undefined)
        let taken = 0
        answer.on('data', (piece: Buffer) => {
          taken += piece.length
        })
        const end = once(answer, 'end')
        await eventually('what came before the rest is here', () => held.length > 0 && taken > 2 ** 17)
        gate.watch = {}
        for (const one of held) link?.client.write(one)
        await end
        assert.ok(taken > 2 ** 19, `${taken}`)
      })
    }

    holds(
      'answers that tell of somebody are not compressed on the way, since their length would tell, too',
      async () => {
        const headers = {
          cookie: owner.cookie(),
          accept: 'text/html, application/json',
          'accept-encoding': 'gzip, br',
        }
        for (const path of ['/console/api/grace/people', '/console/api/session', '/give/grace', '/join?token=x']) {
          const answer = await people.ask({ path, headers, from: newAddress() })
          assert.equal(answer.headers['content-encoding'], undefined, path)
        }
      },
    )

    holds('it ends a connection to Sexton before Sexton does, so that no request comes just as it ends', async () => {
      const ended = new Promise<string>(resolve => {
        gate.watch.request = (_chunk, { client, server }) => {
          gate.watch = {}
          client.once('end', () => resolve(kind.name))
          server.once('end', () => resolve('Sexton'))
          return false
        }
      })
      assert.equal((await people.ask({ path: '/docs', from: newAddress() })).status, 200)
      assert.equal(await ended, kind.name)
    })

    if (kind === NGINX) {
      holds('fifty requests of one address are open at once and no more, and another address has its own', async t => {
        const [greedy, other] = [newAddress(), newAddress()]
        const status = async (from: string): Promise<number> => (await people.ask({ path: '/api/v1', from })).status
        const open = Array.from({ length: 50 }, () => tls.connect(people.at(greedy)).on('error', () => undefined))
        t.after(() => open.map(socket => socket.destroy()))
        await Promise.all(open.map(socket => once(socket, 'secureConnect')))
        const head = `POST /api/v1/people HTTP/1.1\r\nHost: ${NAME}\r\nContent-Length: 9\r\n\r\n`
        await Promise.all(open.map(socket => new Promise(resolve => socket.write(head, resolve))))
        assert.equal(await status(greedy), 503)
        assert.equal(await status(other), 401)
        open[0]?.destroy()
        await eventually('there is room again', async () => (await status(greedy)) !== 503)
      })
    }

    if (kind === CADDY) {
      holds('over HTTP/2, where cookies come one by one, somebody is signed in all the same', async t => {
        const client = http2.connect(`https://${NAME}`, {
          createConnection: () => tls.connect({ ...people.at(newAddress()), ALPNProtocols: ['h2'] }),
        })
        t.after(() => client.destroy())
        const cookie = [...owner.cookies].map(pair => pair.join('='))
        const stream = client.request({ ':path': '/console/api/session', cookie } as http2.OutgoingHttpHeaders)
        const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
        assert.ok(cookie.length > 1)
        assert.equal(headers[':status'], 200)
      })
    }
  })
}
