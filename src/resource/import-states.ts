/** What of the states of records files may bring: an import makes what goes on, and nothing of a row that has ended. */
import type { Problems } from '../errors.ts'
import { because } from '../texts/because.ts'
import { Field, type Fields } from './field.ts'

/**
 * By field that nobody sets: the values with which an import makes a record. None, where any value says that it has ended,
 * such as the day on which somebody left.
 */
export type BroughtStates = Readonly<Record<string, readonly string[]>>

/** The columns of a file that say such states. @param fields of the resource */
export const stateColumns = (fields: Fields, brings: BroughtStates): Fields =>
  Object.fromEntries(
    Object.keys(brings).flatMap(name => {
      const field = fields[name]
      return field === undefined ? [] : [[name, new Field({ ...field.spec, settable: true, required: false })]]
    }),
  )

/** Refuses a row that says another state, and takes the states out of what it says: what is made has them by itself. */
export function checkStates(row: { input: object; problems: Problems }, brings: BroughtStates): void {
  const input = row.input as Record<string, unknown>
  for (const [name, values] of Object.entries(brings)) {
    const said = input[name]
    delete input[name]
    if (said === undefined || said === null || values.includes(String(said))) continue
    const was = String(said)
    row.problems.add(
      name,
      values.length === 0
        ? because('is {was}: files bring in what has not ended, so leave this line out', { was })
        : because('is {was}: files bring in what is {states}, so leave this line out', {
            was,
            states: values.join(' or '),
          }),
    )
  }
}
