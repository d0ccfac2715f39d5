/** Asks before a page is closed that holds what would be gone with it. */
import { useEffect, useRef } from 'react'

/** @param count how much would be gone */
export function useLeaveAsked(count: () => number): void {
  const now = useRef(count)
  now.current = count
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (now.current() > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
