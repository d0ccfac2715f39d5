/**
 * The cookies of a request that are ours: each name once, and in one form. The sign-in library reads them from what is built
 * here, so that it can see no other user or device in them than we do.
 */
import { header, type Request } from '../http/message.ts'

/** Cookies by their whole name. */
export type Cookies = ReadonlyMap<string, string>

const OURS = /^(?:__Secure-|__Host-)?sexton\.[a-z_]+$/
/** What the library and we put into one, decoded. */
const PLAIN = /^[\w.!+/=~-]{1,400}$/

/** What is no cookie of ours, or was sent a second time, counts as not sent. */
export function ownCookies(request: Request): Cookies {
  const cookies = new Map<string, string>()
  for (const pair of (header(request, 'cookie') ?? '').split(/[;,]/)) {
    const [name = '', ...rest] = pair.trim().split('=')
    const value = decoded(rest.join('='))
    if (OURS.test(name) && PLAIN.test(value) && !cookies.has(name)) cookies.set(name, value)
  }
  return cookies
}

/** Empty for what nobody encoded, such as a lone `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** As a browser sends them. */
export const cookieHeader = (cookies: Cookies): string =>
  [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')

/** One cookie by its name without prefix; the prefix says whether the public address is https. */
export const cookieOf = (cookies: Cookies, name: string, secure: boolean): string | undefined =>
  cookies.get(`${secure ? '__Secure-' : ''}sexton.${name}`)

/** A cookie of the library without its signature. */
export const unsigned = (value: string | undefined): string | undefined => value?.split('.')[0] || undefined

/** A cookie as it is set: for this site only, and never for scripts. @param seconds that it lasts */
export const setCookie = (name: string, value: string, seconds: number, secure: boolean): string =>
  `${secure ? '__Secure-' : ''}sexton.${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
