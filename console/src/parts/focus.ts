/** Where the focus goes when what had it is gone. */
import { useLayoutEffect, useRef } from 'react'

/** Puts the focus on an element or, where it is no longer on the page, on the page's heading. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (element?.isConnected) element.focus({ preventScroll: true })
  if (element && document.activeElement === element) return
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** What opened a dialog; for an item of a menu, which closes, the button of the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (button ? document.getElementById(button) : focused) as HTMLElement | null
}

/** Gives the focus back when a dialog closes, also when it is taken off the page at once. */
export function useFocusBack(opened: boolean): void {
  const timer = useRef(0)
  useLayoutEffect(() => {
    if (!opened) return
    window.clearTimeout(timer.current)
    const opener = openerOf(document.activeElement)
    return () => {
      const left = document.activeElement
      // A dialog or a page that comes instead has its turn first, and keeps the focus.
      timer.current = window.setTimeout(() => {
        const focused = document.activeElement
        if (focused === null || focused === document.body || focused === left) focusOn(opener)
      }, 20)
    }
  }, [opened])
}
