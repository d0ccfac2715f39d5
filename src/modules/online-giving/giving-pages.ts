/** The pages that people give on. */

import { exampleAmount } from '../../lib/amount-text.ts'
import { type Html, html, nothingPage, page, unkept } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { amountIn } from '../../texts/forms.ts'
import { type Language, msg } from '../../texts/language.ts'
import type { BegunGift } from './begin-gift.ts'
import type { PublicCampaign } from './campaigns-to-pledge.ts'
import type { GiftStatus } from './gifts.ts'
import { UNCONFIRMED as NOT_CONFIRMED } from './give-up.ts'
import type { FormField, Mistakes, OnlineFund, Typed } from './giving-form.ts'
import { AMOUNT_MISMATCH } from './never-paid.ts'
import { repeatFields } from './repeat-fields.ts'

/** Nothing is there, whatever the reason: no such church, the module off, no provider, no such gift. */
export const nothing = (language: Language): PublicReply =>
  nothingPage(
    language,
    language.say(
      'The address may be wrong, or online giving may not be available here at the moment. Please ask your church.',
    ),
  )

export interface FormPage {
  language: Language
  church: Church
  funds: readonly OnlineFund[]
  /** Those that anybody may pledge to. */
  campaigns: readonly PublicCampaign[]
  typed: Typed
  mistakes?: Mistakes
  /** A sentence above the form, such as why it is shown again. */
  trouble?: string
  /** Test payments only. */
  isTest: boolean
}

const testNote = ({ say }: Language): Html =>
  html`<p class="wrong">${say('Test mode: no money moves, and you will not be charged.')}</p>`

/** The form leads to us and from there to a checkout: on a church's own domain, or of a provider that was set meanwhile. */
export const CHECKOUTS = ['https:']

/** The giving page. */
export function formPage(status: number, shown: FormPage): PublicReply {
  const { language, church, typed, mistakes = {}, trouble, isTest } = shown
  const { say } = language
  const { name, slug, currency, country } = church
  const count = Object.keys(mistakes).length
  const check = count > 0 ? say('Nothing has been given yet. Please check the highlighted fields.') : undefined
  const above = trouble === undefined ? check : say(trouble)
  const amount = html`inputmode="decimal" placeholder="${exampleAmount(currency, country)}"`
  const content = html`<h1>${say('Give to {name}', { name })}</h1>
${isTest && testNote(language)}
${above !== undefined && html`<p class="wrong" role="alert">${above}</p>`}
<form method="post" action="/give/${slug}" novalidate>
<input type="hidden" name="form_id" value="${typed.form_id}">
${fundField(shown)}
${input(shown, 'amount', say('Amount in {currency}', { currency }), amount)}
${repeatFields(shown, { marks, mistake })}
${input(shown, 'name', say('Your name'), html`autocomplete="name"`)}
${input(shown, 'email', say('Your email address'), html`type="email" autocomplete="email"`)}
<label for="note">${say('Note (optional)')}</label>
<textarea id="note" name="note" rows="2" maxlength="2000"${marks(shown, 'note')}>${typed.note}</textarea>
${mistake(shown, 'note')}
<label class="choice"><input type="checkbox" name="anonymous" value="1"${typed.anonymous && html` checked`}> ${say('Do not show my name to others')}</label>
<button>${say('Continue to payment')}</button>
</form>
<p class="small">${say('You choose how to pay on the next page, with the payment provider. {name} never sees your card.', { name })}</p>
${pledgeLink(shown)}
<p class="small"><a href="/give/${slug}/manage">${say('Change or stop a recurring gift')}</a></p>`
  const title = above === undefined ? say('Give to {name}', { name }) : say('Please check: Give to {name}', { name })
  return unkept(page(language, status, title, content, CHECKOUTS))
}

/** To the campaign that one may pledge to, or to all of them. */
function pledgeLink({ language: { say }, church: { slug }, campaigns }: FormPage): Html | false {
  const [only, ...others] = campaigns
  if (only === undefined) return false
  const words = others.length > 0 ? say('Make a pledge') : say('Pledge to {name}', { name: only.name })
  return html`<p class="small"><a href="/pledge/${slug}">${words}</a></p>`
}

function fundField(shown: FormPage): Html {
  const { funds, typed, language } = shown
  const chosen = funds.find(({ id }) => String(id) === typed.fund) ?? funds.find(fund => fund.is_default)
  const options = funds.map(
    ({ id, name }) => html`<option value="${id}"${id === chosen?.id && html` selected`}>${name}</option>`,
  )
  return html`<label for="fund">${language.say('fund|Give to')}</label>
<select id="fund" name="fund"${marks(shown, 'fund')}>${options}</select>
${mistake(shown, 'fund')}`
}

const input = (shown: FormPage, name: 'amount' | 'name' | 'email', label: string, attributes: Html): Html =>
  html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${shown.typed[name]}" required ${attributes}${marks(shown, name)}>
${mistake(shown, name)}`

/** Tells those who cannot see it that a field is wrong, and puts the cursor into the first. */
function marks({ mistakes = {} }: FormPage, name: FormField): Html | false {
  if (mistakes[name] === undefined) return false
  const first = (['fund', 'amount', 'frequency', 'ends_on', 'name', 'email', 'note'] as const).find(
    one => mistakes[one] !== undefined,
  )
  return html` aria-invalid="true" aria-describedby="${name}-mistake"${first === name && html` autofocus`}`
}

const mistake = ({ mistakes = {} }: FormPage, name: FormField): Html | false =>
  mistakes[name] !== undefined && html`<p class="wrong" id="${name}-mistake">${mistakes[name]}</p>`

/** Somebody who wants to be reminded has to confirm their address first. */
export function confirmPage(language: Language, church: Church): PublicReply {
  const { say } = language
  const content = html`<h1>${say('Please look into your email')}</h1>
<p role="status">${say('{church} has sent you a link. Open it and confirm your address: your reminders begin then. Nothing has been given yet.', { church: church.name })}</p>`
  return unkept(page(language, 200, say('Please look into your email'), content))
}

const summary = (gift: BegunGift, language: Language, { say } = language): Html => html`<dl>
<dt>${say('Amount')}</dt><dd>${amountIn(language, gift.amount, gift.currency)} (${gift.currency})</dd>
<dt>${say('Given to')}</dt><dd>${gift.fund_name}</dd>
<dt>${say('Reference')}</dt><dd>${gift.reference}</dd>
</dl>`

/** What became of a gift, as its giver has to know it. */
type GiftOutcome = GiftStatus | 'processing' | 'mismatch' | 'unconfirmed'

/** Only `failed` and `expired` mean that the giver may pay again. */
export function outcomeOf({ status, error, is_processing }: BegunGift): GiftOutcome {
  if (status === 'failed' && error === AMOUNT_MISMATCH) return 'mismatch'
  if (status === 'expired' && error === NOT_CONFIRMED) return 'unconfirmed'
  return status !== 'succeeded' && is_processing ? 'processing' : status
}

/** Seconds after which the page of a gift that is not confirmed loads itself again, and how often. */
const [REFRESH_SECONDS, REFRESHES] = [8, 5]

/**
 * What became of a gift, for its giver.
 * @param isOpen false where the church takes no gifts any more
 * @param looks how often the page loaded itself so far
 */
export function thanksPage(
  language: Language,
  church: Church,
  gift: BegunGift,
  { isOpen, looks }: { isOpen: boolean; looks: number },
): PublicReply {
  const { say } = language
  const form = `/give/${church.slug}`
  const outcome = outcomeOf(gift)
  const [title, words] = WORDS[outcome]
  const again = `${form}/thanks/${gift.reference}`
  const anew = (words: string): Html | false => isOpen && html`<p><a href="${form}">${words}</a></p>`
  const look = html`<p><a href="${again}">${say('Check again')}</a></p>`
  const links = {
    succeeded: anew(say('Give again')),
    pending: html`${look}${anew(say('Start again'))}`,
    failed: anew(say('Try again')),
    expired: anew(say('Try again')),
    processing: look,
    unconfirmed: look,
    mismatch: false,
  } as const
  const content = html`<h1>${say(title)}</h1>
${gift.is_test && testNote(language)}
<p role="status">${say(words, { church: church.name })}</p>
${summary(gift, language)}
${links[outcome]}`
  const reply = unkept(page(language, 200, say(title), content))
  if (outcome !== 'pending' || looks >= REFRESHES) return reply
  return { ...reply, headers: { ...reply.headers, Refresh: `${REFRESH_SECONDS}; url=${again}?look=${looks + 1}` } }
}

/** What a giver is told of how a payment stands. */
type Words = readonly [title: string, words: string]

/** Of a payment that nobody could confirm. */
export const UNCONFIRMED: Words = [
  msg('Your payment could not be confirmed'),
  msg(
    '{church} has been asked to look for it. If you have paid, please do not pay again: ask {church} and give the reference below.',
  ),
]

/** Of a payment that is not what was asked for. */
export const MISMATCH: Words = [
  msg('Your payment was received'),
  msg(
    'It is not what was expected, so {church} will look into it. You do not need to do anything, and please do not pay again. If you have a question, ask {church} and give the reference below.',
  ),
]

const WORDS: Record<GiftOutcome, Words> = {
  succeeded: [msg('Thank you for your gift'), msg('{church} has received it.')],
  pending: [
    msg('Your payment is not confirmed yet'),
    msg(
      'The payment provider has not confirmed it yet. If you have paid, you do not need to do anything: {church} will receive it. Some payments take a few days.',
    ),
  ],
  processing: [
    msg('Your payment is on its way'),
    msg(
      'You do not need to do anything, and please do not pay again: {church} will receive it. Some payments take a few days.',
    ),
  ],
  mismatch: MISMATCH,
  unconfirmed: UNCONFIRMED,
  failed: [msg('The payment did not go through'), msg('{church} has not received a gift. You can try again.')],
  expired: [msg('The payment was not made in time'), msg('{church} has not received a gift. You can start again.')],
}

/** Stands in for a provider's checkout (development). */
export function testPage(language: Language, church: Church, gift: BegunGift): PublicReply {
  const { say } = language
  const content = html`<h1>${say('Test payment')}</h1>
${testNote(language)}
<p>${say('This page stands in for a payment provider. Choose what happens to the payment.')}</p>
${summary(gift, language)}
<form method="post" action="/give/${church.slug}/test/${gift.reference}">
<button name="outcome" value="pay">${say('Pay')}</button>
<button name="outcome" value="decline" class="quiet">${say('Decline')}</button>
</form>
<p><a href="/give/${church.slug}">${say('Go back')}</a></p>`
  return unkept(page(language, 200, say('Test payment'), content))
}
