/**
 * The history of a person: who changed what of their record, and when. Events are kept thirty days only, so it has a
 * table of its own, written in the transaction of the change. Additions are not in it: the record itself tells of them.
 */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Caller } from '../../resource/caller.ts'
import { personPrinter } from './fields.ts'

/** What may happen to a person's record. */
export type HistoryKind =
  | 'updated'
  | 'tag_added'
  | 'tag_removed'
  | 'removed'
  | 'restored'
  | 'merged'
  | 'merged_away'
  | 'forgotten'

/** Who did it: an API key, somebody in the console, the command line, or the person themselves by a reply or a link. */
export interface Author {
  kind: 'key' | 'user' | 'command_line' | 'person'
  /** Name of the key or of the user. */
  name: string | null
}

const COMMAND_LINE: Author = { kind: 'command_line', name: null }
export const THEMSELVES: Author = { kind: 'person', name: null }

/** Who asks, as the history names them. */
export function authorOf({ by }: Caller): Author {
  switch (by.kind) {
    case 'key':
      return { kind: 'key', name: by.key.name }
    case 'person':
      return { kind: 'user', name: by.name }
    case 'command':
      return COMMAND_LINE
    default:
      return THEMSELVES
  }
}

/** A line of a history, as it is kept. */
export interface HistoryLine {
  kind: HistoryKind
  /** By field, what it was and what it became, printed; none but for `updated`. */
  changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
  /** Of `tag_added` and `tag_removed`. */
  tag: string | null
}

interface Entry {
  /** Of whom; of several where the same befell them. */
  person: number | readonly number[]
  kind: HistoryKind
  by: Author
  /** JSON text of an object: by field, the printed values `[before, after]`. */
  changes?: string
  tag?: string
  /** The other record of a merge. */
  other?: number
}

/** Adds a line to the history of a person, or of each of several. It travels with the change's other statements: nobody waits for it. */
export function keepHistory(tx: Tx, church: number, { person, kind, by, changes, tag, other }: Entry): void {
  const people = typeof person === 'number' ? [person] : person
  tx.send(sql`insert into person_history
      (church_id, person_id, kind, by_kind, by_name, changes, tag, other_id, created_at)
    select ${church}, person.id, ${kind}, ${by.kind}, ${by.name}, ${changes ?? '{}'}::jsonb, ${tag ?? null}::text,
      ${other ?? null}::bigint, ${tx.now}::timestamptz
    from unnest(${idArray(people)}) with ordinality as person (id, at) order by person.at`)
}

/** Said by other fields, or by the line itself. */
const LEFT_OUT = ['updated_at', 'deleted_at', 'full_name']

/** What differs between two states of a person, as `changes` of a line; custom fields one by one. */
export function changesBetween(before: TextRow, after: TextRow): string {
  const parts = personPrinter
    .changes(before, after)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .flatMap(([name, old, fresh]) => (name === 'custom' ? customParts(old, fresh) : [[name, old, fresh] as const]))
  return `{${parts.map(([name, old, fresh]) => `${JSON.stringify(name)}:[${old},${fresh}]`).join(',')}}`
}

function customParts(before: string, after: string): [name: string, before: string, after: string][] {
  const [old, fresh] = [before, after].map(text => JSON.parse(text) as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ]
  const print = (value: unknown): string => JSON.stringify(value ?? null)
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .map((key): [string, string, string] => [`custom.${key}`, print(old[key]), print(fresh[key])])
    .filter(([, one, other]) => one !== other)
}
