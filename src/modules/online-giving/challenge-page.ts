/** The page that asks the browser for a little work while many gifts are begun; or patience, where it runs no scripts. */

import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { type Challenge, LIFETIME_SECONDS } from './challenge.ts'
import { CHALLENGE_SCRIPT } from './challenge-script.ts'
import type { Typed } from './giving-form.ts'
import { CHECKOUTS, unkept } from './giving-pages.ts'

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

/** @param typed the form as it was filled in: it is sent again with the answer */
export function challengePage({ slug, name }: Church, typed: Typed, challenge: Challenge): PublicReply {
  const { text, bits } = challenge
  const fields = { ...typed, anonymous: typed.anonymous ? '1' : '', challenge: challenge.challenge, answer: '' }
  const content = html`<h1>One moment, please</h1>
<p>Far more gifts to ${name} than usual are being started at the moment. So that nobody can keep others from giving, your browser has to do a little work first. You do not need to do anything.</p>
<p id="state" role="status"></p>
<noscript><p class="wrong">${withoutScripts(challenge)}</p></noscript>
<form method="post" action="/give/${slug}" data-text="${text}" data-bits="${bits}">
${Object.entries(fields).map(([field, value]) => hidden(field, value))}
<button>Continue to payment</button>
</form>
<p class="small">You have not been charged. All that leaves your browser is a number that shows the work was done.</p>`
  return unkept(page(200, `One moment: give to ${name}`, content, CHECKOUTS, CHALLENGE_SCRIPT))
}

function withoutScripts({ seconds }: Challenge): string {
  if (seconds > LIFETIME_SECONDS)
    return 'Your browser does not run scripts, and several gifts were started from your connection without being paid. Please allow scripts for this page, or give from another connection.'
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `Your browser does not run scripts. Please wait ${wait}, then press "Continue to payment".`
}
