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
  /** A column with a telephone beside the name: whoever has it may be meant, though called otherwise. */
  phone?: {
    target: string
    /** @returns who has each number, by it as the file has it */
    holders(db: Db, church: Church, numbers: readonly string[]): Promise<(number: string) => readonly NamedPerson[]>
  }
}

/** A name of which nobody has decided who is meant. */
export interface OpenName {
  /** As the file has it. */
  name: string
  rows: number
  /** Where they stand in the file; the first ones. */
  lines: number[]
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
/** Lines that are said of a name. */
export const MOST_LINES = 20
/** People who are proposed for a name. */
export const MOST_PROPOSED = 5

/** Each of these people once: those whom a name may mean, and whoever has the telephone beside it. */
export function proposed(...lists: readonly (readonly NamedPerson[])[]): NamedPerson[] {
  const all = new Map(
    lists.flat().map(({ id, branch_id, member_no, name, branch }) => [id, { id, branch_id, member_no, name, branch }]),
  )
  return [...all.values()].slice(0, MOST_PROPOSED)
}

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

  add(name: string, line: number, may: readonly NamedPerson[]): void {
    const key = nameKey(name)
    const one = this.#open.get(key) ?? { name, rows: 0, lines: [], may: [] }
    one.rows += 1
    if (one.lines.length < MOST_LINES) one.lines.push(line)
    one.may = proposed(one.may, may)
    this.#open.set(key, one)
  }

  /** The first hundred, those of most rows first. */
  listed(): OpenName[] {
    return [...this.#open.values()].sort((a, b) => b.rows - a.rows).slice(0, MOST_OPEN)
  }

  report(keeps: boolean): NamesReport {
    const open_rows = [...this.#open.values()].reduce((sum, { rows }) => sum + rows, 0)
    return { matched: this.#matched, open_rows, keeps, open: this.listed() }
  }
}
