/** What was typed and is not saved yet: kept in the browser until it is, also over a reload or a sign-in. */

/** What is kept of a form. */
export interface Draft<Values> {
  values: Values
  /** What the form began with. */
  base: Values
  /** Sent with the creation, so that a second press never doubles. */
  idempotencyKey: string
  /** What the server said of its fields when it was sent earlier. */
  errors?: Readonly<Record<string, string>>
}

/** Under which a draft is kept. @param user their id @param church its slug @param name what is filled in, such as `people/12` */
export const draftKey = (user: string, church: string, name: string): string => `draft:${user}:${church}:${name}`

/** @returns null where nothing is kept, or what is kept cannot be read */
export function readDraft<Values>(key: string): Draft<Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft<Values> | null
  } catch {
    return null
  }
}

/** Does nothing where the browser keeps nothing. */
export function keepDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be full or forbidden; the form itself still has everything.
  }
}

/** Forgets what is kept. */
export const dropDraft = (key: string): void => sessionStorage.removeItem(key)

/** The fields that differ from what the form began with. */
export function changesOf<Values extends object>(base: Values, values: Values): Partial<Values> {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof Values]),
  )
  return Object.fromEntries(changed) as Partial<Values>
}
