/** The receiver of the webhook tables, a process of its own: answers 200 and notes when each event arrived. */
import { createServer, type ServerResponse } from 'node:http'
import { answerAsks, now } from './webhook-talk.ts'

/** How one endpoint fared. */
export interface Fared {
  arrivals: number
  /** Different events. */
  events: number
  /** The most arrivals in any second. */
  peak: number
  /** Requests that were open at once, at most. */
  mostOpen: number
  /** Connections that were open at once, at most. */
  mostConnections: number
}

/** What the receiver can be asked. */
export interface ReceiverAsks {
  /** Forgets everything; from now on requests are answered after so many milliseconds, 0 for at once. */
  reset(answerAfter: number): void
  /** These endpoints accept and never answer, until others are named: then what hangs is answered. */
  hang(endpoints: number[]): void
  count(): number
  /** Milliseconds from the first arrival to the last. */
  took(): number
  /** Endpoint, event and the moment of the first byte, of each arrival. */
  arrivals(): [endpoint: number, event: string, at: number][]
  fared(endpoint: number): Fared
}

interface Mailbox {
  times: number[]
  events: string[]
  open: number
  mostOpen: number
  connections: Set<unknown>
  mostConnections: number
}

const boxes = new Map<number, Mailbox>()
const hung: ServerResponse[] = []
let hanging = new Set<number>()
let answerAfter = 0
let count = 0

function boxOf(endpoint: number): Mailbox {
  let box = boxes.get(endpoint)
  if (box === undefined) {
    box = { times: [], events: [], open: 0, mostOpen: 0, connections: new Set(), mostConnections: 0 }
    boxes.set(endpoint, box)
  }
  return box
}

const server = createServer((request, response) => {
  const at = now()
  const endpoint = Number(request.url?.slice(1))
  const box = boxOf(endpoint)
  box.times.push(at)
  box.events.push(String(request.headers['x-service-event-id']))
  count += 1
  box.open += 1
  box.mostOpen = Math.max(box.mostOpen, box.open)
  const { socket } = request
  if (!box.connections.has(socket)) {
    box.connections.add(socket)
    box.mostConnections = Math.max(box.mostConnections, box.connections.size)
    socket.once('close', () => box.connections.delete(socket))
  }
  response.once('close', () => {
    box.open -= 1
  })
  request.resume()
  if (hanging.has(endpoint)) hung.push(response)
  else if (answerAfter === 0) response.end()
  else setTimeout(() => response.end(), answerAfter)
})

const all = (): number[] => [...boxes.values()].flatMap(({ times }) => times)

/** The most moments within any second. @param times ascending */
function peakOf(times: readonly number[]): number {
  let peak = 0
  let first = 0
  for (const [last, at] of times.entries()) {
    while ((times[first] ?? at) <= at - 1000) first += 1
    peak = Math.max(peak, last - first + 1)
  }
  return peak
}

answerAsks<ReceiverAsks>({
  reset(ms) {
    boxes.clear()
    count = 0
    answerAfter = ms
  },
  hang(endpoints) {
    hanging = new Set(endpoints)
    for (const response of hung.splice(0)) response.end()
  },
  count: () => count,
  took() {
    const times = all()
    return times.reduce((a, b) => Math.max(a, b), 0) - times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  },
  arrivals: () =>
    [...boxes].flatMap(([endpoint, { times, events }]) =>
      times.map((at, n): [number, string, number] => [endpoint, events[n] ?? '', at]),
    ),
  fared(endpoint) {
    const { times, events, mostOpen, mostConnections } = boxOf(endpoint)
    return { arrivals: times.length, events: new Set(events).size, peak: peakOf(times), mostOpen, mostConnections }
  },
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('disconnect', () => process.exit())
