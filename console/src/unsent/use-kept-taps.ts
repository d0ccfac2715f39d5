/** Taps on a roll, kept on the device until the server has answered: over closed tabs, crashes and days without a connection. */
import { useRef } from 'react'
import { useMembership } from '../session/membership.tsx'
import { dropTap, keepTap, sendTap, showTap } from './sending.ts'
import { isLasting } from './store.ts'

/** The tap waits on the device: it is sent again. */
export class Waits extends Error {}

/** Somebody discarded it where it waited. */
export class Discarded extends Error {}

/** What is tapped: of whom, in which roll. */
interface Tap {
  /** Whose mark it is. */
  person: number
  /** What is sent. */
  body: Readonly<Record<string, unknown>>
  /** What it is called where it waits. */
  title: string
}

/** The taps of a roll, by the id of the person. */
export interface KeptTaps {
  /** Keeps a tap in the place of the one before of the same person. */
  keep(tap: Tap): void
  /**
   * Sends the last tap of a person.
   * @returns what the server answers; undefined where another page sent it
   * @throws Waits, Discarded, Refusal
   */
  send(person: number): Promise<Record<string, unknown> | undefined>
  /** Forgets what was tapped of a person until now. */
  drop(person: number): void
  /** Whether what waits outlasts the page, as far as is known. */
  outlasts(): boolean
}

/** @param action what a tap is sent to @param path of the page on which it was tapped */
export function useKeptTaps(action: string, roll: number, path: string): KeptTaps {
  const { user, church } = useMembership()
  const keyOf = (person: number): string => [action, user.id, church.slug, roll, person].join(':')
  const keeping = useRef(new Map<number, Promise<void>>())
  const lasting = useRef(true)
  return {
    keep({ person, body, title }) {
      const tap = { key: keyOf(person), user: user.id, church: church.slug, resource: action, action, body, title }
      const kept = keepTap({ ...tap, path, typed: null }).then(async () => {
        lasting.current = await isLasting()
      })
      keeping.current.set(person, kept)
    },
    async send(person) {
      const key = keyOf(person)
      const last = keeping.current.get(person)
      await last
      const outcome = await sendTap(key)
      // Of a tap that came after it nobody has to be told yet.
      if (keeping.current.get(person) === last) showTap(key)
      if (outcome.state === 'refused') throw outcome.error
      if (outcome.state === 'waiting') throw new Waits()
      if (outcome.state === 'discarded') throw new Discarded()
      return outcome.state === 'sent' ? outcome.record : undefined
    },
    drop: person => void dropTap(keyOf(person)),
    outlasts: () => lasting.current,
  }
}
