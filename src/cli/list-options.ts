/** The filters of a list, as the options of a command. */
import type { Command } from 'commander'
import type { JsonSchema } from '../resource/field.ts'
import type { Query } from '../resource/list.ts'
import type { Resource } from '../resource/resource.ts'

/** `is_urgent` as an option: `--is-urgent`. */
export const optionName = (field: string): string => `--${field.replaceAll('_', '-')}`

/** Options come by their names in camel case. */
export const optionKey = (field: string): string => field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** A filter that is on or off: `1` or `0` in the API. */
const isSwitch = ({ enum: values }: JsonSchema): boolean => Array.isArray(values) && values.join() === '0,1'

/** Adds an option for each filter of the list. */
export function addFilters(command: Command, { list: { filters } }: Resource): void {
  for (const [filter, { doc, schema }] of Object.entries(filters)) {
    const value = isSwitch(schema) ? '[1 or 0]' : '<value>'
    const choices = !isSwitch(schema) && Array.isArray(schema.enum) ? ` (one of ${schema.enum.join(', ')})` : ''
    command.option(`${optionName(filter)} ${value}`, `${doc}${choices}`)
  }
}

/** The request that options mean. @param more names of further parameters that are options */
export function queryOf(
  { list: { filters } }: Resource,
  options: Readonly<Record<string, string | true | undefined>>,
  more: readonly string[],
): Query {
  const values = [...more, ...Object.keys(filters)].flatMap((one): [string, string][] => {
    const value = options[optionKey(one)]
    return value === undefined ? [] : [[one, value === true ? '1' : value]]
  })
  return { values: new Map(values), repeated: new Set() }
}
