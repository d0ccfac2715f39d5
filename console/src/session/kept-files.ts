/** What the browser keeps so that the console opens without a connection: its built files, by a service worker (decision 0034). */
import { textsOf } from '../texts/load-language.ts'

/** Whether this browser can keep them. It does so only for addresses with https, and for localhost. */
const canKeep = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator

/** What this page has loaded, in its language: the worker came later. */
const loaded = (): string[] => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)

/** What forms say that can wait for a connection: they may be opened for the first time without one. */
const FORMS = ['declared', 'src/drawn-pages.tsx', 'src/giving/record-gifts-page.tsx']

async function keep(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  // Only now: where nothing is kept, a page loads no more than it says.
  await textsOf(...FORMS)
  active?.postMessage({ keep: loaded() })
}

/** Has the files kept, once the page is there. Without that the console works as well, while there is a connection. */
export function keepFiles(): void {
  if (!canKeep()) return
  const register = async (): Promise<void> => {
    await navigator.serviceWorker.register('/sw.js')
    // Another worker keeps its own, and has dropped what was kept.
    navigator.serviceWorker.addEventListener('controllerchange', () => void keep().catch(() => undefined))
    await keep()
  }
  const begin = (): void => void register().catch(() => undefined)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

/** Forgets them, after signing out; they are kept again when the console is next opened. */
export function forgetFiles(): void {
  if (canKeep()) navigator.serviceWorker.controller?.postMessage({ forget: true })
}
