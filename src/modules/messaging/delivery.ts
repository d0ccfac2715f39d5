/** Hands one message to its provider, again after a passing failure, and says what became of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, NO_CHURCH } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import type { Network } from '../../outgoing/request.ts'
import type { Vault } from '../../vault.ts'
import { type Outcome, UNKNOWN_OUTCOME } from './outcomes.ts'
import type { Outbound, SendResult } from './provider.ts'
import type { OpenAccount } from './provider-accounts.ts'
import type { WaitingMessage } from './tasks.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** What delivering needs. */
export interface Means {
  database: Database
  network: Network
  vault: Vault
  baseUrl: string
  /** Aborted when the server ends: no further try is begun. */
  stop: AbortSignal
}

/** For whom and how, and until when a try may begin, as performance.now() has it. */
export interface Order {
  church: EventChurch
  accounts: readonly OpenAccount[]
  until: number
}

const TIMEOUT_MS = 10_000
const TRIES = 3
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** A message that was not sent. @param error a code and, after a colon, what was said */
export const failure = (message_id: number, error: string): Outcome => ({
  message_id,
  status: 'failed',
  provider: null,
  provider_id: null,
  error,
})

/** Sends one message, or to each device of a person; never throws for what a provider does. */
export async function deliver(means: Means, order: Order, message: WaitingMessage): Promise<Outcome> {
  if (message.channel === 'push') return await push(means, order, message)
  const [account] = order.accounts
  if (account === undefined) return failure(message.id, 'no_provider')
  return outcomeOf(message.id, account, await attempts(means, order, account, message, message.to))
}

function outcomeOf(message_id: number, { provider }: OpenAccount, result: SendResult): Outcome {
  if (result.taken) {
    return { message_id, status: 'sent', provider: provider.name, provider_id: result.provider_id, error: null }
  }
  const { code, detail } = result
  return { ...failure(message_id, detail === '' ? code : `${code}: ${detail}`), provider: provider.name }
}

async function attempts(
  means: Means,
  order: Order,
  account: OpenAccount,
  message: WaitingMessage,
  to: string,
): Promise<SendResult> {
  const outbound = outboundOf(means, order.church, account, message, to)
  for (let number = 1; ; number += 1) {
    const result = await attempt(account, outbound, means.network)
    if (result.taken || result.kind !== 'passing' || number === TRIES) return result
    const pause = Math.max(PAUSE_MS * number, (result.retryAfter ?? 0) * 1000)
    if (pause > LONGEST_PAUSE_MS || performance.now() + pause > order.until) return result
    const rested = await sleep(pause, true, { signal: means.stop }).catch(() => false)
    if (!rested) return result
  }
}

/** A fault of a provider's file is not the message's: whether it was sent is then unknown. */
async function attempt({ provider, values }: OpenAccount, outbound: Outbound, network: Network): Promise<SendResult> {
  try {
    return await provider.send(outbound, { values }, network)
  } catch (error) {
    return { taken: false, kind: 'unknown', code: UNKNOWN_OUTCOME, detail: error instanceof Error ? error.name : '' }
  }
}

function outboundOf(
  { vault, baseUrl }: Means,
  church: EventChurch,
  { callback, provider }: OpenAccount,
  message: WaitingMessage,
  to: string,
): Outbound {
  const { id, channel, subject, body } = message
  return {
    church: { id: church.id, slug: church.slug, name: church.name },
    message_id: id,
    channel,
    to,
    subject,
    body,
    unsubscribe_url: channel === 'email' ? unsubscribeUrl(vault, baseUrl, church.id, id) : null,
    callback_url: provider.receive === undefined || !baseUrl.startsWith('https:') ? null : `${baseUrl}${callback}`,
    timeout: TIMEOUT_MS,
  }
}

interface Device {
  id: number
  kind: string
  address: string
}

/** Sent when one device at least took it. A device that is gone for good is forgotten. */
async function push(means: Means, order: Order, message: WaitingMessage): Promise<Outcome> {
  const { database } = means
  const devices = await database.read.all<Device>(sql`select id, kind, address from devices
    where church_id = ${order.church.id} and person_id = ${message.person_id} order by id`)
  const outcomes = await Promise.all(
    devices.map(async ({ id, kind, address }) => {
      const account = order.accounts.find(({ provider }) => provider.name === kind)
      if (account === undefined) return failure(message.id, `no_provider: none for devices of the kind ${kind}`)
      const result = await attempts(means, order, account, message, address)
      if (!result.taken && result.gone) await forgetDevice(database, order.church.id, id)
      return outcomeOf(message.id, account, result)
    }),
  )
  const best =
    outcomes.find(({ status }) => status === 'sent') ?? outcomes.find(({ error }) => error?.startsWith(UNKNOWN_OUTCOME))
  return best ?? outcomes[0] ?? failure(message.id, 'no_address')
}

const forgetDevice = (database: Database, church: number, id: number): Promise<number> =>
  database.write(NO_CHURCH, tx => tx.run(sql`delete from devices where church_id = ${church} and id = ${id}`))
