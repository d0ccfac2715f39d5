/**
 * Receives webhooks: verifies the signature by the recipe of the specification, answers at once, ignores what came
 * before. It needs nothing but Node.js:
 *
 *   WEBHOOK_SECRET=whsec_… npx tsx examples/receive-a-webhook.ts
 *   npx sexton webhook create --church demo --url http://localhost:4000/ --events "person.*"
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { pathToFileURL } from 'node:url'

/** What an event looks like. Fields that you do not know may be added: ignore them. */
export interface Event {
  id: string
  event: string
  created_at: string
  api_version: string
  church: { id: number; slug: string; name: string }
  data: Record<string, unknown>
  previous?: Record<string, unknown>
}

const TOLERANCE_SECONDS = 300

/**
 * True for a request that was signed with the secret within the last five minutes.
 * @param header the value of X-Service-Signature: `t=<unix_time>,v1=<hex>`
 * @param body the raw body, as it arrived: parsing it and printing it again would change it
 */
export function isGenuine(secret: string, header: string, body: string, now = Date.now() / 1000): boolean {
  const [, time = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A server that hands each event over once. @param handle does the work; what it throws makes the sender try again */
export function receiver(secret: string, handle: (event: Event) => Promise<void>): Server {
  // Keep these ids in your database: this set is gone when the program ends.
  const seen = new Set<string>()
  return createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    if (!isGenuine(secret, String(request.headers['x-service-signature']), body)) {
      response.writeHead(400).end('not genuine')
      return
    }
    const event = JSON.parse(body) as Event
    try {
      if (!seen.has(event.id)) await handle(event)
      seen.add(event.id)
      response.writeHead(204).end()
    } catch {
      response.writeHead(500).end('try again')
    }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const secret = process.env.WEBHOOK_SECRET ?? ''
  const server = receiver(secret, async ({ event, id, data }) => console.log(event, id, data))
  server.listen(4000, () => console.log('Waiting for events on http://localhost:4000/'))
}
