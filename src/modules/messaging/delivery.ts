/** Hands one message to its provider, again after a passing failure, and says what became of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../db/sql.ts'
import type { EventChurch } from '../../events/record.ts'
import type { Network } from '../../outgoing/request.ts'
import { type Doing, type StepContext, step } from '../../resource/step.ts'
import { languageFor, type Speech } from '../../texts/spoken.ts'
import type { Vault } from '../../vault.ts'
import { type SendOutcome, UNKNOWN_OUTCOME } from './outcomes.ts'
import { addressOf, withLinks } from './personal-links.ts'
import type { Outbound, SendResult } from './provider.ts'
import type { OpenAccount } from './provider-accounts.ts'
import { unitsOf } from './sms-units.ts'
import type { WaitingMessage } from './tasks.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** What delivering needs. */
export interface SendDeps extends Pick<Doing, 'read' | 'take'> {
  network: Network
  vault: Vault
  /** For development: accounts that may name public hosts only may name this machine, too. */
  allowLoopback?: boolean
  /** Public address of the service. */
  baseUrl(): string
  /** The language of churches that have none of their own. */
  speech: Speech
}

/** For whom and how. */
export interface SendContext {
  church: EventChurch
  accounts: readonly OpenAccount[]
  /** Aborted when no further try may begin: the server ends, or whoever asked has waited long enough. */
  over: AbortSignal
  /** Runs one try at the account's pace; undefined when it is over before its turn came. */
  turn(account: OpenAccount, work: () => Promise<SendResult>): Promise<SendResult | undefined>
  /** Lets the account rest, as its provider asked. */
  rest(account: OpenAccount, milliseconds: number): void
  /** Marks the message as handed over, before it is. @returns false for one that may not be sent any more */
  mark(message: number): Promise<boolean>
}

const TIMEOUT_MS = 10_000
/** Whatever a provider's file does, it has ended by then. */
const PATIENCE_MS = 2 * TIMEOUT_MS
const TRIES = 3
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** A message that was not sent. @param error a code and, after a colon, what was said */
export const failure = (message_id: number, error: string): SendOutcome => ({
  message_id,
  status: 'failed',
  provider: null,
  provider_id: null,
  error,
})

/**
 * Sends one message, or to each device of a person; never throws for what a provider does.
 * @returns undefined when it was not handed over, or is no longer to be
 */
export async function deliver(
  deps: SendDeps,
  order: SendContext,
  message: WaitingMessage,
): Promise<SendOutcome | undefined> {
  if (message.channel === 'push') return await push(deps, order, message)
  const [account] = order.accounts
  if (account === undefined) return failure(message.id, 'no_provider')
  const mark = once(() => order.mark(message.id))
  const result = await attempts(deps, order, { account, message, to: message.to, mark })
  const outcome = result && outcomeOf(message.id, account, result)
  if (outcome === undefined || message.channel !== 'sms' || message.links === null) return outcome
  return { ...outcome, units: unitsOf(bodyOf(deps, order.church, message)) }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= work()
    return made
  }
}

function outcomeOf(message_id: number, { provider }: OpenAccount, result: SendResult): SendOutcome {
  if (result.taken) {
    return { message_id, status: 'sent', provider: provider.name, provider_id: result.provider_id, error: null }
  }
  const { code, detail } = result
  return { ...failure(message_id, detail === '' ? code : `${code}: ${detail}`), provider: provider.name }
}

/** A message to one address. */
interface Letter {
  account: OpenAccount
  message: WaitingMessage
  to: string
  mark(): Promise<boolean>
}

/** @returns the last result; undefined when there was no turn for a first try, or the message may not be sent */
async function attempts(deps: SendDeps, order: SendContext, letter: Letter): Promise<SendResult | undefined> {
  const { account, mark } = letter
  const outbound = outboundOf(deps, order.church, letter)
  let last: SendResult | undefined
  for (let number = 1; number <= TRIES; number += 1) {
    let marked = true
    const result = await order.turn(account, async () => {
      marked = await mark()
      return marked ? await attempt(account, outbound, deps) : NOT_MARKED
    })
    if (result === undefined || !marked) return last
    last = result
    if (result.taken || result.kind !== 'passing') return result
    const asked = (result.retryAfter ?? 0) * 1000
    if (asked > 0) order.rest(account, Math.min(asked, LONGEST_PAUSE_MS))
    const pause = Math.max(PAUSE_MS * number, asked)
    if (pause > LONGEST_PAUSE_MS || number === TRIES) return result
    const rested = await sleep(pause, true, { signal: order.over }).catch(() => false)
    if (!rested) return result
  }
  return last
}

const NOT_MARKED: SendResult = { taken: false, kind: 'permanent', code: 'not_marked', detail: '' }

/** A fault of a provider's file is not the message's: whether it was sent is then unknown. */
async function attempt(
  { provider, values, public_only }: OpenAccount,
  outbound: Outbound,
  { network, allowLoopback = false }: SendDeps,
): Promise<SendResult> {
  const late = new AbortController()
  const account = { values, ...(public_only && { publicOnly: { allowLoopback } }) }
  try {
    return await Promise.race([
      provider.send(outbound, account, network),
      sleep(PATIENCE_MS, unknown('the provider did not answer'), { signal: late.signal }),
    ])
  } catch (error) {
    return unknown(error instanceof Error ? error.name : '')
  } finally {
    late.abort()
  }
}

const unknown = (detail: string): SendResult => ({ taken: false, kind: 'unknown', code: UNKNOWN_OUTCOME, detail })

/** What is sent: with the addresses of its links. */
const bodyOf = ({ vault, baseUrl }: SendDeps, church: EventChurch, { body, links }: WaitingMessage): string =>
  withLinks(body, links, one => baseUrl() + addressOf(vault, church.id, one))

function outboundOf(
  deps: SendDeps,
  church: EventChurch,
  { account: { callback, provider }, message, to }: Letter,
): Outbound {
  const { id, channel, subject } = message
  const { vault } = deps
  const root = deps.baseUrl()
  const body = bodyOf(deps, church, message)
  return {
    church: { id: church.id, slug: church.slug, name: church.name },
    message_id: id,
    channel,
    to,
    subject,
    body,
    unsubscribe_url: channel === 'email' ? unsubscribeUrl(vault, root, church.id, id) : null,
    language: languageFor({ ...deps.speech, country: null }, message.language),
    callback_url: provider.receive === undefined || !root.startsWith('https:') ? null : `${root}${callback}`,
    timeout: TIMEOUT_MS,
  }
}

interface Device {
  id: number
  kind: string
  address: string
}

/** Sent when one device at least took it. A device that is gone for good is forgotten. */
async function push(deps: SendDeps, order: SendContext, message: WaitingMessage): Promise<SendOutcome | undefined> {
  const { read, take } = deps
  const devices = await read.all<Device>(sql`select id, kind, address from devices
    where church_id = ${order.church.id} and person_id = ${message.person_id} order by id`)
  if (devices.length === 0) return failure(message.id, 'no_address')
  const mark = once(() => order.mark(message.id))
  const found = await Promise.all(
    devices.map(async ({ id, kind, address }) => {
      const account = order.accounts.find(({ provider }) => provider.name === kind)
      if (account === undefined) return failure(message.id, `no_provider: none for devices of the kind ${kind}`)
      const result = await attempts(deps, order, { account, message, to: address, mark })
      if (result?.taken === false && result.gone) await take(forgetDevice, order.church, id)
      return result && outcomeOf(message.id, account, result)
    }),
  )
  const outcomes = found.filter(one => one !== undefined)
  return (
    outcomes.find(({ status }) => status === 'sent') ??
    outcomes.find(({ error }) => error?.startsWith(UNKNOWN_OUTCOME)) ??
    outcomes[0]
  )
}

const forgetDevice = step({
  name: 'devices.forget',
  by: 'worker',
  unseen: true,
  run: (tx, { church }: StepContext<EventChurch>, id: number) =>
    tx.run(sql`delete from devices where church_id = ${church.id} and id = ${id}`),
})
