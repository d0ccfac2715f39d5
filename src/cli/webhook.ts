/** webhook create, list, show, update, pause, resume, rotate, delete. */
import type { Command } from 'commander'
import { type Endpoint, listEndpoints } from '../webhooks/endpoint.ts'
import { createEndpoint, deleteEndpoint, ROTATION_HOURS, rotateSecret, updateEndpoint } from '../webhooks/endpoints.ts'
import { pauseEndpoint, resumeEndpoint, switchOffEndpoint } from '../webhooks/switch-endpoint.ts'
import { type AddCommand, action, type Call, table } from './command.ts'
import { doAction } from './doing.ts'
import { idOption, limitOption, listOption } from './numbers.ts'
import { namedEndpoint } from './webhook-endpoint.ts'
import { addWebhookListen } from './webhook-listen.ts'
import { addWebhookLog } from './webhook-log.ts'

interface CreateOptions {
  church: string
  url: string
  events: string[]
  description?: string
}

export const addWebhook: AddCommand = (webhook, call) => {
  addCreate(webhook, call)
  addShow(webhook, call)
  addChange(webhook, call)
  addSwitch(webhook, call)
  addWebhookLog(webhook, call)
  addWebhookListen(webhook, call)
}

function addCreate(webhook: Command, call: Call): void {
  action(
    webhook
      .command('create')
      .description('add an endpoint; its signing secret is shown once')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--url <url>', 'where events are posted to, by https')
      .requiredOption('--events <names>', 'such as person.created,contribution.*, or * for all', listOption)
      .option('--description <text>', 'what it is for')
      .addHelpText(
        'after',
        '\nExample:\n  sexton webhook create --church grace --url https://example.org/hooks --events "person.*"',
      ),
    call,
    async (open, { church: slug, url, events, description }: CreateOptions) => {
      const made = await doAction(open, slug, createEndpoint, { url, events, description })
      const text = `${made.secret}\n\nEndpoint ${made.id} is active. Keep its secret now: it cannot be shown again.`
      return { json: made, text }
    },
  )
}

function addShow(webhook: Command, call: Call): void {
  action(
    webhook
      .command('list')
      .description('list the endpoints of a church, or of all')
      .option('--church <slug>', 'the church'),
    call,
    async ({ database, church }, { church: slug }: { church?: string }) => {
      const webhooks = await listEndpoints(database.read, slug === undefined ? undefined : (await church(slug)).id)
      const rows = webhooks.map(one => [
        one.id,
        one.church.slug,
        one.status,
        one.waiting,
        one.url,
        one.events.join(','),
      ])
      return { json: { webhooks }, text: table(['id', 'church', 'status', 'waiting', 'url', 'events'], rows) }
    },
  )

  action(
    webhook.command('show').description('show an endpoint and how it goes').argument('<id>', 'the endpoint', idOption),
    call,
    async (open, id: number) => {
      const found = await namedEndpoint(open, id)
      return { json: found, text: describe(found) }
    },
  )
}

function describe(endpoint: Endpoint): string {
  const { church, events, status_reason, ...rest } = endpoint
  const status = `${rest.status}${status_reason === null ? '' : ` (${status_reason})`} since ${rest.status_since}`
  return table(
    ['church', church.slug],
    [
      ['url', rest.url],
      ['description', rest.description],
      ['events', events.join(',')],
      ['status', status],
      ['waiting', rest.waiting],
      ['attempts', `${rest.delivered} delivered, ${rest.failed} failed, ${rest.failures} failed in a row`],
      ['last success', rest.last_success_at],
      ['last failure', rest.last_failure_at],
      ['old secret until', rest.previous_secret_until],
      ['created', rest.created_at],
    ],
  )
}

function addChange(webhook: Command, call: Call): void {
  action(
    webhook
      .command('update')
      .description('change what is named; the next attempt follows')
      .argument('<id>', 'the endpoint', idOption)
      .option('--url <url>', 'where events are posted to')
      .option('--events <names>', 'all events that it receives from now on', listOption)
      .option('--description <text>', 'what it is for; "" for nothing'),
    call,
    async (open, id: number, input: { url?: string; events?: string[]; description?: string }) => {
      const { church } = await namedEndpoint(open, id)
      const { url, events, description } = input
      const changed = await doAction(open, church.slug, updateEndpoint, { id, url, events, description })
      return { json: changed, text: describe(changed) }
    },
  )

  action(
    webhook
      .command('rotate')
      .description('give it a new secret, shown once; the one before stays valid for a time')
      .argument('<id>', 'the endpoint', idOption)
      .option('--hours <number>', `how long the secret before is valid, ${ROTATION_HOURS} by default`, limitOption),
    call,
    async (open, id: number, { hours }: { hours?: number | 'none' }) => {
      const { church } = await namedEndpoint(open, id)
      const rotated = await doAction(open, church.slug, rotateSecret, { id, hours: hours === 'none' ? 0 : hours })
      const until = rotated.previous_secret_until
      const before = until === null ? 'The secret before is void.' : `The secret before is valid until ${until}.`
      return { json: rotated, text: `${rotated.secret}\n\n${before} Keep the new one now: it cannot be shown again.` }
    },
  )

  action(
    webhook
      .command('delete')
      .description('delete an endpoint and what waits for it')
      .argument('<id>', 'the endpoint', idOption),
    call,
    async (open, id: number) => {
      const { url, church } = await namedEndpoint(open, id)
      await doAction(open, church.slug, deleteEndpoint, { id })
      return { json: { id, deleted: true }, text: `Endpoint ${id} (${url}) is deleted.` }
    },
  )
}

function addSwitch(webhook: Command, call: Call): void {
  action(
    webhook
      .command('pause')
      .description('hold its events until it is switched on again')
      .argument('<id>', 'the endpoint', idOption)
      .option('--off', 'switch it off: nothing is held for it, what waits is discarded'),
    call,
    async (open, id: number, { off = false }: { off?: boolean }) => {
      const { slug } = (await namedEndpoint(open, id)).church
      if (!off) {
        const paused = await doAction(open, slug, pauseEndpoint, { id })
        return { json: paused, text: `Endpoint ${id} is paused; its events are held.` }
      }
      const { endpoint, discarded } = await doAction(open, slug, switchOffEndpoint, { id })
      return { json: { ...endpoint, discarded }, text: `Endpoint ${id} is off; ${discarded} waiting events discarded.` }
    },
  )

  action(
    webhook
      .command('resume')
      .description('switch it on; what was held is sent, slowly at first')
      .argument('<id>', 'the endpoint', idOption)
      .option('--discard-held', 'discard what was held; "webhook redeliver --since" can still send it'),
    call,
    async (open, id: number, { discardHeld }: { discardHeld?: boolean }) => {
      const { slug } = (await namedEndpoint(open, id)).church
      const { endpoint, discarded } = await doAction(open, slug, resumeEndpoint, { id, discard: discardHeld })
      const held = discardHeld ? `${discarded} held events discarded` : `${endpoint.waiting} held events are being sent`
      return { json: { ...endpoint, discarded }, text: `Endpoint ${id} is active; ${held}.` }
    },
  )
}
