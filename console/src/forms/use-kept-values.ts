/** What is typed into a dialog: kept in the browser until it is done, where it may be long. */
import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { useDraftKey } from './use-draft-key.ts'

interface Kept<Values> {
  values: Values
  /** What it began with; after a reload, what it began with then. */
  base: Values
}

/** @param name what is filled in, such as `people/12`; undefined where nothing is kept */
export function useKeptValues<Values extends object>(name: string | undefined, initial: Values) {
  const named = useDraftKey(name ?? '')
  const key = name === undefined ? undefined : named
  const [{ values, base }, setKept] = useState<Kept<Values>>(
    () => (key === undefined ? null : readDraft<Values>(key)) ?? { values: initial, base: initial },
  )
  return {
    values,
    base,
    change(changed: Partial<Values>): void {
      setKept(before => {
        const kept = { base: before.base, values: { ...before.values, ...changed } }
        if (key !== undefined) keepDraft(key, kept)
        return kept
      })
    },
    /** Forgets what is kept, after it was done. */
    drop(): void {
      if (key !== undefined) dropDraft(key)
    },
  }
}
