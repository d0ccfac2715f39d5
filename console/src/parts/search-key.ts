/**
 * Whether `/` opens the search. Who speaks to their device, or strikes keys by accident, can switch it off (WCAG 2.1.4, character
 * key shortcuts); Ctrl-K stays. Kept on the device, as its keyboard is.
 */
import { useSyncExternalStore } from 'react'
import { keepChoice, keptChoice } from '../texts/kept-choice.ts'

const COOKIE = 'sexton_search_key'
const OFF = 'off'

const told = new Set<() => void>()

/** As it is chosen at this moment. */
export const isSearchKeyOn = (): boolean => keptChoice(COOKIE) !== OFF

/** Chooses it for all pages of this device. */
export function setSearchKey(on: boolean): void {
  keepChoice(COOKIE, on ? null : OFF)
  for (const tell of told) tell()
}

function subscribe(tell: () => void): () => void {
  told.add(tell)
  return () => told.delete(tell)
}

/** As it is chosen; drawn anew when that changes. */
export const useSearchKey = (): boolean => useSyncExternalStore(subscribe, isSearchKeyOn)
