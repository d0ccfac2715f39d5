/** The fields of a write or an action, as the options of a command. */
import type { Command } from 'commander'
import type { FieldSpec, Fields } from '../resource/field.ts'
import { labelOf } from '../resource/labels.ts'
import { optionKey, optionName } from './list-options.ts'
import { listOption } from './numbers.ts'

/** What was typed, by the names that commander gives to options: a switch without a value is `true`. */
export type Options = Readonly<Record<string, string | true | undefined>>

/** Adds an option for each field. What is missing is told with all else that is wrong, so no option is demanded here. */
export function addFields(command: Command, fields: Fields): void {
  for (const [name, { spec }] of settable(fields)) {
    const value = spec.kind === 'switch' ? '[true or false]' : '<value>'
    command.option(`${optionName(name)} ${value}`, meaning(name, spec))
  }
}

/** The values that options mean, by field; what was not typed is not there. */
export const valuesOf = (fields: Fields, options: Options): Record<string, unknown> =>
  Object.fromEntries(
    settable(fields).flatMap(([name, { spec }]): [string, unknown][] => {
      const typed = options[optionKey(name)]
      return typed === undefined ? [] : [[name, meantBy(spec, String(typed))]]
    }),
  )

/** Options for an example: those that a call must have, or one where it needs none. */
export function exampleOptions(fields: Fields): string {
  const all = settable(fields)
  const demanded = all.filter(([, { spec }]) => spec.required)
  const shown = demanded.length > 0 ? demanded : all.slice(0, 1)
  return shown.map(([name, { spec }]) => ` ${optionName(name)} ${exampleOf(spec)}`).join('')
}

/** The id of the record is an argument, not an option; rows do not fit into one. */
const settable = (fields: Fields): [string, Fields[string]][] =>
  Object.entries(fields).filter(([name, { spec }]) => spec.settable && name !== 'id' && spec.rows === undefined)

function meaning(name: string, spec: FieldSpec): string {
  const { enum: values } = spec.output
  const said = [labelOf(name, spec.label), spec.doc || spec.hint].filter(Boolean).join('. ')
  const facts = [
    ...(spec.required ? ['required'] : []),
    ...(Array.isArray(values) ? [`one of ${values.join(', ')}`] : []),
    ...(spec.list ? ['separated by commas'] : []),
  ]
  return facts.length > 0 ? `${said} (${facts.join('; ')})` : said
}

const exampleOf = ({ example, kind }: FieldSpec): string => {
  if (example !== undefined) return JSON.stringify(example)
  return kind === 'record' ? '3' : '"…"'
}

/** An empty text takes a value away, as in a form. */
function meantBy(spec: FieldSpec, text: string): unknown {
  if (text === '') return null
  if (spec.list) return listOption(text).map(one => spec.fromForm(one))
  return spec.kind === 'custom' || spec.kind === 'texts_by_name' ? objectOf(text) : spec.fromForm(text)
}

/** JSON as it is meant; other text as it was typed, which the field refuses by name. */
function objectOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
