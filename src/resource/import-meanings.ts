/** What the columns and values of a file may mean, which somebody else made: declared by each importer. */
import type { Db } from '../db/database.ts'
import type { DayReach } from '../lib/day-text.ts'
import { fold } from '../lib/fold.ts'
import type { Church } from './caller.ts'
import type { FieldKind, Fields } from './field.ts'
import type { MatchedByName } from './import-names.ts'
import { labelText } from './labels.ts'

/** What a column may be taken for. */
export interface Target {
  /** As the importer calls the column. */
  name: string
  /** What people read. */
  label: string
  kind: FieldKind
  /** All values that there are. */
  choices?: readonly string[] | undefined
  /** Those that are usual, where any text is taken. */
  usual?: readonly string[] | undefined
  required: boolean
  /** Of a day: how late it may be, where two digits of its year are written. */
  reach?: DayReach | undefined
  /** What programs write and people have other columns for: ids of records, minor units. Offered only where the file has it. */
  technical?: boolean
}

/** Another system, whose exports are known by their columns. */
export interface FormerSystem {
  /** `Planning Center`. */
  name: string
  /** Titles that all stand in its files, and together in no others; of several in one place one does. */
  telling: readonly (string | readonly string[])[]
  /** Its titles → target. */
  columns: Readonly<Record<string, string>>
  /** By target, what it writes → the value that is meant, where others mean something else by it. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By target, what its cells say of it where they say more than that. */
  cells?: Readonly<Record<string, (text: string) => string>>
}

/** Names that a column may hold, by target: those of branches or funds. */
export interface KnownNames {
  names: readonly string[]
  /** The one that is meant by "HQ" and the like. */
  head?: string | undefined
}

/** Puts together what stands in several columns or rows, by target. */
export interface Together {
  /** Told of every row, where rows may tell of each other. @returns whether this one does: then all are noted before any is settled */
  note?(said: ReadonlyMap<string, string>): boolean
  /** Changes what a row says. */
  settle(said: Map<string, string>): void
}

/** How an importer understands files that were not made for it. */
export interface Meanings {
  targets: readonly Target[]
  /** Titles as people write them → target. */
  titles: Readonly<Record<string, string>>
  /** By target: what people write → the value that is meant. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  systems?: readonly FormerSystem[]
  /** Targets that hold several others in one cell: what a text says of them. */
  parted?: Readonly<Record<string, (text: string) => Readonly<Record<string, string>>>>
  /** Targets of which a cell may name several, of which none is meant for the whole row: whether a text does. The importer refuses it. */
  several?: Readonly<Record<string, (text: string) => boolean>>
  /** What several columns or rows say together. @param targets those that the file has */
  together?(today: string, targets: readonly string[]): Together
  /** Targets of which a file needs one of each group. */
  needs: readonly (readonly string[])[]
  /** True where a column may be kept as a custom field. */
  custom?: true
  /** Targets that a column of phone numbers or e-mail addresses is taken for whose title says nothing. */
  contacts?: { email: string; phone: string }
  /** Who is found by name, where a file says nothing better. */
  names?: MatchedByName
  /** The names that are on record, by target. */
  known?(db: Db, church: Church): Promise<Readonly<Record<string, KnownNames>>>
}

/** A custom field: what its target begins with. */
export const CUSTOM = 'custom.'

/** A text in small letters without signs: "Phone No." and "PHONE_NO" are "phone no", "FirstName" is "first name". */
export const plain = (text: string): string =>
  fold(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/[^\p{L}\p{N}₦$€£%#]+/gu, ' ')
    .trim()

/** How a column of minor units ends, in the place of one of amounts as people write them. */
export const MINOR = '_minor'

/** The targets that fields are. @param more columns beside them */
export function targetsOf(fields: Fields, more: readonly string[]): Target[] {
  const own = Object.entries(fields).flatMap(([name, { spec }]): Target[] => {
    if (!spec.settable || name === 'custom') return []
    const choices = spec.output.enum as string[] | undefined
    return [
      {
        name,
        label: labelText(name, spec.label),
        kind: spec.kind,
        choices,
        usual: spec.usual,
        required: spec.required,
        reach: spec.reach,
        technical: (spec.kind === 'record' && more.length > 0) || name.endsWith(MINOR),
      },
    ]
  })
  const others = more.map((name): Target => ({ name, label: labelText(name), kind: 'line', required: false }))
  return [...own, ...others]
}
