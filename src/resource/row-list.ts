/** Several rows in one body, such as the names of a roll: each is checked by fields of its own, all that is wrong is named at once. */
import { z } from 'zod'
import type { Problems } from '../errors.ts'
import { Field, type Fields, type Input, inputSchema, type JsonSchema } from './field.ts'

/** A list of rows in a body; it is sent as JSON, not as a form. @param most rows; `least` is 0 where none is an answer, too */
export function rowList<F extends Fields>(fields: F, most: number, least: 0 | 1 = 1): Field<Input<F>[]> {
  const shape = shapeOf(fields)
  return new Field<Input<F>[]>({
    kind: 'rows',
    rows: { fields, most },
    schema: z
      .array(z.record(z.string(), z.unknown(), { error: 'must be a list of objects' }), {
        error: 'must be a list of objects',
      })
      .min(least, { error: 'must hold at least one row' })
      .max(most, { error: `must hold at most ${most} rows` })
      .meta({ items: shape, ...(least > 0 && { minItems: least }), maxItems: most }),
    output: { type: 'array', items: shape },
    fromForm: text => text,
    print: text => text,
    doc: '',
    nullable: false,
    settable: false,
    required: false,
    onlyOne: false,
  })
}

function shapeOf(fields: Fields): JsonSchema {
  const sent = Object.entries(fields).filter(([, { spec }]) => spec.settable)
  const required = sent.flatMap(([name, { spec }]) => (spec.required ? [name] : []))
  const properties = Object.fromEntries(sent.map(([name, { spec }]) => [name, inputSchema(spec)]))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** The name under which what is wrong with a field of a row is told: `records.3.state`; rows are counted from 0. */
export const rowField = (list: string, row: number, field: string): string => `${list}.${row}.${field}`

/**
 * Checks each row.
 * @param check one row by the fields: what it says, and what is wrong with it
 * @param problems gets what is wrong, by row and field
 */
export function checkRows(
  list: string,
  rows: readonly Record<string, unknown>[],
  check: (row: Record<string, unknown>) => { input: object; problems: Problems; unknown: string[] },
  problems: Problems,
): object[] {
  return rows.map((row, at) => {
    const { input, problems: wrong, unknown } = check(row)
    for (const [name, message] of Object.entries(wrong.errors)) problems.add(rowField(list, at, name), message)
    for (const name of unknown) problems.add(rowField(list, at, name), 'is not a field of a row')
    return input
  })
}
