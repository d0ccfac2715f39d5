/** The gifts of this sitting: each is sent at once, while the next is being typed. */
import { useEffect, useState } from 'react'
import { Refusal, reasonOf } from '../api/refusal.ts'
import { useWrites } from '../api/use-writes.ts'
import type { Contribution } from '../api-types.ts'
import { keepDraft, readDraft } from '../forms/draft.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { bodyOf, type GiftEntry, type TypedGift } from './gift-entry.ts'

const MOST_KEPT = 200

/** Whether it was recorded is not known after a reload; sending it again tells, and never records it twice. */
const interrupted = (entry: GiftEntry): GiftEntry =>
  entry.state === 'saving'
    ? {
        ...entry,
        state: 'failed',
        problem: t('You left the page before this was saved. Try again: it will not be recorded twice.'),
      }
    : entry

/** Lets the browser ask before the page is closed: what is kept is kept for this tab only. */
function useWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}

interface GiftEntries {
  entries: readonly GiftEntry[]
  /** Sends a gift. */
  add(typed: TypedGift): void
  /** Sends one again that failed. */
  retry(entry: GiftEntry): void
  /** Takes one out that failed, to correct it. */
  remove(key: string): void
  /** Shows what became of a gift that was saved, such as that it is void. */
  changed(gift: Contribution): void
  /** Forgets those that are saved, to begin the next batch. */
  clear(): void
}

/** The gifts of this sitting, kept in the browser until the batch is cleared. */
export function useGiftEntries(): GiftEntries {
  const { church, user } = useMembership()
  const { create } = useWrites('none')
  const store = `draft:${user.id}:${church.slug}:gifts`
  const [entries, setEntries] = useState<GiftEntry[]>(() =>
    (readDraft<GiftEntry[]>(store)?.values ?? []).map(interrupted),
  )
  useEffect(() => keepDraft(store, { values: entries }), [store, entries])
  useWarning(entries.some(({ state }) => state !== 'saved'))

  const put = (entry: GiftEntry): void =>
    setEntries(before => {
      const known = before.some(({ key }) => key === entry.key)
      return known ? before.map(one => (one.key === entry.key ? entry : one)) : [entry, ...before].slice(0, MOST_KEPT)
    })

  async function send({ key, typed }: GiftEntry): Promise<void> {
    const body = bodyOf(typed)
    if (body === undefined) return
    put({ key, typed, state: 'saving' })
    try {
      const { data } = await create('contributions', body, key)
      // Roles that record gifts read them, so it is whole.
      put({ key, typed, state: 'saved', gift: data as Contribution })
    } catch (error) {
      const errors = error instanceof Refusal ? error.errors : {}
      const words = Object.entries(errors).map(([name, text]) => `${name} ${text}`)
      put({ key, typed, state: 'failed', problem: words.length > 0 ? words.join('; ') : reasonOf(error), errors })
    }
  }

  return {
    entries,
    add: typed => void send({ key: crypto.randomUUID(), typed, state: 'saving' }),
    retry: entry => void send(entry),
    remove: gone => setEntries(before => before.filter(({ key }) => key !== gone)),
    changed: gift => setEntries(before => before.map(one => (one.gift?.id === gift.id ? { ...one, gift } : one))),
    clear: () => setEntries(before => before.filter(({ state }) => state !== 'saved')),
  }
}
