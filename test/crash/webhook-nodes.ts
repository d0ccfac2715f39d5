/** Nodes that send webhooks, each in a process of its own and with a proxy of its own in front of the database. */
import assert from 'node:assert/strict'
import type pg from 'pg'
import { type Database, NO_CHURCH } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { PRESENCE, presenceOf } from '../../src/webhooks/lane-store.ts'
import { CHANNEL, wake } from '../../src/webhooks/wake.ts'
import { databaseAddress } from '../support/database-address.ts'
import { type NodeProcess, startProcess } from '../support/process.ts'
import { startProxy, type TcpProxy } from '../support/proxy.ts'
import { eventually } from '../support/receiver.ts'

const ENV = {
  SEXTON_WEBHOOK_ALLOW_INSECURE: 'true',
  SEXTON_WEBHOOK_GAPS: '0.2,0.2,0.2,0.2',
  // No test here is about receivers that are late, however slow the machine.
  SEXTON_WEBHOOK_TIMEOUT: '60',
}
/** Nodes that there are while some are being killed: to start one takes longer than most tests. */
const SPARE = 3
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const TAKING = 'update webhook_lanes l set node'

export interface WebhookNode extends NodeProcess {
  /** As it calls itself in the database. */
  id: string
  /** Its way to the database. */
  proxy: TcpProxy
  /** The same, for exact moments. */
  moments: TcpProxy
  /** What passes when it takes lanes. */
  taking(): string
}

/** All that are alive. */
export class Nodes {
  readonly alive = new Set<WebhookNode>()
  kills = 0
  readonly #database: Database
  readonly #connection: pg.ClientConfig
  readonly #proxies: TcpProxy[] = []
  readonly #starting = new Set<Promise<WebhookNode>>()

  constructor(database: Database, connection: pg.ClientConfig) {
    this.#database = database
    this.#connection = connection
  }

  /** Starts nodes until there are so many. */
  async upTo(count: number): Promise<WebhookNode[]> {
    while (this.alive.size + this.#starting.size < count) this.#start()
    while (this.alive.size < count) await Promise.race(this.#starting)
    return [...this.alive]
  }

  /** Ends a node as a power cut would. Meanwhile others start in its place. @param upTo how many there are to be */
  async kill(node: WebhookNode, upTo = SPARE): Promise<void> {
    this.alive.delete(node)
    await node.kill()
    this.kills += 1
    await node.proxy.close()
    await this.endLease(node)
    this.upTo(upTo).catch(() => undefined)
  }

  /** Moves time on for the lease of a node that cannot renew it; its lock on a connection may say that it lives. */
  async endLease({ id }: WebhookNode): Promise<void> {
    await this.#database.write(NO_CHURCH, tx => tx.run(sql`update nodes set lease_until = now() where id = ${id}`))
  }

  /** Notifies all nodes, and waits until that has been handed over to the machine of one that may be frozen. */
  async tell({ moments }: WebhookNode): Promise<void> {
    const told = new Promise<void>(resolve => {
      moments.watch = {
        response(chunk) {
          if (chunk.includes(CHANNEL)) setImmediate(resolve)
          return false
        },
      }
    })
    await this.#database.read.all(wake([]))
    await told
    moments.watch = {}
  }

  /** Waits until a node holds the lock by which others know that it lives. */
  async present({ id }: WebhookNode): Promise<void> {
    const lock = await presenceOf(this.#database, id)
    await eventually('the node is there', async () => {
      const found = await this.#database.read.first(
        sql`select 1 from pg_locks where locktype = 'advisory' and classid = ${PRESENCE} and objid = ${lock} and granted`,
      )
      return found !== undefined
    })
  }

  /** Ends a node in good order. */
  async terminate(node: WebhookNode): Promise<void> {
    this.alive.delete(node)
    assert.equal(await node.terminate(), 0, node.output())
    await node.proxy.close()
  }

  /** The node that holds the lane of an endpoint, once one that lives does. */
  async owner(endpoint: number): Promise<WebhookNode> {
    return await eventually('a living node holds the lane', async () => {
      const row = await this.#database.read.first<{ node: string | null }>(
        sql`select node from webhook_lanes where endpoint_id = ${endpoint}`,
      )
      return [...this.alive].find(({ id }) => id === row?.node)
    })
  }

  /** Ends all in good order. */
  async terminateAll(): Promise<void> {
    await Promise.allSettled(this.#starting)
    await Promise.all([...this.alive].map(node => this.terminate(node)))
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#starting)
    await Promise.all([...this.alive].map(node => node.kill()))
    await Promise.all(this.#proxies.map(proxy => proxy.close()))
  }

  #start(): void {
    const started = this.#startOne()
    this.#starting.add(started)
    started.then(
      node => {
        this.#starting.delete(started)
        this.alive.add(node)
      },
      () => this.#starting.delete(started),
    )
  }

  async #startOne(): Promise<WebhookNode> {
    const proxy = await startProxy(databaseAddress(this.#connection))
    this.#proxies.push(proxy)
    const moments: TcpProxy = Object.create(proxy, { watch: { value: {}, writable: true } })
    let id: string | undefined
    let name: string | undefined
    proxy.watch = {
      request(chunk, link) {
        // The first thing that a node tells the database is who it is.
        id ??= UUID.exec(chunk.toString('latin1'))?.[0]
        // A statement is sent with its text once on each connection, and then by its name.
        if (name === undefined && chunk.includes(TAKING)) {
          name = new RegExp(`(s\\d+)\\0${TAKING}`).exec(chunk.toString('latin1'))?.[1]
        }
        return moments.watch.request?.(chunk, link)
      },
      response: (chunk, link) => moments.watch.response?.(chunk, link),
    }
    const started = await startProcess({ ...this.#connection, host: '127.0.0.1', port: proxy.port }, ENV)
    assert.ok(id)
    return { ...started, id, proxy, moments, taking: () => (name === undefined ? TAKING : `\0${name}\0`) }
  }
}
