/**
 * One round of questions to the payment providers. Each provider is asked beside the others and is left alone for the rest of the
 * round once it could not be reached: one that hangs holds up itself only, and no church longer than one question.
 */
import type { Church } from '../../resource/caller.ts'
import { findChurch } from '../church/churches.ts'
import type { GivingParts } from './parts.ts'

/** Churches at the same time with one provider. */
const AT_ONCE = 4

/** The churches of which something is due with a provider. */
export interface DueOf {
  provider: string
  slugs: string[]
}

/** What is under way with one provider. */
export interface Round {
  provider: string
  now: string
  /** True once it could not be reached: it is then asked nothing more in this round, for no church. */
  silent: boolean
  /** Asks to stop: the service is closing. */
  stop: AbortSignal | undefined
}

export const isOver = ({ silent, stop }: Round): boolean => silent || stop?.aborted === true

/** What a round does. */
interface Doing {
  /** Does what is due of one church. @returns how much it did */
  one(church: Church, round: Round): Promise<number>
  /** Logged where it fails, which stops no other church. */
  failed: string
  stop: AbortSignal | undefined
}

/** Goes through the churches, provider by provider. @returns how much was done */
export async function inRounds(
  parts: Pick<GivingParts, 'read' | 'log' | 'clock'>,
  due: readonly DueOf[],
  doing: Doing,
): Promise<number> {
  const now = parts.clock.now().toISOString()
  const counts = due.map(({ provider, slugs }) =>
    goThrough(parts, [...slugs], { provider, now, silent: false, stop: doing.stop }, doing),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

async function goThrough(
  parts: Pick<GivingParts, 'read' | 'log'>,
  slugs: string[],
  round: Round,
  { one, failed }: Doing,
): Promise<number> {
  let done = 0
  const worker = async (): Promise<void> => {
    for (let slug = slugs.shift(); slug !== undefined && !isOver(round); slug = slugs.shift()) {
      try {
        const church = await findChurch(parts, slug)
        // Read after the wait: others count meanwhile.
        const more = church === undefined ? 0 : await one(church, round)
        done += more
      } catch (error) {
        parts.log.warn({ err: error, church: slug }, failed)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done
}
