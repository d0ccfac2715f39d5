/** The records that a picker finds, and what the one that is picked is called. */
import { useDebouncedValue } from '@mantine/hooks'
import type { Query, ResourceName } from '../api/addresses.ts'
import { useNamesFound, useSearched } from '../api/use-record-names.ts'
import { useAll } from '../api/use-records.ts'
import { useCalledNames } from '../house/called-names.ts'
import { type AnyRecord, type ShownResource, useHouse } from '../house/house.ts'
import { type Found, foundIn, foundRecord } from './found.ts'

/** What is declared of a resource, as far as the member may see it. */
export const useShownResource = (resource: string): ShownResource | undefined =>
  useHouse()?.find(({ name }) => name === resource)

/**
 * What is found for a text; nothing is offered before something is typed where a church has thousands.
 * @param where filters of the resource's list that all of them fit
 */
export function useFound(resource: string, text: string, where: Query, enabled: boolean) {
  const shown = useShownResource(resource)
  const [q] = useDebouncedValue(text.trim(), 150)
  const typed = shown?.chosen.from === 'typed'
  const asked = enabled && shown !== undefined && (q !== '' || !typed)
  const searched = useSearched(resource, q, where, asked && typed)
  const named = useNamesFound(resource, q, where, asked && !typed)
  const { isFetching } = typed ? searched : named
  const found: Found[] =
    typed && shown ? (searched.data ?? []).map(foundIn(shown)) : (named.data ?? []).map(foundRecord)
  return { found: asked ? found : [], waiting: isFetching || q !== text.trim(), asked, typed }
}

/** The name of what is picked, which may be known by its id only. */
export function usePickedName(resource: string, value: number | null): string {
  const nameOf = useCalledNames(of => (of === resource && value !== null ? [value] : []))
  return value === null ? '' : (nameOf(resource, value) ?? '')
}

/** Each record of a resource that is chosen from a list of all, by its title. */
export function useChoices(resource: string): { value: string; label: string }[] {
  const title = useShownResource(resource)?.title ?? 'id'
  // What is declared is a resource that the server has: the types of the pages know only the names of our own modules.
  const records: readonly object[] = useAll(resource as ResourceName).data ?? []
  return records.map(record => {
    const { id, [title]: label } = record as AnyRecord
    return { value: String(id), label: String(label) }
  })
}
