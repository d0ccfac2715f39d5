/** The way through a proxy: a tunnel to the receiver, in which TLS is spoken with the receiver itself. */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { bareHost } from '../outgoing/address-guard.ts'
import { type ConnectOptions, families, type Open, opened, portOf, withTls } from '../outgoing/connect.ts'
import { because } from '../texts/because.ts'

/** Thrown where the proxy is at fault, not the receiver; `cause` says why it could not be spoken with. */
export class ProxyFault extends Error {}

/**
 * Opens connections through a proxy. It resolves names and connects, so it has to guard private addresses.
 * @param proxy its URL, with a name and password where it wants them
 * @returns a step that throws ProxyFault
 */
export function tunnelled(proxy: string, { timeout, ca }: ConnectOptions): Open {
  const way = new URL(proxy)
  const secureProxy = withTls(ca)
  const secure = withTls(ca)
  const reachProxy: Open = async (url, signal) => {
    const host = bareHost(url.hostname)
    const socket = connect({ host, port: portOf(url), ...families(timeout) })
    await opened(socket, 'connect', signal)
    return url.protocol === 'https:' ? await secureProxy(socket, host, signal) : socket
  }
  return async (url, signal) => {
    const place = `${url.hostname}:${portOf(url)}`
    const socket = await reachProxy(way, signal)
      .then(open => tunnel(open, way, place, signal))
      .catch(cause => {
        throw cause instanceof ProxyFault ? cause : new ProxyFault('', { cause })
      })
    return url.protocol === 'https:' ? await secure(socket, bareHost(url.hostname), signal) : socket
  }
}

/** Asks the proxy for the way to a host and port. */
function tunnel(open: Socket, { username, password }: URL, place: string, signal: AbortSignal): Promise<Socket> {
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return new Promise((resolve, reject) => {
    const asking = request({
      createConnection: () => open,
      method: 'CONNECT',
      path: place,
      headers: { Host: place, ...(username !== '' && { 'Proxy-Authorization': `Basic ${login}` }) },
      signal,
    })
    asking.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode >= 200 && statusCode < 300) return resolve(socket)
      socket.destroy()
      reject(new ProxyFault(because('the proxy refused (answered {status})', { status: String(statusCode) })))
    })
    asking.on('error', reject)
    asking.end()
  })
}
