/**
 * The table of messages: group messages of many churches that wait for the service when it starts, handed over to a mail
 * server that takes each at once, beside a loop of the same mails without a database.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { raw, sql } from '../src/db/sql.ts'
import { findChurch } from '../src/modules/church/churches.ts'
import { storeBatch } from '../src/modules/messaging/begin-batch.ts'
import type { Outbound } from '../src/modules/messaging/provider.ts'
import { setProvider } from '../src/modules/messaging/provider-accounts.ts'
import { deliver, smtp } from '../src/modules/messaging/providers/smtp.ts'
import type { Addressee } from '../src/modules/people/addressees.ts'
import { ENGLISH } from '../src/texts/language.ts'
import { onDatabase } from './databases.ts'
import type { MailAsks } from './mail-receiver.ts'
import type { Extent } from './options.ts'
import { startService } from './processes.ts'
import { type ProcessorTime, processorTime } from './processor.ts'
import { printTable } from './table.ts'
import { BENCH_VAULT } from './webhook-data.ts'
import { type Other, startOther } from './webhook-talk.ts'

interface Amounts {
  churches: number
  /** Who is written to in each. */
  people: number
}

const AMOUNTS: Record<Extent, Amounts> = {
  full: { churches: 100, people: 100 },
  quick: { churches: 100, people: 50 },
  smoke: { churches: 4, people: 5 },
}

const WRITING = { channel: 'email', subject: 'Sunday', body: 'Dear {first_name}, we meet at ten.' } as const
const FROM = 'office@example.org'
const LOOK_MS = 100
const PATIENCE_MS = 30_000
/** Mails of the loop that are under way at once. */
const AT_ONCE = 32
const TIMEOUT_MS = 10_000

const slugOf = (number: number): string => `letters-${number}`

/** Churches, each with a mail account, and one message to all their people that nobody has begun to send. */
async function fill(database: Database, port: number, { churches, people }: Amounts): Promise<void> {
  const [many, each] = [raw(String(churches)), raw(String(people))]
  await database.connection(async client => {
    for (const { text, values } of [
      sql`insert into churches (name, slug, country, currency, timezone)
        select 'Church ' || i, 'letters-' || i, 'NG', 'NGN', 'Africa/Lagos' from generate_series(1, ${many}) as i`,
      sql`insert into branches (church_id, name, is_hq, level, country, currency, timezone)
        select id, name, true, 'headquarters', country, currency, timezone from churches`,
      sql`insert into people (church_id, member_no, first_name, last_name, email, country, status, branch_id, source)
        select b.church_id, lpad(i::text, 7, '0'), 'Ada', 'Obi ' || i, 'ada' || i || '@example.org', 'NG', 'member', b.id, 'api'
        from branches as b cross join generate_series(1, ${each}) as i`,
      sql`vacuum analyze people`,
    ])
      await client.query(text, values)
  })
  for (let number = 1; number <= churches; number += 1) {
    const church = await findChurch(database, slugOf(number))
    if (church === undefined) throw new Error('The churches were not made.')
    const values = { url: `smtp://127.0.0.1:${port}`, from: FROM }
    await database.write(church.id, async tx => {
      await setProvider(tx, BENCH_VAULT, church, { provider: smtp, channel: 'email', values, publicOnly: false })
      const all = await tx.all<Addressee>(sql`select id from people where church_id = ${church.id} order by id`)
      const origin = { key: 'bench', user: { id: null, name: 'Bench' }, audience: '' }
      await storeBatch(tx, church, all, origin, WRITING)
    })
  }
}

/** Waits for so many mails. @throws Error when none has come for half a minute */
async function arrived(receiver: Other<MailAsks>, wanted: number): Promise<void> {
  for (let last = 0, since = performance.now(); ; ) {
    const count = await receiver.ask('count')
    if (count >= wanted) return
    if (count > last) since = performance.now()
    else if (performance.now() - since > PATIENCE_MS) throw new Error(`Only ${count} of ${wanted} mails came.`)
    last = count
    await pause(LOOK_MS)
  }
}

interface Sent {
  /** Mails a second, from the first to the last. */
  rate: number
  /** Milliseconds of the processor for each. */
  node: number
  postgres: number
}

const costs = (before: ProcessorTime | undefined, after: ProcessorTime | undefined, mails: number) => {
  const of = (what: keyof ProcessorTime): number => (((after?.[what] ?? 0) - (before?.[what] ?? 0)) * 1_000) / mails
  return { node: of('node'), postgres: of('postgres') }
}

/** Starts the service and waits until all that waits is handed over, and written down as sent. */
async function drain(url: string, receiver: Other<MailAsks>, mails: number): Promise<Sent> {
  const service = await startService({ DATABASE_URL: url })
  const before = processorTime(service.process.pid)
  await arrived(receiver, mails)
  const sent = await onDatabase(url, async database => {
    for (;;) {
      const open = await database.read.first(sql`select 1 from message_batches where finished_at is null limit 1`)
      if (open === undefined) break
      await pause(LOOK_MS)
    }
    return await database.read.first<{ n: number }>(sql`select count(*)::int as n from messages where status = 'sent'`)
  })
  const after = processorTime(service.process.pid)
  await service.stop()
  const count = await receiver.ask('count')
  if (count !== mails || sent?.n !== mails) throw new Error(`${count} of ${mails} came, ${sent?.n} are told as sent.`)
  return { rate: mails / ((await receiver.ask('took')) / 1_000), ...costs(before, after, mails) }
}

/** Hands the same mails over without a database. @returns mails a second */
async function loop(receiver: Other<MailAsks>, mails: number): Promise<number> {
  await receiver.ask('reset')
  const values = { url: `smtp://127.0.0.1:${receiver.port}`, from: FROM }
  let next = 0
  const worker = async (): Promise<void> => {
    for (let id = next++; id < mails; id = next++) {
      const mail: Outbound = {
        ...{ church: { id: 1, slug: slugOf(1), name: 'Church 1' }, message_id: id, channel: 'email' },
        ...{ to: `ada${id}@example.org`, subject: WRITING.subject, body: 'Dear Ada, we meet at ten.' },
        ...{ unsubscribe_url: 'https://church.example.org/unsubscribe/1', language: ENGLISH, callback_url: '' },
        timeout: TIMEOUT_MS,
      }
      const result = await deliver(mail, values, undefined)
      if (!result.taken) throw new Error(`The mail server did not take a mail: ${result.code}.`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return mails / ((await receiver.ask('took')) / 1_000)
}

/** Measures and prints the table. @param url of an empty database */
export async function messages(url: string, extent: Extent): Promise<void> {
  const amounts = AMOUNTS[extent]
  const mails = amounts.churches * amounts.people
  const receiver = await startOther<MailAsks>('mail-receiver.ts')
  try {
    await onDatabase(url, database => fill(database, receiver.port, amounts))
    const sent = await drain(url, receiver, mails)
    const plain = await loop(receiver, mails)
    const most = smtp.rate.perSecond * amounts.churches
    printTable(
      `${mails} mails of ${amounts.churches} churches to a mail server that takes each at once (${most} a second are let through at the most: ${smtp.rate.perSecond} of each church)`,
      ['what', 'mails/s', 'of Node, ms', 'of PostgreSQL, ms'],
      [
        ['group messages that waited', sent.rate.toFixed(0), sent.node.toFixed(2), sent.postgres.toFixed(2)],
        [`the same mails in a loop, ${AT_ONCE} at once, no database`, plain.toFixed(0), '', ''],
      ],
    )
  } finally {
    await receiver.stop()
  }
}
