/**
 * A yardstick: one `node:http` process with `pg`, without validation, keys, limits or totals. `bare` runs the same
 * statements as the service and sends the same bytes; `minimal` is what anybody would write in an afternoon.
 */
import { createServer } from 'node:http'
import pg from 'pg'
import type { Answer } from './answer.ts'
import { BARE } from './bare-answers.ts'
import { MAKE_OUTBOX, MINIMAL } from './minimal-answers.ts'

/** The yardsticks by name. */
const ANSWERS: Readonly<Record<string, readonly Answer[]>> = { bare: BARE, minimal: MINIMAL }
const answers = ANSWERS[process.argv[2] ?? ''] ?? []

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC -c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
})
if (answers === MINIMAL) await pool.query(MAKE_OUTBOX)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const answer = answers.find(({ method, path }) => method === request.method && path.test(url.pathname))
    const body = Buffer.concat(chunks).toString()
    const text = (await answer?.run(pool, url, body)) ?? '{}'
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) }
    response.writeHead(answer?.status ?? 404, headers).end(text)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('disconnect', () => process.exit())
