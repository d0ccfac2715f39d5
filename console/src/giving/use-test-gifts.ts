/** Which of some online gifts are tests. */
import { useView } from '../api/use-offers.ts'

/** Ids of those that are; none while it is not known. */
export function useTestGifts(ids: readonly number[]): ReadonlySet<number> {
  const tests = useView('test_gifts', { ids: ids.join(',') }, ids.length > 0)
  return new Set(tests.data)
}
