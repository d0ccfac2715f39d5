/** The HTTP server: Fastify, known to this file only. What a client may hold of it is in `allowances.ts`. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import { ALLOWANCES } from './allowances.ts'
import { Arrivals, mostArrivals } from './arrivals.ts'
import { bareAnswer } from './bare-answer.ts'
import { Connections } from './connections.ts'
import type { Reply, Request } from './message.ts'
import { pieces } from './pieces.ts'
import { failure } from './respond.ts'
import { type Capacity, PIECE, Stay } from './stay.ts'

/** Answers one request; must not throw. */
export type Handler = (request: Request) => Promise<Reply>

export interface Server {
  /** Starts to listen. @returns the port */
  listen(): Promise<number>
  /** Stops listening, finishes what was begun (within the shutdown timeout), ends. */
  close(): Promise<void>
}

type ServerConfig = Pick<
  Config,
  | 'host'
  | 'port'
  | 'baseUrl'
  | 'requestTimeout'
  | 'responseTimeout'
  | 'shutdownTimeout'
  | 'trustedProxies'
  | 'rateLimitIp'
  | 'rateLimitPages'
>

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Makes the server; `handler` sees every request, whatever its method and path. */
export function makeServer(config: ServerConfig, capacity: Capacity, handler: Handler, log: Log): Server {
  const always = headersOf(config)
  const send = (reply: FastifyReply, answered: Reply) => sendReply(reply, answered, always)
  let connections: Connections | undefined
  const app = fastify({
    serverFactory: answer => {
      const server = httpServer(config)
      connections = watch(server, answer, config, capacity, always)
      return server
    },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: ALLOWANCES.headBytes.most, ignoreTrailingSlash: false },
    clientErrorHandler: (error, socket) => connections?.refuse(error, socket),
    frameworkErrors: (_error, request, reply) => void send(reply, failure(new ApiError('bad_request'), request.id)),
  })
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const stay = new Stay(capacity, addressOf(request))
    connections?.endWithResponse(request.raw.socket, stay)
    try {
      const refused = stay.enter() ?? withoutHost(request)
      if (refused !== undefined) return send(reply, failure(refused, request.id))
      const answered = heldTo(stay, request, await handler(toRequest(request, stay)))
      if (connections?.isLast(request.raw.socket)) answered.headers.Connection = 'close'
      return send(reply, answered)
    } finally {
      stay.end()
    }
  }
  // The first hook answers: Fastify, which has no routes here, would look at the body before the key is known.
  app.addHook('onRequest', answer)
  app.setErrorHandler((error, request, reply) => {
    log.error({ err: error, request: request.id }, 'The server failed outside the pipeline')
    return send(reply, failure(new ApiError('resource_error'), request.id))
  })
  return {
    async listen() {
      await app.listen({ host: config.host, port: config.port })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : config.port
    },
    async close() {
      connections?.close()
      await close(app, config.shutdownTimeout)
      connections?.end()
    },
  }
}

/** What every answer says where nothing else is said. */
function headersOf({ baseUrl }: ServerConfig): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // For a year: whoever came once is not led to an address without TLS.
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

/** Node's server. A request without a host is refused by us, in the envelope. */
function httpServer({ requestTimeout }: ServerConfig): HttpServer {
  return createServer({
    maxHeaderSize: ALLOWANCES.headBytes.most,
    connectionsCheckingInterval: 1_000,
    requestTimeout,
    headersTimeout: Math.min(ALLOWANCES.head.most, requestTimeout),
    keepAliveTimeout: ALLOWANCES.idle.most,
    requireHostHeader: false,
  })
}

function watch(
  server: HttpServer,
  answer: Answer,
  config: ServerConfig,
  capacity: Capacity,
  always: Record<string, string>,
): Connections {
  return new Connections(server, {
    capacity,
    arrivals: new Arrivals(mostArrivals(config), () => performance.now()),
    responseTimeout: config.responseTimeout,
    isTrusted: trust(config.trustedProxies),
    answer,
    bare: error => bareAnswer(error, always),
  })
}

/** Tells whether an address is within one of the ranges. */
function trust(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return address => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

// A socket whose client has gone knows no address any more.
const addressOf = (request: FastifyRequest): string => (request.ip as string | undefined) ?? ''

/** RFC 9112, 3.2. */
function withoutHost({ raw, headers }: FastifyRequest): ApiError | undefined {
  if (raw.httpVersion !== '1.1' || headers.host !== undefined) return undefined
  return new ApiError('bad_request', { message: 'The header Host is missing.', headers: { Connection: 'close' } })
}

/** The answer, or that there is no room for it: what was read can be asked for again, what was changed is told. */
function heldTo(stay: Stay, request: FastifyRequest, answered: Reply): Reply {
  const more = answered.body.length - PIECE
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (more <= 0) return answered
  const refused = stay.keep(more)
  return refused !== undefined && isRead ? failure(refused, request.id) : answered
}

function toRequest(request: FastifyRequest, stay: Stay): Request {
  const { url, method, headers, raw } = request
  const mark = url.indexOf('?')
  const sentPath = mark === -1 ? url : url.slice(0, mark)
  return {
    id: request.id,
    method,
    path: withoutSlash(sentPath),
    sentPath,
    search: mark === -1 ? '' : url.slice(mark + 1),
    headers,
    ip: addressOf(request),
    body: raw,
    stay,
  }
}

/** Counted, not matched: an expression that ends in `/+$` takes quadratic time for many slashes and one more letter. */
function withoutSlash(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function sendReply(
  reply: FastifyReply,
  { status, headers, cookies, body, file, stream }: Reply,
  always: Record<string, string>,
): FastifyReply {
  reply.code(status).headers({
    ...always,
    'X-Request-Id': reply.request.id,
    ...headers,
    ...(cookies !== undefined && { 'Set-Cookie': [...cookies] }),
  })
  if (stream !== undefined) return reply.send(stream)
  const bytes = file ?? (body.length > PIECE ? Buffer.from(body) : undefined)
  if (bytes === undefined || bytes.length <= PIECE || reply.request.method === 'HEAD') return reply.send(bytes ?? body)
  return reply.header('Content-Length', String(bytes.length)).send(pieces(bytes))
}

async function close(app: FastifyInstance, patience: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), patience)
  await app.close()
  clearTimeout(cut)
}
