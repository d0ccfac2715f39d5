/** Whom a row means that says nothing but a name: who surely, who perhaps, and what somebody decided. */
import type { Db } from '../db/database.ts'
import { fold } from '../lib/fold.ts'
import type { Church } from './caller.ts'

/** Somebody on record whom a name may mean. */
export interface NamedPerson {
  id: number
  branch_id: number
  member_no: string
  name: string
  branch: string
}

/** What a name leads to. */
export interface NameMatch {
  /** True where it is the full name of one person, and nobody else has it. */
  sure: boolean
  /** Who may be meant, likeliest first. */
  may: NamedPerson[]
}

/** What somebody decided of the names of a file. */
export interface NameDecisions {
  /** Whether who surely is meant is taken. */
  match: boolean
  /** By name (`nameKey`): the member number of who is meant, or '' for nobody. */
  said: Readonly<Record<string, string>>
}

/** How an importer finds people by their names. */
export interface MatchedByName {
  /** The column that holds the name. */
  target: string
  /** Columns that name them better: where one of these says something the name is not looked at. */
  unless: readonly string[]
  /** Whether a row of an open name goes in with the name alone; else it is refused. */
  keeps: boolean
  /** @returns by `nameKey`; names that lead to nobody are not in it */
  find(db: Db, church: Church, names: readonly string[]): Promise<Map<string, NameMatch>>
}

/** A name of which nobody has decided who is meant. */
export interface OpenName {
  /** As the file has it. */
  name: string
  rows: number
  may: NamedPerson[]
}

/** What an import says of names. */
export interface NamesReport {
  /** Rows whose person was found by the name. */
  matched: number
  /** Rows that keep the name only, or are refused, since it may mean several, or somebody whose name is nearly that. */
  open_rows: number
  /** Whether they keep it. */
  keeps: boolean
  /** Names of those; the first hundred, those of most rows first. */
  open: OpenName[]
}

const MOST_OPEN = 100

/** What tells names apart: neither case, diacritics and punctuation, nor which of the words stands first. */
export const nameKey = (text: string): string =>
  fold(text)
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

/** Decisions with their names as they are compared. */
export const keyedNames = ({ match, said }: NameDecisions): NameDecisions => ({
  match,
  said: Object.fromEntries(Object.entries(said).map(([name, number]) => [nameKey(name), number])),
})

/** Later decisions over earlier ones. @returns undefined where nobody said anything */
export function joinNames(
  before: NameDecisions | undefined,
  now: NameDecisions | undefined,
): NameDecisions | undefined {
  if (before === undefined || now === undefined) return now ?? before
  return { match: now.match, said: { ...before.said, ...now.said } }
}

/** Counts names that are open, and says them in the end. */
export class OpenNames {
  readonly #open = new Map<string, OpenName>()
  #matched = 0

  matched(): void {
    this.#matched += 1
  }

  add(name: string, may: NamedPerson[]): void {
    const key = nameKey(name)
    const { rows = 0 } = this.#open.get(key) ?? {}
    this.#open.set(key, { name: this.#open.get(key)?.name ?? name, rows: rows + 1, may })
  }

  report(keeps: boolean): NamesReport {
    const open = [...this.#open.values()].sort((a, b) => b.rows - a.rows)
    const open_rows = open.reduce((sum, { rows }) => sum + rows, 0)
    return { matched: this.#matched, open_rows, keeps, open: open.slice(0, MOST_OPEN) }
  }
}
