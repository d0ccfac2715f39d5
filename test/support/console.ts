/** Somebody at the console: keeps their cookies, as a browser does. */

import { invite } from '../../src/sign-in/join.ts'
import type { Role } from '../../src/sign-in/roles.ts'
import { type Answered, send, type TestChurch, type TestService } from './service.ts'

export const PASSWORD = 'a few words that are easy'

/** A browser without a person yet. */
export interface Visitor {
  /** Asks for a path below /console, as the pages of this site do. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
}

export interface TestMember extends Visitor {
  /** Asks for a path of the church: `/people`, `/operations/people.remove`. */
  inChurch(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  email: string
}

/** A browser that comes to the service. */
export function visitor(service: Pick<TestService, 'url'>): Visitor {
  const cookies = new Map<string, string>()
  return {
    async ask(method, path, body, headers = {}) {
      const answered = await send(service.url, method, `/console${path}`, {
        ...(body !== undefined && { body }),
        headers: {
          'sec-fetch-site': 'same-origin',
          origin: service.url.replace('127.0.0.1', 'localhost'),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
      })
      for (const cookie of answered.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answered
    },
  }
}

let serial = 0

/** Invites somebody by their role and lets them join. */
export async function member(
  service: TestService,
  { church }: TestChurch,
  role: Role,
  branch_id: number | null = null,
): Promise<TestMember> {
  serial += 1
  const email = `${role}-${process.pid}-${serial}@example.org`
  const { token } = await service.database.write(church.id, tx => invite(tx, church, { email, role, branch_id }, null))
  const browser = visitor(service)
  const joined = await browser.ask('POST', '/api/join', { token, name: `A ${role}`, password: PASSWORD })
  if (joined.status !== 200) throw new Error(`Nobody could join: ${joined.text}`)
  return {
    ...browser,
    email,
    inChurch: (method, path, body, headers) => browser.ask(method, `/api/${church.slug}${path}`, body, headers),
  }
}
