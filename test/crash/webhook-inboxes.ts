/** Receivers that remember what came and how often, held against what the database says was committed. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { sql } from '../../src/db/sql.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { eventually, type Received, type Receiver, startReceiver } from '../support/receiver.ts'
import type { TestChurch, TestService } from '../support/service.ts'

/** One arrival of one attempt. */
export interface Arrival {
  event: string
  /** X-Service-Delivery. */
  attempt: string
  body: string
  /** How many nodes had been killed by then. */
  kills: number
  /** What was answered; undefined while nothing was, or nobody was there to hear it. */
  status?: number
}

/** Attempts at once that an endpoint gets at most. */
export const LANE_WIDTH = 8

/** What the database says of an endpoint: attempts that succeeded and failed, failures in a row, lines in the log. */
interface Books {
  delivered: number
  failed: number
  failures: number
  logged: number
}

interface Held {
  arrival: Arrival
  answer(status: number): void
}

/** One endpoint and its receiver. */
export class Inbox {
  readonly endpoint: number
  readonly receiver: Receiver
  /** By event, in order. */
  readonly arrivals = new Map<string, Arrival[]>()
  count = 0
  /** How an attempt is answered; undefined holds the answer back. */
  reply: (arrival: Arrival) => number | undefined = () => 200
  readonly held: Held[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(endpoint: number, receiver: Receiver, kills: () => number) {
    this.endpoint = endpoint
    this.receiver = receiver
    receiver.reply = (response, got) => {
      receiver.received.length = 0
      this.#take(response, got, kills())
    }
  }

  /** Arrivals of attempts that came again later: the same attempt, not a further one. */
  repeats(): Arrival[] {
    return [...this.arrivals.values()].flatMap(list =>
      list.filter((arrival, at) => list.some((other, place) => place > at && other.attempt === arrival.attempt)),
    )
  }

  /** Exactly these came again, once each. */
  onlyAgain(attempts: readonly Held[]): void {
    const ids = (list: readonly Arrival[]): string[] => list.map(({ attempt }) => attempt).sort()
    assert.deepEqual(ids(this.repeats()), ids(attempts.map(({ arrival }) => arrival)))
  }

  /** Answers all that came, each so many milliseconds. */
  answerEach(ms: number): void {
    this.reply = () => undefined
    this.#timer = setInterval(() => {
      for (const { answer } of this.held.splice(0)) answer(200)
    }, ms)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.receiver.close()
  }

  /** Answers what is held back, and from now on at once. */
  release(status = 200): void {
    clearInterval(this.#timer)
    this.reply = () => status
    for (const { answer } of this.held.splice(0)) answer(status)
  }

  #take(response: ServerResponse, { headers, body }: Received, kills: number): void {
    const arrival: Arrival = {
      event: String(headers['x-service-event-id']),
      attempt: String(headers['x-service-delivery']),
      body,
      kills,
    }
    this.count += 1
    const list = this.arrivals.get(arrival.event)
    if (list === undefined) this.arrivals.set(arrival.event, [arrival])
    else list.push(arrival)
    const answer = (status: number): void => {
      if (response.destroyed) return
      arrival.status = status
      response.writeHead(status).end()
    }
    const status = this.reply(arrival)
    if (status === undefined) this.held.push({ arrival, answer })
    else answer(status)
  }
}

/** What was found at the end. */
export interface Figures {
  events: number
  arrivals: number
  /** Attempts that arrived more than once. */
  repeats: number
  /** The most of them that one endpoint got for one kill; and of these, not answered before. */
  worst: number
  worstUnanswered: number
}

export const inWords = ({ events, arrivals, repeats, worst, worstUnanswered }: Figures): string =>
  `${events} events, ${arrivals} arrivals, ${repeats} of them again (at most ${worst} for one kill and endpoint, ${worstUnanswered} of them unanswered), 0 lost`

/** The endpoints of one church. */
export class Inboxes {
  readonly all: readonly Inbox[]
  readonly #service: TestService
  readonly #church: TestChurch

  private constructor(service: TestService, church: TestChurch, all: readonly Inbox[]) {
    this.#service = service
    this.#church = church
    this.all = all
  }

  /** Starts receivers and subscribes them to a church's gifts. */
  static async open(service: TestService, church: TestChurch, count: number, kills: () => number): Promise<Inboxes> {
    const all = await Promise.all(
      Array.from({ length: count }, async () => {
        const receiver = await startReceiver()
        const input = { url: receiver.url, events: ['contribution.*'] }
        const { id } = await church.act(createEndpoint, input)
        return new Inbox(id, receiver, kills)
      }),
    )
    return new Inboxes(service, church, all)
  }

  /** Arrivals at all endpoints. */
  get count(): number {
    return this.all.reduce((sum, { count }) => sum + count, 0)
  }

  get first(): Inbox {
    const [first] = this.all
    assert.ok(first)
    return first
  }

  /** Waits until nothing waits; as long as that gets less, it may take its time. */
  async drained(): Promise<void> {
    let left = Number.POSITIVE_INFINITY
    while (left > 0) {
      left = await eventually(`fewer than ${left} deliveries wait`, async () => {
        const waiting = await this.waiting()
        return (waiting < left || waiting === 0) && { waiting }
      }).then(({ waiting }) => waiting)
    }
    await eventually('all requests have ended', () => this.all.every(({ receiver }) => receiver.open === 0))
  }

  /** Deliveries in the table. */
  async waiting(): Promise<number> {
    const row = await this.#service.database.read.first<{ n: number }>(
      sql`select count(*)::int as n from webhook_deliveries where church_id = ${this.#church.church.id}`,
    )
    return row?.n ?? 0
  }

  /** Waits until all is sent and holds what arrived against what was committed. @param atOnce attempts at most */
  async settle(atOnce = LANE_WIDTH): Promise<Figures> {
    await this.drained()
    const rows = await this.#service.database.read.all<{ id: string; body: string }>(sql`
      select id, body from events where church_id = ${this.#church.church.id} and name like 'contribution.%'`)
    const bodies = new Map(rows.map(({ id, body }) => [id, body]))
    for (const inbox of this.all) {
      for (const id of bodies.keys()) assert.ok(inbox.arrivals.has(id), `${id} was lost`)
      for (const [id, arrivals] of inbox.arrivals) checkEvent(arrivals, bodies.get(id))
      assert.ok(inbox.receiver.mostOpen <= atOnce, `${inbox.receiver.mostOpen} at once`)
      await this.#checkCounters(inbox)
    }
    const all = this.all.flatMap(inbox => inbox.repeats().map(repeat => [inbox.endpoint, repeat] as const))
    const most = (repeats: typeof all): number => {
      const counts = new Map<string, number>()
      for (const [endpoint, { kills }] of repeats) {
        counts.set(`${endpoint}/${kills}`, (counts.get(`${endpoint}/${kills}`) ?? 0) + 1)
      }
      return Math.max(0, ...counts.values())
    }
    const worstUnanswered = most(all.filter(([, { status }]) => status === undefined))
    return { events: bodies.size, arrivals: this.count, repeats: all.length, worst: most(all), worstUnanswered }
  }

  /** The same, where nothing may come twice. */
  async settleExactly(): Promise<Figures> {
    const figures = await this.settle()
    assert.equal(figures.repeats, 0, 'nothing came twice')
    for (const { arrivals } of this.all) {
      for (const list of arrivals.values()) {
        assert.equal(list.filter(({ status }) => status === 200).length, 1, 'each succeeded once')
      }
    }
    return figures
  }

  /** Each attempt of the log is counted once, but for those that a node logged when it had lost the lane. */
  async #checkCounters(inbox: Inbox): Promise<void> {
    const { delivered, failed, logged } = await this.books(inbox)
    const late = logged - delivered - failed
    assert.ok(late >= 0 && late <= inbox.repeats().length, `${delivered} + ${failed} counted, ${logged} logged`)
  }

  /** Of the first endpoint, unless said otherwise. */
  async books({ endpoint } = this.first): Promise<Books> {
    const row = await this.#service.database.read.first<Books>(sql`
      select l.delivered, l.failed, l.failures, (select count(*) from webhook_attempts a
        where a.church_id = l.church_id and a.endpoint_id = l.endpoint_id) as logged
      from webhook_lanes l where l.endpoint_id = ${endpoint}`)
    assert.ok(row)
    return row
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(inbox => inbox.close()))
  }
}

/** An event comes with the bytes that were committed, as attempts 1 to 5 at most of one delivery. */
function checkEvent(arrivals: readonly Arrival[], body: string | undefined): void {
  assert.ok(body !== undefined, 'only what was committed is sent')
  const attempts = new Set<string>()
  const deliveries = new Set<string>()
  for (const arrival of arrivals) {
    assert.equal(arrival.body, body, 'the bytes are those of the event')
    attempts.add(arrival.attempt)
    const [, delivery = '', number] = /^dlv_(\d+)_([1-5])$/.exec(arrival.attempt) ?? []
    assert.ok(number, arrival.attempt)
    deliveries.add(delivery)
  }
  assert.equal(deliveries.size, 1)
  assert.ok(attempts.size <= 5)
}
