/** The headers of answers, for the OpenAPI document. */
import type { JsonSchema } from '../resource/field.ts'
import { KEPT_DAYS } from './idempotency.ts'
import { WINDOW_MS } from './rate-limit.ts'
import { API_ROOT } from './route.ts'

const text = (description: string, schema: JsonSchema = {}): JsonSchema => ({
  description,
  schema: { type: 'string', ...schema },
})

const SECONDS = WINDOW_MS / 1000

/** Every header that an answer may have beside those of HTTP itself. */
const HEADERS = {
  'X-Request-Id': text('Names this request in the log of the server: tell it when you ask for help'),
  'Cache-Control': text('Answers are not to be stored by caches', { const: 'no-store' }),
  'X-Content-Type-Options': text('An answer is what its type says', { const: 'nosniff' }),
  RateLimit: text(
    'For the address (ip) and the key: how many requests are left (r), and in how many seconds all are free again (t)',
    {
      examples: ['"ip";r=599;t=60, "key";r=119;t=60'],
    },
  ),
  'RateLimit-Policy': text(
    `The limits (q) over a sliding window of ${SECONDS} s (w); absent where they are switched off`,
    {
      examples: [`"ip";q=600;w=${SECONDS}, "key";q=120;w=${SECONDS}`],
    },
  ),
  Vary: text('Where the key names origins', { examples: ['Origin'] }),
  'Access-Control-Allow-Origin': text('The origin of the page that asks, where the key names it', { format: 'uri' }),
  'Access-Control-Expose-Headers': text('Which headers a page of such an origin may read'),
  'Retry-After': {
    description: 'Seconds to wait; who waits just that long is let in',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': text('How to authenticate', { pattern: '^Bearer' }),
  Allow: text('The methods of this URL', { examples: ['GET, HEAD'] }),
  Location: text('Path of the new record', { pattern: `^${API_ROOT}/` }),
  'Idempotent-Replayed': text(
    `Present where this is the first response to the same request with this Idempotency-Key, which is kept for ${KEPT_DAYS} days`,
    { const: 'true' },
  ),
} satisfies Record<string, JsonSchema>

type HeaderName = keyof typeof HEADERS

const OF_ALL: readonly HeaderName[] = [
  'X-Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'RateLimit',
  'RateLimit-Policy',
  'Vary',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
]

const OF_STATUS: Record<number, readonly HeaderName[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** For the document's components. */
export const headerComponents = (): Record<string, JsonSchema> => HEADERS

/** Those of a response; @param more that this one has beside those of its status */
export const headersOf = (status: number, more: readonly HeaderName[] = []): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...OF_ALL, ...(OF_STATUS[status] ?? []), ...more].map(name => [name, { $ref: `#/components/headers/${name}` }]),
  )
