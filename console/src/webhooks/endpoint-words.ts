/** Endpoints and attempts as people read them. */
import { wordOf } from '../formats/words.ts'
import { inWords, t } from '../texts/t.ts'

/** What it is called: what it is for, else where it is. */
export const nameOf = ({ description, url }: { description: string | null; url: string }): string =>
  description ?? new URL(url).host

/** A subscription as people read it: one to all events is a lone `*`. */
export const patternWords = (pattern: string): string => (pattern === '*' ? t('everything') : pattern)

const STATES: Record<string, string> = {
  active: t('endpoint|Active'),
  paused: t('endpoint|Paused'),
  off: t('endpoint|Switched off'),
}

/** The state of an endpoint in a word. */
export const endpointState = (status: string): string => STATES[status] ?? wordOf(status)

/** Why an endpoint is not active, as a sentence. */
export function pauseReason(status: string, reason: string | null): string {
  if (status === 'off') return t('It is switched off: events are not held for it.')
  if (reason === 'failures') return t('It was paused because too many attempts failed in a row. Events are held.')
  if (reason === 'gone') return t('It was paused because the receiver answered 410 Gone. Events are held.')
  return t('It was paused by hand. Events are held.')
}

/** How the last 24 hours went. */
export function dayWords({ delivered, failed }: { delivered: number; failed: number }): string {
  if (delivered + failed === 0) return t('Nothing sent in 24 hours')
  if (failed === 0) return t('{delivered, number} delivered in 24 hours', { delivered })
  return t('{delivered, number} delivered, {failed, plural, one {# attempt} other {# attempts}} failed in 24 hours', {
    delivered,
    failed,
  })
}

const OUTCOMES: Record<string, string> = {
  delivered: t('Delivered'),
  retrying: t('Failed, will be retried'),
  failed: t('Failed, no more retries'),
  discarded: t('Discarded'),
}

/** What became of an attempt, in a sentence. */
export function outcomeWords(attempt: { outcome: string; status: number | null; reason: string | null }): string {
  const { outcome, status, reason } = attempt
  const why =
    reason === null ? (status === null ? '' : t('answered {status}', { status: String(status) })) : inWords(reason)
  const what = OUTCOMES[outcome] ?? wordOf(outcome)
  return why === '' ? what : t('{outcome}: {reason}', { outcome: what, reason: why })
}

/** 1250 is 1.3 s, 87 is 87 ms. */
export const duration = (ms: number): string =>
  ms < 1_000 ? t('{ms, number} ms', { ms }) : t('{s, number, ::.0} s', { s: ms / 1_000 })
