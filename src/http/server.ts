/** The HTTP server: Fastify, known to this file only. It gives up slow and huge requests and sheds load. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError, type ErrorCode, unavailable } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import type { Reply, Request } from './message.ts'
import { failure } from './respond.ts'

/** Answers one request; must not throw. */
export type Handler = (request: Request) => Promise<Reply>

export interface Server {
  /** Starts to listen. @returns the port */
  listen(): Promise<number>
  /** Stops listening, finishes what was begun (within the shutdown timeout), ends. */
  close(): Promise<void>
  /** Sends a request without a socket, for tests. */
  readonly fastify: FastifyInstance
}

type ServerConfig = Pick<Config, 'host' | 'port' | 'requestTimeout' | 'shutdownTimeout' | 'trustedProxies'>

/** Requests worked on at once by one node; more are told to come back. */
const MAX_OPEN = 1_000
const MAX_HEADER_BYTES = 16 * 1024
const KEEP_ALIVE_MS = 5_000

/** Makes the server; `handler` sees every request, whatever its method and path. */
export function makeServer(config: ServerConfig, handler: Handler, log: Log): Server {
  const app = fastify({
    http: { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: 1_000 },
    requestTimeout: config.requestTimeout,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (_error, request, reply) => void send(reply, failure(new ApiError('bad_request'), request.id)),
  })
  // Node would answer an expectation it does not know with a bare 417; it may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.headersTimeout = Math.min(10_000, config.requestTimeout)
  let open = 0
  let closing = false
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    open += 1
    try {
      if (open > MAX_OPEN) return send(reply, failure(unavailable(1), request.id))
      const answered = await handler(toRequest(request))
      // Who keeps the connection would keep the process.
      if (closing) answered.headers.Connection = 'close'
      return send(reply, answered)
    } finally {
      open -= 1
    }
  }
  // The first hook answers: Fastify, which has no routes here, would look at the body before the key is known.
  app.addHook('onRequest', answer)
  app.setErrorHandler((error, request, reply) => {
    log.error({ err: error, request: request.id }, 'The server failed outside the pipeline')
    return send(reply, failure(new ApiError('resource_error'), request.id))
  })
  return {
    fastify: app,
    async listen() {
      await app.listen({ host: config.host, port: config.port })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : config.port
    },
    async close() {
      closing = true
      await close(app, config.shutdownTimeout)
    },
  }
}

function toRequest(request: FastifyRequest): Request {
  const { url, method, headers, raw } = request
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  return {
    id: request.id,
    method,
    path: withoutSlash(path),
    search: mark === -1 ? '' : url.slice(mark + 1),
    headers,
    // A socket whose client has gone knows no address any more.
    ip: (request.ip as string | undefined) ?? '',
    body: raw,
  }
}

/** Counted, not matched: an expression that ends in `/+$` takes quadratic time for many slashes and one more letter. */
function withoutSlash(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function send(reply: FastifyReply, { status, headers, cookies, body }: Reply): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': reply.request.id,
      ...headers,
      ...(cookies !== undefined && { 'Set-Cookie': [...cookies] }),
    })
    .send(body)
}

const BROKEN: Partial<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Answers what is not HTTP, too slow or too large, on the bare socket, in the envelope. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const id = randomUUID()
  const { status, body } = failure(new ApiError(BROKEN[error.code ?? ''] ?? 'bad_request'), id)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n` +
      `X-Request-Id: ${id}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

async function close(app: FastifyInstance, patience: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), patience)
  await app.close()
  clearTimeout(cut)
}
