/**
 * Which addresses may be connected to that a church names (decisions, Webhooks, Addresses): public ones, judged by what
 * is connected to, not by the name. Without this, an endpoint could make the server talk to its own network.
 */

import ipaddr from 'ipaddr.js'
import { readUrl } from '../lib/read-url.ts'
import { because } from '../texts/because.ts'
import { msg } from '../texts/language.ts'

/** Thrown where an address is refused, before a byte is sent. */
export class AddressNotAllowed extends Error {
  /** @param problem of the URL, as `urlProblem` words it */
  constructor(problem = NOT_PUBLIC) {
    super(
      problem === NOT_PUBLIC
        ? because('address not allowed')
        : because('address not allowed: it {problem}', { problem }),
    )
  }
}

const NOT_PUBLIC = msg('must not be a private, loopback or link-local address')

/** The one part of IPv6 that is given to public hosts; outside of it are ranges that the library counts as ordinary. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address of a public host. Private, loopback, link-local, carrier-grade, documentation, multicast and
 * reserved ranges are refused, and so are IPv6 ranges that carry an IPv4 address (6to4, Teredo, NAT64): behind a
 * gateway they lead to the private ranges. An IPv4 address written as IPv6 counts as the IPv4 address.
 * @param allowLoopback for development: lets this machine through, too
 */
export function isAllowedAddress(text: string, allowLoopback: boolean): boolean {
  // An IPv4-compatible address (::10.0.0.1), which the library would read as IPv4-mapped: nobody is there.
  if (!ipaddr.isValid(text) || /^::[^:]*\./.test(text)) return false
  const address = ipaddr.process(text)
  const range = address.range()
  if (range === 'loopback') return allowLoopback
  return range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(PUBLIC_IPV6))
}

/** What is wrong with the URL of an endpoint, as a sentence's end; undefined where nothing is. */
export function urlProblem(text: string, allowInsecure: boolean): string | undefined {
  if (text.length > 2_000) return because('must be at most 2,000 characters')
  const url = readUrl(text)
  if (url === undefined) return because('must be an address such as https://example.org/hooks')
  const schemes = allowInsecure ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) return because('must begin with https://')
  if (url.username !== '' || url.password !== '') return because('must not carry a user name or password')
  const host = bareHost(url.hostname)
  const local = /(^|\.)localhost\.?$/.test(host)
  if ((local && !allowInsecure) || (ipaddr.isValid(host) && !isAllowedAddress(host, allowInsecure))) {
    return NOT_PUBLIC
  }
  return undefined
}

/** A host without the brackets that IPv6 addresses have in URLs. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')
