/** What becomes of each field when two records are merged: the kept one's values stay, its empty fields are filled. */
import type { Person } from '../api-types.ts'
import { comparedFields } from './person-words.ts'

/** One field of two records. */
export interface MergeRow {
  name: string
  kept: unknown
  removed: unknown
  /** `same` in both; `filled` from the removed record; `stays`: they differ; `off`: who opted out stays out. */
  outcome: 'same' | 'filled' | 'stays' | 'off'
}

const missing = (value: unknown): boolean => value === null || value === undefined

const OPT_INS = ['sms_opt_in', 'email_opt_in', 'whatsapp_opt_in']

/** Every field that either has. */
export function mergeRows(kept: Person, removed: Person): MergeRow[] {
  const [ours, theirs] = [comparedFields(kept), comparedFields(removed)]
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .map(name => ({ name, kept: ours.get(name), removed: theirs.get(name) }))
    .filter(row => !missing(row.kept) || !missing(row.removed))
    .map(row => ({ ...row, outcome: outcomeOf(row) }))
}

function outcomeOf({ name, kept, removed }: Omit<MergeRow, 'outcome'>): MergeRow['outcome'] {
  if (JSON.stringify(kept) === JSON.stringify(removed)) return 'same'
  if (OPT_INS.includes(name)) return kept === true ? 'off' : 'stays'
  return missing(kept) ? 'filled' : 'stays'
}
