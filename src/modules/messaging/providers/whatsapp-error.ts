/** What Meta says went wrong, in an answer or in a callback. */
import { objectOf, textOf } from '../../../outgoing/answer-text.ts'

/** More than 24 hours have passed since the recipient last wrote. */
export const WINDOW_CLOSED = 131047

/** One line about an error object of the Graph API; for a closed window one that says what to do. */
export function describeError({ code, title, message, error_data }: Record<string, unknown>): string {
  if (code === WINDOW_CLOSED) {
    return `${code} This person has not written to you on WhatsApp in the last 24 hours, so WhatsApp takes no free text to them.`
  }
  const [said, details] = [textOf(message) ?? textOf(title), textOf(objectOf(error_data)?.details)]
  // Meta begins most messages with the code itself: "(#131026) Message undeliverable".
  const plain = said?.replace(`(#${code})`, '').trim()
  return [code, plain, details && details !== plain ? `(${details})` : undefined].filter(Boolean).join(' ')
}
