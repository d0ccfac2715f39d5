/** What was typed and is not saved yet: kept on this device until it is, also over a closed tab or a sign-in (`session/kept-drafts.ts`). */

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

/** The fields that differ from what the form began with. */
export function changesOf<Values extends object>(base: Values, values: Values): Partial<Values> {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name as keyof Values]),
  )
  return Object.fromEntries(changed) as Partial<Values>
}
