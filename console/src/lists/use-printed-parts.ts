/** The rows of a list that is read part by part, for paper: all of them, as far as that can be printed. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ALL_ROWS, useMostPrinted } from './use-printing.ts'

/** What has come so far. */
interface PrintedParts<Row> {
  /** Undefined until the first part is in. */
  rows: Row[] | undefined
  /** Whether all are in that are printed. */
  isWhole: boolean
  /** Whether those are all there are: false where there may be more than are printed. */
  areAll: boolean
}

/**
 * Reads part after part.
 * @param enabled whether it is printed at all
 * @param all however many there are
 */
export function usePrintedParts<Row>(
  { data, error, hasNextPage, isFetching, fetchNextPage }: UseInfiniteQueryResult<InfiniteData<Row[]>>,
  enabled = true,
  all = false,
): PrintedParts<Row> {
  const asked = useMostPrinted()
  const most = all ? ALL_ROWS : asked
  const rows = data?.pages.flat()
  const lacking = hasNextPage && (rows?.length ?? 0) < most
  const more = enabled && lacking && !isFetching && error === null
  useEffect(() => {
    if (more) void fetchNextPage()
  }, [more, fetchNextPage])
  return { rows, isWhole: rows !== undefined && !lacking, areAll: !hasNextPage }
}
