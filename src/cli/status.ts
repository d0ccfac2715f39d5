/** status: what runs, and where. It starts nothing and changes nothing: it looks, as the service's role. */

import { lastRun } from '../backup/schedule.ts'
import { type Config, readConfig, VERSION } from '../config.ts'
import { hasDatabase } from '../db/embedded/index.ts'
import { schemaOf } from '../db/migrate.ts'
import { raw } from '../db/sql.ts'
import { readUrl } from '../lib/read-url.ts'
import { NoDatabaseError, openToLook } from '../open-database.ts'
import { describeBackups, lookAtBackups, type SeenBackups } from './backups-seen.ts'
import { type AddCommand, CommandError, type Opened, report, withDatabase } from './command.ts'
import { describeElsewhere, type Elsewhere, serversElsewhere } from './elsewhere.ts'
import { type RunningServer, runningServers } from './servers.ts'

/** Exit codes as the Linux Standard Base has them for `status`. */
const [RUNS, RUNS_NOT, UNKNOWN] = [0, 3, 4]

/** What is found out of a database; where it cannot be reached, why. */
interface Found {
  /** False where it cannot be told whether a server runs. */
  known: boolean
  servers: RunningServer[]
  database: {
    kind: 'embedded' | 'server'
    /** Its directory, or its address without the password. */
    at: string
    reachable: boolean
    /** Why it is not reachable, or cannot be used by this release. */
    problem: string | null
    /** Of PostgreSQL. */
    version: string | null
  }
  /** Name of the latest migration, and of those of this release that are missing. */
  schema: { level: string | null; missing: string[] }
  churches: number | null
  /** Null where none are made by the schedule. */
  backups: SeenBackups | null
}

/** The same, with the servers of this installation on other data directories. */
type Seen = Found & { elsewhere: Elsewhere[] }

export const addStatus: AddCommand = (status, call) => {
  status.addHelpText(
    'after',
    '\nExit code: 0 when a server runs, 3 when none does, 4 when the database cannot be reached to tell.',
  )
  report(status, call, async () => {
    const config = readConfig()
    const { known, ...found } = await find(config)
    found.backups ??= await lookAtBackups(config, undefined)
    const seen = { known, ...found, elsewhere: await serversElsewhere(config) }
    const running = found.servers.length > 0
    const code = !known ? UNKNOWN : running ? RUNS : RUNS_NOT
    const json = { running, version: VERSION, data_dir: config.dataDir, ...found, elsewhere: seen.elsewhere }
    return { json, text: [headline(seen), '', ...lines(config, seen)].join('\n'), code }
  })
}

async function find(config: Config): Promise<Found> {
  try {
    return await withDatabase(openToLook, ask)
  } catch (error) {
    if (error instanceof CommandError) throw error
    if (error instanceof NoDatabaseError) {
      return nothing(config, true, (await hasDatabase(config.dataDir)) ? 'stopped' : 'none yet')
    }
    return nothing(config, false, error instanceof Error ? error.message || String(error) : String(error))
  }
}

const nothing = (config: Config, known: boolean, problem: string): Found => ({
  known,
  servers: [],
  database: { ...place(config), reachable: false, problem, version: null },
  schema: { level: null, missing: [] },
  churches: null,
  backups: null,
})

async function ask({ config, database }: Opened): Promise<Found> {
  const server = await database.read.first<{ version: string }>(
    raw(`select current_setting('server_version') as version`),
  )
  const { level, missing, stranger } = await schemaOf(database)
  const problem = stranger === undefined ? null : `it is of a newer release: it has ${stranger}`
  const empty = level === null
  const [churches] = empty ? [] : await database.read.all<{ n: number }>(raw('select count(*)::int as n from churches'))
  return {
    known: true,
    servers: empty ? [] : await runningServers(database),
    database: { ...place(config), reachable: true, problem, version: server?.version ?? null },
    schema: { level, missing },
    churches: churches?.n ?? null,
    backups: await lookAtBackups(config, empty || missing.length > 0 ? undefined : await lastRun(database)),
  }
}

const place = ({ databaseUrl, dataDir }: Config): Pick<Found['database'], 'kind' | 'at'> =>
  databaseUrl === '' ? { kind: 'embedded', at: dataDir } : { kind: 'server', at: withoutPassword(databaseUrl) }

/** The address without its password, wherever it stands; one that cannot be read is not shown at all. */
export function withoutPassword(url: string): string {
  const address = readUrl(url)
  if (address === undefined) return '(set)'
  address.password = ''
  address.searchParams.delete('password')
  return address.href
}

function headline({ known, servers, elsewhere }: Seen): string {
  if (!known) return 'It is not known whether Sexton runs.'
  if (servers.length === 0) return `Sexton does not run${elsewhere.length > 0 ? ' here, but elsewhere' : ''}.`
  return servers.length === 1 ? 'Sexton runs.' : `Sexton runs, as ${servers.length} servers.`
}

type Row = [label: string, text: string]

function lines({ dataDir }: Config, { servers, database, schema, churches, backups, elsewhere }: Seen): string[] {
  const { kind, at, reachable, problem, version } = database
  const reach = reachable ? `PostgreSQL ${version}, reachable` : 'not reachable'
  const state = kind === 'embedded' ? ['embedded', reachable ? reach : null, problem] : [at, reach, problem]
  const behind = schema.missing.length > 0 ? `missing: ${schema.missing.join(', ')}` : 'up to date'
  const rows: Row[] = [
    ...servers.flatMap(server => describe(server, dataDir)),
    ['Release', VERSION],
    ['Data directory', dataDir],
    ['Database', state.filter(Boolean).join(', ')],
  ]
  if (reachable) rows.push(['Schema', `${schema.level ?? 'none yet'}, ${behind}`])
  if (churches !== null) rows.push(['Churches', String(churches)])
  if (backups !== null) rows.push(['Backups', describeBackups(backups)])
  rows.push(...elsewhere.map((one): Row => ['Elsewhere', describeElsewhere(one)]))
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  return rows.map(([label, text]) => label.padEnd(width) + text)
}

const NOT_SURE = ' (not sure: it renews its lease, but its own connection to the database is gone)'

function describe(server: RunningServer, dataDir: string): Row[] {
  const { url, host, port, pid, machine, version, data_dir, started_at, sure } = server
  const since = `since ${new Date(String(started_at)).toISOString().replace('T', ' ').slice(0, 19)} UTC`
  if (typeof pid !== 'number') return [['Server', `of an earlier release, ${since}`]]
  const elsewhere = data_dir === dataDir ? '' : `, its data in ${data_dir}`
  return [
    ['Address', url === null ? 'not yet' : `${url}, listening on ${host} port ${port}`],
    ['Process', `${pid} on ${machine}, release ${version}, ${since}${elsewhere}${sure ? '' : NOT_SURE}`],
  ]
}
