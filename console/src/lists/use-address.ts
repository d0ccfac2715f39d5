/** What a list shows is in its address, so that it can be linked to and the back button works. */
import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/** Parameters to set; those that are empty are taken out. */
export type Change = Record<string, string | undefined>

/** The parameters of the address, and how to change them. A change of a filter goes back to the first page. */
export function useAddress(): [URLSearchParams, (change: Change, replace?: boolean) => void] {
  const [parameters, setParameters] = useSearchParams()
  const change = useCallback(
    (wanted: Change, replace = false) => {
      setParameters(
        before => {
          const after = new URLSearchParams(before)
          if (!('page' in wanted)) after.delete('page')
          for (const [name, value] of Object.entries(wanted)) {
            if (value) after.set(name, value)
            else after.delete(name)
          }
          return after
        },
        { replace },
      )
    },
    [setParameters],
  )
  return [parameters, change]
}
