/** What is typed into a dialog: kept in the browser until it is done, where it may be long. */
import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../session/kept-drafts.ts'
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
  const [found, setFound] = useState(() => (key === undefined ? null : readDraft<Kept<Values>>(key)))
  const [{ values, base }, setKept] = useState<Kept<Values>>(found ?? { values: initial, base: initial })
  /** Forgets what is kept, after it was done. */
  const drop = (): void => {
    if (key !== undefined) dropDraft(key)
    setFound(null)
  }
  return {
    values,
    base,
    /** True when what was typed earlier was found again. */
    restored: found !== null,
    change(changed: Partial<Values>): void {
      setKept(before => {
        const kept = { base: before.base, values: { ...before.values, ...changed } }
        if (key !== undefined) keepDraft(key, kept)
        return kept
      })
    },
    drop,
    /** Begins anew: with what there is by now, after it was saved; with what there was, where what was typed is discarded. */
    begin(values: Values): void {
      drop()
      setKept({ values, base: values })
    },
  }
}
