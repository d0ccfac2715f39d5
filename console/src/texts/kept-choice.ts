/** What somebody chose of how pages are sent, kept in the browser: the server reads it before it knows who asks. */

const YEAR_S = 31_536_000

/** @param value null forgets it */
export function keepChoice(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the other way, and the server has to read it
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : YEAR_S}; SameSite=Lax${secure}`
}

/** What is kept; null where nothing is. */
export const keptChoice = (name: string): string | null =>
  document.cookie
    .split('; ')
    .find(one => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null
