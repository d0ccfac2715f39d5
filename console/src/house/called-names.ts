/** What records are called that others name by their ids, of any resource. */
import { type Names, useNames } from '../api/use-names.ts'
import { useRecordNames } from '../api/use-record-names.ts'
import { useMembership } from '../session/membership.tsx'
import { type ShownResource, useHouse } from './house.ts'

/** Whether records of a resource are called by a text: those with the same amount cannot be told apart. */
const areCalled = ({ title, fields }: ShownResource): boolean =>
  fields.some(({ name, kind }) => name === title && (kind === 'line' || kind === 'text'))

/** @param asked the ids that are shown of a resource @returns the name of one of them, in sight */
export function useCalledNames(
  asked: (resource: string) => number[],
): (resource: string, id: number) => string | undefined {
  const house = useHouse() ?? []
  const { may } = useMembership()
  // Removed people have names, too.
  const people: Names = useNames(may('people_names') ? asked('people') : [])
  const others = house.filter(one => areCalled(one) && one.name !== 'people')
  const nameOf = useRecordNames(Object.fromEntries(others.map(({ name }) => [name, asked(name)])))
  return (resource, id) => (resource === 'people' ? people.of(id) : nameOf(resource, id))
}
