/** A running service for a test file: a database of its own, a church of its own for each test. */
import type pg from 'pg'
import pino from 'pino'
import { type App, build, type Overrides } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, NO_CHURCH } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { HOUSE, houseOf } from '../../src/house.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { createKey } from '../../src/modules/church/api-keys.ts'
import { createChurch, findChurch, setChurch } from '../../src/modules/church/churches.ts'
import { commandCaller } from '../../src/modules/church/command-caller.ts'
import { configureChurch } from '../../src/modules/church/configure-church.ts'
import { createBranch } from '../../src/modules/church/create-branch.ts'
import { MODULES } from '../../src/modules/index.ts'
import { type Network, network } from '../../src/outgoing/request.ts'
import { type ActParts, act as runAction } from '../../src/resource/act.ts'
import type { TypedAction } from '../../src/resource/action.ts'
import { checkBody } from '../../src/resource/body.ts'
import type { Church } from '../../src/resource/caller.ts'
import type { House } from '../../src/resource/house.ts'
import { Vault } from '../../src/vault.ts'
import { type LentDatabase, lendDatabase, openPool } from './lent-database.ts'
import { SECRET_KEY } from './secret-key.ts'
import { type Answered, type SendOptions, send } from './send.ts'

export { type Answered, type Json, type SendOptions, send, timeless } from './send.ts'

/** Sends requests with one key. */
export type Send = (method: string, path: string, body?: unknown, options?: SendOptions) => Promise<Answered>

type Settings = typeof configureChurch extends TypedAction<string, infer In, unknown> ? In : never

/** A church made for one test. */
export interface TestChurch {
  church: Church
  /** Id of its default fund. */
  fund_id: number
  /** A key with every scope and no branch limit. */
  key: string
  /** Sends with that key. `path` begins after /api/v1. */
  send: Send
  /** Makes another key. */
  keyFor(scopes: readonly string[], branch_id?: number): Promise<string>
  /** Makes a branch; below the head branch where no parent is named. */
  branch(name: string, parent_id?: number): Promise<number>
  /** Sends with another key. */
  as(key: string | null): Send
  /** Sets the church: status, API on or off, modules, limits. */
  set(settings: Settings): Promise<void>
  /** Does an action as the command line does. @returns what it shows */
  act<In extends object, Out>(action: TypedAction<string, In, Out>, input: In): Promise<Out>
  /** Events recorded so far, oldest first. */
  events(): Promise<{ name: string; body: Record<string, unknown> }[]>
}

export interface TestService {
  url: string
  /** Its database, for processes that are started. */
  databaseUrl: string
  app: App
  database: Database
  /** Of the database of this test file. */
  connection: pg.ClientConfig
  /** The same, as the owner of the tables: the service's role may not change them. */
  owner: pg.ClientConfig
  config: Config
  /** Seals and opens with the key of the service. */
  vault: Vault
  /** Makes a church nobody else uses. What it is set to here costs no wait until every node knows: none knows of it yet. */
  church(settings?: Partial<Settings & { currency: string }>): Promise<TestChurch>
  /** Sends any request to any path. */
  request(method: string, path: string, options?: SendOptions): Promise<Answered>
  /** Another node on the same database. */
  node(
    overrides?: Partial<Overrides>,
    env?: Record<string, string>,
  ): Promise<{ url: string; app: App; close(): Promise<void> }>
  close(): Promise<void>
}

let serial = 0

/**
 * Starts a service on an empty database that nobody else uses. Rate limits are off and statements may take long unless `env` says otherwise.
 * @param env settings, as the environment would have them
 * @param lend where its database comes from
 */
export async function startService(
  env: Record<string, string> = {},
  overrides: Partial<Overrides> = {},
  lend: (config: Config) => Promise<LentDatabase> = lendDatabase,
): Promise<TestService> {
  const defaults = {
    PORT: '0',
    SEXTON_RATE_LIMIT_KEY: '0',
    SEXTON_RATE_LIMIT_IP: '0',
    SEXTON_RATE_LIMIT_PAGES: '0',
    SEXTON_LOG_LEVEL: 'silent',
    // What is tried is what is done, not how long a machine takes for it that is busy with other suites.
    SEXTON_STATEMENT_TIMEOUT: '50000',
    ...SECRET_KEY,
  }
  const config = readConfig({ ...defaults, ...env })
  const log = pino({ level: config.logLevel })
  const { clone, database, spoil, giveBack } = await lend(config)
  const app = build(config, database, log, overrides)
  const url = `http://127.0.0.1:${await app.start()}`
  const request = (method: string, path: string, options?: SendOptions) => send(url, method, path, options)
  return {
    url,
    databaseUrl: clone.url,
    app,
    database,
    connection: clone.connection,
    get owner() {
      // Who asks for it may change tables.
      spoil()
      return clone.owner
    },
    config,
    vault: new Vault(config),
    request,
    church: async settings =>
      await testChurch(
        {
          database,
          config,
          request,
          clock: overrides.clock,
          reached: overrides.network,
          house: houseOf(overrides.modules ?? MODULES),
        },
        settings,
      ),
    async node(more = {}, extra = {}) {
      const other = readConfig({ ...defaults, ...env, ...extra })
      const own = openPool(clone.connection, other)
      const second = build(other, own, log, { ...overrides, ...more })
      const port = await second.start()
      const close = async (): Promise<void> => {
        await second.close()
        await own.close()
      }
      return { url: `http://127.0.0.1:${port}`, app: second, close }
    },
    async close() {
      await app.close()
      await giveBack()
    },
  }
}

/** What actions are done with beside a running service. */
export const actParts = (
  database: Database,
  config: Config,
  clock = REAL_CLOCK,
  house = HOUSE,
  reached = network(),
): ActParts => ({
  database,
  config,
  vault: new Vault(config),
  network: reached,
  clock,
  baseUrl: () => 'http://sexton.test',
  house,
  tellAccount: async () => undefined,
})

const REAL_CLOCK: Clock = { now: () => new Date() }

interface Around {
  database: Database
  config: Config
  request: TestService['request']
  clock: Clock | undefined
  /** How providers are reached. */
  reached: Network | undefined
  house: House
}

async function testChurch(
  { database, config, request, clock, reached, house }: Around,
  settings: Parameters<TestService['church']>[0] = {},
): Promise<TestChurch> {
  serial += 1
  const slug = `church-${process.pid}-${serial}`
  const { name = 'Grace Church', country = 'NG', currency = 'NGN', timezone = 'Africa/Lagos', ...set } = settings
  const { fund_id } = await database.write(NO_CHURCH, async tx => {
    const made = await createChurch(tx, { name, country, currency, timezone, slug })
    if (Object.keys(set).length > 0) await setChurch(tx, made.id, set, house)
    return made
  })
  const church = await findChurch(database, slug)
  if (church === undefined) throw new Error('The church was not made.')
  const act: TestChurch['act'] = async (action, input) => {
    const json = Object.fromEntries(Object.entries(input))
    const { input: checked, problems } = checkBody(action.fields, { json }, true, church)
    problems.throwIfAny()
    const caller = await commandCaller(database.read, church, house.scopes)
    const parts = actParts(database, config, clock, house, reached)
    return JSON.parse(await runAction(parts, action, { caller, input: checked, ip: '' }))
  }
  const keyFor = async (scopes: readonly string[], branch_id?: number): Promise<string> =>
    (await act(createKey, { name: 'Test', scopes: [...scopes], ...(branch_id !== undefined && { branch_id }) })).key
  const key = await keyFor(['all'])
  const as =
    (other: string | null): Send =>
    (method, path, body, options) =>
      request(method, `/api/v1${path}`, { key: other, ...(body !== undefined && { body }), ...options })
  return {
    church,
    fund_id,
    key,
    keyFor,
    as,
    send: as(key),
    branch: async (name, parent_id) =>
      (await act(createBranch, { name, ...(parent_id !== undefined && { parent_id }) })).id,
    async set(settings) {
      await act(configureChurch, settings)
    },
    act,
    async events() {
      const rows = await database.read.all<{ name: string; body: string }>(
        sql`select name, body from events where church_id = ${church.id} order by created_at, id`,
      )
      return rows.map(({ name, body }) => ({ name, body: JSON.parse(body) as Record<string, unknown> }))
    },
  }
}
