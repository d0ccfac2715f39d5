/** The step that opens a connection to a receiver: names are resolved, addresses judged, then connected to. */
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AddressNotAllowed, bareHost, isAllowedAddress } from './address-guard.ts'
import type { Resolve } from './resolve.ts'

export interface ConnectOptions {
  resolve: Resolve
  allowLoopback: boolean
  /** Milliseconds. */
  timeout: number
  /** Certificates to trust in place of the usual authorities. */
  ca?: string | undefined
}

/** Opens a connection to the host and port of a URL; gives up when the signal says so. */
export type Open = (url: URL, signal: AbortSignal) => Promise<Socket>

/** Puts TLS on a connection. */
type Secure = (socket: Socket, host: string, signal: AbortSignal) => Promise<Socket>

/** How a name's several addresses are tried: Node's 250 ms for each would cut off receivers that are far away. */
export const families = (timeout: number) => ({
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: Math.max(Math.floor(timeout / 4), 10),
})

/** Opens connections that lead to allowed addresses only. */
export function guarded({ resolve, allowLoopback, timeout, ca }: ConnectOptions): Open {
  const isAllowed = (address = ''): boolean => isAllowedAddress(address, allowLoopback)
  // The addresses that were judged are the ones that are connected to: nothing is resolved a second time.
  const lookup: LookupFunction = (hostname, _options, done) => {
    resolve(hostname).then(
      found => {
        const allowed = found.filter(({ address }) => isAllowed(address))
        if (allowed.length > 0) done(null, allowed)
        else done(found.length > 0 ? new AddressNotAllowed() : noAddress(), [])
      },
      error => done(error, []),
    )
  }
  const secure = withTls(ca)
  return async (url, signal) => {
    const host = bareHost(url.hostname)
    // An address in place of a name is never looked up.
    if (isIP(host) !== 0 && !isAllowed(host)) throw new AddressNotAllowed()
    const socket = connect({ host, port: portOf(url), lookup, ...families(timeout) })
    await opened(socket, 'connect', signal)
    if (!isAllowed(socket.remoteAddress)) {
      socket.destroy()
      throw new AddressNotAllowed()
    }
    return url.protocol === 'https:' ? await secure(socket, host, signal) : socket
  }
}

/** @returns a step that remembers the last session, which saves the receiver a full handshake */
export function withTls(ca: string | undefined): Secure {
  let session: Buffer | undefined
  return async (socket, host, signal) => {
    const layer = connectTls({
      socket,
      host,
      // An address has no place here, and neither has the dot that may end a name.
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      ALPNProtocols: ['http/1.1'],
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch it off.
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
      ...(session && { session }),
    })
    layer.on('session', fresh => {
      session = fresh
    })
    await opened(layer, 'secureConnect', signal)
    return layer
  }
}

export const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/** Waits for a socket to be open; destroys the socket when the signal comes before. */
export function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void socket.destroy(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    socket.setNoDelay(true)
    socket.once(event, () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    })
    // These stay: an error that comes before the next owner listens must not end the process.
    socket.on('error', reject)
    socket.on('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
}

const noAddress = (): Error => Object.assign(new Error('no address'), { code: 'ENODATA' })
