/** webhook listen: shows events as they happen, and forwards them, signed, to an address of this machine. */
import type { Command } from 'commander'
import { resolve } from '../outgoing/resolve.ts'
import { type Followed, follow } from '../webhooks/listen.ts'
import { Outlet } from '../webhooks/outlet.ts'
import { headersOf, newSecret } from '../webhooks/sign.ts'
import { action, type Call } from './command.ts'
import { saidToReader } from './reader-gone.ts'

/** Adds the command. It ends with Ctrl-C. */
export function addWebhookListen(webhook: Command, call: Call): void {
  action(
    webhook
      .command('listen')
      .description('show events as they happen; with --forward, post them signed to an address of this machine')
      .requiredOption('--church <slug>', 'the church')
      .option('--forward <url>', 'such as http://localhost:4000/hooks')
      .option('--secret <secret>', 'what to sign with; a new one by default'),
    call,
    async (
      { database, config, church, stop },
      options: { church: string; forward?: string; secret?: string; json?: boolean },
    ) => {
      const { id } = await church(options.church)
      const secret = options.secret ?? newSecret()
      const forward =
        options.forward === undefined ? undefined : forwarder(options.forward, secret, config.webhookTimeout)
      const note = (text: string): void => void process.stderr.write(`${text}\n`)
      const begun = (): void => {
        note(`Listening to ${options.church}. Ctrl-C ends it.`)
        if (forward !== undefined) note(`Forwarding to ${options.forward}, signed with ${secret}`)
      }
      let events = 0
      for await (const event of follow(database, id, stop, begun)) {
        events += 1
        const said = options.json ? `${event.body}\n` : `${event.event}  ${event.id}\n${pretty(event.body)}\n`
        if (!(await saidToReader(said))) break
        if (forward !== undefined) note(`  → ${await forward(event, events)}`)
      }
      return { json: { events }, text: `${events} events.` }
    },
  )
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

type Forward = (event: Followed, serial: number) => Promise<string>

function forwarder(url: string, secret: string, seconds: number): Forward {
  const outlet = new Outlet(url, { connections: 1, proxy: '', allowLoopback: true, timeout: seconds * 1000, resolve })
  return async ({ id, event, body }, serial) => {
    const message = { attempt: `dlv_listen_${serial}`, event_id: id, event, body }
    const { status, reason } = await outlet.post(headersOf(message, [secret], Math.floor(Date.now() / 1000)), body)
    return reason ?? `answered ${status}`
  }
}
