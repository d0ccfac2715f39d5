/** The records that a picker finds, and what the one that is picked is called. */
import { useDebouncedValue } from '@mantine/hooks'
import { useNamesFound, useRecordNames } from '../api/use-record-names.ts'
import { useRecord, useRecords } from '../api/use-records.ts'
import { type Found, foundFamily, foundPerson, foundRecord } from './found.ts'

const MOST = 8

/** Those that a church has thousands of: nothing is offered before something is typed. */
export const isTyped = (resource: string): boolean => resource === 'people' || resource === 'families'

/** What is found for a text. */
export function useFound(resource: string, text: string, enabled: boolean) {
  const [q] = useDebouncedValue(text.trim(), 150)
  const asked = enabled && (q !== '' || !isTyped(resource))
  const people = useRecords('people', { q, per_page: MOST }, asked && resource === 'people')
  const families = useRecords('families', { q, per_page: MOST }, asked && resource === 'families')
  const others = useNamesFound(resource, q, asked && !isTyped(resource))
  const found: Found[] = {
    people: () => (people.data?.data ?? []).map(foundPerson),
    families: () => (families.data?.data ?? []).map(foundFamily),
    others: () => (others.data ?? []).map(foundRecord),
  }[keyOf(resource)]()
  const { isFetching } = { people, families, others }[keyOf(resource)]
  return { found: asked ? found : [], waiting: isFetching || q !== text.trim(), asked }
}

const keyOf = (resource: string) => (resource === 'people' || resource === 'families' ? resource : 'others')

/** The name of what is picked, which may be known by its id only. */
export function usePickedName(resource: string, value: number | null): string {
  const person = useRecord('people', resource === 'people' ? value : undefined)
  const family = useRecord('families', resource === 'families' ? value : undefined)
  const nameOf = useRecordNames(value === null || isTyped(resource) ? {} : { [resource]: [value] })
  if (value === null) return ''
  return person.data?.full_name ?? family.data?.name ?? nameOf(resource, value) ?? ''
}
