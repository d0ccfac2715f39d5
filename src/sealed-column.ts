/**
 * Columns whose values the vault has sealed. The vault seals for a declared column alone, so that whatever is stored sealed is
 * known here: a church that moves takes it along, and `vault reseal` turns it over to another key.
 */

declare const brand: unique symbol

/** What a value is sealed for; only a declared column gives one. */
export type SealedFor = string & { readonly [brand]: true }

/** A row with what `use` needs of it, by column. */
type Row = Readonly<Record<string, unknown>>

interface Declared {
  table: string
  column: string
  /** Whether a stored value was never sealed. */
  isPlain?(stored: string): boolean
  /** The row stands without a value: not every one has it, and where secrets stay behind it is null. */
  optional?: true
  /** A new value where an archive has none; without it the row stays behind, unless it is optional. */
  fresh?(): string
}

/** A column whose values the vault has sealed. */
export interface SealedColumn extends Declared {
  /** What the value is sealed for, as the vault wants it. */
  use(row: Row): SealedFor
}

const all: SealedColumn[] = []

/** Declares a column. Its module says it in `archive.sealed`. @param use what a value is sealed for */
export function sealedColumn({ use, ...declared }: Declared & { use(row: Row): string }): SealedColumn {
  const column: SealedColumn = { ...declared, use: row => use(row) as SealedFor }
  all.push(column)
  return column
}

/** Every column that was declared by what is loaded. */
export const declaredColumns = (): readonly SealedColumn[] => all
