/** What a request says of the language that somebody wants to read. */
import { chosenLanguage } from '../texts/chosen.ts'
import type { LanguageChoice } from '../texts/language.ts'
import { ownLanguageName } from '../texts/language-names.ts'
import { header, type Request } from './message.ts'

/** What a link to the same page in another language says. */
const CHOICE = 'lang'
/** Keeps what somebody chose on a public page, for those that follow. */
export const PAGE_COOKIE = 'sexton_page_language'
const TAG = '[A-Za-z0-9-]{2,35}'
/** Where the browser keeps the language that somebody chose on their account page. */
const OF_CONSOLE = new RegExp(`(?:^|;\\s*)sexton_language=(${TAG})(?:;|$)`)
const OF_PAGES = new RegExp(`(?:^|;\\s*)${PAGE_COOKIE}=(${TAG})(?:;|$)`)
const WHOLE_TAG = new RegExp(`^${TAG}$`)

export interface AskedLanguages {
  /** By a link of the page, this time. */
  chosen: string | undefined
  /** On a public page, before. */
  kept: string | undefined
  /** On their account page; it is that of who is signed in. */
  account: string | undefined
  /** By their browser: the whole `Accept-Language`. */
  accepted: string | undefined
}

/** All that a request says of languages; nothing of it is known to exist. */
export function askedLanguages(request: Request): AskedLanguages {
  const chosen = new URLSearchParams(request.search).get(CHOICE)
  const cookies = header(request, 'cookie') ?? ''
  return {
    chosen: chosen !== null && WHOLE_TAG.test(chosen) ? chosen : undefined,
    kept: OF_PAGES.exec(cookies)?.[1],
    account: OF_CONSOLE.exec(cookies)?.[1],
    accepted: header(request, 'accept-language'),
  }
}

/**
 * The language in which who asks reads the console: what they chose, else what their browser asks for.
 * @param languages that there are (BCP 47)
 * @param usual where neither is among them
 */
export function languageRead(request: Request, languages: readonly string[], usual: string): string {
  const { account, accepted } = askedLanguages(request)
  return chosenLanguage(account, languages, chosenLanguage(accepted, languages, usual))
}

/** The same page in each of these languages. @param search of the request */
export const choicesOf = (locales: readonly string[], search: string): LanguageChoice[] =>
  locales.map(locale => {
    const others = new URLSearchParams(search)
    others.set(CHOICE, locale)
    return { locale, name: ownLanguageName(locale), href: `?${others}` }
  })
