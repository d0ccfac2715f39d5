/** Whether a list is shown as it is printed: all its rows, without what is only of use on a screen. It is in the address. */
import { useAddress } from './use-address.ts'

/** The parameter of the address. */
export const PRINT = 'print'

/** The most rows of a printed list: beyond, a browser would take minutes to lay out its pages. */
export const MOST_PRINTED = 5_000

/** True for the print view of a list. */
export function usePrinting(): boolean {
  const [parameters] = useAddress()
  return parameters.get(PRINT) === '1'
}
