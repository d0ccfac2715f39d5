/** Every way into the server, and what an attacker sends there. */
import { readdirSync } from 'node:fs'
import path from 'node:path'

/** One way in. */
export interface Way {
  name: string
  path: string
  /** Headers beside `Host`. */
  headers: Record<string, string>
}

const ASSETS = path.resolve(import.meta.dirname, '../../dist/pages/assets')

/** @param key of the API @param slug of a church with a giving page */
export function waysIn(key: string, slug: string): Way[] {
  const [script = ''] = readdirSync(ASSETS).filter(name => /^parts-.*\.js$/.test(name))
  const json = { 'Content-Type': 'application/json' }
  const site = { ...json, 'Sec-Fetch-Site': 'same-origin' }
  const way = (name: string, path: string, headers: Record<string, string> = {}): Way => ({ name, path, headers })
  return [
    way('the API without a key', '/api/v1/people'),
    way('the API', '/api/v1/people', { ...json, Authorization: `Bearer ${key}` }),
    way("the console's API", '/console/api/join', site),
    way('the sign-in', '/console/auth/sign-in/email', site),
    way('the giving page', `/give/${slug}`),
    way('an unsubscribe link', '/unsubscribe/1.2.abc'),
    way('a callback', `/callbacks/messages/${slug}/sms/abc`),
    way('the page of the console', '/', { Accept: 'text/html' }),
    way('a file of the console', `/assets/${script}`),
    way('the reference', '/docs/swagger-ui-bundle.js'),
    way('the OpenAPI document', '/openapi.json'),
    way('the metrics', '/metrics'),
    way('the health', '/readyz'),
  ]
}
