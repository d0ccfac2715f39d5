/** A name server on this machine that answers as a test tells it to. */
import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import type { TestContext } from 'node:test'

/** Addresses, none of this kind, no such name, a server in trouble, or no answer at all. */
export type NameAnswer = string[] | 'nothing' | 'unknown' | 'trouble' | 'silence'
export type NameTable = Record<string, { A: NameAnswer; AAAA: NameAnswer }>

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }
const CODES: Record<string, number> = { nothing: 0, trouble: 2, unknown: 3 }

/** The bytes of an address. */
function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = address.split('::').map(half => half.split(':').filter(Boolean))
  const groups = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  return Buffer.from(groups.map(group => group.padStart(4, '0')).join(''), 'hex')
}

function answerTo(query: Buffer, table: NameTable): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += size + 1
  }
  const type = TYPES[query.readUInt16BE(at + 1)] ?? 'A'
  const answer = table[labels.join('.').toLowerCase()]?.[type] ?? 'unknown'
  if (answer === 'silence') return undefined
  const addresses = typeof answer === 'string' ? [] : answer
  const head = Buffer.from(query.subarray(0, at + 5))
  head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? (CODES[answer] ?? 0) : 0), 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map(address => {
    const data = bytesOf(address)
    const record = Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length])
    return Buffer.concat([record, data])
  })
  return Buffer.concat([head, ...records])
}

/** Starts it. @returns a resolver that asks nobody else, and once only */
export async function nameServer(t: TestContext, table: NameTable, timeout = 60_000): Promise<dns.Resolver> {
  const socket = createSocket('udp4', (query, from) => {
    const answer = answerTo(query, table)
    if (answer !== undefined) socket.send(answer, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new dns.Resolver({ timeout, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  t.after(() => {
    resolver.cancel()
    socket.close()
  })
  return resolver
}
