/** What Paystack says of a payment that was declined, whoever tells of it: an answer, a callback or a question. */
import type { Decline } from '../provider.ts'

/** What banks say, in Paystack's words, of cards that are not to be tried again. */
const HARD =
  /lost|stolen|pick.?up|expired card|restricted card|no (card|account|savings|checking|credit)|invalid card|closed|not permitted to cardholder|blocked|do not retry|authorization code|no longer active/i
/** The giver took their consent back. */
const REVOKED = /customer has (removed|cancelled)|revo(ked|cation)/i
const GIVER = /authenticat|\botp\b|\bpin\b|3-?d/i

/** Whether a card may be tried again. */
export function declineOf(words: string): Decline {
  if (REVOKED.test(words)) return 'revoked'
  if (HARD.test(words)) return 'hard'
  return GIVER.test(words) ? 'giver' : 'soft'
}
