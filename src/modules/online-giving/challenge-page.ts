/** The page that asks the browser for a little work while many gifts are begun; or patience, where it runs no scripts. */

import { type Html, html, page, unkept } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import type { Language, Say } from '../../texts/language.ts'
import { type Challenge, LIFETIME_SECONDS } from './challenge.ts'
import { CHALLENGE_SCRIPT, WORKING } from './challenge-script.ts'
import type { Typed } from './giving-form.ts'
import { CHECKOUTS } from './giving-pages.ts'

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

/** @param typed the form as it was filled in: it is sent again with the answer */
export function challengePage(
  language: Language,
  { slug, name }: Church,
  typed: Typed,
  challenge: Challenge,
): PublicReply {
  const { say } = language
  const { text, bits } = challenge
  const fields = { ...typed, anonymous: typed.anonymous ? '1' : '', challenge: challenge.challenge, answer: '' }
  const content = html`<h1>${say('One moment, please')}</h1>
<p>${say('Far more gifts to {name} than usual are being started at the moment. So that nobody can keep others from giving, your browser has to do a little work first. You do not need to do anything.', { name })}</p>
<p id="state" role="status"></p>
<noscript><p class="wrong">${withoutScripts(say, challenge)}</p></noscript>
<form method="post" action="/give/${slug}" data-text="${text}" data-bits="${bits}" data-working="${say(WORKING)}" data-done="${say('Done. Taking you to the payment.')}">
${Object.entries(fields).map(([field, value]) => hidden(field, value))}
<button>${say('Continue to payment')}</button>
</form>
<p class="small">${say('You have not been charged. All that leaves your browser is a number that shows the work was done.')}</p>`
  return unkept(page(language, 200, say('One moment: give to {name}', { name }), content, CHECKOUTS, CHALLENGE_SCRIPT))
}

function withoutScripts(say: Say, { seconds }: Challenge): string {
  if (seconds > LIFETIME_SECONDS)
    return say(
      'Your browser does not run scripts, and several gifts were started from your connection without being paid. Please allow scripts for this page, or give from another connection.',
    )
  if (seconds < 90) {
    return say(
      'Your browser does not run scripts. Please wait {seconds, plural, one {# second} other {# seconds}}, then press "Continue to payment".',
      { seconds },
    )
  }
  return say(
    'Your browser does not run scripts. Please wait {minutes, plural, one {# minute} other {# minutes}}, then press "Continue to payment".',
    { minutes: Math.ceil(seconds / 60) },
  )
}
