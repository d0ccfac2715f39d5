/** What is typed into a dialog: kept in the browser until it is done, where it may be long. */
import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../session/kept-drafts.ts'
import { useDraftKey } from './use-draft-key.ts'

interface Kept<Values> {
  values: Values
  /** What it began with; after a reload, what it began with then. */
  base: Values
}

/** Where what is typed may not be kept as it is. */
interface Keeping<Values> {
  /** What of it may lie on the device, as it was typed. */
  shown?(values: Values): Values
  /** Whether what was typed upon this goes on: somebody may have said otherwise since. */
  fits?(base: Values): boolean
}

/** @param name what is filled in, such as `people/12`; undefined where nothing is kept */
export function useKeptValues<Values extends object>(
  name: string | undefined,
  initial: Values,
  { shown = values => values, fits = () => true }: Keeping<Values> = {},
) {
  const named = useDraftKey(name ?? '')
  const key = name === undefined ? undefined : named
  const [found, setFound] = useState(() => {
    const kept = key === undefined ? null : readDraft<Kept<Values>>(key)
    if (key === undefined || kept === null) return null
    if (!fits(kept.base)) {
      dropDraft(key)
      return null
    }
    const may = { base: shown(kept.base), values: shown(kept.values) }
    // Kept before that was decided.
    if (JSON.stringify(may) !== JSON.stringify(kept)) keepDraft(key, may)
    return may
  })
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
        if (key !== undefined) keepDraft(key, { base: shown(kept.base), values: shown(kept.values) })
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
