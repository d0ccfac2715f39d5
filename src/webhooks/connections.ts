/** The connections to one receiver: opened by a step of our own, kept for a moment after each request. */
import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Open } from '../outgoing/connect.ts'

/** An idle connection is let go before receivers usually do so: a request that meets the end of one is lost. */
const IDLE_MS = 1_500
/** After a receiver ended a kept connection without saying so before, none is kept for this long. */
const MISTRUST_MS = 60_000

/** A request, with what opening a connection for it needs. */
export interface Sending extends ClientRequestArgs {
  url: URL
  giveUp: AbortSignal
}

export class Connections extends Agent {
  readonly #open: Open
  #mistrustedUntil = 0
  readonly #ended: (this: Duplex) => void

  /** @param most idle connections */
  constructor(open: Open, most: number) {
    // Node looks whether the first in its list is still good, so the first is taken.
    super({ keepAlive: true, maxFreeSockets: most, scheduling: 'fifo' })
    this.#open = open
    const mistrust = (): void => this.mistrust()
    this.#ended = function () {
      mistrust()
      this.destroy()
    }
  }

  /** A goodbye that has arrived is read, so that the connection it came on is not used again. */
  async settle(): Promise<void> {
    // Twice, for it is read one turn after the answer that it came together with.
    await setImmediate()
    await setImmediate()
  }

  /** The receiver ends connections unasked: a request that crosses such an end on its way fails. */
  mistrust(): void {
    this.#mistrustedUntil = performance.now() + MISTRUST_MS
  }

  override createConnection(options: ClientRequestArgs, done?: (error: Error | null, socket: Duplex) => void) {
    const { url, giveUp } = options as Sending
    // A failure comes without a socket, which the type of Node's callback does not know.
    const failed = done as ((error: Error) => void) | undefined
    this.#open(url, giveUp).then(socket => done?.(null, socket), failed)
    return undefined
  }

  override keepSocketAlive(socket: Duplex): boolean {
    if (performance.now() < this.#mistrustedUntil) return false
    // False where the receiver announced that it will end the connection in a moment.
    const kept = super.keepSocketAlive(socket) as unknown as boolean
    socket.on('end', this.#ended)
    ;(socket as Socket).setTimeout(IDLE_MS, idle)
    return kept
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.off('end', this.#ended)
    ;(socket as Socket).setTimeout(0, idle)
    super.reuseSocket(socket, request)
  }
}

function idle(this: Socket): void {
  this.destroy()
}
