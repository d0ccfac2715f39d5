/** The way to the search for everything: a button in the header, `/` where nobody is typing and it is not switched off, Ctrl-K or ⌘K anywhere. */
import { ActionIcon, Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { isSearchKeyOn, useSearchKey } from '../parts/search-key.ts'
import { t } from '../texts/t.ts'

/** Loaded when it is first opened. */
const SearchPalette = lazy(async () => ({ default: (await import('./search-palette.tsx')).SearchPalette }))

const isTypedIn = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName))

/** By the letter and not by the key: on many keyboards `/` needs Shift. */
const asksForSearch = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  ctrlKey || metaKey ? key.toLowerCase() === 'k' && !altKey : key === '/' && !isTypedIn(target) && isSearchKeyOn()

const isAsking = (): boolean => document.querySelector('[role=dialog]') !== null

export function SearchButton() {
  const [opened, setOpened] = useState(false)
  const hasKey = useSearchKey()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // What a dialog asks is answered first.
      if (event.isComposing || !asksForSearch(event) || isAsking()) return
      event.preventDefault()
      setOpened(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const open = () => setOpened(true)
  return (
    <>
      <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" size="lg" aria-label={t('Search')} onClick={open}>
        <Icon name="search" />
      </ActionIcon>
      <Button
        visibleFrom="sm"
        variant="default"
        size="xs"
        leftSection={<Icon name="search" size={16} />}
        rightSection={
          hasKey && (
            <Kbd size="xs" aria-hidden>
              /
            </Kbd>
          )
        }
        aria-keyshortcuts={hasKey ? '/ Control+K Meta+K' : 'Control+K Meta+K'}
        onClick={open}
      >
        {t('Search')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <SearchPalette onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
