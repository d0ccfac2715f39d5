/** One page of a view that answers as a list does, as the address says. */
import type { ListMeta } from '../api/resources.ts'
import { useView } from '../api/use-operations.ts'
import { useAddress } from './use-address.ts'

/** @param filters parameters that are taken from the address, besides `page` and `per_page` */
export function useViewList<Row>(name: string, filters: readonly string[]) {
  const [parameters] = useAddress()
  const query = Object.fromEntries(
    ['page', 'per_page', ...filters].map(key => [key, parameters.get(key) ?? undefined] as const),
  )
  const filtered = filters.some(key => parameters.get(key))
  return { ...useView<{ data: Row[]; meta: ListMeta }>(name, query), filtered }
}
