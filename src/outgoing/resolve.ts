/** From a name to its addresses, without the threads that all look-ups of Node share: a dead name server stalls nobody. */
import { promises as dns, type LookupAddress } from 'node:dns'
import { setTimeout } from 'node:timers/promises'

/** Finds the addresses of a name; what tests replace. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** What says that the name servers know no such name, or that there are none, so that the hosts file may. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']
/** Once a name has addresses of one family, those of the other are waited for this long: some servers never answer. */
const OTHER_FAMILY_MS = 500

const system = (hostname: string): Promise<LookupAddress[]> => dns.lookup(hostname, { all: true })

/**
 * @param resolver asks the name servers
 * @param lookUp asks the system, hosts file and all, on one of the shared threads
 */
export function resolveWith(resolver: dns.Resolver, lookUp: Resolve = system): Resolve {
  let turn: Promise<unknown> = Promise.resolve()
  // One at a time: names that hang on purpose may hold one thread, not all of them.
  const takeTurn: Resolve = hostname => {
    const found = turn.then(() => lookUp(hostname))
    turn = found.catch(() => undefined)
    return found
  }
  return async hostname => {
    if (/(^|\.)localhost\.?$/.test(hostname)) return await takeTurn('localhost')
    const four = resolver.resolve4(hostname).then(list => list.map(address => ({ address, family: 4 })))
    const six = resolver.resolve6(hostname).then(list => list.map(address => ({ address, family: 6 })))
    try {
      return await firstOf(four, six)
    } catch (error) {
      const faults: { code?: string }[] = (error as AggregateError).errors
      const serious = faults.find(({ code = '' }) => !UNKNOWN.includes(code))
      if (serious !== undefined) throw serious
      const [fault] = faults
      return await takeTurn(hostname).catch(other => {
        throw fault?.code === 'ECONNREFUSED' ? other : fault
      })
    }
  }
}

/** The addresses of both families, IPv4 first, as far as they come soon. @throws AggregateError where there are none */
async function firstOf(four: Promise<LookupAddress[]>, six: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  await Promise.any([four, six])
  const patience = new AbortController()
  const enough = setTimeout(OTHER_FAMILY_MS, [], { signal: patience.signal }).catch(() => [])
  const found = await Promise.all([four, six].map(answer => Promise.race([answer.catch(() => []), enough])))
  patience.abort()
  return found.flat()
}

/** @throws the resolver's error where no address was found */
export const resolve: Resolve = resolveWith(new dns.Resolver({ timeout: 2_000, tries: 2 }))
