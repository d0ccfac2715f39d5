/** Browsers of attackers: with cookies that can be read and copied, each from an address of its own. */
import { sql } from '../../src/db/sql.ts'
import { PASSWORD, type Visitor, visitor } from '../support/console.ts'
import type { TestService } from '../support/service.ts'

/** Settings of a service that believes what the browsers say of their addresses. */
export const BELIEVING = { SEXTON_TRUSTED_PROXIES: '127.0.0.1' }

let serial = 0

/** An address that nobody had before: tries are counted by it. */
export function newAddress(): { 'x-forwarded-for': string } {
  serial += 1
  return { 'x-forwarded-for': `198.18.${serial >> 8}.${serial & 255}` }
}

export interface Browser extends Visitor {
  cookies: Map<string, string>
  /** As the header has them. */
  cookie(): string
}

/** A browser with cookies that somebody put there. */
export function browser(service: TestService, cookies = new Map<string, string>()): Browser {
  const own = visitor(service, cookies)
  return {
    cookies,
    cookie: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ask: (method, path, body, headers) => own.ask(method, path, body, { ...newAddress(), ...headers }),
  }
}

/** A browser in which somebody has signed in. @throws Error where that is refused */
export async function signedIn(service: TestService, email: string, into = browser(service)): Promise<Browser> {
  const { status, text } = await into.ask('POST', '/auth/sign-in/email', { email, password: PASSWORD })
  if (status !== 200) throw new Error(`The sign-in was refused: ${status} ${text}`)
  return into
}

/** Whether somebody is signed in by these cookies. */
export const isIn = async (one: Visitor): Promise<boolean> => (await one.ask('GET', '/api/session')).status === 200

/** As if everybody had just given their password again. */
export const stepAllUp = ({ database }: TestService): Promise<unknown> =>
  database.write(0, tx => tx.run(sql`update sessions set stepped_up_at = now()`))
