/** Prints records straight from PostgreSQL's text into JSON, by the declaration. */

import { idArray, type TextRow } from '../db/database.ts'
import { join, raw, type Sql } from '../db/sql.ts'
import { columnOf, type Fields } from './field.ts'
import { atPlace, withPlace } from './in-church.ts'

/** How one kind of record is read and printed. */
export interface Printer<F extends Fields = Fields> {
  /** Select list over the alias `t`, in the order in which `print` expects the row. */
  columns: Sql
  /**
   * The same with the church by its value where columns look something up: a statement is sent to the node of a church only where
   * each of its parts names the church.
   * @param visible for a caller who may see no more than these branches; null for one without a limit
   */
  columnsIn(church: unknown, visible?: readonly number[] | null): Sql
  /** Whether columns look something up: PostgreSQL can return none of that from an insert that goes to another node. */
  looksUp: boolean
  /** Number of columns. */
  width: number
  /** A row of these texts by field, as PostgreSQL would give it; what is not named is null. */
  row(texts: Readonly<Partial<Record<keyof F, string | null>>>): TextRow
  /** A row, from column `at` on, as a JSON object. */
  print(row: TextRow, at?: number): string
  /** The fields, by name, whose printed values differ: `[name, before, after]`, values as JSON. */
  changes(before: TextRow, after: TextRow): [name: string, before: string, after: string][]
  /** The text of one column of a row that begins at `at`. */
  column(row: TextRow, name: keyof F & string, at?: number): string | null
  /** The row with other texts in some columns. */
  replaced(row: TextRow, texts: Readonly<Partial<Record<keyof F, string | null>>>): TextRow
}

type Slot = (row: TextRow, at: number) => string

/**
 * Makes the printer of a declaration.
 * @param fields in the order in which they are printed
 * @param alone true for a single record, false in lists (where `onlyOne` fields are left out)
 */
export function printer<F extends Fields>(fields: F, alone: boolean): Printer<F> {
  const shown = Object.entries(fields).filter(([, { spec }]) => alone || !spec.onlyOne)
  const stored = shown.filter(([, { spec }]) => spec.derived === undefined)
  const position = new Map(stored.map(([name], index) => [name, index]))
  const slots = shown.map(([name, { spec }]): Slot => {
    if (spec.derived !== undefined) {
      const from = spec.derived.from.map(source => place(position, source))
      const { print } = spec.derived
      return (row, at) => print(...from.map(index => row[at + index] ?? null))
    }
    const index = place(position, name)
    const { print } = spec
    return (row, at) => {
      const text = row[at + index]
      return text === null || text === undefined ? 'null' : print(text)
    }
  })
  const names = shown.map(([name]) => name)
  const openings = names.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const select = (visible: readonly number[] | null): Sql => {
    const branches = visible === null ? raw('null') : idArray(visible)
    return join(
      stored.map(([name, { spec }]) => columnOf(name, spec, branches)),
      ', ',
    )
  }
  const columns = select(null)
  const sighted = stored.some(([, { spec }]) => typeof spec.column === 'function')
  const unlimited = withPlace(columns)
  return {
    columns,
    looksUp: unlimited !== columns,
    columnsIn: (church, visible = null) =>
      atPlace(visible === null || !sighted ? unlimited : withPlace(select(visible)), church),
    width: stored.length,
    row: texts => stored.map(([name]) => texts[name] ?? null),
    print(row, at = 0) {
      let out = ''
      for (let index = 0; index < slots.length; index += 1) out += openings[index]! + slots[index]!(row, at)
      return `${out}}`
    },
    changes(before, after) {
      return names
        .map((name, index): [string, string, string] => [name, slots[index]!(before, 0), slots[index]!(after, 0)])
        .filter(([, old, fresh]) => old !== fresh)
    },
    column: (row, name, at = 0) => row[at + place(position, name)] ?? null,
    replaced(row, texts) {
      const changed = [...row]
      for (const name in texts) changed[place(position, name)] = texts[name] ?? null
      return changed
    },
  }
}

function place(position: Map<string, number>, name: string): number {
  const index = position.get(name)
  if (index === undefined) throw new Error(`The declaration has no stored field "${name}".`)
  return index
}
