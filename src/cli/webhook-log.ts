/** webhook events, test, deliveries, redeliver. */
import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { parseTimestamp } from '../lib/calendar.ts'
import { type Attempt, findLogged, listAttempts } from '../webhooks/delivery-log.ts'
import type { Endpoint } from '../webhooks/endpoint.ts'
import { redeliver, redeliverSince, sendTest } from '../webhooks/send-again.ts'
import { action, type Call, CommandError, type Open, type Result, table } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'
import { namedEndpoint } from './webhook-endpoint.ts'

/** How long a test event's outcome is waited for, beyond the time that a receiver has. */
const PATIENCE_MS = 5_000
const LOOK_MS = 100
/** Characters of an answer in the table; --json has all that is kept. */
const SHOWN_CHARACTERS = 40

/** Adds what reads the catalogue and the log, and what sends from the log. */
export function addWebhookLog(webhook: Command, call: Call): void {
  addEvents(webhook, call)
  addTest(webhook, call)
  addDeliveries(webhook, call)
  addRedeliver(webhook, call)
}

function addEvents(webhook: Command, call: Call): void {
  action(
    webhook
      .command('events')
      .description('list the events that an endpoint can receive')
      .option('--church <slug>', 'only those of the modules that this church has'),
    call,
    async ({ church, house }, { church: slug }: { church?: string }) => {
      const { optional, catalogue } = await house()
      const modules = catalogue.offered(slug === undefined ? optional : (await church(slug)).modules)
      const rows = modules.flatMap(({ title, events }) =>
        events.map(({ name, when, recorded }) => [name, title, `${when ?? ''}${recorded ? '' : ' (no trigger yet)'}`]),
      )
      return { json: { modules }, text: table(['event', 'module', 'sent when'], rows) }
    },
  )
}

const COLUMNS = ['id', 'time', 'event', 'outcome', 'status', 'ms', 'reason', 'answer', 'next try']

const cells = (one: Attempt): unknown[] => [
  one.id,
  one.started_at,
  one.event,
  one.outcome,
  one.status,
  one.duration_ms,
  one.reason,
  one.response?.replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS) || null,
  one.next_at,
]

function addTest(webhook: Command, call: Call): void {
  action(
    webhook
      .command('test')
      .description('send a test event and say what came of it')
      .argument('<id>', 'the endpoint', idOption),
    call,
    async (open, id: number) => {
      const endpoint = await namedEndpoint(open, id)
      const { event_id } = await doAction(open, endpoint.church.slug, sendTest, { id })
      const patience = open.config.webhookTimeout * 1000 + PATIENCE_MS
      const attempt = await firstAttempt(open.database.read, endpoint, event_id, patience)
      if (attempt === undefined) {
        const text = `The test event ${event_id} is queued; it is sent as soon as a server runs.`
        return { json: { event_id, attempt: null }, text }
      }
      const { outcome, status, reason, duration_ms } = attempt
      const what = outcome === 'delivered' ? `answered ${status}` : reason
      const text = `${outcome === 'delivered' ? 'Delivered' : 'Failed'} after ${duration_ms} ms: ${what} (${event_id}).`
      return { json: { event_id, attempt }, text, code: outcome === 'delivered' ? 0 : 1 }
    },
  )
}

async function firstAttempt(
  read: Db,
  endpoint: Endpoint,
  event_id: string,
  patience: number,
): Promise<Attempt | undefined> {
  for (let waited = 0; waited < patience; waited += LOOK_MS) {
    const [attempt] = await listAttempts(read, endpoint, { event_id })
    if (attempt !== undefined) return attempt
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
  return undefined
}

function addDeliveries(webhook: Command, call: Call): void {
  action(
    webhook
      .command('deliveries')
      .description('show the log of an endpoint, newest first (kept 30 days)')
      .argument('<id>', 'the endpoint', idOption)
      .option('--failed', 'only attempts that did not succeed')
      .option('--event <id>', 'only attempts of this event')
      .option('--limit <number>', 'attempts at most, 50 by default', idOption),
    call,
    async (open, id: number, options: { failed?: boolean; event?: string; limit?: number }) => {
      const { failed, event, limit } = options
      const endpoint = await namedEndpoint(open, id)
      const deliveries = await listAttempts(open.database.read, endpoint, { failed, event_id: event, limit })
      return { json: { deliveries }, text: table(COLUMNS, deliveries.map(cells)) }
    },
  )
}

interface RedeliverOptions {
  endpoint?: number
  since?: string
}

function addRedeliver(webhook: Command, call: Call): void {
  action(
    webhook
      .command('redeliver')
      .description('send an event again, or everything that an endpoint did not get since a moment')
      .argument('[delivery]', 'id of a delivery, as "webhook deliveries" shows it')
      .option('--endpoint <id>', 'the endpoint, with --since', idOption)
      .option('--since <time>', 'such as 2026-11-21T08:00:00Z, with --endpoint')
      .addHelpText(
        'after',
        '\nExamples:\n  sexton webhook redeliver dlv_123_5\n  sexton webhook redeliver --endpoint 7 --since 2026-11-21T08:00:00Z',
      ),
    call,
    async (open, delivery: string | undefined, { endpoint: id, since }: RedeliverOptions) => {
      if (delivery !== undefined && since === undefined) return await again(open, delivery)
      if (delivery !== undefined || id === undefined || since === undefined) {
        throw new CommandError('Name either a delivery, or --endpoint and --since.')
      }
      if (parseTimestamp(since) === null) throw new CommandError('--since must be a time such as 2026-11-21T08:00:00Z.')
      const { church } = await namedEndpoint(open, id)
      const { redelivered } = await doAction(open, church.slug, redeliverSince, { id, since })
      return { json: { redelivered }, text: `${redelivered} events are being sent to endpoint ${id} again.` }
    },
  )
}

/** @throws ApiError `not_found` */
async function again(open: Open, delivery: string): Promise<Result> {
  const found = await findLogged(open.database.read, delivery)
  if (found === undefined) {
    const message = `There is no delivery "${delivery}" in the log, or its event is no longer kept. Take an id from "sexton webhook deliveries ID".`
    throw new ApiError('not_found', { message })
  }
  const { church } = await namedEndpoint(open, found.endpoint_id)
  const { event_id, endpoint_id } = await doAction(open, church.slug, redeliver, { delivery })
  const text = `Event ${event_id} is being sent to endpoint ${endpoint_id} again.`
  return { json: { event_id, endpoint_id }, text }
}
