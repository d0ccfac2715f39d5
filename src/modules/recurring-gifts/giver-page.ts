/** A giver's own page: their recurring gift, what is unpaid of it, and forms that change it. No script, no account. */
import type { Frequency } from '../../lib/periods.ts'
import { plainAmount } from '../../lib/plain-amount.ts'
import type { LinkChurch } from '../../links/signed-link.ts'
import { type Html, html, page } from '../../public-routes/page.ts'
import type { PublicReply } from '../../public-routes/public-route.ts'
import { amountIn, dateIn } from '../../texts/forms.ts'
import { type Language, msg } from '../../texts/language.ts'
import { CHECKOUTS, MISMATCH, UNCONFIRMED } from '../online-giving/giving-pages.ts'
import type { Mode } from '../online-giving/recurring-form.ts'
import { FREQUENCY_WORDS } from '../online-giving/repeat-fields.ts'
import type { Status } from './fields.ts'

/** What the page shows. */
export interface GiverPage {
  id: number
  status: Status
  mode: Mode
  amount: number
  currency: string
  frequency: Frequency
  fund_name: string
  next_on: string | null
  ends_on: string | null
  paused_until: string | null
  brand: string | null
  last4: string | null
  /** Nothing of it is charged, or asked for, before somebody confirms where it is. */
  held: boolean
  /** The day of the period that is not paid, and where it stands. */
  unpaid_on: string | null
  unpaid: string | null
  /** The day on which the card is tried again by itself. */
  again_on: string | null
  /** The reference of a payment of it, or of the next gift, of which somebody has to find out what became. */
  uncertain: string | null
  /** Whether money came of it, and another amount than was asked for. */
  mismatched: boolean | null
  gifts_count: number
  given_total: number
}

export const DEEDS = ['confirm', 'pay', 'retry', 'amount', 'day', 'pause', 'resume', 'cancel'] as const
export type Deed = (typeof DEEDS)[number]

const STATUS_WORDS: Record<Status, string> = {
  pending: msg('Not confirmed yet'),
  active: msg('recurring gift|Active'),
  past_due: msg('A gift is not paid'),
  paused: msg('recurring gift|Paused'),
  cancelled: msg('recurring gift|Ended'),
  completed: msg('recurring gift|Completed'),
}

const button = (deed: Deed, words: string, quiet = false): Html =>
  html`<form method="post"><input type="hidden" name="do" value="${deed}"><button${quiet && html` class="quiet"`}>${words}</button></form>`

const line = (label: string, value: string | null): Html | false =>
  value !== null && html`<dt>${label}</dt><dd>${value}</dd>`

/** An amount of the gift's currency, as the church's country writes it. */
type Money = (minor: number) => string

function summary(language: Language, shown: GiverPage, money: Money): Html {
  const { say } = language
  const on = (day: string | null): string | null => day && dateIn(language, day)
  const { amount, currency, brand, last4 } = shown
  const card = brand === null ? null : `${brand}${last4 === null ? '' : ` •••• ${last4}`}`
  return html`<dl>
${line(say('Amount'), `${money(amount)} (${currency})`)}
${line(say('Given to'), shown.fund_name)}
${line(say('How often'), say(FREQUENCY_WORDS[shown.frequency]))}
${line(say('Status'), say(STATUS_WORDS[shown.status]))}
${line(say('Next gift'), on(shown.next_on))}
${line(say('Until'), on(shown.ends_on))}
${line(say('Paused until'), on(shown.paused_until))}
${line(say('Paid with'), shown.mode === 'remind' ? say('A link by email each time') : card)}
${line(say('Given so far'), shown.gifts_count === 0 ? null : money(shown.given_total))}
</dl>`
}

/** Of one that came from another installation, or from a backup. */
export const ON_HOLD = msg(
  'Your church is moving its records at the moment, so nothing is charged here. You need not do anything.',
)

/** What is unpaid, and how it is paid. */
function unpaid(language: Language, shown: GiverPage, church: string, money: Money): Html | false {
  const { say } = language
  const { unpaid_on, unpaid: state, again_on, uncertain, mode, amount } = shown
  if (shown.held) return html`<p role="status">${say(ON_HOLD)}</p>`
  if (uncertain !== null) {
    const [title, words] = shown.mismatched ? MISMATCH : UNCONFIRMED
    return html`<p role="status">${say(title)}</p><p>${say(words, { church })}</p>
<dl>${line(say('Reference'), uncertain)}</dl>`
  }
  if (unpaid_on === null) return false
  const values = { amount: money(amount), day: dateIn(language, unpaid_on) }
  if (state === 'charging')
    return html`<p role="status">${say('Your gift of {day} is being taken at the moment.', values)}</p>`
  return html`<p class="wrong">${say('Your gift of {amount} of {day} is not paid yet.', values)}</p>
${again_on !== null && html`<p>${say('We try the same card again on {again_on}; you need not do anything.', { again_on: dateIn(language, again_on) })}</p>`}
${button('pay', say('Give {amount} now', values))}
${mode === 'charge' && button('retry', say('Try the same card again'), true)}`
}

function changes(language: Language, shown: GiverPage, country: string): Html {
  const { say } = language
  const { amount, currency, mode, unpaid_on, next_on } = shown
  const isPaused = shown.status === 'paused'
  return html`<h2>${say('Change it')}</h2>
${isPaused && button('resume', say('Go on with my gifts'))}
<form method="post"><input type="hidden" name="do" value="amount"><label for="amount">${say('Amount in {currency}', { currency })}</label>
<input id="amount" name="amount" inputmode="decimal" value="${plainAmount(amount, currency, country)}"><button class="quiet">${say('Change the amount')}</button></form>
<form method="post"><input type="hidden" name="do" value="day"><label for="day">${say('Day of the next gift')}</label>
<input id="day" name="day" type="date" value="${next_on}"><button class="quiet">${say('Change the day')}</button></form>
${
  mode === 'charge' &&
  !shown.held &&
  unpaid_on === null &&
  shown.uncertain === null &&
  next_on !== null &&
  html`<h2>${say('Another card')}</h2><p>${say('Give your next gift, that of {day}, now with the new card. The gifts after it are taken from that card.', { day: dateIn(language, next_on) })}</p>
${button('pay', say('Give it now with another card'), true)}`
}
${
  !isPaused &&
  html`<h2>${say('Pause or stop')}</h2><form method="post"><input type="hidden" name="do" value="pause"><label for="until">${say('Pause until (optional)')}</label>
<input id="until" name="until" type="date"><button class="quiet">${say('Pause my gifts')}</button></form>`
}
<p><a href="?ask=cancel">${say('Stop my recurring gift')}</a></p>`
}

const CONFIRM = msg(
  'You asked {church} to remind you of a gift of {amount} by a link at this address. Confirm it, and your reminders begin.',
)

/** The page. @param said what is told over it; `asks` where it asks whether the gift is to be stopped */
export function giverPage(
  language: Language,
  of: LinkChurch,
  shown: GiverPage,
  { said, wrong, asks }: { said?: string; wrong?: boolean; asks?: boolean } = {},
): PublicReply {
  const { say } = language
  const title = say('Your recurring gift to {church}', { church: of.name })
  const money: Money = minor => amountIn(language, minor, shown.currency)
  const amount = money(shown.amount)
  const isOver = shown.status === 'cancelled' || shown.status === 'completed'
  const below = (): Html | false => {
    if (isOver)
      return html`<p role="status">${say('Nothing more is charged. Thank you for what you gave.')}</p><p><a href="/give/${of.slug}">${say('Give again')}</a></p>`
    if (asks)
      return html`<p>${say('Nothing more will be charged, and you would have to set it up anew.')}</p>${button('cancel', say('Yes, stop it'))}<p><a href="?">${say('No, go back')}</a></p>`
    if (shown.status !== 'pending')
      return html`${unpaid(language, shown, of.name, money)}${changes(language, shown, of.country)}`
    if (shown.mode === 'charge') return html`<p role="status">${say('Your first gift is not confirmed yet.')}</p>`
    return html`<p>${say(CONFIRM, { church: of.name, amount })}</p>${button('confirm', say('Yes, remind me'))}`
  }
  const content = html`<h1>${title}</h1>
${said !== undefined && html`<p role="${wrong ? 'alert' : 'status'}"${wrong && html` class="wrong"`}>${said}</p>`}
${summary(language, shown, money)}
${below()}`
  return page(language, wrong ? 422 : 200, title, content, CHECKOUTS)
}
