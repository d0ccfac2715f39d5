/**
 * A field, declared once: how a sent value is checked, how a stored one is printed, who may write it.
 * Validation, printing, OpenAPI and the console's columns are derived from it.
 */
import { z } from 'zod'
import { raw, type Sql } from '../db/sql.ts'

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
export type BranchScoped = (visible: Sql) => Sql

export interface FieldSpec {
  /** Checks a sent value that is not null; its first message is what the client reads. */
  schema: z.ZodType
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
}

/** A field and the type `T` of its values after validation. Each method gives a changed copy. */
export class Field<T> {
  readonly spec: FieldSpec
  declare readonly value: T

  constructor(spec: FieldSpec) {
    this.spec = spec
  }

  /** May be null: null and, for text, the empty text clear it. */
  nullable(): Field<T | null> {
    return new Field<T | null>({ ...this.spec, nullable: true })
  }

  /** May be sent in a body. */
  settable(): Field<T> {
    return new Field<T>({ ...this.spec, settable: true })
  }

  /** Must be sent on creation. */
  required(): Field<T> {
    return new Field<T>({ ...this.spec, settable: true, required: true })
  }

  /** What OpenAPI and the reference page say of it. */
  doc(doc: string): Field<T> {
    return new Field<T>({ ...this.spec, doc })
  }

  /** What it holds in the examples of OpenAPI and the reference page. */
  example(example: T): Field<T> {
    return new Field<T>({ ...this.spec, example })
  }

  /** Read by this SQL expression over the alias `t`. */
  column(column: string | BranchScoped): Field<T> {
    return new Field<T>({ ...this.spec, column })
  }

  /** Left out of lists. */
  onlyOne(): Field<T> {
    return new Field<T>({ ...this.spec, onlyOne: true })
  }
}

/** Fields by name, in the order in which they are printed. */
export type Fields = Record<string, Field<unknown>>

/** The values of a body after validation: what was sent, nothing else. */
export type Input<F extends Fields> = { -readonly [K in keyof F]?: F[K] extends Field<infer T> ? T : never }

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
