/** What fields there are that a refusal may name, so that those that a form has not are called by their labels. */
import { Refusal } from '../api/refusal.ts'
import { type ShownField, type ShownResource, useHouse } from '../house/house.ts'

/** The fields of a resource, and of its forms and of what is done with its records. */
const fieldsOf = ({ fields, create, update, actions }: ShownResource): ShownField[] => [
  ...[create, update, ...actions].flatMap(form => form?.fields ?? []),
  ...fields,
]

/** Whether something was asked of a resource: `/grace/pledges/3`, `/grace/actions/pledges.update`. */
const isAskedOf = ({ name }: ShownResource, path: string): boolean =>
  path.split(/[/?]/).some(part => part === name || part.startsWith(`${name}.`))

/**
 * Every field that is declared, those of what was asked first: others have the same names, and mostly the same labels.
 * @param path of the request
 */
export const fieldsAskedOf = (house: readonly ShownResource[], path: string): ShownField[] =>
  [...house.filter(one => isAskedOf(one, path)), ...house].flatMap(fieldsOf)

/** None until the declarations are known. */
export function useRefusedFields(error: Error): readonly ShownField[] {
  const house = useHouse() ?? []
  return fieldsAskedOf(house, error instanceof Refusal ? error.path : '')
}
