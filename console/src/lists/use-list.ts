/** One page of a resource's list, as the address says; for paper all of them. */
import type { ResourceName } from '../api/addresses.ts'
import type { ListQuery } from '../api/resources.ts'
import { useRecords } from '../api/use-records.ts'
import { useAddress } from './use-address.ts'
import { useMostPrinted, usePrinting } from './use-printing.ts'

/**
 * @param filters parameters, of the API or of the console alone, that are taken from the address, besides `page`, `per_page` and `sort`
 * @param usual what holds where the address does not say
 */
export function useList<Name extends ResourceName>(
  name: Name,
  filters: readonly string[],
  usual: Readonly<Record<string, unknown>> = {},
) {
  const [parameters] = useAddress()
  const most = useMostPrinted()
  const printing = usePrinting()
  const query: Record<string, unknown> = { ...usual }
  for (const key of ['page', 'per_page', 'sort', ...filters]) {
    const value = parameters.get(key)
    if (value) query[key] = value
  }
  const filtered = filters.some(key => parameters.get(key))
  const records = useRecords(name, query as ListQuery<Name>, true, printing ? most : undefined)
  return { ...records, query, filtered }
}
