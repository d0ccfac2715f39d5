/** The search for everything: records as one types, pages of the navigation, what can be added. Arrows choose, Enter follows. */
import { Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { reasonOf } from '../api/refusal.ts'
import { useView } from '../api/use-offers.ts'
import { useHouse, useNavigation } from '../house/house.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { fromRecords, type Offered, type OfferedGroup, placesMatching, placesOf } from './search-offers.ts'
import { recentOf, remember } from './search-recent.ts'

/** Records are asked for when nothing was typed for so long. */
const PAUSE_MS = 120
/** As in `resource/find-everywhere.ts`: what is less finds nothing. */
const LEAST_LETTERS = 2

/** What is offered for what was typed; before anything is, what was followed last. */
function useOffered(text: string) {
  const { church, user } = useMembership()
  const house = useHouse() ?? []
  const navigation = useNavigation()
  const typed = text.trim()
  const [q] = useDebouncedValue(typed, PAUSE_MS)
  const asked = [...q].length >= LEAST_LETTERS
  const found = useView('search', { q }, asked)
  const places = placesOf(house, navigation)
  const recent = recentOf(user.id, church.slug)
  const groups: OfferedGroup[] =
    typed === ''
      ? [{ label: t('Lately'), offers: recent }, ...placesMatching(places, '')]
      : [...placesMatching(places, typed), ...(asked ? fromRecords(house, found.data ?? []) : [])]
  return {
    groups: groups.filter(({ offers }) => offers.length > 0),
    waiting: typed !== q || found.isFetching,
    error: found.error,
  }
}

/** What Enter would follow: the first, until an arrow or the mouse marks another one of the same. */
function useMarked(offers: readonly Offered[]) {
  const shown = offers.map(({ key }) => key).join()
  const [marked, setMarked] = useState({ of: shown, at: 0 })
  const at = marked.of === shown ? marked.at : 0
  const mark = (place: number): void => setMarked({ of: shown, at: (place + offers.length) % offers.length })
  return { at, mark, current: offers[at] }
}

export function SearchPalette({ onClose }: { onClose(): void }) {
  const { church, user, path } = useMembership()
  const [, navigate] = useLocation()
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [text, setText] = useState('')
  const { groups, waiting, error } = useOffered(text)
  const offers = groups.flatMap(group => group.offers)
  const { at, mark, current } = useMarked(offers)
  const list = useId()
  const idOf = (key: string): string => `${list}-${offers.findIndex(one => one.key === key)}`

  function follow(chosen: Offered): void {
    remember(user.id, church.slug, chosen)
    onClose()
    navigate(path(chosen.path), chosen.adds ? { state: { add: true } } : {})
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || current === undefined) return
    if (event.key === 'ArrowDown') mark(at + 1)
    else if (event.key === 'ArrowUp') mark(at - 1)
    else if (event.key === 'Enter') follow(current)
    else return
    event.preventDefault()
  }

  return (
    <Dialog opened onClose={onClose} title={t('Search everything')} size="lg" fullScreen={narrow} padding="md">
      <TextInput
        data-autofocus
        role="combobox"
        type="search"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={t('Search everything')}
        aria-expanded={offers.length > 0}
        aria-controls={list}
        aria-activedescendant={current && idOf(current.key)}
        aria-autocomplete="list"
        placeholder={t('Name, phone, reference, page…')}
        leftSection={waiting && text !== '' ? <Loader size="xs" /> : <Icon name="search" />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={t('Matches')} className="search-list">
        {groups.map(({ label, offers }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, and no fieldsets
          <div key={label} role="group" aria-label={label}>
            <Text size="xs" fw={600} c="dimmed" px="sm" mt="xs" mb={2} aria-hidden>
              {label}
            </Text>
            {offers.map(one => (
              <Offer key={one.key} id={idOf(one.key)} offer={one} marked={one === current} onFollow={follow} />
            ))}
          </div>
        ))}
      </div>
      <Text size="sm" c="dimmed" role="status" px="sm" mt="xs">
        {error ? reasonOf(error) : waiting ? t('Searching…') : countOf(offers.length)}
      </Text>
    </Dialog>
  )
}

const countOf = (count: number): string =>
  t('{count, plural, =0 {No matches} one {# match} other {# matches}}', { count })

interface OfferProps {
  id: string
  offer: Offered
  marked: boolean
  onFollow(offer: Offered): void
}

function Offer({ id, offer, marked, onFollow }: OfferProps) {
  const { label, detail, icon } = offer
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which says what is marked
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={marked}
      className="search-option"
      onClick={() => onFollow(offer)}
    >
      <Icon name={icon} />
      <div>
        <Text size="sm">{label}</Text>
        {detail !== '' && (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
    </div>
  )
}
