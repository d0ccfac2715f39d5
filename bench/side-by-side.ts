/** The service beside two yardsticks: what a request costs, and what of it checking, keys, limits and totals add. */
import type { BenchChurch } from './data.ts'
import { type Ask, CONNECTIONS, compare, type Figures, type Load } from './load.ts'
import type { Options } from './options.ts'
import { type Running, startService, startYardstick } from './processes.ts'
import { printTable, short } from './table.ts'

/** What is asked of all servers; or of the minimal one for less, and of the bare one nothing. */
interface Row {
  name: string
  ask: Ask
  ofMinimal?: Ask
}

/** A week and a year of gifts, from the first of a month. */
function spans(month: string): { week: string; year: string } {
  const from = `${month}-01`
  const later = (days: number): string => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
  return { week: `contributions?from=${from}&to=${later(6)}`, year: `contributions?from=${from}&to=${later(364)}` }
}

function rowsOf({ key, person, month }: BenchChurch): Row[] {
  let count = 0
  const run = Date.now()
  const gift = (): string =>
    JSON.stringify({ person_id: person, amount: 150050, given_on: '2025-06-01', reference: `bench-${run}-${count++}` })
  const get = (path: string): Ask => ({ method: 'GET', path: `/api/v1/${path}`, key })
  const { week, year } = spans(month)
  return [
    { name: 'one person', ask: get(`people/${person}`) },
    { name: 'one gift', ask: get('contributions/500') },
    { name: 'page of people, with total', ask: get('people') },
    { name: 'page of gifts, with total and sum', ask: get('contributions') },
    { name: 'gifts of a year, with both; minimal: of a week', ask: get(year), ofMinimal: get(week) },
    { name: 'record a gift', ask: { method: 'POST', path: '/api/v1/contributions', key, body: gift } },
  ]
}

/** Which of the servers, by what they are. */
type Servers = Record<'ours' | 'minimal' | 'bare', Running>

function measure({ ours, minimal, bare }: Servers, { ask, ofMinimal }: Row, options: Options): Promise<Figures[]> {
  const loads: Load[] = [
    [ours, ask],
    [minimal, ofMinimal ?? ask],
  ]
  return compare(ofMinimal === undefined ? [...loads, [bare, ask]] : loads, options)
}

const whole = (value: number): string => value.toFixed(0)
const processorMs = (value: number): string => (value === 0 ? '' : value.toFixed(2))
const ratio = (ours: Figures, other: Figures | undefined): string =>
  other === undefined ? '' : (ours.rate / other.rate).toFixed(2)

/** Loads all on one database and prints the tables. */
export async function sideBySide(url: string, church: BenchChurch, options: Options): Promise<void> {
  const servers: Servers = {
    ours: await startService({ DATABASE_URL: url }),
    minimal: await startYardstick('minimal', url),
    bare: await startYardstick('bare', url),
  }
  const rates: string[][] = []
  const costs: string[][] = []
  for (const row of rowsOf(church)) {
    const [ours, minimal, bare] = await measure(servers, row, options)
    if (ours === undefined || minimal === undefined) throw new Error('Nothing was measured.')
    const each = (of: keyof Figures, print: (value: number) => string): string[] =>
      [ours, minimal, bare].map(one => (one === undefined ? '' : print(one[of])))
    rates.push([row.name, ...each('rate', whole), ratio(ours, minimal), ratio(ours, bare), ...each('p99', whole)])
    if (ours.node > 0) costs.push([row.name, ...each('node', processorMs), ...each('postgres', processorMs)])
  }
  for (const server of Object.values(servers)) await server.stop()
  const size = `${short(church.gifts)} gifts`
  const names = ['ours', 'minimal', 'bare']
  printTable(
    `Requests a second, ${CONNECTIONS} connections, ${size} (aim: ratio to minimal 1 for reads, 0.8 for a gift; p99 in ms)`,
    ['what', ...names, 'ratio to minimal', 'to bare', ...names.map(name => `p99 ${name}`)],
    rates,
  )
  if (costs.length === 0) return
  printTable(
    `Processor time of a request, ms, ${size}: of the server's process and of PostgreSQL`,
    ['what', ...names.map(name => `node ${name}`), ...names.map(name => `PostgreSQL ${name}`)],
    costs,
  )
}
