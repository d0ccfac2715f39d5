/** What the sign-in library answers, as it is sent on. */
import type { Reply } from '../http/message.ts'
import { unsigned } from './cookies.ts'
import { wordsOfCode } from './sign-in-words.ts'

type Json = Record<string, unknown>

const HEADERS = ['content-type', 'location']

/** The answer with its cookies, without any token, and with our words for what was refused. */
export async function replyOf(response: Response): Promise<Reply> {
  const headers: Record<string, string> = {}
  for (const name of HEADERS) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const { status } = response
  const reply = { status, headers, cookies: response.headers.getSetCookie(), body: withoutToken(await response.text()) }
  return status < 400 ? reply : inOurWords(reply)
}

/** Without words where we have none: the page has its own, by the status. */
function inOurWords(reply: Reply): Reply {
  const { message, ...body } = bodyOf(reply)
  return withBody(reply, { ...body, message: wordsOfCode(body.code) })
}

/** The token of a session is for its cookie, which no script reads: it is in no answer, wherever it would stand. */
function withoutToken(text: string): string {
  if (!/^[{[]/.test(text)) return text
  return JSON.stringify(JSON.parse(text, (name, value: unknown) => (name === 'token' ? undefined : value)))
}

/** The body as an object; empty for what is none. */
export function bodyOf({ body }: Pick<Reply, 'body'>): Json {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

/** The same answer with another body. */
export const withBody = (reply: Reply, body: Json): Reply => ({ ...reply, body: JSON.stringify(body) })

/** The token of the session that an answer begins, by its cookie; undefined where it begins none. */
export function sessionBegunBy({ cookies = [] }: Pick<Reply, 'cookies'>, secure: boolean): string | undefined {
  const name = `${secure ? '__Secure-' : ''}sexton.session_token=`
  const values = cookies
    .filter(cookie => cookie.startsWith(name))
    .map(cookie => cookie.slice(name.length).split(';')[0])
  return values.map(value => unsigned(decodeURIComponent(value ?? ''))).find(token => token !== undefined)
}
