/** How long after its commit an event arrives, with and without receivers that hang. */
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { environment } from './processes.ts'
import { median, ms, printTable } from './table.ts'
import { clear, type Subscriber, transactions } from './webhook-data.ts'
import { type Scene, senderSettings } from './webhook-scene.ts'
import type { ServerAsks } from './webhook-server.ts'
import { now, startOther } from './webhook-talk.ts'

export interface DelayOptions {
  rounds: number
  /** Of each measurement, and before it. */
  seconds: number
  warmUpSeconds: number
  /** Seconds that what was committed last may still be on its way. */
  patience: number
  /** Of the cases, the first so many. */
  cases: number
}

/** Endpoints that hang in the worst case; they count in none, so that all cases tell of the same endpoints. */
const MOST_HANGING = 10
/** Requests at once before a measurement: a server that is new to it all refuses what comes faster than it answers. */
const WARM_UP_WIDTH = 8

interface Case {
  rate: number
  hanging: number
  name: string
}

const CASES: readonly Case[] = [
  { rate: 50, hanging: 0, name: '50/s' },
  { rate: 50, hanging: 1, name: '50/s, 1 of 50 hangs' },
  { rate: 50, hanging: 10, name: '50/s, 10 of 50 hang' },
  { rate: 200, hanging: 0, name: '200/s' },
  { rate: 200, hanging: 1, name: '200/s, 1 of 50 hangs' },
  { rate: 200, hanging: 10, name: '200/s, 10 of 50 hang' },
  { rate: 200, hanging: 0, name: '200/s once more: the noise' },
]

const agent = new http.Agent({ keepAlive: true })

/** Records a gift. @returns the status of the answer */
function give(port: number, subscribers: readonly Subscriber[]): Promise<number> {
  const { key } = subscribers[Math.floor(Math.random() * subscribers.length)] ?? {}
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const options = { port, agent, method: 'POST', path: '/api/v1/contributions', headers }
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', ...options }, answer => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    request.once('error', reject).end('{"amount":150050,"given_on":"2025-06-01"}')
  })
}

/** Gives at random moments, whether or not what went before was answered. @returns the statuses of the answers */
async function giveAtRate(port: number, subscribers: readonly Subscriber[], rate: number, seconds: number) {
  const given: Promise<number>[] = []
  const end = now() + seconds * 1000
  for (let due = now(); due < end; due += (-Math.log(1 - Math.random()) / rate) * 1000) {
    const wait = due - now()
    if (wait > 0) await pause(wait)
    given.push(give(port, subscribers))
  }
  return await Promise.all(given)
}

/** Gives as fast as is answered. @returns how many */
async function warmUp(port: number, subscribers: readonly Subscriber[], seconds: number): Promise<number> {
  const end = now() + seconds * 1000
  let count = 0
  const worker = async (): Promise<void> => {
    for (; now() < end; count += 1) await give(port, subscribers)
  }
  await Promise.all(Array.from({ length: WARM_UP_WIDTH }, worker))
  return count
}

/** One measurement: milliseconds, and transactions for each event. */
interface Measured {
  p50: number
  p99: number
  most: number
  events: number
  refused: number
  cost: number
}

/** Starts a server, warms it up, and measures. */
async function measure(
  scene: Scene,
  subscribers: readonly Subscriber[],
  { rate, hanging }: Case,
  { seconds, warmUpSeconds, patience }: DelayOptions,
): Promise<Measured> {
  const { database, receiver, url } = scene
  await clear(database)
  await receiver.ask('reset', 0)
  const before = await transactions(database)
  const server = await startOther<ServerAsks>('webhook-server.ts', environment(senderSettings(url)))
  const warm = await warmUp(server.port, subscribers, warmUpSeconds)
  await pause(patience * 1000)
  await server.ask('commits')
  const hung = subscribers.slice(0, hanging).map(({ endpoint }) => endpoint)
  await receiver.ask('hang', hung)
  const statuses = await giveAtRate(server.port, subscribers, rate, seconds)
  await pause(patience * 1000)
  const commits = await server.ask('commits')
  const delays = delaysOf(commits, await receiver.ask('arrivals'), subscribers.slice(0, MOST_HANGING))
  await receiver.ask('hang', [])
  await server.stop()
  const share = (part: number): number => delays[Math.floor(delays.length * part)] ?? 0
  return {
    p50: share(0.5),
    p99: share(0.99),
    most: delays.at(-1) ?? 0,
    events: delays.length,
    refused: statuses.filter(status => status !== 201).length,
    cost: ((await transactions(database)) - before) / (warm + statuses.length),
  }
}

type Moment = [endpoint: number, event: string, at: number]

/** From commits to arrivals, ascending; endless for what has not arrived. */
function delaysOf(commits: readonly Moment[], arrivals: readonly Moment[], except: readonly Subscriber[]): number[] {
  const came = new Map(arrivals.map(([endpoint, event, at]) => [`${endpoint}/${event}`, at]))
  const ignored = new Set(except.map(({ endpoint }) => endpoint))
  return commits
    .filter(([endpoint]) => !ignored.has(endpoint))
    .map(([endpoint, event, at]) => (came.get(`${endpoint}/${event}`) ?? Number.POSITIVE_INFINITY) - at)
    .sort((a, b) => a - b)
}

/** Measures all cases in turns and prints the table. @param subscribers each of a church of its own */
export async function delays(scene: Scene, subscribers: readonly Subscriber[], options: DelayOptions): Promise<void> {
  const cases = CASES.slice(0, options.cases)
  const rounds = cases.map((): Measured[] => [])
  for (let turn = 0; turn < options.rounds; turn += 1) {
    for (const [at, one] of cases.entries()) rounds[at]?.push(await measure(scene, subscribers, one, options))
  }
  const rows = cases.map(({ name, rate }, at) => {
    const mine = rounds[at] ?? []
    const alone = rounds[cases.findIndex(one => one.rate === rate)] ?? []
    const figures = (['p50', 'p99'] as const).flatMap(figure => [
      ms(median(mine.map(one => one[figure]))),
      // Each to the one of its own turn: whatever else the machine did then was much the same.
      median(mine.map((one, turn) => one[figure] / (alone[turn]?.[figure] ?? 0))).toFixed(2),
    ])
    const sum = (figure: 'events' | 'refused'): string => String(mine.reduce((sum, one) => sum + one[figure], 0))
    const most = ms(Math.max(...mine.map(one => one.most)))
    return [name, sum('events'), ...figures, most, sum('refused'), median(mine.map(({ cost }) => cost)).toFixed(1)]
  })
  const title =
    'From the commit to the first byte at a receiver that is well, in ms (aim: p50 2, p99 10; ratio to nobody hanging 1.1); 50 endpoints'
  printTable(title, ['what', 'events', 'p50', 'ratio', 'p99', 'ratio', 'most', 'refused', 'transactions each'], rows)
}
