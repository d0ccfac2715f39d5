/** The pages behind the link to a statement, and the page that tells whether one is genuine. No script. */
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Language } from '../../texts/language.ts'

/** Wrong answers that a link takes: then it ends. */
export const MOST_TRIES = 5

/** What the page of a link says above its form. */
export type Told = 'wrong' | 'over' | 'mailed' | 'often'

const toldText = ({ say }: Language, told: Told): Html => {
  if (told === 'mailed') {
    return html`<p role="status">${say('A link is on its way to your e-mail address. It holds for a quarter of an hour.')}</p>`
  }
  const texts = {
    wrong: say('That is not the birthday that the church has on record.'),
    over: say('There were too many wrong answers, so this link has ended. The church office can send you another.'),
    often: say('A link was mailed a moment ago. Please look for it, and try again in a few minutes.'),
  }
  return html`<p class="wrong" role="alert">${texts[told]}</p>`
}

/** What asks who somebody is. Names nobody, and no amount. */
export function askPage(
  language: Language,
  church: { name: string },
  { birthday, told }: { birthday: boolean; told?: Told | undefined },
): PublicReply {
  const { say } = language
  const form = html`<form method="post">
<label>${say('Your birthday')}
<input type="date" name="birthday" required autocomplete="bday"></label>
<button>${say('do|Open')}</button>
</form>`
  const fresh = html`<form method="post">
<input type="hidden" name="fresh" value="1">
<button class="${birthday ? 'quiet' : ''}">${say('Mail me a link that opens it at once')}</button>
</form>`
  return page(
    language,
    told === 'wrong' ? 422 : told === 'often' ? 429 : told === 'over' ? 403 : 200,
    say('Your giving'),
    html`<p class="small">${church.name}</p>
<h1>${say('Your giving')}</h1>
${told !== undefined && toldText(language, told)}
${told !== 'over' && html`<p>${birthday ? say('So that nobody else reads it, please say your birthday.') : say('So that nobody else reads it, we mail a link to the address that the church has on record.')}</p>`}
${told !== 'over' && birthday && form}
${told !== 'over' && fresh}`,
  )
}

/** What a link that was mailed a moment ago shows: programs that look at mail press no button. */
export const openPage = (language: Language, church: { name: string }): PublicReply =>
  page(
    language,
    200,
    language.say('Your giving'),
    html`<p class="small">${church.name}</p>
<h1>${language.say('Your giving')}</h1>
<form method="post"><button>${language.say('do|Open')}</button></form>`,
  )

/** What is known of a document that somebody asks about. */
export type Verdict = 'genuine' | 'superseded' | 'unknown'

/** Asks for number and total, and says whether they belong together. */
export function verifyPage(
  language: Language,
  church: { name: string },
  { number, total }: { number: string; total: string },
  verdict?: Verdict,
): PublicReply {
  const { say } = language
  const words: Record<Verdict, string> = {
    genuine: say('Genuine: {church} issued this document with this total.', { church: church.name }),
    superseded: say('{church} issued this document with this total, and another has taken its place since.', {
      church: church.name,
    }),
    unknown: say('No document of {church} has this number and this total.', { church: church.name }),
  }
  return page(
    language,
    verdict === 'unknown' ? 404 : 200,
    say('Check a document'),
    html`<p class="small">${church.name}</p>
<h1>${say('Check a document')}</h1>
${verdict !== undefined && html`<p role="${verdict === 'unknown' ? 'alert' : 'status'}"${verdict === 'unknown' && html` class="wrong"`}>${words[verdict]}</p>`}
<p>${say('Number and total stand at the end of statements and receipts.')}</p>
<form method="post">
<label>${say('Number')}
<input name="number" required maxlength="40" value="${number}" autocomplete="off"></label>
<label>${say('Total')}
<input name="total" required maxlength="40" value="${total}" inputmode="decimal" autocomplete="off"></label>
<button>${say('Check')}</button>
</form>`,
  )
}
