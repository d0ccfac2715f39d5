/** What was typed and is not on record yet, kept on this device until it is: over reloads, crashes and days without a connection. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** An entry of somebody, in one church. */
export interface Unsent {
  /** Its Idempotency-Key: however often it is sent, it is recorded once. */
  key: string
  /** The id of who typed it: nobody else sees it or sends it. */
  user: string
  /** The church's slug. */
  church: string
  /** To what it is added; of what was tapped, what it is about. */
  resource: string
  /** Where it was tapped: the action that it is sent to, under which the same twice is once. Its key is of what was tapped. */
  action?: string
  body: Readonly<Record<string, unknown>>
  /** What it is called where it waits: `₦1,500.00, Ada Obi`. */
  title: string
  /** Where it is corrected, within the church. */
  path: string
  /** As its form holds it. */
  typed: unknown
  /** The draft in which its form finds it again; absent where the form lists what waits itself. */
  draft?: string
  /** When it was typed, in milliseconds. */
  at: number
  /** When it was first sent, in milliseconds; null while it certainly has not arrived. */
  tried: number | null
  /** `held`: somebody took it out to change it. `refused`: the server did not accept it. */
  state: 'waiting' | 'held' | 'refused'
  /** Why it is not on record, in words. */
  problem?: string
  /** What the server says of its fields. */
  errors?: Readonly<Record<string, string>>
}

/** What is left of an entry, for pages that still show it: nothing of what was typed. */
export interface Settled {
  key: string
  user: string
  state: 'sent' | 'discarded'
  at: number
  isTap?: boolean
}

interface Shape extends DBSchema {
  unsent: { key: string; value: Unsent | Settled; indexes: { user: string } }
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let opening: Promise<IDBPDatabase<Shape> | null> | undefined
/** Where the browser keeps nothing, or no more: its disk may be full. A row here is newer than the one on the disk. */
const inMemory = new Map<string, Unsent | Settled>()

/** Null where the browser keeps nothing, as some do in private windows. */
function database(): Promise<IDBPDatabase<Shape> | null> {
  opening ??= openDB<Shape>('sexton', 1, {
    upgrade: made => void made.createObjectStore('unsent', { keyPath: 'key' }).createIndex('user', 'user'),
    // Cleared by somebody, or by the browser: it is opened anew.
    terminated: () => {
      opening = undefined
    },
  }).catch(() => null)
  return opening
}

/** Whether what is kept outlasts the page. */
export const isLasting = async (): Promise<boolean> =>
  (await database()) !== null && ![...inMemory.values()].some(isUnsent)

/** Keeps a row in the place of the one with its key. Done when it is on the disk; as long as the page where that takes nothing. */
export async function keepRow(row: Unsent | Settled): Promise<void> {
  const kept = await database()
  if (kept === null) return void inMemory.set(row.key, row)
  try {
    const writing = kept.transaction('unsent', 'readwrite', { durability: 'strict' })
    await Promise.all([writing.store.put(row), writing.done])
    inMemory.delete(row.key)
  } catch {
    inMemory.set(row.key, row)
  }
}

/** What becomes of a row: another one in its place, `drop` where it goes, undefined where it stays. */
type Change = Unsent | Settled | 'drop' | undefined

/**
 * Looks at a row and changes it at once: nothing that another page or another tap keeps comes in between.
 * @param how says what becomes of it; it is undefined where there is none
 */
export async function changeRow(key: string, how: (now: Unsent | Settled | undefined) => Change): Promise<void> {
  const kept = await database()
  const held = inMemory.get(key)
  if (kept === null || held !== undefined) {
    const changed = how(held)
    if (changed === 'drop') return await dropRow(key)
    return changed && (await keepRow(changed))
  }
  let changed: Change
  try {
    const changing = kept.transaction('unsent', 'readwrite', { durability: 'strict' })
    changed = how(await changing.store.get(key))
    if (changed === 'drop') await changing.store.delete(key)
    else if (changed !== undefined) await changing.store.put(changed)
    await changing.done
  } catch {
    if (changed !== undefined && changed !== 'drop') inMemory.set(key, changed)
  }
}

/** One row; undefined where there is none. */
export async function rowOf(key: string): Promise<Unsent | Settled | undefined> {
  const kept = await database()
  return inMemory.get(key) ?? (await kept?.get('unsent', key))
}

/** Forgets a row. */
export async function dropRow(key: string): Promise<void> {
  inMemory.delete(key)
  await (await database())?.delete('unsent', key)
}

async function rowsOf(user: string): Promise<(Unsent | Settled)[]> {
  const onDisk = (await (await database())?.getAllFromIndex('unsent', 'user', user)) ?? []
  return newestOf(onDisk).filter(row => row.user === user)
}

/** The rows of the disk with those that only the page has. */
const newestOf = (onDisk: readonly (Unsent | Settled)[]): (Unsent | Settled)[] => [
  ...onDisk.filter(({ key }) => !inMemory.has(key)),
  ...inMemory.values(),
]

/** Whether it is still to be sent. */
export const isUnsent = (row: Unsent | Settled | undefined): row is Unsent =>
  row !== undefined && row.state !== 'sent' && row.state !== 'discarded'

/** What somebody typed that is not on record, in the order in which it was typed. */
export const unsentOf = async (user: string): Promise<Unsent[]> =>
  (await rowsOf(user)).filter(isUnsent).sort((a, b) => a.at - b.at)

/** How many entries wait on this device, whoever typed them. */
export async function countAll(): Promise<number> {
  const onDisk = (await (await database())?.getAll('unsent')) ?? []
  return newestOf(onDisk).filter(isUnsent).length
}

/** Forgets everything of somebody: they signed out, and were asked before. */
export async function dropAll(user: string): Promise<void> {
  for (const { key } of await rowsOf(user)) await dropRow(key)
}

/** How long pages may still show what was settled; marks of a roll are many, and their keys say of whom they are. */
const shownFor = ({ isTap }: Settled): number => (isTap === true ? HOUR_MS : 7 * DAY_MS)

/** Forgets what is left of entries that were settled long ago: no page shows them any more. */
export async function tidy(user: string): Promise<void> {
  for (const row of await rowsOf(user)) {
    if (!isUnsent(row) && Date.now() - row.at > shownFor(row)) await dropRow(row.key)
  }
}
