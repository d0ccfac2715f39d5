/** What the sign-in library answers, as it is sent on. */
import type { Reply } from '../http/message.ts'

const HEADERS = ['content-type', 'location']

/** The answer with its cookies, and without any token. */
export async function replyOf(response: Response): Promise<Reply> {
  const headers: Record<string, string> = {}
  for (const name of HEADERS) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const body = withoutToken(await response.text())
  return { status: response.status, headers, cookies: response.headers.getSetCookie(), body }
}

/** The token of a session is for its cookie, which no script reads: it is in no answer, wherever it would stand. */
function withoutToken(text: string): string {
  if (!/^[{[]/.test(text)) return text
  return JSON.stringify(JSON.parse(text, (name, value: unknown) => (name === 'token' ? undefined : value)))
}
