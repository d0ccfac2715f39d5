/** The language that somebody chose, kept in the browser so that the server sends the page in it. */

const COOKIE = 'sexton_language'
const YEAR_S = 31_536_000

/** @param language BCP 47; null forgets it, for what the browser asks for */
function keep(language: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the other way, and the server has to read it
  document.cookie = `${COOKIE}=${language ?? ''}; Path=/; Max-Age=${language === null ? 0 : YEAR_S}; SameSite=Lax${secure}`
}

/** What is kept; null where nothing is. */
const kept = (): string | null =>
  document.cookie
    .split('; ')
    .find(one => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1) ?? null

/** Shows the page in a language: texts are said as pages load, so it is loaded anew. Without cookies it stays as it is. */
export function showLanguage(language: string | null): void {
  keep(language)
  if (kept() === language) location.reload()
}

/** Shows the page in the language that is kept with the account, where the browser keeps another: somebody else's, or none. */
export function followLanguage(language: string | null): void {
  if (kept() !== language) showLanguage(language)
}
