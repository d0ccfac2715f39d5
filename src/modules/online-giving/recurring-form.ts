/** What a giver chooses who wants to give again and again. */
import type { Frequency } from '../../lib/periods.ts'
import { msg } from '../../texts/language.ts'

/** `charge`: the provider is asked to pay it each time. `remind`: the giver gets a link each time. */
export const MODES = ['charge', 'remind'] as const
export type Mode = (typeof MODES)[number]

/** What the giver chose beside a gift. */
export interface RecurringForm {
  frequency: Frequency
  mode: Mode
  /** The last day on which it may fall due; null for none. */
  ends_on: string | null
}

/** What givers agree to, as it stands on the form. */
export const CONSENT = msg(
  'I allow {church} to charge the payment method that I use now for each of these gifts, until I change or stop them. I can do that at any time with the link that I get by email.',
)
