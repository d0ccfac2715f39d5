/**
 * Every setting: its name in the environment, its type, its default and what it means.
 * This is the only file that reads the environment; `sexton config` prints this table.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './installation.ts'
import { readUrl } from './lib/read-url.ts'
import {
  addresses,
  ConfigError,
  choice,
  counts,
  emailAddress,
  flag,
  integer,
  type Setting,
  seconds,
  secondsList,
  secretKeys,
  smtpAddress,
  text,
  webAddress,
} from './lib/setting.ts'
import { languages } from './texts/names.ts'

export { ConfigError } from './lib/setting.ts'
export { ROOT }

/** The release of Sexton that this is. */
export const { version: VERSION } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  version: string
}

const SETTINGS = {
  host: text('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all'),
  port: integer('PORT', 3000, 'Port to listen on; 0 takes a free one', 0, 65535),
  metricsPort: integer(
    'SEXTON_METRICS_PORT',
    0,
    'Port for /metrics, /healthz and /readyz, which are then not on PORT; 0 = with the rest',
    0,
    65535,
  ),
  baseUrl: text(
    'SEXTON_BASE_URL',
    '',
    'Public address, such as https://api.example.org; default http://localhost:PORT',
  ),
  databaseUrl: text('DATABASE_URL', '', 'PostgreSQL 15 or newer to use in place of the embedded one', true),
  migrationUrl: text(
    'SEXTON_MIGRATION_URL',
    '',
    'The same database for the role that owns the tables; default DATABASE_URL, whose role then owns them',
    true,
  ),
  dataDir: text('SEXTON_DATA_DIR', path.join(ROOT, 'data'), 'Where the embedded PostgreSQL keeps its files'),
  backupDir: text(
    'SEXTON_BACKUP_DIR',
    '',
    'Folder that gets a backup of the embedded database each day, best on another disk; without it, none',
  ),
  backupHour: integer(
    'SEXTON_BACKUP_HOUR',
    2,
    "Hour of the day, by this machine's clock, from which the backup is made",
    0,
    23,
  ),
  backupKeep: counts(
    'SEXTON_BACKUP_KEEP',
    [7, 4, 12],
    'Which of them are kept: the last of so many days, weeks and months',
  ),
  recoverCopy: flag(
    'SEXTON_RECOVER_COPY',
    'For one start: recover a copy of a data directory that was made while its server ran; its latest records may be missing',
  ),
  notesDir: text(
    'SEXTON_NOTES_DIR',
    path.join(ROOT, 'node_modules', '.cache', 'sexton-served'),
    'Where servers note their data directories, by which commands find one that runs elsewhere',
  ),
  secretKey: secretKeys(
    'SEXTON_SECRET_KEY',
    'Key that seals the secrets of providers, the same on every node; default a file in SEXTON_DATA_DIR. Several, comma-separated: the first seals, all open',
  ),
  poolSize: integer('SEXTON_POOL_SIZE', 10, 'Database connections of one node', 2, 1000),
  rateLimitKey: integer('SEXTON_RATE_LIMIT_KEY', 120, 'Requests a minute for each key; 0 = off'),
  rateLimitIp: integer('SEXTON_RATE_LIMIT_IP', 600, 'Requests a minute for each client address; 0 = off'),
  rateLimitPages: integer(
    'SEXTON_RATE_LIMIT_PAGES',
    6_000,
    'Pages and files a minute for each client address, on each node; 0 = off',
  ),
  trustedProxies: addresses('SEXTON_TRUSTED_PROXIES', 'Proxies whose X-Forwarded-For is believed, comma-separated'),
  requestTimeout: integer('SEXTON_REQUEST_TIMEOUT', 15_000, 'Milliseconds in which a request must have arrived', 100),
  responseTimeout: integer(
    'SEXTON_RESPONSE_TIMEOUT',
    20_000,
    'Milliseconds in which a client must take each 64 KiB of an answer',
    100,
  ),
  maxConnections: integer(
    'SEXTON_MAX_CONNECTIONS',
    4_000,
    'Open connections of one node; of what is free one address may have a quarter, a trusted proxy all',
    10,
  ),
  maxRequests: integer(
    'SEXTON_MAX_REQUESTS',
    1_000,
    'Requests that one node answers at once; of what is free one address may have a quarter',
    10,
  ),
  statementTimeout: integer('SEXTON_STATEMENT_TIMEOUT', 15_000, 'Milliseconds a database statement may take', 100),
  maxWaiting: integer('SEXTON_MAX_WAITING', 256, 'Requests that may wait for the database before new ones get 503', 1),
  shutdownTimeout: integer('SEXTON_SHUTDOWN_TIMEOUT', 7_000, 'Milliseconds given to open requests at the end', 0),
  webhookGaps: secondsList(
    'SEXTON_WEBHOOK_GAPS',
    [120, 240, 480, 960],
    'Seconds from the end of a failed webhook attempt to the next; as many as there are further attempts',
  ),
  webhookTimeout: seconds('SEXTON_WEBHOOK_TIMEOUT', 10, 'Seconds in which a receiver must answer 2xx', 60),
  webhookPauseAfter: integer('SEXTON_WEBHOOK_PAUSE_AFTER', 20, 'Failed attempts in a row that pause an endpoint', 1),
  webhookAllowInsecure: flag(
    'SEXTON_WEBHOOK_ALLOW_INSECURE',
    'For development: webhooks may go to plain http and to this machine; npm start sets it',
  ),
  webhookProxy: webAddress(
    'SEXTON_WEBHOOK_PROXY',
    'Proxy that webhooks go through, such as http://proxy:3128; it resolves names, so it has to guard private addresses',
    'http://proxy:3128',
  ),
  smtpUrl: smtpAddress(
    'SEXTON_SMTP_URL',
    'Mail server for accounts and notices, such as smtp://user:password@mail.example.org:587; churches may send through it, too',
  ),
  mailFrom: emailAddress('SEXTON_MAIL_FROM', 'Address that mail comes from; needed with SEXTON_SMTP_URL'),
  language: choice(
    'SEXTON_LANGUAGE',
    languages(),
    'en',
    'Language of churches that have none of their own, and of pages for browsers that ask for none that there is: English, or one with a file in texts/',
  ),
  logLevel: choice('SEXTON_LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info', 'What is logged'),
} as const

type Settings = typeof SETTINGS
type Values = { -readonly [K in keyof Settings]: ReturnType<Settings[K]['read']> }

/** All settings, read and checked once; passed down from `app.ts`. */
export type Config = Readonly<Values>

/**
 * Reads all settings from an environment. An empty variable counts as unset.
 * @throws ConfigError naming the variable and what it takes
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = <T>(setting: Setting<T>): T => {
    const value = env[setting.env]?.trim()
    return value === undefined || value === '' ? setting.fallback : setting.read(value, setting.env)
  }
  const entries = Object.entries(SETTINGS).map(([name, setting]) => [name, read(setting as Setting<unknown>)])
  const config = Object.fromEntries(entries) as Values
  config.dataDir = path.resolve(config.dataDir)
  config.notesDir = path.resolve(config.notesDir)
  if (config.backupDir !== '') config.backupDir = path.resolve(config.backupDir)
  if (config.backupDir !== '' && config.databaseUrl !== '') {
    throw new ConfigError(
      'SEXTON_BACKUP_DIR is for the embedded database: back up the server of DATABASE_URL with its own tools (docs/run/postgresql.md).',
    )
  }
  config.baseUrl = checkedBaseUrl(config.baseUrl)
  if (config.smtpUrl !== '' && config.mailFrom === '') {
    throw new ConfigError('SEXTON_MAIL_FROM must be set with SEXTON_SMTP_URL: the address that mail comes from.')
  }
  return config
}

/** The settings as `sexton config` shows them; the values of secret ones are hidden. */
export function describeConfig(config: Config): { name: string; value: string; fallback: string; meaning: string }[] {
  return Object.entries(SETTINGS).map(([key, setting]) => {
    const value = String(config[key as keyof Config])
    const shown = 'secret' in setting && setting.secret && value !== '' ? '(set)' : value
    return { name: setting.env, value: shown, fallback: String(setting.fallback), meaning: setting.meaning }
  })
}

/** Sexton lives at the root of a name: its pages, links and cookies begin there (docs/run/proxy.md). */
function checkedBaseUrl(value: string): string {
  if (value === '') return ''
  const url = readUrl(value)
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    // What has somebody's name in it may have a password.
    const given = value.includes('@') ? 'what it is' : `"${value}"`
    throw new ConfigError(`SEXTON_BASE_URL must be an address such as https://api.example.org, not ${given}.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(`SEXTON_BASE_URL must be an address without a user name and a password: ${url.origin}.`)
  }
  if (url.href !== `${url.origin}/`) {
    throw new ConfigError(
      `SEXTON_BASE_URL must be the start of an address, such as ${url.origin}, and nothing behind it, not "${value}": Sexton has a name of its own (docs/run/proxy.md).`,
    )
  }
  return url.origin
}
