/** A ledger outside the service: every gift that was asked for, and what was answered. */
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { HOUSE } from '../../src/house.ts'
import { findUnfolded, foldWritten } from '../../src/resource/tally.ts'
import type { OwnChurch } from '../support/own-church.ts'
import { type Answered, send, type TestChurch, type TestService } from '../support/service.ts'

interface Entry {
  body: { amount: number; note: string }
  /** The first answer that arrived: status, address and bytes. */
  answer?: string
}

const printed = ({ status, headers, text }: Answered): string => `${status} ${headers.get('location')}\n${text}`

/** Whose gifts they are. */
type Giving = Pick<TestChurch, 'church' | 'key' | 'events'>

/** A church on a database of its own, as a ledger needs it. */
export const givingTo = ({ church, key, database }: OwnChurch): Giving => ({
  church,
  key,
  async events() {
    const rows = await database.read.all<{ name: string; body: string }>(
      sql`select name, body from events where church_id = ${church.id} order by created_at, id`,
    )
    return rows.map(({ name, body }) => ({ name, body: JSON.parse(body) as Record<string, unknown> }))
  },
})

/** Sends gifts, each with an idempotency key of its own, and remembers both. */
export class Ledger {
  readonly entries = new Map<string, Entry>()
  /** Requests that were sent, retries included. */
  sent = 0
  /** Answers 201. */
  answered = 0
  /** Requests without an answer: the node died, or the connection did. */
  unanswered = 0
  /** Answers that asked to come back later. */
  refused = 0
  readonly #church: Giving

  constructor(church: Giving) {
    this.#church = church
  }

  /** Sends a new gift. */
  async give(url: string, key = `gift-${this.entries.size}-${Math.random().toString(36).slice(2)}`): Promise<void> {
    this.entries.set(key, { body: { amount: 100 + this.entries.size, note: key } })
    await this.repeat(url, key)
  }

  /** Sends a gift of the ledger again. */
  async repeat(url: string, key: string): Promise<Answered | undefined> {
    const entry = this.entries.get(key)
    assert.ok(entry)
    this.sent += 1
    const options = { key: this.#church.key, headers: { 'Idempotency-Key': key }, body: entry.body }
    const answered = await send(url, 'POST', '/api/v1/contributions', options).catch(() => undefined)
    if (answered === undefined) {
      this.unanswered += 1
      return undefined
    }
    this.#check(entry, answered)
    return answered
  }

  #check(entry: Entry, answered: Answered): void {
    if (answered.status === 503) {
      this.refused += 1
      assert.match(answered.headers.get('retry-after') ?? '', /^[1-9]\d*$/, 'a 503 says when to try again')
      return
    }
    assert.equal(answered.status, 201, answered.text)
    this.answered += 1
    entry.answer ??= printed(answered)
    assert.equal(printed(answered), entry.answer, 'a retry gets the first response, byte for byte')
  }

  /** A key of the ledger, any. */
  anyKey(): string | undefined {
    const keys = [...this.entries.keys()]
    return keys[Math.floor(Math.random() * keys.length)]
  }

  /** Retries everything and holds the ledger against the records: one gift and one event a key, exact totals. */
  async settle(service: Pick<TestService, 'url' | 'database'>): Promise<void> {
    const keys = [...this.entries.keys()]
    for (let at = 0; at < keys.length; at += 16) {
      await Promise.all(keys.slice(at, at + 16).map(key => this.repeat(service.url, key)))
    }
    for (const [key, { answer }] of this.entries) assert.ok(answer, `${key} has an answer at last`)
    const gifts = await service.database.read.all<{ note: string; amount: number }>(
      sql`select note, amount from contributions where church_id = ${this.#church.church.id} order by note`,
    )
    const wanted = [...this.entries.values()].map(({ body: { note, amount } }) => ({ note, amount }))
    assert.deepEqual(
      gifts,
      wanted.sort((a, b) => (a.note < b.note ? -1 : 1)),
      'exactly one gift for each key',
    )
    await this.#checkEvents(gifts.map(({ note }) => note))
    await this.#checkTotals(service, gifts)
  }

  async #checkEvents(notes: string[]): Promise<void> {
    const events = (await this.#church.events()).filter(({ name }) => name === 'contribution.recorded')
    const told = events.map(({ body }) => (body.data as { note: string }).note).sort((a, b) => (a < b ? -1 : 1))
    assert.deepEqual(told, notes, 'exactly one event for each gift')
  }

  async #checkTotals(service: Pick<TestService, 'url' | 'database'>, gifts: { amount: number }[]): Promise<void> {
    const sum = gifts.reduce((all, { amount }) => all + amount, 0)
    for (const folded of [false, true]) {
      if (folded) {
        await findUnfolded(service.database, HOUSE.resourcesOn(HOUSE.optional))
        await foldWritten(service.database)
      }
      const { key } = this.#church
      const { json } = await send(service.url, 'GET', '/api/v1/contributions?per_page=1', { key })
      assert.deepEqual([json.meta.total, json.meta.sum_amount_base], [gifts.length, sum], 'totals are exact')
    }
  }
}

/** Runs several clients until `stop` is called; each sends new gifts and now and then an old one again. */
export function load(ledger: Ledger, url: string, clients = 8): { stop(): Promise<void> } {
  let running = true
  const client = async (): Promise<void> => {
    while (running) {
      const old = Math.random() < 0.2 ? ledger.anyKey() : undefined
      if (old === undefined) await ledger.give(url)
      else await ledger.repeat(url, old)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, client))
  return {
    async stop() {
      running = false
      await all
    },
  }
}
