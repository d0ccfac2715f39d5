/** What tests of message providers share: a message, a result in short, and time that passes when it is told to. */
import type { TestContext } from 'node:test'
import type { Outbound, SendResult } from '../../src/modules/messaging/provider.ts'
import { ENGLISH } from '../../src/texts/language.ts'

const TIMEOUT_MS = 60_000

export const MESSAGE: Outbound = {
  church: { id: 7, slug: 'grace', name: 'Grace Church' },
  message_id: 42,
  channel: 'email',
  to: 'ada@example.org',
  subject: 'Sunday',
  body: 'We meet at ten.\n.\nGrüße',
  unsubscribe_url: null,
  language: ENGLISH,
  callback_url: 'https://sexton.example.org/callback',
  timeout: TIMEOUT_MS,
}

/** What the core decides by. */
export const short = (result: SendResult): string => (result.taken ? 'taken' : `${result.kind} ${result.code}`)

/** A server that closes when the test ends. */
export async function closing<T extends { close(): Promise<void> }>(t: TestContext, starting: Promise<T>): Promise<T> {
  const server = await starting
  t.after(() => server.close())
  return server
}

/** Lets the message's time pass once `reached` says so; the time itself is not waited for. */
export async function afterTimeout(
  t: TestContext,
  send: () => Promise<SendResult>,
  reached: () => Promise<unknown>,
): Promise<SendResult> {
  const pass = holdTimers(t)
  const sending = send()
  await reached()
  pass()
  return sending
}

const LONG_MS = 10_000

// Timers of ten seconds or more wait until the returned function lets their time pass; shorter ones run as always.
// MockTimers of Node 20 loses timers when one among several is cleared.
function holdTimers(t: TestContext): () => void {
  const held = new Map<unknown, () => void>()
  const { setTimeout, clearTimeout } = globalThis
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => {
    if (ms < LONG_MS) return setTimeout(run, ms)
    const timer = { unref: () => timer }
    held.set(timer, run)
    return timer
  })
  t.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout | undefined) => {
    if (!held.delete(timer)) clearTimeout(timer)
  })
  return () => {
    for (const run of held.values()) run()
  }
}
