/** From a name to its addresses, without the threads that all look-ups of Node share: a dead name server stalls nobody. */
import { promises as dns, type LookupAddress } from 'node:dns'

/** Finds the addresses of a name; what tests replace. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
/** What says that the name servers know no such name, so that the hosts file may. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']

/** @throws the resolver's error where no address was found */
export const resolve: Resolve = async hostname => {
  if (/(^|\.)localhost\.?$/.test(hostname)) return await dns.lookup('localhost', { all: true })
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [...addresses(four, 4), ...addresses(six, 6)]
  if (found.length > 0) return found
  const fault = four.status === 'rejected' ? four.reason : undefined
  if (fault !== undefined && !UNKNOWN.includes(fault.code)) throw fault
  return await dns.lookup(hostname, { all: true })
}

const addresses = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : []
