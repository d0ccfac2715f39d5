/** Checks a body against a declaration; every wrong field is found, none is reported twice. */
import { Problems } from '../errors.ts'
import { type FieldContext, type FieldSpec, type Fields, type Sent, WrongValue } from './field.ts'
import { checkRows } from './row-list.ts'

/** A body as it arrived: a JSON object, or the fields of a form. */
export type Body = { json: Record<string, unknown> } | { form: Map<string, string[]> }

/** What a body says, in the types of the declaration. */
export interface Checked<F extends Fields> {
  /** Without a problem on a creation, an `Input<F>`. */
  input: Sent<F>
  problems: Problems
  /** Names the declaration does not know (decisions, "Unknown names in a body"). */
  unknown: string[]
  /** The body as it was parsed, before it was checked: what tells one request from another. */
  sent: Record<string, unknown>
}

/**
 * Reads a body by a declaration. Missing fields stay missing; read-only fields are dropped.
 * @param creating true where required fields must be present
 */
export function checkBody<F extends Fields>(
  fields: F,
  body: Body,
  creating: boolean,
  context: FieldContext,
): Checked<F> {
  const problems = new Problems()
  const sent = 'json' in body ? body.json : Object.fromEntries(readForm(fields, body.form, problems))
  const input = checkSent(
    fields,
    name => (Object.hasOwn(sent, name) ? sent[name] : undefined),
    creating,
    context,
    problems,
  )
  const unknown = Object.keys(sent).filter(name => !Object.hasOwn(fields, name))
  return { input, problems, unknown, sent }
}

/**
 * Checks what was sent of each field.
 * @param sentOf what was sent of it, undefined where nothing was
 * @param problems gets what is wrong, by field
 * @returns what is right, in the order of the declaration
 */
export function checkSent<F extends Fields>(
  fields: F,
  sentOf: (name: string, spec: FieldSpec) => unknown,
  creating: boolean,
  context: FieldContext,
  problems: Problems,
): Sent<F> {
  const input: Record<string, unknown> = {}
  for (const [name, spec] of settableOf(fields)) {
    const value = sentOf(name, spec)
    if (value === undefined) {
      if (creating && spec.required) problems.add(name, 'is required')
      continue
    }
    const checked = checkValue(spec, value, context)
    if ('problem' in checked) problems.add(name, checked.problem)
    else if (spec.rows === undefined) input[name] = checked.value
    else input[name] = rowsIn(name, spec.rows.fields, checked.value, context, problems)
  }
  return input as Sent<F>
}

const settable = new WeakMap<Fields, [name: string, spec: FieldSpec][]>()

function settableOf(fields: Fields): [name: string, spec: FieldSpec][] {
  const known = settable.get(fields)
  if (known !== undefined) return known
  const found = Object.entries(fields).flatMap(([name, { spec }]): [string, FieldSpec][] =>
    spec.settable ? [[name, spec]] : [],
  )
  settable.set(fields, found)
  return found
}

const rowsIn = (name: string, fields: Fields, rows: unknown, context: FieldContext, problems: Problems): object[] =>
  checkRows(name, rows as Record<string, unknown>[], json => checkBody(fields, { json }, true, context), problems)

type Result = { value: unknown } | { problem: string }

function checkValue(spec: FieldSpec, value: unknown, context: FieldContext): Result {
  if (value === null) return clear(spec)
  const result = spec.plain?.(value) ? { success: true as const, data: value } : spec.schema.safeParse(value)
  if (!result.success) return { problem: result.error.issues[0]?.message ?? 'is not valid' }
  if (result.data === '') return clear(spec)
  try {
    return { value: spec.convert === undefined ? result.data : spec.convert(result.data as never, context) }
  } catch (error) {
    if (error instanceof WrongValue) return { problem: error.message }
    throw error
  }
}

const clear = (spec: FieldSpec): Result => {
  if (spec.nullable) return { value: null }
  return { problem: spec.required ? 'is required' : 'must not be null or empty' }
}

const NAME = /^([^[\]]*)(?:\[([^[\]]*)\])?$/

/** Form fields by name: `name=v`, `name[]=v` and repeats for lists, `name[key]=v` for objects; empty is null. */
function readForm(fields: Fields, form: Map<string, string[]>, problems: Problems): Map<string, unknown> {
  const sent = new Map<string, unknown>()
  for (const [raw, texts] of form) {
    const [, name = raw, key] = raw.includes('[') ? (NAME.exec(raw) ?? []) : []
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field === undefined) {
      sent.set(name, texts)
      continue
    }
    const read = (text: string): unknown => (text === '' ? null : field.spec.fromForm(text))
    if (field.spec.list) {
      const values = (sent.get(name) ?? []) as unknown[]
      sent.set(name, [...values, ...texts.map(read)])
      continue
    }
    if (key === undefined) {
      if (texts.length > 1) problems.add(name, 'must be sent once')
      sent.set(name, read(texts[0] ?? ''))
    } else {
      const group = sent.get(name) ?? Object.create(null)
      if (texts.length > 1) problems.add(name, `must have "${key}" once`)
      if (typeof group === 'object' && group !== null) (group as Record<string, unknown>)[key] = read(texts[0] ?? '')
      sent.set(name, group)
    }
  }
  return sent
}
