/** status: what runs, and where. It starts nothing and changes nothing. */
import { type Config, readConfig, VERSION } from '../config.ts'
import { hasDatabase, isRunning, lastServed } from '../db/embedded/index.ts'
import { schemaOf } from '../db/migrate.ts'
import { raw } from '../db/sql.ts'
import { openAsItIs } from '../open-database.ts'
import { type AddCommand, CommandError, type Open, report, withDatabase } from './command.ts'
import { type RunningServer, runningServers } from './servers.ts'

/** Exit codes as the Linux Standard Base has them for `status`. */
const [RUNS, RUNS_NOT, UNKNOWN] = [0, 3, 4]

/** What is found out of a database; where it cannot be reached, why. */
interface Found {
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
}

export const addStatus: AddCommand = (status, end) => {
  status.addHelpText(
    'after',
    '\nExit code: 0 when a server runs, 3 when none does, 4 when the database of DATABASE_URL cannot be reached.',
  )
  report(status, end, async () => {
    const config = readConfig()
    const found = await find(config)
    const running = found.servers.length > 0
    const lost = found.database.kind === 'server' && !found.database.reachable
    const code = lost ? UNKNOWN : running ? RUNS : RUNS_NOT
    const json = { running, version: VERSION, data_dir: config.dataDir, ...found }
    return { json, text: [headline(found), '', ...lines(config, found)].join('\n'), code }
  })
}

async function find(config: Config): Promise<Found> {
  if (config.databaseUrl === '') {
    if (!(await hasDatabase(config.dataDir))) return nothing(config, await noneYet(config.dataDir))
    // To ask it would mean to start it.
    if (!(await isRunning(config.dataDir))) return nothing(config, 'stopped')
    return await withDatabase(openAsItIs, ask)
  }
  try {
    return await withDatabase(openAsItIs, ask)
  } catch (error) {
    if (error instanceof CommandError) throw error
    return nothing(config, error instanceof Error ? error.message || String(error) : String(error))
  }
}

async function noneYet(dataDir: string): Promise<string> {
  const other = await lastServed(dataDir)
  return other === undefined ? 'none yet' : `none here; a server of this installation kept its data in ${other} last`
}

const nothing = (config: Config, problem: string): Found => ({
  servers: [],
  database: { ...place(config), reachable: false, problem, version: null },
  schema: { level: null, missing: [] },
  churches: null,
})

async function ask({ config, database }: Open): Promise<Found> {
  const server = await database.read.first<{ version: string }>(
    raw(`select current_setting('server_version') as version`),
  )
  const { level, missing, stranger } = await schemaOf(database)
  const problem = stranger === undefined ? null : `it is of a newer release: it has ${stranger}`
  const empty = level === null
  const [churches] = empty ? [] : await database.read.all<{ n: number }>(raw('select count(*)::int as n from churches'))
  return {
    servers: empty ? [] : await runningServers(database),
    database: { ...place(config), reachable: true, problem, version: server?.version ?? null },
    schema: { level, missing },
    churches: churches?.n ?? null,
  }
}

const place = ({ databaseUrl, dataDir }: Config): Pick<Found['database'], 'kind' | 'at'> =>
  databaseUrl === '' ? { kind: 'embedded', at: dataDir } : { kind: 'server', at: withoutPassword(databaseUrl) }

/** The address without its password, wherever it stands; one that cannot be read is not shown at all. */
export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return '(set)'
  const address = new URL(url)
  address.password = ''
  address.searchParams.delete('password')
  return address.href
}

function headline({ servers, database }: Found): string {
  if (database.kind === 'server' && !database.reachable) return 'It is not known whether Sexton runs.'
  if (servers.length === 0) return 'Sexton does not run.'
  return servers.length === 1 ? 'Sexton runs.' : `Sexton runs, as ${servers.length} servers.`
}

type Row = [label: string, text: string]

function lines({ dataDir }: Config, { servers, database, schema, churches }: Found): string[] {
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
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  return rows.map(([label, text]) => label.padEnd(width) + text)
}

function describe(server: RunningServer, dataDir: string): Row[] {
  const { url, host, port, pid, machine, version, data_dir, started_at } = server
  const since = `since ${new Date(String(started_at)).toISOString().replace('T', ' ').slice(0, 19)} UTC`
  if (typeof pid !== 'number') return [['Server', `of an earlier release, ${since}`]]
  const elsewhere = data_dir === dataDir ? '' : `, its data in ${data_dir}`
  return [
    ['Address', url === null ? 'not yet' : `${url}, listening on ${host} port ${port}`],
    ['Process', `${pid} on ${machine}, release ${version}, ${since}${elsewhere}`],
  ]
}
