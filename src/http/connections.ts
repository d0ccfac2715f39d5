/**
 * The connections of one server: who may have how many, one request after the other on each, and an end for those that
 * do not read. A connection belongs to its peer; a trusted proxy speaks for many and is not counted like a client.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ApiError, unavailable } from '../errors.ts'
import { addressSubject } from '../lib/address-subject.ts'
import { ALLOWANCES } from './allowances.ts'
import type { Arrivals } from './arrivals.ts'
import { brokenRequest } from './bare-answer.ts'
import type { Capacity, Stay } from './stay.ts'

/** A request that is answered, or waits for the one before it. */
interface Turn {
  request: IncomingMessage
  response: ServerResponse
  /** What the request holds; it ends when the response is closed, too. */
  stay: Stay | undefined
}

interface Connection {
  socket: Socket
  subject: string
  /** True for a trusted proxy. */
  trusted: boolean
  opened: number
  /** True for one that has lasted long enough. */
  old: boolean
  served: number
  current: Turn | undefined
  waiting: Turn[]
  /** What is wrong with what came after the requests that are still to be answered. */
  broken: ApiError | undefined
  /** When it is cut after a refusal. */
  cut: number | undefined
  /** How much was written, and when it last became more. */
  written: number
  moved: number
  /** Told that the response of the current request is closed. */
  finished(): void
  /** Keeps it from being read while a request waits: Node reads on after each. */
  hold(): void
}

interface ConnectionParts {
  capacity: Pick<Capacity, 'connections' | 'waiting'>
  arrivals: Arrivals
  /** Milliseconds in which a client takes the next piece of an answer. */
  responseTimeout: number
  isTrusted(address: string): boolean
  /** Answers a request; its response is closed some time. */
  answer(request: IncomingMessage, response: ServerResponse): void
  /** A refusal as it goes over the wire. */
  bare(error: ApiError): string
}

const SWEEP_MS = 1_000

/** Watches over the connections of a server. */
export class Connections {
  readonly #parts: ConnectionParts
  readonly #bySubject = new Map<string, Set<Connection>>()
  readonly #bySocket = new WeakMap<Socket, Connection>()
  readonly #timer: NodeJS.Timeout
  #closing = false

  constructor(server: Server, parts: ConnectionParts) {
    this.#parts = parts
    server.on('connection', socket => this.#open(socket))
    const take = (request: IncomingMessage, response: ServerResponse): void =>
      this.#take({ request, response, stay: undefined })
    server.on('request', take)
    // Node would answer an expectation it does not know with a bare 417; it may be ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', take)
    this.#timer = setInterval(() => this.sweep(performance.now()), SWEEP_MS).unref()
  }

  /** From now on each connection ends with the answer it is at. */
  close(): void {
    this.#closing = true
  }

  /** The server has no connection any more. */
  end(): void {
    clearInterval(this.#timer)
  }

  /** Whether the answer that is about to be sent is the connection's last. */
  isLast(socket: Socket): boolean {
    const connection = this.#bySocket.get(socket)
    if (this.#closing || connection === undefined) return true
    return connection.old || connection.served >= ALLOWANCES.served.most
  }

  /** Ends a stay when the response to the current request is closed: taken, or its client has left. */
  endWithResponse(socket: Socket, stay: Stay): void {
    const turn = this.#bySocket.get(socket)?.current
    if (turn === undefined) stay.end()
    else turn.stay = stay
  }

  /** What came is not HTTP, too large or too slow: what was asked before it is answered first. */
  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#bySocket.get(socket)
    if (connection?.cut !== undefined && !socket.destroyed) return
    if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const refusal = brokenRequest(error.code)
    const { current, waiting } = connection
    if (current?.request.complete || (current === undefined && waiting.length > 0)) connection.broken = refusal
    else if (current?.response.headersSent) socket.destroy()
    else this.#farewell(connection, refusal)
  }

  /** Cuts who does not read, or was refused long enough ago; done each second. @param now milliseconds */
  sweep(now: number): void {
    for (const connections of this.#bySubject.values()) {
      for (const connection of connections) if (this.#isOver(connection, now)) connection.socket.destroy()
    }
  }

  #open(socket: Socket): void {
    const address = socket.remoteAddress
    if (address === undefined) return void socket.destroy()
    const subject = addressSubject(address)
    const trusted = this.#parts.isTrusted(address)
    if (!trusted && !this.#parts.arrivals.note(subject)) return void this.#banish(subject, socket)
    if (!this.#admit(subject, trusted)) {
      return void socket.end(this.#parts.bare(unavailable(1)), () => socket.destroy())
    }
    const opened = performance.now()
    const connection: Connection = {
      socket,
      subject,
      trusted,
      opened,
      old: false,
      served: 0,
      current: undefined,
      waiting: [],
      broken: undefined,
      cut: undefined,
      written: 0,
      moved: opened,
      finished: () => this.#finished(connection),
      hold: () => void socket.pause(),
    }
    this.#bySocket.set(socket, connection)
    const same = this.#bySubject.get(subject)
    if (same === undefined) this.#bySubject.set(subject, new Set([connection]))
    else same.add(connection)
    socket.once('close', () => this.#closed(connection))
  }

  /** Nothing of an address is read any more: what its other connections have sent would all be parsed first. */
  #banish(subject: string, socket: Socket): void {
    socket.destroy()
    for (const connection of this.#bySubject.get(subject) ?? []) {
      connection.socket.destroy()
      this.#closed(connection)
    }
  }

  /** Finds a place for a connection, that of the address's oldest idle one if need be. */
  #admit(subject: string, trusted: boolean): boolean {
    const { connections } = this.#parts.capacity
    if (connections.take(subject, 1, trusted)) return true
    for (const connection of this.#bySubject.get(subject) ?? []) {
      if (connection.current !== undefined || connection.waiting.length > 0) continue
      connection.socket.destroy()
      this.#closed(connection)
      return connections.take(subject, 1, trusted)
    }
    return false
  }

  /** Done at once for one that gives up its place, and again, without effect, when its socket has closed. */
  #closed(connection: Connection): void {
    const { subject, waiting } = connection
    const same = this.#bySubject.get(subject)
    if (!same?.delete(connection)) return
    if (same.size === 0) this.#bySubject.delete(subject)
    this.#parts.capacity.connections.giveBack(subject)
    if (waiting.length > 0) this.#parts.capacity.waiting.giveBack(subject, waiting.length)
    waiting.length = 0
  }

  #take(turn: Turn): void {
    const { socket } = turn.request
    const connection = this.#bySocket.get(socket)
    if (connection === undefined) return void socket.destroy()
    const { current, waiting, subject, trusted } = connection
    // Also what comes on a connection that has ended: it was read.
    if (!trusted && !this.#parts.arrivals.note(subject)) return void this.#banish(subject, socket)
    if (socket.destroyed) return
    if (current === undefined && waiting.length === 0) return void this.#begin(connection, turn)
    if (!this.#parts.capacity.waiting.take(subject, 1, trusted)) return void this.#banish(subject, socket)
    if (waiting.push(turn) === 1) socket.on('resume', connection.hold)
    socket.pause()
  }

  #begin(connection: Connection, turn: Turn): void {
    connection.current = turn
    connection.served += 1
    turn.response.on('close', connection.finished)
    this.#parts.answer(turn.request, turn.response)
  }

  #finished(connection: Connection): void {
    connection.current?.stay?.end()
    connection.current = undefined
    // Not writable: the answer was the last one, or the client has left.
    if (!connection.socket.writable) return
    if (connection.waiting.length > 0) {
      // In turn with other connections, however many requests one has sent at once.
      setImmediate(() => this.#next(connection))
    } else if (connection.broken !== undefined) this.#farewell(connection, connection.broken)
  }

  #next(connection: Connection): void {
    const { socket, waiting, subject } = connection
    const turn = waiting.shift()
    if (turn === undefined) return
    this.#parts.capacity.waiting.giveBack(subject)
    if (waiting.length === 0) socket.off('resume', connection.hold).resume()
    if (socket.writable) this.#begin(connection, turn)
  }

  /** Says why, and leaves a moment to read it: what is cut at once may not be heard. */
  #farewell(connection: Connection, refusal: ApiError): void {
    const { socket } = connection
    if (!socket.writable) return void socket.destroy()
    connection.cut = performance.now() + ALLOWANCES.farewell.most
    socket.end(this.#parts.bare(refusal))
    socket.pause()
  }

  #isOver(connection: Connection, now: number): boolean {
    const { socket, current, cut, opened, written, moved } = connection
    if (cut !== undefined) return now >= cut
    connection.old = now - opened >= ALLOWANCES.age.most
    if (!current?.response.headersSent) return false
    // Answers are written in pieces, so what was written grows as long as the client reads.
    if (socket.bytesWritten === written) return now - moved > this.#parts.responseTimeout
    connection.written = socket.bytesWritten
    connection.moved = now
    return false
  }
}
