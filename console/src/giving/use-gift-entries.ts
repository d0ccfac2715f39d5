/**
 * The gifts of this sitting: each is kept on this device and sent at once, while the next is being typed. Those that wait from
 * another sitting are among them.
 */
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { Refusal, reasonOf } from '../api/refusal.ts'
import type { Contribution } from '../api-types.ts'
import { money } from '../formats/money.ts'
import { keepInTab, readInTab } from '../session/kept-drafts.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { hold, isOnItsWay, type Outcome, onChange, submit } from '../unsent/sending.ts'
import { isLasting, isUnsent, rowOf, type Unsent, unsentOf } from '../unsent/store.ts'
import { bodyOf, type GiftEntry, type TypedGift } from './gift-entry.ts'

const MOST_KEPT = 200

/** Whether it was recorded is not known after a crash; sending it again tells, and never records it twice. */
const interrupted = ({ key, typed }: GiftEntry): GiftEntry => ({
  key,
  typed,
  state: 'failed',
  problem: t('You left the page before this was saved. Try again: it will not be recorded twice.'),
})

/** Lets the browser ask before the page is closed, where it keeps nothing beyond this tab. */
function useWarning(entries: readonly GiftEntry[]): void {
  const unsaved = entries.some(({ state }) => state !== 'saved')
  const [isKept, setKept] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the disk may be full from one entry to the next
  useEffect(() => void isLasting().then(setKept), [entries])
  useEffect(() => {
    if (!unsaved || isKept) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved, isKept])
}

interface GiftEntries {
  entries: readonly GiftEntry[]
  /** Sends a gift; in the place of the one that it corrects. */
  add(typed: TypedGift): void
  /** Sends one again that failed. */
  retry(entry: GiftEntry): void
  /** Takes one out that is not saved, to correct it. */
  remove(key: string): Promise<void>
  /** Shows what became of a gift that was saved, such as that it is void. */
  changed(gift: Contribution): void
  /** Forgets those that are saved, to begin the next batch. */
  clear(): void
}

const failedOf = (key: string, typed: TypedGift, error: Error): GiftEntry => ({
  key,
  typed,
  state: 'failed',
  problem: reasonOf(error),
  errors: error instanceof Refusal ? error.errors : {},
})

/** An entry as its outcome leaves it; undefined where it is gone. */
function afterwards({ key, typed }: GiftEntry, outcome: Outcome): GiftEntry | undefined {
  // Roles that record gifts read them, so it is whole.
  if (outcome.state === 'sent') return { key, typed, state: 'saved', gift: outcome.record as unknown as Contribution }
  if (outcome.state === 'refused') return failedOf(key, typed, outcome.error)
  return outcome.state === 'waiting' ? { key, typed, state: 'waiting' } : undefined
}

/** One that waits from another sitting. */
function foundOf({ key, typed, state, problem = '', errors = {} }: Unsent): GiftEntry {
  const gift = typed as TypedGift
  if (state === 'waiting') return { key, typed: gift, state }
  const said = state === 'held' ? t('you took it out to change it.') : problem
  return { key, typed: gift, state: 'failed', problem: said, errors: { ...errors } }
}

/** What is called in the list of what waits. */
function titleOf({ amount, currency, person, donor_name }: TypedGift, minor: number): string {
  const sum = Number.isNaN(minor) ? amount : money(minor, currency)
  const giver = person?.title ?? donor_name.trim()
  return giver === '' ? t('Gift of {amount}', { amount: sum }) : t('Gift of {amount}, {giver}', { amount: sum, giver })
}

/** How a gift is sent: as what waits, where no answer comes. */
function useSubmitting(): (key: string, typed: TypedGift) => Promise<Outcome | undefined> {
  const { church, user } = useMembership()
  return useCallback(
    async (key, typed) => {
      const body = bodyOf(typed)
      if (body === undefined) return undefined
      const path = typed.batch_id === undefined ? '/contributions/new' : `/contributions/new?batch=${typed.batch_id}`
      const kept = { resource: 'contributions', body: { ...body }, title: titleOf(typed, body.amount), path, typed }
      return await submit({ key, user: user.id, church: church.slug, ...kept })
    },
    [church.slug, user.id],
  )
}

/** Brings the list in line with what this device has kept: what waits from before, what was sent or discarded elsewhere. */
function useKeptGifts(
  entries: readonly GiftEntry[],
  setEntries: Dispatch<SetStateAction<GiftEntry[]>>,
  begun: readonly GiftEntry[],
  again: (entry: GiftEntry) => Promise<void>,
  batch: number | undefined,
): void {
  const { church, user } = useMembership()
  const latest = useRef(entries)
  latest.current = entries
  const change = useCallback(
    (key: string, how: (entry: GiftEntry) => GiftEntry | undefined) =>
      setEntries(before => before.flatMap(one => (one.key === key ? (how(one) ?? []) : one))),
    [setEntries],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the sitting began with is looked at once
  useEffect(() => {
    const settle = async (entry: GiftEntry): Promise<void> => {
      const row = await rowOf(entry.key)
      if (row?.state === 'discarded') return change(entry.key, () => undefined)
      // Its answer came to another page: by its key the server gives it again.
      if (row?.state === 'sent') return await again(entry)
      change(entry.key, () => (isUnsent(row) ? foundOf(row) : interrupted(entry)))
    }
    const find = async (): Promise<void> => {
      const waiting = (await unsentOf(user.id)).filter(
        one =>
          one.church === church.slug && one.resource === 'contributions' && (one.typed as TypedGift).batch_id === batch,
      )
      setEntries(before => [
        ...waiting
          .filter(({ key }) => !before.some(one => one.key === key))
          .map(foundOf)
          .reverse(),
        ...before,
      ])
      await Promise.all(begun.filter(({ state }) => state === 'saving' || state === 'waiting').map(settle))
    }
    const sentHere = new Set<string>()
    const look = async (key: string): Promise<void> => {
      const row = await rowOf(key)
      if (isOnItsWay(key)) return
      const entry = latest.current.find(one => one.key === key)
      // Its answer came to another tab.
      if (row?.state === 'sent') return void (entry && !entry.gift && !sentHere.has(key) && again(entry))
      change(key, one => (one.gift ? one : isUnsent(row) ? foundOf(row) : undefined))
    }
    void find()
    return onChange(({ key, outcome }) => {
      if (outcome === undefined) return void look(key)
      if (outcome.state === 'sent') sentHere.add(key)
      change(key, one => afterwards(one, outcome))
    })
  }, [user.id, church.slug])
}

/**
 * The gifts of this sitting, listed in this tab until the batch is cleared; what is not on record yet lies on the device.
 * @param batch whose gifts are listed where they wait from another sitting; undefined for those of none
 */
export function useGiftEntries(batch: number | undefined): GiftEntries {
  const { church, user } = useMembership()
  const submitting = useSubmitting()
  const store = `gifts:${user.id}:${church.slug}`
  const [begun] = useState(() => readInTab<GiftEntry[]>(store) ?? [])
  const [entries, setEntries] = useState<GiftEntry[]>(begun)
  useEffect(() => keepInTab(store, entries), [store, entries])
  useWarning(entries)

  const put = (entry: GiftEntry): void =>
    setEntries(before => {
      const known = before.some(({ key }) => key === entry.key)
      return known ? before.map(one => (one.key === entry.key ? entry : one)) : [entry, ...before].slice(0, MOST_KEPT)
    })
  const forget = (gone: string): void => setEntries(before => before.filter(({ key }) => key !== gone))

  async function send({ key, typed }: GiftEntry): Promise<void> {
    const entry: GiftEntry = { key, typed, state: 'saving' }
    put(entry)
    try {
      const outcome = await submitting(key, typed)
      const then = outcome && afterwards(entry, outcome)
      if (then !== undefined) put(then)
      else if (outcome !== undefined) forget(key)
    } catch (error) {
      put(failedOf(key, typed, error as Error))
    }
  }
  useKeptGifts(entries, setEntries, begun, send, batch)

  return {
    entries,
    add: ({ corrects, ...typed }) => void send({ key: corrects ?? crypto.randomUUID(), typed, state: 'saving' }),
    retry: entry => void send(entry),
    remove: async key => {
      await hold(key)
      forget(key)
    },
    changed: gift => setEntries(before => before.map(one => (one.gift?.id === gift.id ? { ...one, gift } : one))),
    clear: () => setEntries(before => before.filter(({ state }) => state !== 'saved')),
  }
}
