/**
 * Where drafts lie: on this device until they are saved, also when the tab is closed or the browser ends. Each is of the tab in which
 * it is typed, so that two of them never fill in one form; of a tab that is gone, whoever comes next goes on, if they are the same person.
 */

/** Under these names in the browser's storage; what else lies there is not of drafts. */
const DRAFTS = 'draft:'
/** What this tab is called, over reloads. */
const TAB = 'sexton-tab'
/** The server remembers the keys of requests for 30 days; what was typed for so long is not what anybody means to send. */
const KEPT_MS = 7 * 86_400_000
/** A page that is loaded anew holds its tab a moment longer; another tab, which was made as its copy, goes on holding it. */
const LEAVING_MS = 300

/** Not of `crypto.randomUUID`, which pages have only by HTTPS or on the same machine: nothing may keep them from starting. */
const newName = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

let tab = newName()

interface Kept {
  /** When it was last changed, in milliseconds. */
  at: number
  draft: unknown
}

const placeOf = (key: string, of = tab): string => `${key}#${of}`
const tabOf = (place: string): string => place.slice(place.lastIndexOf('#') + 1)
const keyOf = (place: string): string => place.slice(0, place.lastIndexOf('#'))

const read = (place: string): Kept | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null
    return typeof kept?.at === 'number' ? kept : null
  } catch {
    return null
  }
}

/** Does nothing where the browser keeps nothing. */
function write(place: string, kept: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // Storage may be full or forbidden; the form itself still has everything.
  }
}

function places(): string[] {
  try {
    return Object.keys(localStorage).filter(name => name.startsWith(DRAFTS))
  } catch {
    return []
  }
}

const drop = (place: string): void => {
  try {
    localStorage.removeItem(place)
  } catch {
    // Nothing is kept there.
  }
}

/** Under which a draft is kept. @param user their id @param church its slug @param name what is filled in, such as `people/12` */
export const draftKey = (user: string, church: string, name: string): string => `${DRAFTS}${user}:${church}:${name}`

/** @returns null where nothing is kept, or what is kept cannot be read */
export const readDraft = <Draft>(key: string): Draft | null => (read(placeOf(key))?.draft ?? null) as Draft | null

/** Keeps a draft in the place of the one before. */
export function keepDraft(key: string, draft: unknown): void {
  noteTab()
  write(placeOf(key), { at: Date.now(), draft })
}

/** Under how many forms that are on the page drafts of a key lie. */
const filledIn = new Map<string, number>()

/** Says that a form is on the page: what was typed into it in another tab waits until it is not. @returns says that it is gone */
export function fillIn(key: string): () => void {
  filledIn.set(key, (filledIn.get(key) ?? 0) + 1)
  return () => {
    const left = (filledIn.get(key) ?? 1) - 1
    if (left > 0) filledIn.set(key, left)
    else filledIn.delete(key)
  }
}

/** Forgets what is kept. */
export const dropDraft = (key: string): void => drop(placeOf(key))

/** Forgets all drafts but those of one person: whoever was here before is gone. @param user nobody's are left where there is none */
export function dropDraftsOfOthers(user?: string): void {
  for (const place of places())
    if (user === undefined || !place.startsWith(draftKey(user, '', '').slice(0, -1))) drop(place)
}

/** Keeps what only this tab lists, such as what somebody has done in it. Gone with the tab. */
export function keepInTab(key: string, listed: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(listed))
  } catch {
    // The page itself still has it.
  }
}

/** @returns null where nothing is kept, or what is kept cannot be read */
export function readInTab<Listed>(key: string): Listed | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Listed | null
  } catch {
    return null
  }
}

/** Signing out clears what the tab lists, and its name with it: what is typed after that is found again by the name. */
function noteTab(): void {
  try {
    sessionStorage.setItem(TAB, tab)
  } catch {
    // As with drafts.
  }
}

const lockOf = (name: string): string => `${TAB}:${name}`

/** Holds the name of a tab as long as the page is there. @returns false where another one holds it */
const hold = (name: string): Promise<boolean> =>
  new Promise(done => {
    // Pages that are no secure context have no locks: each of their tabs goes by the name in its own storage.
    if (!('locks' in navigator)) return done(true)
    const held = new Promise<void>(() => undefined)
    const signal = AbortSignal.timeout(LEAVING_MS)
    const holding = navigator.locks.request(lockOf(name), { signal }, () => {
      done(true)
      return held
    })
    holding.catch(() => done(false))
  })

/** Drops what is too old, and takes over what was typed in tabs that are gone; of two drafts of one form, the newer. */
async function takeOver(): Promise<void> {
  for (const place of places()) {
    const kept = read(place)
    if (kept === null || Date.now() - kept.at > KEPT_MS) drop(place)
  }
  if (!('locks' in navigator)) return
  const { held = [] } = await navigator.locks.query()
  const here = new Set(held.map(({ name }) => name))
  for (const place of places()) {
    const kept = read(place)
    if (kept === null || tabOf(place) === tab || here.has(lockOf(tabOf(place)))) continue
    const key = keyOf(place)
    if (filledIn.has(key)) continue
    const mine = placeOf(key)
    if (kept.at > (read(mine)?.at ?? 0)) write(mine, kept)
    drop(place)
  }
}

/** Begins to keep drafts, before any form is shown; and looks again when somebody comes back to this tab from one that they closed. */
export async function beginDrafts(): Promise<void> {
  try {
    tab = sessionStorage.getItem(TAB) ?? tab
    if (!(await hold(tab))) {
      tab = newName()
      await hold(tab)
    }
    noteTab()
    await takeOver()
  } catch {
    // Where the browser keeps nothing, forms have all that is typed as long as they are open.
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void takeOver().catch(() => undefined)
  })
}
