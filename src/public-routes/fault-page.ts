/** What people see of a fault, a limit or a link that ended, in their language: API words are for programs. */
import { type Language, msg } from '../texts/language.ts'
import { type Said, saidIn } from '../texts/said.ts'
import { html, nothingPage, page } from './page.ts'
import type { PublicReply } from './public-route.ts'

/** What went wrong, as the API tells it. */
interface Fault {
  status: number
  /** In English. */
  message: string
  /** The message as a text of the catalogues, where it is one with values. */
  said: Said | undefined
  headers: Readonly<Record<string, string>>
}

const TOO_OFTEN = msg(
  'Your connection asked too often within a minute, so this was not done. Wait {seconds, plural, one {# second} other {# seconds}}, then try again.',
)
const BUSY = msg('We are very busy at the moment, or our database cannot be reached. Wait a minute, then try again.')
const OURS = msg('Something went wrong on our side. Try again later.')
const TOO_LARGE = msg('What you sent is too large.')
const UNREAD = msg('What your browser sent could not be read. Go back, load the page again, and try once more.')

function wordsOf(language: Language, { status, message, said, headers }: Fault): string {
  if (said !== undefined) return saidIn(language, said)
  if (status === 429) return language.say(TOO_OFTEN, { seconds: Number(headers['Retry-After'] ?? 60) })
  if (status === 413) return language.say(TOO_LARGE)
  if (status >= 500) return language.say(status === 503 ? BUSY : OURS)
  if (language.knows(message)) return language.say(message)
  return language.locale.startsWith('en') ? message : language.say(UNREAD)
}

/** What people see of a fault or a limit. */
export const faultPage = (language: Language, fault: Fault): PublicReply =>
  page(
    language,
    fault.status,
    language.say('Please try again'),
    html`<h1>${language.say('That did not work')}</h1>
<p role="alert">${wordsOf(language, fault)}</p>`,
  )

/** What people see where nothing is: most come by a link that is over. */
export const endedPage = (language: Language): PublicReply =>
  nothingPage(
    language,
    language.say(
      'The link may be over, or its end is missing. Open it once more from your message, or ask your church for a new one.',
    ),
  )
