/** What the link of a giver leads to. GET and HEAD only show; POST changes their recurring gift, or leads them to a checkout. */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { amountMistake, readAmount } from '../../lib/amount-text.ts'
import { addDays, parseDate, today } from '../../lib/calendar.ts'
import { linkRoute, type OpenedLink } from '../../links/link-route.ts'
import { signedLink } from '../../links/signed-link.ts'
import { type PublicReply, type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import { type Language, msg } from '../../texts/language.ts'
import { findChurch } from '../church/churches.ts'
import { findGift } from '../online-giving/begin-gift.ts'
import { GIVER_LINK } from '../online-giving/begin-recurring.ts'
import { GIVING } from '../online-giving/giving-route.ts'
import type { GivingParts } from '../online-giving/parts.ts'
import { activeProvider, type ChurchProvider } from '../online-giving/payment-providers.ts'
import { RECURRING } from '../online-giving/periods.ts'
import { awaitCheckout, startCheckout } from '../online-giving/start-checkout.ts'
import { activate } from './activate.ts'
import { insertAttempt, moneyOf, pendingAttempt, UNCERTAIN } from './attempt.ts'
import { moveNext, pauseRecurring, tryAgain } from './change-recurring.ts'
import { cancel, isEnded } from './end-recurring.ts'
import { DEEDS, type Deed, type GiverPage, giverPage, ON_HOLD } from './giver-page.ts'
import { resume } from './recurring-due.ts'
import { lockRecurring, openPeriods, type Recurring, setRecurring } from './recurring-row.ts'

/** The links of givers. */
export const giverLink = signedLink({ kind: GIVER_LINK, table: 'recurring_gifts', module: GIVING })

/** Days for which a next gift may be put off. */
const MOST_DAYS_AHEAD = 366

export const giverRoute = (parts: GivingParts): PublicRoute =>
  linkRoute(giverLink, parts, {
    find: (read, { church, record }) => shownOf(read, church, record),
    show: ({ language, search }, shown, { of }) => {
      const words = SAID[search.get('done') ?? '']
      const said = words === undefined ? {} : { said: language.say(words) }
      return giverPage(language, of, shown, { ...said, asks: search.get('ask') === 'cancel' })
    },
    async act({ language }, form, shown, link) {
      const { say } = language
      const church = await findChurch(parts, link.of.slug)
      const deed = DEEDS.find(one => one === form.get('do'))
      if (church === undefined || deed === undefined) return seeOther(link.path)
      const told = (said: string): PublicReply => giverPage(language, link.of, shown, { said, wrong: true })
      const wrong = (words: string): PublicReply => told(say(words))
      if (deed === 'pay') return await pay(parts, church, link, wrong)
      const active = deed === 'amount' ? await activeProvider(parts.read, parts.vault, church.id) : undefined
      const asked = readForm(form, deed, { church, language, now: parts.clock.now(), active })
      if (typeof asked === 'string') return told(asked)
      const problem = await parts.take(changeByGiver, church, { link, deed, ...asked })
      return problem === undefined ? seeOther(`${link.path}?done=${deed}`) : wrong(problem)
    },
  })

const SAID: Readonly<Record<string, string | undefined>> = {
  confirm: msg('Thank you. Your reminders begin.'),
  retry: msg('We try your card again now. Open this link again in a few minutes to see what came of it.'),
  amount: msg('The amount is changed, from the next gift on.'),
  day: msg('The day is changed.'),
  pause: msg('Your gifts are paused.'),
  resume: msg('Your gifts go on.'),
  cancel: msg('Your recurring gift is stopped.'),
}

const shownOf = (read: Db, church: number, id: number): Promise<GiverPage | undefined> =>
  read.first<GiverPage>(sql`select t.id, t.status, t.mode, t.amount, t.currency, t.frequency, f.name as fund_name, t.next_on,
      t.ends_on, t.paused_until, t.held_at is not null as held, m.brand, m.last4, p.due_on as unpaid_on, p.status as unpaid,
      (select (p.try_at at time zone timezone)::date from churches where id = ${church}) as again_on,
      u.reference as uncertain, u.status = 'failed' as mismatched,
      g.count::int as gifts_count, g.total::bigint as given_total
    from recurring_gifts as t join funds as f on f.church_id = ${church} and f.id = t.fund_id
      left join mandates as m on m.church_id = ${church} and m.id = t.mandate_id
      left join lateral (select due_on, status, try_at from recurring_periods
        where church_id = ${church} and recurring_id = t.id and status not in ('paid', 'skipped')
        order by due_on desc limit 1) as p on true
      left join lateral (select reference, status from gifts where church_id = ${church} and recurring_id = t.id
        and due_on = coalesce(p.due_on, t.next_on) and ${UNCERTAIN} order by id desc limit 1) as u on true
      left join lateral (select count(*) as count, coalesce(sum(amount - refunded_amount), 0) as total from gifts
        where church_id = ${church} and recurring_id = t.id and status = 'succeeded') as g on true
    where t.church_id = ${church} and t.id = ${id}`)

/** What a form asks for. */
interface Asked {
  amount?: number
  day?: string | null
}

/** Where a form is read. */
interface Desk {
  church: Church
  language: Language
  now: Date
  active: ChurchProvider | undefined
}

/** @returns what is asked for, or a sentence on what is wrong, as it is said */
function readForm(form: URLSearchParams, deed: Deed, { church, language, now, active }: Desk): Asked | string {
  const { say, locale } = language
  const tomorrow = addDays(today(now, church.timezone), 1)
  if (deed === 'amount') {
    const { currency, country } = church
    const typed = form.get('amount') ?? ''
    const read = readAmount(typed, currency, { country, locale })
    if (read.minor === undefined) return amountMistake(say, typed, read, currency, country)
    const isTaken = active?.provider.checkAmount?.(read.minor, currency) === undefined
    return isTaken ? { amount: read.minor } : say('This amount cannot be used. Nothing is changed.')
  }
  if (deed !== 'day' && deed !== 'pause') return {}
  const text = (form.get(deed === 'day' ? 'day' : 'until') ?? '').trim()
  if (text === '' && deed === 'pause') return { day: null }
  const day = parseDate(text)
  const isNear = day !== null && day >= tomorrow && day <= addDays(tomorrow, MOST_DAYS_AHEAD)
  return isNear ? { day } : say('Choose a day from tomorrow on, within a year. Nothing is changed.')
}

const OVER = msg('This recurring gift has changed meanwhile. Please look at it once more.')

/** What a giver changes, in one transaction; their link is held to be good once more. @returns what is wrong */
const changeByGiver = step({
  name: 'recurring_gifts.change_by_giver',
  by: 'giver',
  async run(tx, { church, clock }, { link, deed, amount, day }: Asked & { link: OpenedLink; deed: Deed }) {
    const one = await lockRecurring(tx, church.id, link.record, giverLink.holds(link))
    if (one === undefined) return OVER
    const now = clock.now()
    if (deed === 'confirm') {
      if (one.status === 'pending' && one.mode === 'remind') await activate(tx, church, now, one)
      return undefined
    }
    if (one.status === 'pending' || isEnded(one)) return deed === 'cancel' && isEnded(one) ? undefined : OVER
    return await change(tx, church, now, one, {
      deed,
      ...(amount !== undefined && { amount }),
      ...(day !== undefined && { day }),
    })
  },
})

async function change(
  tx: Tx,
  church: Church,
  now: Date,
  one: Recurring,
  { deed, amount, day }: Asked & { deed: Deed },
): Promise<string | undefined> {
  if (deed === 'cancel') await cancel(tx, church, one, { by: 'giver' })
  else if (deed === 'pause') await pauseRecurring(tx, church, one, day ?? null)
  else if (deed === 'resume' && one.status === 'paused') {
    await resume(tx, church, now, one)
    await putOnAgenda(tx, church.id, RECURRING, one.id, now)
  } else if (deed === 'amount' && amount !== undefined) await setRecurring(tx, church.id, one, { amount })
  else if (deed === 'day' && day) return await moveNext(tx, church, now, one, day)
  else if (deed === 'retry') return (await tryAgain(tx, church, now, one)) === undefined ? undefined : NOT_AGAIN
  return undefined
}

const NOT_AGAIN = msg('The same card cannot be tried now. Please give with another one.')
const NOT_BEGUN = msg('The payment could not be started. You have not been charged. Please try again in a moment.')
const UNDER_WAY = msg('Your card is being charged at the moment. Please look again in a few minutes.')
const PAID = msg('This gift is paid already. Thank you.')
const NOT_TWICE = msg(
  'It is not known yet what became of your payment of this gift. Please do not pay again until it is.',
)

/** Leads to the checkout of the period that is unpaid, or of the next one. */
async function pay(
  parts: GivingParts,
  church: Church,
  link: OpenedLink,
  wrong: (words: string) => PublicReply,
): Promise<PublicReply> {
  const active = await activeProvider(parts.read, parts.vault, church.id)
  if (active === undefined) return wrong(NOT_BEGUN)
  const provider = { provider: active.provider.name, is_test: active.is_test }
  const begun = await parts.take(beginByGiver, church, { link, ...provider })
  if (begun === undefined) return wrong(OVER)
  if (begun === 'held') return wrong(ON_HOLD)
  if (begun === 'charging') return wrong(UNDER_WAY)
  if (begun === 'paid') return wrong(PAID)
  if (begun === 'uncertain') return wrong(NOT_TWICE)
  const found = await findGift(parts.read, church.id, begun.reference)
  if (found === undefined) return wrong(NOT_BEGUN)
  const gift = begun.again ? await awaitCheckout(parts.read, church, found) : found
  const url = gift.checkout_url ?? (begun.again ? undefined : (await startCheckout(parts, church, active, gift)).url)
  if (url === undefined) return wrong(NOT_BEGUN)
  return seeOther(url.startsWith(`${parts.baseUrl()}/`) ? url.slice(parts.baseUrl().length) : url)
}

interface BegunBy {
  link: OpenedLink
  provider: string
  is_test: boolean
}

/** A checkout of the period that is begun already is gone on with. */
const beginByGiver = step({
  name: 'recurring_gifts.begin_by_giver',
  by: 'giver',
  async run(tx, { church, clock }, { link, provider, is_test }: BegunBy) {
    const one = await lockRecurring(tx, church.id, link.record, giverLink.holds(link))
    if (one === undefined || one.status === 'pending' || isEnded(one)) return undefined
    if (one.held_at !== null) return 'held' as const
    const open = (await openPeriods(tx, church.id, one.id)).at(-1)
    const due_on = open?.due_on ?? one.next_on
    if (due_on === null || due_on === undefined) return undefined
    const money = await moneyOf(tx, church.id, one.id, due_on)
    if (money !== undefined) return money === 'paid' ? money : 'uncertain'
    const pending = await pendingAttempt(tx, church.id, one.id, due_on)
    if (pending?.charged) return 'charging' as const
    if (pending !== undefined && (pending.checkout_url !== null || pending.fresh)) return { ...pending, again: true }
    const saves = one.mode === 'charge'
    const by = { mandate: null, provider, is_test, saves, at: clock.now() }
    return { ...(await insertAttempt(tx, church, one, due_on, by)), again: false }
  },
})
