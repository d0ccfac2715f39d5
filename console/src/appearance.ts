/** Light or dark: as the device has it, or as somebody chose on it. The choice is kept in a cookie, since the server sends the page in it. */
import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { keepChoice, keptChoice } from './texts/kept-choice.ts'

const COOKIE = 'sexton_appearance'

/** Without a choice there is no cookie. */
export const appearance: MantineColorSchemeManager = {
  get(usual) {
    const kept = keptChoice(COOKIE)
    return isMantineColorScheme(kept) ? kept : usual
  },
  set: (scheme: MantineColorScheme) => keepChoice(COOKIE, scheme === 'auto' ? null : scheme),
  // Pages that are open elsewhere follow when they are loaded anew.
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => keepChoice(COOKIE, null),
}

const ATTRIBUTE = 'data-mantine-color-scheme'

/** Paper is light, whatever the screen is. */
export function printLight(): void {
  const { documentElement: page } = document
  let before: string | null = null
  addEventListener('beforeprint', () => {
    before = page.getAttribute(ATTRIBUTE)
    page.setAttribute(ATTRIBUTE, 'light')
  })
  addEventListener('afterprint', () => {
    if (before !== null) page.setAttribute(ATTRIBUTE, before)
  })
}
