/** Composition root: settings and overrides in; server, workers and a clean end out. */

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { AgendaWorker } from './agenda/agenda-worker.ts'
import { kindsOf } from './agenda/hints.ts'
import { backupJobs } from './backup/schedule.ts'
import { type Config, VERSION } from './config.ts'
import type { Database } from './db/database.ts'
import { houseOf } from './house.ts'
import type { Server } from './http/server.ts'
import { Background } from './lib/background.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { Accounts } from './modules/church/accounts.ts'
import { KeyUses } from './modules/church/key-uses.ts'
import { NodeLease } from './modules/church/node-lease.ts'
import { MODULES } from './modules/index.ts'
import { type Network, network } from './outgoing/request.ts'
import { type Resolve, resolve } from './outgoing/resolve.ts'
import { importsOn } from './resource/import-run.ts'
import type { Module, Worker } from './resource/module.ts'
import { doingOn } from './resource/step.ts'
import { lazySignIn } from './sign-in/lazy-sign-in.ts'
import { startUpkeep } from './upkeep.ts'
import { Vault } from './vault.ts'
import { waysIn } from './ways-in.ts'
import { Dispatcher } from './webhooks/dispatcher.ts'

/** What tests may hold: time and the list of modules. */
export interface Overrides {
  clock: Clock
  /** Milliseconds on a clock that never goes back. */
  monotonic(): number
  modules: readonly Module[]
  /** How the names of webhook receivers are resolved. */
  resolve: Resolve
  /** Certificates that webhook receivers may show, in place of those of the usual authorities. */
  webhookCa: string | undefined
  /** How providers of messages and payments are reached. */
  network: Network
}

const REAL: Overrides = {
  clock: { now: () => new Date() },
  monotonic: () => performance.now(),
  modules: MODULES,
  resolve,
  webhookCa: undefined,
  network: network(),
}

/** A running service. */
export interface App {
  server: Server
  database: Database
  /** Sends the webhooks. */
  webhooks: Dispatcher
  /** What the modules do in the background. */
  workers: readonly Worker[]
  /** The uses of keys that are not written yet. */
  keyUses: KeyUses
  /** Starts to serve. @returns the port */
  start(): Promise<number>
  /** Finishes what was begun, stops the workers, gives the lease back. The database stays open. */
  close(): Promise<void>
}

/** Builds the service on an open database. */
export function build(config: Config, database: Database, log: Log, overrides: Partial<Overrides> = {}): App {
  const { clock, monotonic, modules, resolve, webhookCa, network } = { ...REAL, ...overrides }
  const house = houseOf(modules)
  const node = randomUUID()
  const lease = new NodeLease(database, {
    id: node,
    allowsInsecure: config.webhookAllowInsecure,
    machine: hostname(),
    pid: process.pid,
    version: VERSION,
    dataDir: config.dataDir,
  })
  const vault = new Vault(config)
  const webhooks = new Dispatcher({ database, config, log, clock, vault, node, resolve, ca: webhookCa })
  const accounts = new Accounts(database, lease, config)
  const keyUses = new KeyUses(database, clock)
  const background = new Background(log)
  let port = config.port
  const baseUrl = (): string => config.baseUrl || `http://localhost:${port}`
  const shared = { config, database, log, clock, vault, network, baseUrl }
  const { database: _, ...lent } = shared
  const doing = doingOn(database, clock, house, config)
  const parts = { ...lent, ...doing, house, runImport: importsOn(database, clock) }
  const served = modules.map(({ serve }) => serve?.(parts) ?? {})
  const agenda = new AgendaWorker({ ...doing, clock, log, kinds: kindsOf(modules) })
  const workers = [...served.flatMap(({ workers = [] }) => workers), agenda]
  const signIn = lazySignIn({ ...shared, background })
  const routes = served.flatMap(({ publicRoutes = [] }) => publicRoutes)
  const nodeParts = { lease, accounts, keyUses, webhooks, background, signIn }
  const { server, innerServer } = waysIn({ ...shared, ...nodeParts, monotonic, modules, house, routes })
  let stopUpkeep: (() => Promise<void>) | undefined
  return {
    server,
    database,
    webhooks,
    workers,
    keyUses,
    async start() {
      await vault.agree(database)
      await lease.start()
      await webhooks.start()
      await innerServer?.listen()
      port = await server.listen()
      await lease.announce({ url: baseUrl(), host: config.host, port })
      for (const worker of workers) worker.start()
      const jobs = [...served.flatMap(({ jobs = [] }) => jobs), ...backupJobs({ ...shared, house })]
      stopUpkeep = startUpkeep(database, config, log, keyUses, house.resourcesOn(house.optional), jobs)
      return port
    },
    async close() {
      const ending = workers.toReversed()
      for (const worker of ending) worker.halt()
      await server.close()
      await innerServer?.close()
      await background.close()
      for (const worker of ending) await worker.stop()
      await webhooks.stop()
      await stopUpkeep?.()
      await keyUses.flush().catch(error => log.warn({ err: error }, 'The last uses of keys were not written'))
      await lease.stop()
      await signIn.end()
    },
  }
}
