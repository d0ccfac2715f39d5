/** One request to the console's server: envelope, refusals, step-up. */
import type { Said } from '../../../src/texts/said.ts'
import { refusalTexts } from '../texts/load-language.ts'
import { t } from '../texts/t.ts'
import { type Address, type Answer, own } from './addresses.ts'
import { Refusal, Unreachable } from './refusal.ts'
import { confirmIdentity } from './step-up.ts'

interface RequestOptions {
  body?: unknown
  /** One for each filled-in form, so that a second press never doubles. */
  idempotencyKey?: string
  /** The id of who typed it, where that was earlier: the server refuses it from anybody else. */
  typedBy?: string
  signal?: AbortSignal
}

interface Envelope {
  ok?: boolean
  data?: unknown
  meta?: unknown
  error?: string
  message?: string
  errors?: Record<string, string>
  said?: Said
}

type Listener = () => void
let signedOut: (typedBy?: string) => void = () => undefined

/** Names what happens when the server says that nobody is signed in, or that it is not who typed what was sent (their id). */
export function onSignedOut(listener: (typedBy?: string) => void): void {
  signedOut = listener
}

let factorWanted: Listener = () => undefined

/** Names what happens when the church wants a second factor first. */
export function onFactorWanted(listener: Listener): void {
  factorWanted = listener
}

/** Whoever asks who is signed in is told that nobody is, and nothing follows. */
const SESSION = own('GET /session').path

/**
 * Sends a request below `/console/api`.
 * @throws Refusal when the server refuses, Unreachable when no answer comes
 */
export async function request<Data, Meta>(
  address: Address<Data, Meta>,
  options: RequestOptions = {},
): Promise<Answer<Data, Meta>> {
  try {
    return await once(address, options)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'step_up_required' && (await confirmIdentity())) return await once(address, options)
    if (error.code === 'second_factor_required' || error.code === 'church_inactive') factorWanted()
    if (error.status === 401 && address.path !== SESSION) signedOut(options.typedBy)
    throw error
  }
}

async function once<Data, Meta>(address: Address<Data, Meta>, options: RequestOptions): Promise<Answer<Data, Meta>> {
  const response = await send(address, options)
  const envelope = await read(response)
  if (response.ok && envelope.ok !== false) return { data: envelope.data as Data, meta: envelope.meta as Meta }
  // That nobody is signed in is no refusal that is shown.
  if (address.path !== SESSION) await refusalTexts()
  const message = envelope.message ?? t('The server answered with an error ({status}).', { status: response.status })
  throw new Refusal(response.status, envelope.error ?? 'unknown', message, envelope.errors, {
    said: envelope.said,
    path: address.path,
  })
}

async function send(
  { method, path }: Address<unknown>,
  { body, idempotencyKey, typedBy, signal }: RequestOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (typedBy !== undefined) headers['sexton-person'] = typedBy
  const sent = { method, headers, credentials: 'same-origin', ...(signal && { signal }) } as const
  try {
    return await fetch(`/console/api${path}`, { ...sent, ...(body !== undefined && { body: JSON.stringify(body) }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Unreachable(error)
  }
}

/** A proxy in between may answer with a page; that is an envelope without anything in it. */
async function read(response: Response): Promise<Envelope> {
  const text = await response.text().catch((error: unknown) => {
    throw new Unreachable(error)
  })
  try {
    return JSON.parse(text) as Envelope
  } catch {
    if (response.ok) throw new Unreachable('not JSON')
    return {}
  }
}
