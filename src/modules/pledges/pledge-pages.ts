/** The public pages of pledges: the campaigns of a church, the form of one, and thanks. */
import { exampleAmount } from '../../lib/amount-text.ts'
import { type Html, html, nothingPage, page, unkept } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { dateIn } from '../../texts/forms.ts'
import { type Language, msg, type Say } from '../../texts/language.ts'
import type { PublicCampaign } from '../online-giving/campaigns-to-pledge.ts'
import { type Challenge, LIFETIME_SECONDS } from '../online-giving/challenge.ts'
import { CHALLENGE_SCRIPT, WORKING } from '../online-giving/challenge-script.ts'
import { FREQUENCY_WORDS, type PledgeField, type PledgeMistakes, type TypedPledge } from './pledge-form.ts'

export const nothing = (language: Language): PublicReply =>
  nothingPage(
    language,
    language.say(
      'The address may be wrong, or the church takes no pledges here at the moment. Please ask your church.',
    ),
  )

const pathOf = ({ slug }: Church, { id }: PublicCampaign): string => `/pledge/${slug}/${id}`

/** Which campaigns there are. */
export function campaignsPage(language: Language, church: Church, campaigns: readonly PublicCampaign[]): PublicReply {
  const { say } = language
  const title = say('Pledge to {name}', { name: church.name })
  const links = campaigns.map(
    one => html`<p><a href="${pathOf(church, one)}">${one.name}</a></p>
${one.description !== null && html`<p class="small">${one.description}</p>`}`,
  )
  return unkept(page(language, 200, title, html`<h1>${title}</h1>${links}`))
}

export interface PledgePage {
  language: Language
  church: Church
  campaign: PublicCampaign
  typed: TypedPledge
  mistakes?: PledgeMistakes
  /** A sentence above the form, such as why it is shown again. */
  trouble?: string
}

/** The form of a campaign. */
export function pledgeFormPage(status: number, shown: PledgePage): PublicReply {
  const { language, church, campaign, typed, mistakes = {}, trouble } = shown
  const { say } = language
  const { name, description, currency, ends_on } = campaign
  const isWrong = Object.keys(mistakes).length > 0
  const check = isWrong ? say('Nothing has been pledged yet. Please check the highlighted fields.') : undefined
  const above = trouble === undefined ? check : say(trouble)
  const title = say('Pledge to {name}', { name })
  const content = html`<p class="small">${church.name}</p>
<h1>${title}</h1>
${description !== null && html`<p>${description}</p>`}
${above !== undefined && html`<p class="wrong" role="alert">${above}</p>`}
<form method="post" action="${pathOf(church, campaign)}" novalidate>
<input type="hidden" name="form_id" value="${typed.form_id}">
${input(shown, 'amount', say('What you pledge in {currency}', { currency }), html`inputmode="decimal" placeholder="${exampleAmount(currency, church.country)}"`)}
${frequencyField(shown)}
${input(shown, 'name', say('Your name'), html`autocomplete="name"`)}
${input(shown, 'email', say('Your email address'), html`type="email" autocomplete="email"`)}
<label for="note">${say('Note (optional)')}</label>
<textarea id="note" name="note" rows="2" maxlength="2000"${marks(shown, 'note')}>${typed.note}</textarea>
${mistake(shown, 'note')}
<button>${say('Pledge')}</button>
</form>
<p class="small">${say('A pledge is a promise, not a payment: nothing is charged. It runs until {day}, and you may change or end it by asking {church}.', { day: dateIn(language, ends_on), church: church.name })}</p>`
  const heading = above === undefined ? title : say('Please check: Pledge to {name}', { name })
  return unkept(page(language, status, heading, content))
}

function frequencyField(shown: PledgePage): Html {
  const { typed, language } = shown
  const options = Object.entries(FREQUENCY_WORDS).map(([value, words]) => {
    const sent = value === 'once' ? '' : value
    return html`<option value="${sent}"${sent === typed.frequency && html` selected`}>${language.say(words)}</option>`
  })
  return html`<label for="frequency">${language.say('How you will give it')}</label>
<select id="frequency" name="frequency"${marks(shown, 'frequency')}>${options}</select>
${mistake(shown, 'frequency')}`
}

const input = (shown: PledgePage, name: 'amount' | 'name' | 'email', label: string, attributes: Html): Html =>
  html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${shown.typed[name]}" required ${attributes}${marks(shown, name)}>
${mistake(shown, name)}`

/** Tells those who cannot see it that a field is wrong, and puts the cursor into the first. */
function marks({ mistakes = {} }: PledgePage, name: PledgeField): Html | false {
  if (mistakes[name] === undefined) return false
  const first = (['amount', 'frequency', 'name', 'email', 'note'] as const).find(one => mistakes[one] !== undefined)
  return html` aria-invalid="true" aria-describedby="${name}-mistake"${first === name && html` autofocus`}`
}

const mistake = ({ mistakes = {} }: PledgePage, name: PledgeField): Html | false =>
  mistakes[name] !== undefined && html`<p class="wrong" id="${name}-mistake">${mistakes[name]}</p>`

/**
 * What comes after. It tells nothing of the pledge: whoever knows the address sees the same.
 * @param giving where gifts to the campaign are made; undefined where online gifts to it are not taken
 */
export function thanksPage(
  language: Language,
  church: Church,
  campaign: PublicCampaign,
  giving: string | undefined,
): PublicReply {
  const { say } = language
  const title = say('Thank you for your pledge')
  const content = html`<h1>${title}</h1>
<p role="status">${say('{church} has your pledge to {campaign} on record.', { church: church.name, campaign: campaign.name })}</p>
${giving !== undefined && html`<p><a href="${giving}">${say('Give a first part now')}</a></p>`}
<p><a href="${pathOf(church, campaign)}">${say('Make another pledge')}</a></p>`
  return unkept(page(language, 200, title, content))
}

export const PLEDGES_FULL = msg(
  'Too many pledges were made from your connection in the last hour. Please try again later, or from another connection.',
)
export const NO_RATE = msg('Pledges cannot be recorded at the moment. Please ask your church.')

/** The page that asks the browser for a little work while many pledges are made; or patience, where it runs no scripts. */
export function pledgeChallengePage(
  { language, church, campaign, typed }: PledgePage,
  challenge: Challenge,
): PublicReply {
  const { say } = language
  const { text, bits } = challenge
  const fields = Object.entries({ ...typed, challenge: challenge.challenge, answer: '' })
  const content = html`<h1>${say('One moment, please')}</h1>
<p>${say('Far more pledges to {name} than usual are being made at the moment. So that nobody can make them up by machine, your browser has to do a little work first. You do not need to do anything.', { name: church.name })}</p>
<p id="state" role="status"></p>
<noscript><p class="wrong">${withoutScripts(say, challenge)}</p></noscript>
<form method="post" action="${pathOf(church, campaign)}" data-text="${text}" data-bits="${bits}" data-working="${say(WORKING)}" data-done="${say('Done. Recording your pledge.')}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${say('Record my pledge')}</button>
</form>
<p class="small">${say('All that leaves your browser is a number that shows the work was done.')}</p>`
  return unkept(
    page(language, 200, say('One moment: pledge to {name}', { name: church.name }), content, [], CHALLENGE_SCRIPT),
  )
}

const withoutScripts = (say: Say, { seconds }: Challenge): string =>
  seconds > LIFETIME_SECONDS
    ? say('Your browser does not run scripts. Please allow scripts for this page, or use another connection.')
    : say(
        'Your browser does not run scripts. Please wait {minutes, plural, one {# minute} other {# minutes}}, then press "Record my pledge".',
        { minutes: Math.ceil(seconds / 60) },
      )
