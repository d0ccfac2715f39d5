/** How answers slow down as a church grows: one request at a time, on churches of each size, in turns. */
import http from 'node:http'
import type { BenchChurch } from './data.ts'
import { type Running, startService } from './processes.ts'
import { median, ms, printTable, short } from './table.ts'

/** A church and the service that answers for it. */
interface Subject {
  church: BenchChurch
  service: Running
}

interface Case {
  name: string
  path(church: BenchChurch): string
  /** With the key of a small branch. */
  limited?: boolean
}

const lastPage = (records: number): number => Math.floor((records * 0.9) / 25)

const CASES: readonly Case[] = [
  { name: 'gifts, with total and sum', path: () => 'contributions' },
  { name: 'gifts, last page', path: ({ gifts }) => `contributions?page=${lastPage(gifts)}` },
  { name: 'gifts, last page, newest first', path: ({ gifts }) => `contributions?sort=-id&page=${lastPage(gifts)}` },
  { name: 'gifts, last page, by day', path: ({ gifts }) => `contributions?sort=given_on&page=${lastPage(gifts)}` },
  { name: 'gifts, void ones too', path: () => 'contributions?status=all' },
  { name: 'gifts, latest day first', path: () => 'contributions?sort=-given_on' },
  { name: 'gifts of a fund', path: ({ fund }) => `contributions?fund_id=${fund}` },
  { name: 'gifts of a person', path: ({ person }) => `contributions?person_id=${person}` },
  { name: 'gifts of a month', path: ({ month }) => `contributions?from=${month}-01&to=${month}-28` },
  { name: 'gifts of two years', path: ({ month }) => `contributions?from=${month}-01` },
  { name: 'gifts changed since the beginning', path: () => 'contributions?updated_since=2000-01-01' },
  { name: 'gifts, key of a small branch', path: () => 'contributions', limited: true },
  { name: 'people, with total', path: () => 'people' },
  { name: 'people, last page', path: ({ people }) => `people?page=${lastPage(people)}` },
  { name: 'people by last name', path: () => 'people?sort=last_name' },
  { name: 'people, search: a name', path: () => 'people?q=ngozi' },
  { name: 'people, search: one letter', path: () => 'people?q=q' },
  { name: 'people, search: two letters', path: () => 'people?q=zz' },
  { name: 'people, search: three letters', path: () => 'people?q=ngo' },
  { name: 'people, search: eight letters', path: () => 'people?q=person99' },
]

/** Requests of each case before it is measured, at most: so long takes the compiler of Node. */
const WARM_UP = 20

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

function once({ service, church }: Subject, { path, limited }: Case): Promise<number> {
  const authorization = `Bearer ${limited ? church.branchKey : church.key}`
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.get(`${service.url}/api/v1/${path(church)}`, { agent, headers: { authorization } }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`${path(church)}: ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - begun))
    })
    request.on('error', reject)
  })
}

/** A write makes whatever was remembered of totals untrue. */
async function write({ service, church }: Subject): Promise<void> {
  for (const [path, body] of [
    ['contributions', { amount: 100 }],
    ['people', { first_name: 'Ada' }],
  ] as const) {
    const headers = { authorization: `Bearer ${church.key}`, 'content-type': 'application/json' }
    const url = `${service.url}/api/v1/${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
}

async function measure(one: Case, subjects: readonly Subject[], requests: number): Promise<string[]> {
  const firsts = subjects.map((): number[] => [])
  const thens = subjects.map((): number[] => [])
  for (let turn = 0; turn < 5; turn += 1) {
    for (const [index, subject] of subjects.entries()) {
      await write(subject)
      firsts[index]?.push(await once(subject, one))
      for (let count = 0; count < requests / 5; count += 1) thens[index]?.push(await once(subject, one))
    }
  }
  const later = thens.map(median)
  const growth = (later.at(-1) ?? 0) / (later[0] ?? 1)
  return [one.name, ...later.map(ms), growth.toFixed(2), ...firsts.map(values => ms(median(values)))]
}

/** Measures all cases and prints the table. @param requests of each case and size */
export async function growth(
  churches: readonly { url: string; church: BenchChurch }[],
  requests: number,
): Promise<void> {
  const subjects: Subject[] = []
  for (const { url, church } of churches) subjects.push({ church, service: await startService({ DATABASE_URL: url }) })
  for (const one of CASES) {
    for (const subject of subjects) {
      for (let count = 0; count < Math.min(WARM_UP, requests); count += 1) await once(subject, one)
    }
  }
  const rows: string[][] = []
  for (const one of CASES) rows.push(await measure(one, subjects, requests))
  for (const { service } of subjects) await service.stop()
  const sizes = churches.map(({ church }) => short(church.gifts))
  const title =
    'p50 of one request at a time, in ms, by gifts in the church; and the first after a write, which may have to count'
  printTable(title, ['what', ...sizes, 'growth', ...sizes.map(size => `first ${size}`)], rows)
}
