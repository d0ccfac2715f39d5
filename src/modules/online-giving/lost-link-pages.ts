/** What givers see who lost the link to their recurring gift. */
import { html, page, unkept } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import type { Language } from '../../texts/language.ts'

/** The form. @param typed what was sent, where that is no address */
export function lostForm(language: Language, { name, slug }: Church, typed?: string): PublicReply {
  const { say } = language
  const title = say('Your recurring gifts to {name}', { name })
  const isWrong = typed !== undefined
  const content = html`<h1>${title}</h1>
<p>${say('You change, pause or stop your recurring gift on your own page. Enter the email address that you give with, and we send you the link to it.')}</p>
${isWrong && html`<p class="wrong" role="alert" id="email-wrong">${say('Enter your email address, such as ada@example.org.')}</p>`}
<form method="post" action="/give/${slug}/manage" novalidate>
<label for="email">${say('Your email address')}</label>
<input id="email" name="email" type="email" autocomplete="email" value="${typed ?? ''}"${isWrong && html` aria-invalid="true" aria-describedby="email-wrong"`}>
<button>${say('Send me the link')}</button>
</form>
<p><a href="/give/${slug}">${say('Give to {name}', { name })}</a></p>`
  return unkept(page(language, isWrong ? 422 : 200, title, content))
}

/** The one answer to it. */
export function lostSent(language: Language, { name, slug }: Church): PublicReply {
  const { say } = language
  const title = say('Your recurring gifts to {name}', { name })
  const content = html`<h1>${title}</h1>
<p role="status">${say('If recurring gifts are given with this address, the link is on its way to it. It may take a few minutes; look among unwanted mail, too.')}</p>
<p>${say('Nothing came? A new link is sent once an hour at most. If you gave with another address, or have it no more, ask {name}.', { name })}</p>
<p><a href="/give/${slug}">${say('Give to {name}', { name })}</a></p>`
  return unkept(page(language, 200, title, content))
}
