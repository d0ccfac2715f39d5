/**
 * A field, declared once: how a sent value is checked, how a stored one is printed, who may write it.
 * Validation, printing, OpenAPI and the console's columns are derived from it.
 */
import { z } from 'zod'
import { raw, type Sql } from '../db/sql.ts'
import type { DayReach } from '../lib/day-text.ts'
import type { RecordWords } from '../texts/resource-phrases.ts'
import type { Tone, Tones } from './tone.ts'

/** A JSON Schema, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>

/** What a conversion may need to know of the church. */
export interface FieldContext {
  country: string
}

/** Thrown by a conversion: what is wrong with the value, to be said about its field. */
export class WrongValue extends Error {}

/**
 * An SQL expression that looks at records of branches: it must keep within those that the caller may see.
 * @param visible an array of branch ids, or null for a caller without a limit
 */
type BranchScoped = (visible: Sql) => Sql

/** What kind of value it is: how it is shown, and what asks for it in a form. */
export type FieldKind =
  | 'id'
  | 'record'
  | 'number'
  | 'amount'
  | 'text'
  | 'line'
  | 'email'
  | 'phone'
  | 'url'
  | 'date'
  | 'moment'
  | 'switch'
  | 'choice'
  | 'choices'
  | 'country'
  | 'language'
  | 'currency'
  | 'ids'
  | 'texts'
  | 'texts_by_name'
  | 'custom'
  | 'time'
  | 'rule'
  | 'rows'
  | 'json'

export interface FieldSpec {
  kind: FieldKind
  /** Of a record: the resource that it belongs to. */
  to?: string
  /** What people read beside it: `What to pray for`; made from the name where there is none. */
  label?: string
  /** Of a reference that nobody sets: files hold it by name all the same. */
  byName?: true
  /** A sentence below it in forms. */
  hint?: string
  /** Of a choice: the colours of its values. */
  tones?: Tones
  /** Of a day: how late one may be that a file writes with two digits of its year; near, unless said. */
  reach?: DayReach
  /** What people usually write, where it is free text. */
  usual?: readonly string[]
  /** What we write there by ourselves, in English: pages say it in their language. */
  writes?: readonly string[]
  /** The field of the record that lists show where this one says nothing. */
  or?: string
  /** Of a number: what it counts. */
  counts?: RecordWords
  /** Of a text: one line is enough for it in a form, however long it may be. */
  short?: true
  /** What forms offer, as it stands; anything else is taken. */
  offers?: readonly string[]
  /** What a form of a new record begins with. */
  begins?: unknown
  /** Forms do not ask for it. */
  unasked?: true
  /** Pages say it only of a record that is in another currency than the church's. */
  ifForeign?: true
  /** Of a switch: what lists say where it is off: `Inactive`. */
  off?: string
  /** Of a choice: what its values are said of, in English. */
  of?: string
  /** Checks a sent value that is not null; its first message is what the client reads. */
  schema: z.ZodType
  /** Whether the schema surely takes a value as it stands: a file has a million of them, and most need nothing better. */
  plain?(value: unknown): boolean
  /** The shape in answers. */
  output: JsonSchema
  /** Reads the text of a form field as the JSON value that was meant; the text itself where it is none. */
  fromForm(text: string): unknown
  /** Prints PostgreSQL's text as JSON. */
  print(text: string): string
  /** Brings a checked value into the form it is stored in. May throw WrongValue. */
  convert?(value: never, context: FieldContext): unknown
  doc: string
  /** What it holds in examples, where neither null nor the type tells. */
  example?: unknown
  nullable: boolean
  settable: boolean
  required: boolean
  /** SQL expression over the alias `t`, where it is not the column of the field's name. */
  column?: string | BranchScoped
  /** Printed from other fields of the same record, not from a column. */
  derived?: { from: readonly string[]; print(...texts: (string | null)[]): string }
  onlyOne: boolean
  /** Holds several values: in a form `name[]=1`, or the name repeated. */
  list?: boolean
  /** Holds rows that have fields of their own. */
  rows?: { fields: Fields; most: number }
}

/** What a body says of a field: nothing, since it is only read; something, if it likes; or it must, on creation. */
export type Use = 'read' | 'set' | 'required'

/** A field, the type `T` of its values after validation, and its use in a body. Each method gives a changed copy. */
export class Field<T, U extends Use = 'read'> {
  readonly spec: FieldSpec
  declare readonly value: T
  declare readonly use: U

  constructor(spec: FieldSpec) {
    this.spec = spec
  }

  /** May be null: null and, for text, the empty text clear it. */
  nullable(): Field<T | null, U> {
    return new Field({ ...this.spec, nullable: true })
  }

  /** May be sent in a body. */
  settable(): Field<T, 'set'> {
    return new Field({ ...this.spec, settable: true })
  }

  /** Must be sent on creation. */
  required(): Field<T, 'required'> {
    return new Field({ ...this.spec, settable: true, required: true })
  }

  /** What people read beside it; `hint` is a sentence below it in forms. */
  label(label: string, hint?: string): Field<T, U> {
    return new Field({ ...this.spec, label, ...(hint !== undefined && { hint }) })
  }

  /** Of a day: a file that writes two digits of its year means none to come, or one that may be years ahead. */
  reaches(reach: DayReach): Field<T, U> {
    return new Field({ ...this.spec, reach })
  }

  /** What people usually write: it is offered, and anything else is taken. */
  usual(...usual: readonly string[]): Field<T, U> {
    return new Field({ ...this.spec, usual })
  }

  /** What we write there by ourselves, among what people write: texts of the catalogues, which forms do not offer. */
  writes(...writes: readonly string[]): Field<T, U> {
    return new Field({ ...this.spec, writes })
  }

  /** The colours of values of a choice. */
  tones(tones: { readonly [Value in T & string]?: Tone }): Field<T, U> {
    return new Field({ ...this.spec, tones: tones as Tones })
  }

  /** Lists show this field of the record where it says nothing. */
  or(name: string): Field<T, U> {
    return new Field({ ...this.spec, or: name })
  }

  /** What it counts: pages say `3 people`. */
  counts(words: RecordWords): Field<T, U> {
    return new Field({ ...this.spec, counts: words })
  }

  /** What forms offer, as it stands, and files need not hold: anything else is taken. */
  offers(...offers: readonly string[]): Field<T, U> {
    return new Field({ ...this.spec, offers })
  }

  /** What the form of a new record begins with: its default, where that is not nothing. */
  begins(value: T): Field<T, U> {
    return new Field({ ...this.spec, begins: value })
  }

  /** Forms do not ask for it: other programs send it, or it has an action of its own. */
  unasked(): Field<T, U> {
    return new Field({ ...this.spec, unasked: true })
  }

  /** Of an amount in the currency of the church: it says nothing new of a record that is in that currency, and is not shown there. */
  ifForeign(): Field<T, U> {
    return new Field({ ...this.spec, ifForeign: true })
  }

  /** A line of a form is enough, however long it may be. */
  short(): Field<T, U> {
    return new Field({ ...this.spec, short: true })
  }

  /** What lists say where it is off, and no more where it is on: `Inactive`. */
  off(off: string): Field<T, U> {
    return new Field({ ...this.spec, off })
  }

  /**
   * What its values are said of, in English: `dispute` for `dispute|Open`. Other languages make them agree with it
   * (docs/decisions/0015-texts.md).
   */
  of(of: string): Field<T, U> {
    return new Field({ ...this.spec, of })
  }

  /** What OpenAPI and the reference page say of it. */
  doc(doc: string): Field<T, U> {
    return new Field({ ...this.spec, doc })
  }

  /** What it holds in the examples of OpenAPI and the reference page, and of forms. */
  example(example: T): Field<T, U> {
    return new Field({ ...this.spec, example })
  }

  /** Read by this SQL expression over the alias `t`. */
  column(column: string | BranchScoped): Field<T, U> {
    return new Field({ ...this.spec, column })
  }

  /** Files hold the record that it refers to by name, although nobody sets it. */
  byName(): Field<T, U> {
    return new Field({ ...this.spec, byName: true })
  }

  /** Left out of lists. */
  onlyOne(): Field<T, U> {
    return new Field({ ...this.spec, onlyOne: true })
  }
}

/** Fields by name, in the order in which they are printed. */
export type Fields = Record<string, Field<unknown, Use>>

type Plain<T> = { -readonly [K in keyof T]: T[K] }
type Named<F extends Fields, U extends Use> = { [K in keyof F as F[K]['use'] extends U ? K : never]: F[K]['value'] }

/** The values of a creation after validation: those of required fields, and of the others what was sent. */
export type Input<F extends Fields> = Plain<Named<F, 'required'> & Partial<Named<F, 'set'>>>

/** What was sent, nothing else: the values of a change, or of a body that may lack what is required. */
export type Sent<F extends Fields> = Plain<Partial<Named<F, 'required' | 'set'>>>

/** The names of fields, in their order. */
export const namesOf = <F extends Fields>(fields: F): (keyof F & string)[] => Object.keys(fields)

/** Where a field of a record is read from. */
export const columnOf = (name: string, { column = `t.${name}` }: FieldSpec, visible: Sql): Sql =>
  typeof column === 'string' ? raw(column) : column(visible)

/** The shape of a field in a body: what may be sent, null included. */
export function inputSchema(spec: FieldSpec): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(spec.schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return orNull(spec, { ...schema, ...(spec.doc && { description: spec.doc }) })
}

/** The shape of a field in an answer. */
export function outputSchema(spec: FieldSpec): JsonSchema {
  return orNull(spec, { ...spec.output, ...(spec.doc && { description: spec.doc }) })
}

function orNull(spec: FieldSpec, schema: JsonSchema): JsonSchema {
  if (!spec.nullable) return schema
  const { enum: values, type, ...rest } = schema
  const nullable = type === undefined ? { anyOf: [schema, { type: 'null' }] } : { ...rest, type: [type, 'null'] }
  return Array.isArray(values) ? { ...nullable, enum: [...values, null] } : nullable
}
