/** Reads what another service answered: one line for people, JSON whose shape nobody promised. */

const KEPT_CHARACTERS = 300

/** What another server said, as one line that can be kept. */
export const oneLine = (text: string): string =>
  text
    .slice(0, KEPT_CHARACTERS)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

/** A JSON object, or undefined for anything else. */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A value of an answer, if it is an object. */
export const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/** The objects in a value of an answer; none if it is no list. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(objectOf).filter(one => one !== undefined) : []

/** A value of an answer, if it is a text that says something. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
