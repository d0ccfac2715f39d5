/** The step that opens a connection to a receiver: names are resolved, addresses judged, then connected to. */
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
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

/** A connector for undici that reaches allowed addresses only. */
export function guardedConnector({ resolve, allowLoopback, timeout, ca }: ConnectOptions): buildConnector.connector {
  const isAllowed = (address: string | undefined): boolean =>
    address !== undefined && isAllowedAddress(address, allowLoopback)
  // The addresses that were judged are the ones that are connected to: nothing is resolved a second time.
  const lookup: LookupFunction = (hostname, _options, done) => {
    resolve(hostname).then(
      found => {
        const allowed = found.filter(({ address }) => isAllowed(address))
        if (allowed.length === 0) done(new AddressNotAllowed(), [])
        else done(null, allowed)
      },
      error => done(error, []),
    )
  }
  const connect = buildConnector({ timeout, lookup, autoSelectFamily: true, ...(ca !== undefined && { ca }) })
  return (options, done) => {
    const host = bareHost(options.hostname)
    // An address in place of a name is never looked up.
    if (isIP(host) !== 0 && !isAllowed(host)) return done(new AddressNotAllowed(), null)
    connect(options, (...result) => {
      const [error, socket] = result
      if (error !== null) return done(error, null)
      if (isAllowed(socket.remoteAddress)) return done(null, socket)
      socket.destroy()
      done(new AddressNotAllowed(), null)
    })
  }
}
