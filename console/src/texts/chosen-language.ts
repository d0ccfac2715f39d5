/** The language that somebody chose, kept in the browser so that the server sends the page in it. */
import { keepChoice, keptChoice } from './kept-choice.ts'

const COOKIE = 'sexton_language'

/** Shows the page in a language: texts are said as pages load, so it is loaded anew. Without cookies it stays as it is. */
export function showLanguage(language: string | null): void {
  keepChoice(COOKIE, language)
  if (keptChoice(COOKIE) === language) location.reload()
}

/** Shows the page in the language that is kept with the account, where the browser keeps another: somebody else's, or none. */
export function followLanguage(language: string | null): void {
  if (keptChoice(COOKIE) !== language) showLanguage(language)
}
