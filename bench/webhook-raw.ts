/** The yardstick of the webhooks: posts what it was given, signed alike, without a database. */
import { Agent, request } from 'node:http'
import { resolve } from '../src/outgoing/resolve.ts'
import { Outlet } from '../src/webhooks/outlet.ts'
import { headersOf } from '../src/webhooks/sign.ts'
import { answerAsks } from './webhook-talk.ts'

/** What is posted. */
export interface Post {
  url: string
  secret: string
  id: number
  event_id: string
  event: string
  body: string
}

/** What the yardstick can be asked. */
export interface RawAsks {
  give(posts: Post[]): void
  /** Posts all that was given, so many at once. @param client `node:http` as it is, or the service's own outlets */
  run(atOnce: number, client: 'plain' | 'outlet'): Promise<void>
}

type PostOne = (headers: Record<string, string>, body: string) => Promise<unknown>

const LANE_WIDTH = 8
const posts: Post[] = []

/** One connection pool for each receiver, as in the service. */
function plain(address: string): PostOne {
  const url = new URL(address)
  const agent = new Agent({ keepAlive: true, maxSockets: LANE_WIDTH, scheduling: 'fifo' })
  const options = { method: 'POST', host: url.hostname, port: url.port, path: url.pathname, agent }
  return (headers, body) =>
    new Promise((done, fail) => {
      const length = { 'Content-Length': Buffer.byteLength(body) }
      const sent = request({ ...options, headers: { ...length, ...headers } }, answer => {
        answer.resume().once('end', done)
      })
      sent.once('error', fail).end(body)
    })
}

function outlet(url: string): PostOne {
  const settings = { connections: LANE_WIDTH, proxy: '', allowLoopback: true, timeout: 10_000, resolve }
  const way = new Outlet(url, settings)
  return (headers, body) => way.post(headers, body)
}

async function run(atOnce: number, open: (url: string) => PostOne): Promise<void> {
  const clients = new Map<string, PostOne>()
  for (const { url } of posts) if (!clients.has(url)) clients.set(url, open(url))
  let next = 0
  const worker = async (): Promise<void> => {
    for (let post = posts[next++]; post !== undefined; post = posts[next++]) {
      const { url, secret, id, body } = post
      const seconds = Math.floor(Date.now() / 1000)
      await clients.get(url)?.(headersOf({ ...post, attempt: `dlv_${id}_1` }, [secret], seconds), body)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

answerAsks<RawAsks>({
  give: some => void posts.push(...some),
  run: (atOnce, client) => run(atOnce, client === 'plain' ? plain : outlet),
})
process.on('disconnect', () => process.exit())
process.send?.(0)
