/** The push services of browsers: Mozilla's, and what others say otherwise. */
import { decodeJwt } from 'jose'
import { makeVapidKeys, webPush } from '../../../src/modules/messaging/providers/webpush.ts'
import { subscribe } from '../push-service.ts'
import type { ProviderCase } from './case.ts'
import { type Answer, type Asked, json, startFake, WAIT } from './fake-http.ts'

const MOZILLA = 'https://updates.push.services.mozilla.com'
const [own, other] = [makeVapidKeys(), makeVapidKeys()]
const VALUES = { subject: 'mailto:office@grace.example', public_key: own.publicKey, private_key: own.privateKey }

const BROWSER = subscribe(`${MOZILLA}/wpush/v2/gAAAA`)

/** The same browser at another place. */
const at = (endpoint: string): string => JSON.stringify({ ...BROWSER.subscription, endpoint })

const error = (code: number, errno: number, title: string, message: string, headers = {}): Answer =>
  json(code, { code, errno, error: title, message, more_info: 'http://autopush.readthedocs.io/' }, headers)

const REFUSED: Record<string, Answer> = {
  [`${MOZILLA}/wpush/v2/gone`]: error(410, 106, 'Gone', 'Request did not validate subscription'),
  [`${MOZILLA}/wpush/v2/none`]: { status: 404, body: '<html>404 Not Found</html>' },
  [`${MOZILLA}/wpush/v2/small`]: error(413, 104, 'Payload Too Large', 'This message is too large'),
  'https://wns2-par02p.notify.windows.com/w/?token=throttled': { status: 406, body: '' },
  'https://web.push.apple.com/old': json(403, { reason: 'BadJwtToken' }),
}

function answer({ method, url, headers, bytes }: Asked): Answer {
  const wrong = REFUSED[url]
  if (wrong !== undefined) return wrong
  if (method !== 'POST' || url !== BROWSER.subscription.endpoint) return error(404, 102, 'Not Found', 'Invalid URL')
  if (headers.ttl === undefined) return error(400, 111, 'Bad Request', 'Missing TTL')
  if (headers['content-encoding'] !== 'aes128gcm') return error(400, 110, 'Bad Request', 'Unknown encoding')
  const [, token = '', key] = /^vapid t=([^,]+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== own.publicKey) return error(401, 109, 'Unauthorized', 'VAPID public key mismatch')
  if (decodeJwt(token).aud !== MOZILLA) return error(401, 109, 'Unauthorized', 'Invalid audience')
  const { body } = JSON.parse(BROWSER.open(bytes)) as { body: string }
  const taken = { to: JSON.stringify(BROWSER.subscription), body }
  return { status: 201, headers: { Location: `${MOZILLA}/m/gAAAAB`, TTL: String(headers.ttl) }, body: '', taken }
}

export const WEB_PUSH: ProviderCase = {
  provider: webPush,
  channel: 'push',
  values: VALUES,
  accounts: { 'a web address to be reached by': { ...VALUES, subject: 'https://grace.example/contact' } },
  wrongValues: {
    subject: ['', 'office', 'office@grace.example', 'mailto:office', 'http://grace.example'],
    public_key: ['', 'abc', own.privateKey, `${own.publicKey}=`],
    private_key: ['', 'a b', 'abc', own.publicKey],
  },
  to: JSON.stringify(BROWSER.subscription),
  providerId: /^https:\/\/updates\.push\.services\.mozilla\.com\/m\/\w+$/,
  start: () =>
    startFake({
      answer,
      rateLimited: error(429, 120, 'Too Many Requests', 'Too many messages', WAIT),
      serverError: error(500, 999, 'Internal Server Error', 'Unknown error'),
      unavailable: error(503, 201, 'Service Unavailable', 'Use exponential backoff', WAIT),
      // RFC 8030, 5: a message that was taken is answered with 201.
      garbage: { status: 204, body: '' },
    }),
  refusals: [
    {
      name: 'a browser that has unsubscribed',
      to: at(`${MOZILLA}/wpush/v2/gone`),
      result: { taken: false, kind: 'permanent', code: 'invalid_address', gone: true },
      detail: /^410 Request did not validate subscription$/,
    },
    {
      name: 'a browser that it does not know',
      to: at(`${MOZILLA}/wpush/v2/none`),
      result: { taken: false, kind: 'permanent', code: 'invalid_address', gone: true },
      detail: /^404$/,
    },
    {
      name: 'a message that is too large',
      to: at(`${MOZILLA}/wpush/v2/small`),
      result: { taken: false, kind: 'permanent', code: 'refused' },
      detail: /^413 This message is too large$/,
    },
    {
      name: 'too many messages in the words of Microsoft',
      to: at('https://wns2-par02p.notify.windows.com/w/?token=throttled'),
      result: { taken: false, kind: 'passing', code: 'rate_limited' },
      detail: /^406$/,
    },
    {
      name: 'a signature in the words of Apple',
      to: at('https://web.push.apple.com/old'),
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^403 BadJwtToken$/,
    },
    {
      name: 'keys that the browser did not subscribe with',
      values: { ...VALUES, public_key: other.publicKey, private_key: other.privateKey },
      result: { taken: false, kind: 'permanent', code: 'provider_login' },
      detail: /^401 VAPID public key mismatch$/,
    },
    {
      name: 'a browser elsewhere, which is not asked',
      to: at('https://push.grace.example/gAAAA'),
      result: { taken: false, kind: 'permanent', code: 'invalid_address' },
      detail: /known push service/,
    },
  ],
}
