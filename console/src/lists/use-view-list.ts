/** One page of a view that answers as a list does, as the address says. */
import type { Views } from '../api/offers.ts'
import type { ListMeta } from '../api/resources.ts'
import { type Asked, useView } from '../api/use-operations.ts'
import { useAddress } from './use-address.ts'

/** The views that answer with one page of records. */
type ListView = {
  [Name in keyof Views]: Views[Name]['output'] extends { data: unknown[]; meta: ListMeta } ? Name : never
}[keyof Views]

/** @param filters parameters that are taken from the address, besides `page` and `per_page` */
export function useViewList<Name extends ListView>(
  name: Name,
  filters: readonly (keyof Views[Name]['input'] & string)[],
) {
  const [parameters] = useAddress()
  const query = Object.fromEntries(
    ['page', 'per_page', ...filters].map(key => [key, parameters.get(key) ?? undefined] as const),
  )
  const filtered = filters.some(key => parameters.get(key))
  return { ...useView(name, query as Asked<Name>), filtered }
}
