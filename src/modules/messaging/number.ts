/** Phone numbers as providers spell them: some want E.164 without its plus, and send it so. */

/** `+2348012345678` as `2348012345678`. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '')

/**
 * `2348012345678` as `+2348012345678`; what is no international number, such as a short code or a sender's name, stays.
 * A plus that was not escaped in a form has become a space.
 */
export function withPlus(number: string): string {
  const trimmed = number.trim()
  return /^[1-9]\d{7,14}$/.test(trimmed) ? `+${trimmed}` : trimmed
}
