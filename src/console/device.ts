/** Makes the browser of a request a known device of somebody who has signed in there. */
import { DEVICE_S, know, newDevice } from '../sign-in/devices.ts'
import { type Cookies, cookieOf, setCookie } from './cookies.ts'
import { type ConsoleParts, isSecure } from './parts.ts'

const NAME = 'device'

/** What the cookie of the device holds; undefined for a new one. */
export const deviceOf = (parts: Pick<ConsoleParts, 'baseUrl'>, cookies: Cookies): string | undefined =>
  cookieOf(cookies, NAME, isSecure(parts))

/** @returns the cookies to set: it is renewed with each use */
export async function knowDevice(
  parts: Pick<ConsoleParts, 'database' | 'baseUrl'>,
  user: string,
  device: string | undefined,
): Promise<string[]> {
  const value = device ?? newDevice()
  await know(parts.database, user, value)
  return [setCookie(NAME, value, DEVICE_S, isSecure(parts))]
}
