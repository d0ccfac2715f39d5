/** SMS by Twilio: its Messages resource, status callbacks and incoming messages. */
import { createHmac } from 'node:crypto'
import { isSame } from '../../../lib/same-text.ts'
import { jsonOf, textOf } from '../../../outgoing/answer-text.ts'
import type { OutgoingResponse } from '../../../outgoing/request.ts'
import { formOf, type PublicRequest } from '../../../public-routes/public-route.ts'
import { msg } from '../../../texts/language.ts'
import { exchange, isSuccess, passing, refusal, refused, unknown } from '../answers.ts'
import { type Provider, type ProviderEvent, type Received, type SendResult, Unverified } from '../provider.ts'
import { checkForm, checkSecret } from '../setting.ts'

const ORIGIN = 'https://api.twilio.com'
const SERVICE = /^MG[0-9a-f]{32}$/i

/** Twilio's error codes that mean something of their own (twilio.com/docs/api/errors); others go by the status. */
const REFUSED = new Map<unknown, string>([
  [21211, 'invalid_address'], // The To number is not valid.
  [21614, 'invalid_address'], // The To number is not a mobile number.
  [21610, 'opted_out'], // The recipient has sent STOP.
  [20003, 'provider_login'], // Authentication failed.
  [20005, 'provider_login'], // The account is not active.
  [20404, 'provider_login'], // There is no such account: its SID is all that the address holds.
])

/** Too many requests, the sender's queue is full, the account's day is used up. */
const LIMITED = new Set<unknown>([20429, 21611, 63038])

function judge(answer: OutgoingResponse): SendResult {
  const body = jsonOf(answer.text)
  if (isSuccess(answer)) {
    const sid = textOf(body?.sid)
    return sid === undefined ? unknown(`${answer.status} without a message SID`) : { taken: true, provider_id: sid }
  }
  const said = [body?.code, body?.message].filter(part => part !== undefined).join(' ')
  const code = REFUSED.get(body?.code)
  if (code !== undefined) return refused(said, code)
  const plain = refusal(answer, said)
  return LIMITED.has(body?.code) ? passing(said, 'rate_limited', plain.retryAfter) : plain
}

/**
 * The address as Twilio may have signed it: for some schemes and ports it adds or leaves out the port, so its own
 * libraries accept both.
 */
function spellings(url: string): string[] {
  const [, host = '', port, rest = ''] = /^(https?:\/\/[^/:?#]+)(:\d+)?(.*)$/s.exec(url) ?? []
  if (port !== undefined) return [url, `${host}${rest}`]
  return [url, `${host}${url.startsWith('https:') ? ':443' : ':80'}${rest}`]
}

/**
 * The signature that Twilio makes: HMAC-SHA1 of the address and every parameter, name and value, in the order of the
 * names, without anything between (twilio.com/docs/usage/security). Values of one name are sorted, each counts once.
 */
export function twilioSignature(token: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  const signed = names.flatMap(name => [...new Set(form.getAll(name))].sort().map(value => name + value))
  return createHmac('sha1', token)
    .update([url, ...signed].join(''))
    .digest('base64')
}

function verify(request: PublicRequest, form: URLSearchParams, token: string | undefined): void {
  const sent = request.headers['x-twilio-signature']
  if (token && spellings(request.url).some(url => isSame(sent, twilioSignature(token, url, form)))) return
  throw new Unverified('This is not signed by Twilio with the auth token of the account.')
}

function receiptOf(form: URLSearchParams, provider_id: string): ProviderEvent[] {
  const status = form.get('MessageStatus')
  if (status === 'delivered') return [{ kind: 'receipt', provider_id, status }]
  // The ones before, such as queued and sent, say nothing that is not known.
  if (status !== 'failed' && status !== 'undelivered') return []
  const error = [status, form.get('ErrorCode'), form.get('ErrorMessage')].filter(Boolean).join(' ')
  return [{ kind: 'receipt', provider_id, status: 'failed', error }]
}

function inboundOf(form: URLSearchParams, provider_id: string): ProviderEvent[] {
  const from = form.get('From')
  if (from === null) return []
  const media = form.get('MediaContentType0')?.split('/')[0]
  // There where Twilio's Advanced Opt-Out has itself replied. Its keywords are the church's to choose, in any language,
  // so what such a word stands for (STOP, START, HELP) counts, not the word.
  const keyword = form.get('OptOutType')
  return [
    {
      kind: 'inbound',
      provider_id,
      from,
      to: form.get('To') ?? '',
      body: keyword || form.get('Body') || (media ? `[${media}]` : ''),
      ...(keyword && { confirmed: true }),
    },
  ]
}

/** An answer without a message: an empty body would be logged by Twilio as an error. */
const NO_REPLY: Received['reply'] = {
  status: 200,
  headers: { 'Content-Type': 'text/xml; charset=utf-8' },
  body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
}

export const twilio: Provider = {
  name: 'twilio',
  title: 'Twilio',
  channels: ['sms'],
  settings: {
    account_sid: {
      title: 'Account SID',
      label: 'Account SID, on the first page of the Twilio console',
      secret: false,
      required: true,
      check: checkForm(/^AC[0-9a-f]{32}$/i, msg('must be AC and 32 hexadecimal digits')),
    },
    auth_token: {
      title: 'Auth token',
      label: 'Auth token, beside the account SID',
      secret: true,
      required: true,
      check: checkSecret,
    },
    from: {
      title: 'Sender',
      label: 'Sender: a number of yours as +1…, a registered name, or the SID of a messaging service (MG…)',
      secret: false,
      required: true,
      check: checkForm(
        /^(\+[1-9]\d{1,14}|MG[0-9a-f]{32}|(?=.*[a-z])[a-z\d+\-_& ]{1,11})$/i,
        msg(
          'must be a number such as +15551234567, a name of at most 11 characters, or the SID of a messaging service (MG…)',
        ),
      ),
    },
  },
  // Twilio sends 10 segments a second from a name or abroad, 1 from a number in North America, and queues ten hours of
  // more (help.twilio.com, Understanding Twilio Rate Limits and Message Queues).
  rate: { perSecond: 10, atOnce: 10 },

  async send(message, account, network) {
    const { account_sid = '', auth_token = '', from = '' } = account.values
    const form = new URLSearchParams({
      To: message.to,
      [SERVICE.test(from) ? 'MessagingServiceSid' : 'From']: from,
      Body: message.body,
      ...(message.callback_url !== null && { StatusCallback: message.callback_url }),
    })
    const request = {
      method: 'POST' as const,
      url: `${ORIGIN}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`,
      headers: {
        Authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
      },
      body: form.toString(),
      timeout: message.timeout,
    }
    return await exchange({ settings: twilio.settings, network, account }, request, judge)
  },

  receive(request, { values }) {
    const form = formOf(request)
    verify(request, form, values.auth_token)
    const id = form.get('MessageSid')
    if (id === null) return { happenings: [] }
    if (form.has('MessageStatus')) return { happenings: receiptOf(form, id) }
    return { happenings: inboundOf(form, id), reply: NO_REPLY }
  },
}
