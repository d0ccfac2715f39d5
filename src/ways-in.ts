/** Every way into a node: the API, the public routes, the console and its pages, metrics and health; and the servers that they are behind. */
import path from 'node:path'
import { type Config, ROOT } from './config.ts'
import { type Console, makeConsole } from './console/console.ts'
import { consolePages, type PageFiles, readPages } from './console/pages.ts'
import type { ConsoleParts } from './console/parts.ts'
import type { Database } from './db/database.ts'
import { boundsOf } from './http/bounds.ts'
import { docsPages } from './http/docs.ts'
import { guidePages } from './http/guide.ts'
import { handler, type Pages, pagesHandler } from './http/handler.ts'
import { healthz, readyz } from './http/health.ts'
import { type Shared, shared } from './http/message.ts'
import { makeMetrics } from './http/metrics.ts'
import { openApi } from './http/openapi.ts'
import { pipeline, type Work } from './http/pipeline.ts'
import { publicRoutes } from './http/public-routes.ts'
import { resourcesOf } from './http/route.ts'
import { makeServer, type Server } from './http/server.ts'
import { capacityOf } from './http/stay.ts'
import type { Background } from './lib/background.ts'
import type { Clock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import type { Accounts } from './modules/church/accounts.ts'
import type { KeyUses } from './modules/church/key-uses.ts'
import type { NodeLease } from './modules/church/node-lease.ts'
import type { Network } from './outgoing/request.ts'
import type { PublicRoute } from './public-routes/public-route.ts'
import type { House } from './resource/house.ts'
import type { Module } from './resource/module.ts'
import { accountMail } from './sign-in/account-mail.ts'
import type { LazySignIn } from './sign-in/lazy-sign-in.ts'
import { languages } from './texts/names.ts'
import type { Vault } from './vault.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'

/** What the ways in lead to. */
interface WaysInParts {
  config: Config
  database: Database
  log: Log
  clock: Clock
  monotonic(): number
  modules: readonly Module[]
  house: House
  vault: Vault
  network: Network
  lease: NodeLease
  accounts: Accounts
  keyUses: KeyUses
  webhooks: Dispatcher
  background: Background
  signIn: LazySignIn
  routes: readonly PublicRoute[]
  /** Public address of the service, once it listens. */
  baseUrl(): string
}

/** The servers of a node. */
interface WaysIn {
  server: Server
  /** Metrics and health, where they have a port of their own. */
  innerServer: Server | undefined
}

const CONSOLE_FILES = path.join(ROOT, 'dist', 'pages')
const GUIDE_FILES = path.join(ROOT, 'docs', 'guide')

/** Builds them; nothing listens yet. */
export function waysIn(parts: WaysInParts): WaysIn {
  const { config, database, log, clock, modules, house, accounts, keyUses, baseUrl, vault } = parts
  const { bounds, forms, links, visits, refused } = boundsOf(config, database, parts.lease, parts.monotonic)
  const capacity = capacityOf(config)
  const metrics = makeMetrics(database, parts.webhooks, capacity)
  const resources = resourcesOf(modules)
  const work = { database, vault, modules, resources, house, clock, baseUrl, limits: bounds }
  const api = pipeline({
    ...work,
    findCaller: key => accounts.find(key),
    allowsOrigin: origin => accounts.allowsOrigin(origin),
    noteUse: (caller, ip) => keyUses.note(caller, ip),
  })
  const offered = languages()
  const routes = publicRoutes(parts.routes, { visits, forms, links, refusals: refused }, baseUrl, config)
  const console = consoleOf(parts, work)
  const inner: Pages = { '/healthz': healthz, '/readyz': readyz(database), '/metrics': metrics.page }
  const docs = { ...docsPages(openApiText(parts.house.modules, baseUrl)), ...guidePages(GUIDE_FILES, config.language) }
  const apart = config.metricsPort > 0
  const ways = {
    api,
    publicRoutes: routes,
    console: console.answer,
    consolePages: consolePages(builtPages(), offered, config.language),
    pages: apart ? docs : { ...inner, ...docs },
    visits,
  }
  const server = makeServer(config, capacity, handler(ways, metrics, log), log)
  if (!apart) return { server, innerServer: undefined }
  const innerPort = { ...config, port: config.metricsPort }
  const innerHandler = pagesHandler({ pages: inner, visits }, metrics, log)
  return { server, innerServer: makeServer(innerPort, capacityOf(config), innerHandler, log) }
}

/** The console, with the bounds and the resources of the API. */
function consoleOf(parts: WaysInParts, work: Pick<ConsoleParts, 'limits' | keyof Work>): Console {
  const { config, database, log, house, network, background, signIn } = parts
  return makeConsole({
    ...work,
    house,
    config,
    network,
    log,
    signIn: signIn.get,
    background,
    tellAccount: accountMail(config, database, background),
  })
}

let built: PageFiles | undefined

/** Read once, and kept: a thousand files, which do not change while a process runs. */
function builtPages(): PageFiles {
  built ??= readPages(CONSOLE_FILES)
  return built
}

/** The OpenAPI document as text, made once: the public address is known when the server listens. */
function openApiText(modules: readonly Module[], baseUrl: () => string): () => Shared {
  let text: Shared | undefined
  return () => {
    text ??= shared(JSON.stringify(openApi(modules, baseUrl())))
    return text
  }
}
