/** The pages that people give on. */

import { displayAmount } from '../../lib/money.ts'
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import type { BegunGift } from './begin-gift.ts'
import type { GiftStatus } from './gifts.ts'
import { UNCONFIRMED } from './give-up.ts'
import { exampleAmount, type FormField, type Mistakes, type OnlineFund, type Typed } from './giving-form.ts'
import { AMOUNT_MISMATCH } from './settle.ts'

/** Each page is of its moment: going back to the form must not show an old one that was kept. */
export const unkept = (reply: PublicReply): PublicReply => ({
  ...reply,
  headers: { ...reply.headers, 'Cache-Control': 'no-store' },
})

/** Nothing is there, whatever the reason: no such church, the module off, no provider, no such gift. */
export const nothing = (): PublicReply =>
  unkept(
    page(
      404,
      'Not found',
      html`<h1>Page not found</h1>
<p>The address may be wrong, or online giving may not be available here at the moment. Please ask your church.</p>`,
    ),
  )

export interface FormPage {
  church: Church
  funds: readonly OnlineFund[]
  typed: Typed
  mistakes?: Mistakes
  /** A sentence above the form, such as why it is shown again. */
  trouble?: string
  /** Test payments only. */
  isTest: boolean
}

const TEST_NOTE = html`<p class="wrong">Test mode: no money moves, and you will not be charged.</p>`

/** The form leads to us and from there to a checkout: on a church's own domain, or of a provider that was set meanwhile. */
export const CHECKOUTS = ['https:']

/** The giving page. */
export function formPage(status: number, shown: FormPage): PublicReply {
  const { church, typed, mistakes = {}, trouble, isTest } = shown
  const count = Object.keys(mistakes).length
  const above = trouble ?? (count > 0 ? 'Nothing has been given yet. Please check the highlighted fields.' : undefined)
  const content = html`<h1>Give to ${church.name}</h1>
${isTest && TEST_NOTE}
${above !== undefined && html`<p class="wrong" role="alert">${above}</p>`}
<form method="post" action="/give/${church.slug}" novalidate>
<input type="hidden" name="form_id" value="${typed.form_id}">
${fundField(shown)}
${input(shown, 'amount', `Amount in ${church.currency}`, html`inputmode="decimal" placeholder="${exampleAmount(church)}"`)}
${input(shown, 'name', 'Your name', html`autocomplete="name"`)}
${input(shown, 'email', 'Your email address', html`type="email" autocomplete="email"`)}
<label for="note">Note (optional)</label>
<textarea id="note" name="note" rows="2" maxlength="2000"${marks(shown, 'note')}>${typed.note}</textarea>
${mistake(shown, 'note')}
<label class="choice"><input type="checkbox" name="anonymous" value="1"${typed.anonymous && html` checked`}> Do not show my name to others</label>
<button>Continue to payment</button>
</form>
<p class="small">You choose how to pay on the next page, with the payment provider. ${church.name} never sees your card.</p>`
  const title = `${count > 0 || trouble !== undefined ? 'Please check: ' : ''}Give to ${church.name}`
  return unkept(page(status, title, content, CHECKOUTS))
}

function fundField(shown: FormPage): Html {
  const { funds, typed } = shown
  const chosen = funds.find(({ id }) => String(id) === typed.fund) ?? funds.find(fund => fund.is_default)
  const options = funds.map(
    ({ id, name }) => html`<option value="${id}"${id === chosen?.id && html` selected`}>${name}</option>`,
  )
  return html`<label for="fund">Give to</label>
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
  const first = (['fund', 'amount', 'name', 'email', 'note'] as const).find(one => mistakes[one] !== undefined)
  return html` aria-invalid="true" aria-describedby="${name}-mistake"${first === name && html` autofocus`}`
}

const mistake = ({ mistakes = {} }: FormPage, name: FormField): Html | false =>
  mistakes[name] !== undefined && html`<p class="wrong" id="${name}-mistake">${mistakes[name]}</p>`

const amountOf = ({ amount, currency }: BegunGift): string => displayAmount(amount, currency)

const summary = (gift: BegunGift): Html => html`<dl>
<dt>Amount</dt><dd>${amountOf(gift)} (${gift.currency})</dd>
<dt>Given to</dt><dd>${gift.fund_name}</dd>
<dt>Reference</dt><dd>${gift.reference}</dd>
</dl>`

/** What became of a gift, as its giver has to know it. */
export type GiftOutcome = GiftStatus | 'processing' | 'mismatch' | 'unconfirmed'

/** Only `failed` and `expired` mean that the giver may pay again. */
export function outcomeOf({ status, error, is_processing }: BegunGift): GiftOutcome {
  if (status === 'failed' && error === AMOUNT_MISMATCH) return 'mismatch'
  if (status === 'expired' && error === UNCONFIRMED) return 'unconfirmed'
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
  church: Church,
  gift: BegunGift,
  { isOpen, looks }: { isOpen: boolean; looks: number },
): PublicReply {
  const form = `/give/${church.slug}`
  const outcome = outcomeOf(gift)
  const [title, words] = WORDS[outcome]
  const again = `${form}/thanks/${gift.reference}`
  const anew = (words: string): Html | false => isOpen && html`<p><a href="${form}">${words}</a></p>`
  const links = {
    succeeded: anew('Give again'),
    pending: html`<p><a href="${again}">Check again</a></p>${anew('Start again')}`,
    failed: anew('Try again'),
    expired: anew('Try again'),
    processing: html`<p><a href="${again}">Check again</a></p>`,
    unconfirmed: html`<p><a href="${again}">Check again</a></p>`,
    mismatch: false,
  } as const
  const content = html`<h1>${title}</h1>
${gift.is_test && TEST_NOTE}
<p role="status">${words.replaceAll('CHURCH', () => church.name)}</p>
${summary(gift)}
${links[outcome]}`
  const reply = unkept(page(200, title, content))
  if (outcome !== 'pending' || looks >= REFRESHES) return reply
  return { ...reply, headers: { ...reply.headers, Refresh: `${REFRESH_SECONDS}; url=${again}?look=${looks + 1}` } }
}

const WORDS: Record<GiftOutcome, readonly [title: string, words: string]> = {
  succeeded: ['Thank you for your gift', 'CHURCH has received it.'],
  pending: [
    'Your payment is not confirmed yet',
    'The payment provider has not confirmed it yet. If you have paid, you do not need to do anything: CHURCH will receive it. Some payments take a few days.',
  ],
  processing: [
    'Your payment is on its way',
    'You do not need to do anything, and please do not pay again: CHURCH will receive it. Some payments take a few days.',
  ],
  mismatch: [
    'Your payment was received',
    'It is not what was expected, so CHURCH will look into it. You do not need to do anything, and please do not pay again. If you have a question, ask CHURCH and give the reference below.',
  ],
  unconfirmed: [
    'Your payment could not be confirmed',
    'CHURCH has been asked to look for it. If you have paid, please do not pay again: ask CHURCH and give the reference below.',
  ],
  failed: ['The payment did not go through', 'CHURCH has not received a gift. You can try again.'],
  expired: ['The payment was not made in time', 'CHURCH has not received a gift. You can start again.'],
}

/** Stands in for a provider's checkout (development). */
export function testPage(church: Church, gift: BegunGift): PublicReply {
  const content = html`<h1>Test payment</h1>
${TEST_NOTE}
<p>This page stands in for a payment provider. Choose what happens to the payment.</p>
${summary(gift)}
<form method="post" action="/give/${church.slug}/test/${gift.reference}">
<button name="outcome" value="pay">Pay</button>
<button name="outcome" value="decline" class="quiet">Decline</button>
</form>
<p><a href="/give/${church.slug}">Go back</a></p>`
  return unkept(page(200, 'Test payment', content))
}
