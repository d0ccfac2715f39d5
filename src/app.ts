/** Composition root: settings and overrides in; server, workers and a clean end out. */

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { type Config, ROOT, VERSION } from './config.ts'
import { makeConsole } from './console/console.ts'
import { consolePages } from './console/pages.ts'
import type { Database } from './db/database.ts'
import { houseOf } from './house.ts'
import { ALLOWANCES } from './http/allowances.ts'
import type { FindCaller } from './http/authenticate.ts'
import { docsPages } from './http/docs.ts'
import { handler, pagesHandler } from './http/handler.ts'
import { healthz, readyz } from './http/health.ts'
import { type Limits, limits, type Refusals, refusals } from './http/limits.ts'
import { type Shared, shared } from './http/message.ts'
import { makeMetrics } from './http/metrics.ts'
import { NodeRateLimit } from './http/node-rate-limit.ts'
import { openApi } from './http/openapi.ts'
import { pipeline } from './http/pipeline.ts'
import { publicRoutes } from './http/public-routes.ts'
import { RateLimit } from './http/rate-limit.ts'
import { resourcesOf } from './http/route.ts'
import { makeServer, type Server } from './http/server.ts'
import { capacityOf } from './http/stay.ts'
import { Background } from './lib/background.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { Accounts } from './modules/church/accounts.ts'
import { KeyUses } from './modules/church/key-uses.ts'
import { NodeLease } from './modules/church/node-lease.ts'
import { MODULES } from './modules/index.ts'
import { type Network, network } from './outgoing/request.ts'
import { type Resolve, resolve } from './outgoing/resolve.ts'
import type { Module, Worker } from './resource/module.ts'
import { stepsOn } from './resource/step.ts'
import { accountMail } from './sign-in/account-mail.ts'
import { resetMail } from './sign-in/reset-mail.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import { languageNamed } from './texts/catalogues.ts'
import { startUpkeep } from './upkeep.ts'
import { Vault } from './vault.ts'
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
  const resources = resourcesOf(modules)
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
  const accounts = new Accounts(database, lease)
  const keyUses = new KeyUses(database, clock)
  const capacity = capacityOf(config)
  const metrics = makeMetrics(database, webhooks, capacity)
  const { bounds, forms, visits, refused } = boundsOf(config, database, lease, monotonic)
  let port = config.port
  const baseUrl = (): string => config.baseUrl || `http://localhost:${port}`
  const { read } = database
  const take = stepsOn(database, clock)
  const parts = { config, database, read, take, vault, network, clock, log, baseUrl }
  const served = modules.map(({ serve }) => serve?.(parts) ?? {})
  const workers = served.flatMap(({ workers = [] }) => workers)
  const findCaller: FindCaller = key => accounts.find(key)
  const api = pipeline({
    database,
    vault,
    findCaller,
    allowsOrigin: origin => accounts.allowsOrigin(origin),
    limits: bounds,
    modules,
    resources,
    clock,
    baseUrl,
    noteUse: (caller, ip) => keyUses.note(caller, ip),
  })
  const inner = { '/healthz': healthz, '/readyz': readyz(database), '/metrics': metrics.page }
  const docs = docsPages(openApiText(modules, baseUrl))
  const apart = config.metricsPort > 0
  const routes = publicRoutes(
    served.flatMap(({ publicRoutes = [] }) => publicRoutes),
    { visits, forms, refusals: refused },
    baseUrl,
    languageNamed(config.language),
  )
  const server = makeServer(
    config,
    capacity,
    handler(
      {
        api,
        publicRoutes: routes,
        console: request => console.answer(request),
        consolePages: consolePages(CONSOLE_FILES, config.language),
        pages: apart ? docs : { ...inner, ...docs },
        visits,
      },
      metrics,
      log,
    ),
    log,
  )
  const background = new Background(log)
  const signIn = lazySignIn({ database, vault, log, config, baseUrl, background })
  const innerPort = { ...config, port: config.metricsPort }
  const innerHandler = pagesHandler({ pages: inner, visits }, metrics, log)
  const innerServer = apart ? makeServer(innerPort, capacityOf(config), innerHandler, log) : undefined
  const console = makeConsole({
    house,
    scopes: house.scopes,
    optionalModules: house.optional,
    catalogue: house.catalogue,
    resourceNamed: house.resource,
    movedReferences: house.movedReferences,
    database,
    modules,
    resources,
    clock,
    baseUrl,
    limits: bounds,
    vault,
    config,
    network,
    log,
    signIn: signIn.get,
    background,
    tellAccount: accountMail(config, database, background),
  })
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
      for (const worker of workers) worker.start()
      const jobs = served.flatMap(({ jobs = [] }) => jobs)
      stopUpkeep = startUpkeep(database, config, log, keyUses, jobs)
      await innerServer?.listen()
      port = await server.listen()
      await lease.announce({ url: baseUrl(), host: config.host, port })
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

interface SignInParts {
  database: Database
  vault: Vault
  log: Log
  config: Config
  background: Background
  baseUrl(): string
}

/**
 * Made when somebody first comes to sign in: the public address is known then, and loading the library takes a second that
 * commands need not wait for.
 */
function lazySignIn({ database, vault, log, config, baseUrl, background }: SignInParts) {
  let made: Promise<{ signIn: SignIn; pool: pg.Pool }> | undefined
  const make = async () => {
    const { makeSignIn } = await import('./sign-in/sign-in.ts')
    const pool = database.pool(SIGN_IN_CONNECTIONS)
    const sendReset = resetMail(config, log, background)
    return { pool, signIn: makeSignIn({ pool, vault, log, baseUrl: baseUrl(), sendReset }) }
  }
  return {
    async get(): Promise<SignIn> {
      made ??= make()
      return (await made).signIn
    },
    end: async (): Promise<void> => await (await made)?.pool.end(),
  }
}

const SIGN_IN_CONNECTIONS = 2
const CONSOLE_FILES = path.join(ROOT, 'dist', 'pages')

/**
 * How often addresses and keys may ask, and how many forms an address may send, counted with the other nodes; and what
 * each node counts by itself, because counting in the database would cost more than the answer.
 */
function boundsOf(
  { rateLimitIp, rateLimitKey, rateLimitPages }: Config,
  database: Database,
  lease: NodeLease,
  monotonic: () => number,
): { bounds: Limits; forms: Limits; visits: Limits; refused: Refusals } {
  const limit = (most: number, name: string): NodeRateLimit =>
    new NodeRateLimit(new RateLimit(most, monotonic), database, name)
  const addresses = limit(rateLimitIp, 'ip')
  const forms = limit(Math.min(rateLimitIp, ALLOWANCES.formRate.most), 'form')
  const keys = limit(rateLimitKey, 'key')
  lease.onCompany(async alone => {
    await Promise.all([addresses, forms, keys].map(one => one.follow(alone)))
  })
  return {
    bounds: limits(addresses, keys),
    forms: limits(forms, keys),
    visits: limits(new RateLimit(rateLimitPages, monotonic), keys),
    refused: refusals(new RateLimit(rateLimitIp, monotonic)),
  }
}

/** The OpenAPI document as text, made once: the public address is known when the server listens. */
function openApiText(modules: readonly Module[], baseUrl: () => string): () => Shared {
  let text: Shared | undefined
  return () => {
    text ??= shared(JSON.stringify(openApi(modules, baseUrl())))
    return text
  }
}
