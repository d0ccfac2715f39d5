/**
 * What a browser is asked to do before a gift is begun while many are. The challenge is signed and holds for one form as
 * it was filled in, so nothing is kept of it, and one answer begins one gift: the same form again is the same gift.
 */
import { proves } from '../../lib/proof-of-work.ts'
import type { Vault } from '../../vault.ts'
import type { Demand } from './crowd.ts'

/** A challenge as the form carries it, and what was answered. */
export interface Answered {
  challenge: string
  answer: string
}

/** A challenge for the page. */
export interface Challenge {
  /** As the form carries it. */
  challenge: string
  /** What the work is done on. */
  text: string
  bits: number
  /** Until it is enough to have waited. */
  seconds: number
}

const USE = 'giving challenge'
/** How long a challenge may be answered. */
export const LIFETIME_SECONDS = 3_600

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1_000)

/** @param subject what it is for: church and form */
export function issue(vault: Vault, subject: string, { bits, seconds }: Demand, now: Date): Challenge {
  const issued = secondsOf(now)
  const text = vault.sign(USE, `${subject}/${bits}/${issued}`)
  return { challenge: `${bits}.${issued}.${text}`, text, bits, seconds }
}

/** What a challenge that came back is worth. */
type Verdict =
  | { kind: 'answered' }
  /** It is ours and not answered: the wait may go on. */
  | { kind: 'waiting'; challenge: Challenge }
  /** It is none of ours, for another form, or too old. */
  | { kind: 'none' }

/** Whether the work itself was done, however long it took. */
export const isAnswered = (vault: Vault, subject: string, answered: Answered, now: Date): boolean =>
  judge(vault, { subject, ...answered }, { bits: 0, seconds: Number.POSITIVE_INFINITY }, now).kind === 'answered'

/** Judges what came back. @param demand what is asked by now: only its wait counts, the work is as it was set */
export function judge(
  vault: Vault,
  { subject, challenge, answer }: Answered & { subject: string },
  { seconds }: Demand,
  now: Date,
): Verdict {
  const [, digits = '', moment = '', text = ''] = /^(\d{1,2})\.(\d{1,12})\.([\w-]{24})$/.exec(challenge) ?? []
  const [bits, issued] = [Number(digits), Number(moment)]
  const age = secondsOf(now) - issued
  const isOurs = text !== '' && vault.verify(USE, `${subject}/${bits}/${issued}`, text)
  if (!isOurs || age < 0 || age > LIFETIME_SECONDS) return { kind: 'none' }
  if (proves(text, answer, bits) || age >= seconds) return { kind: 'answered' }
  return { kind: 'waiting', challenge: { challenge, text, bits, seconds: seconds - age } }
}
