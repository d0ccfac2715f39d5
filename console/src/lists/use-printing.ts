/** Whether a list is shown as it is printed: all its rows, without what is only of use on a screen. It is in the address. */
import { useAddress } from './use-address.ts'

/** The parameter of the address. */
export const PRINT = 'print'
/** What it says of a print view, and of one that has every row however many there are. */
export const [FIRST, ALL] = ['1', 'all'] as const

/** The most rows that are printed unasked: of more, a browser takes minutes to lay out the pages. */
export const MOST_PRINTED = 5_000

/** As many as there are: a number that, unlike infinity, is told from none where requests are remembered by what they ask for. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER

/** True for the print view of a list. */
export function usePrinting(): boolean {
  const [parameters] = useAddress()
  return [FIRST, ALL].some(one => one === parameters.get(PRINT))
}

/** The most rows of a printed list: without end where somebody asked for all of them. */
export function useMostPrinted(): number {
  const [parameters] = useAddress()
  return parameters.get(PRINT) === ALL ? ALL_ROWS : MOST_PRINTED
}
