/** The giving page of a church, its checkout and what comes after: GET and POST of /give/SLUG, without a key. */

import { sql } from '../../db/sql.ts'
import { addressSubject } from '../../lib/address-subject.ts'
import {
  formOf,
  type PublicReply,
  type PublicRequest,
  type PublicRoute,
  seeOther,
  type Visitor,
} from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { type Language, msg } from '../../texts/language.ts'
import { findChurch } from '../church/churches.ts'
import { askNow } from './ask-provider.ts'
import {
  type BegunGift,
  beginOnlineGift,
  findGift,
  formDigest,
  type GiftForm,
  type Giver,
  type TakenBy,
} from './begin-gift.ts'
import { openToAll, type PublicCampaign } from './campaigns-to-pledge.ts'
import { isAnswered, issue, judge } from './challenge.ts'
import { challengePage } from './challenge-page.ts'
import { checkForm, freshForm, type OnlineFund, presetForm, readForm, type Typed } from './giving-form.ts'
import { confirmPage, type FormPage, formPage, nothing, outcomeOf, testPage, thanksPage } from './giving-pages.ts'
import { lostLink } from './lost-link.ts'
import { AMOUNT_MISMATCH } from './never-paid.ts'
import type { GivingParts } from './parts.ts'
import { activeProvider, type ChurchProvider, churchProvider } from './payment-providers.ts'
import type { PaymentState } from './provider.ts'
import { development } from './providers/development.ts'
import { settleGift } from './settle.ts'
import { awaitCheckout, isUnbegun, startCheckout } from './start-checkout.ts'

interface PublicRouteParts extends GivingParts {
  /** Whether addresses are told apart: not where the limit for them is off. */
  tellsApart: boolean
}

/** The public giving pages. */
export function givingRoute(parts: PublicRouteParts): PublicRoute {
  return {
    root: '/give',
    forPeople: true,
    async answer(anybody) {
      const [slug = '', page, reference, ...more] = anybody.path
      const isSlug = more.length === 0 && /^[a-z0-9-]{1,64}$/.test(slug)
      const church = isSlug ? await findChurch(parts, slug) : undefined
      if (church === undefined) return nothing(anybody.unplaced)
      const visitor = anybody.at(church)
      // Whoever comes back from a payment must be told of it, whatever was switched off meanwhile.
      if (page === 'thanks' && reference !== undefined && visitor.method === 'GET')
        return await thanks(parts, church, reference, visitor)
      if (!isOpen(church)) return nothing(visitor.unplaced)
      if (page === undefined) return await giving(parts, church, visitor)
      if (page === 'manage' && reference === undefined) return await lostLink(parts, church, visitor)
      if (page === 'test' && reference !== undefined) return await testCheckout(parts, church, reference, visitor)
      return nothing(visitor.unplaced)
    },
  }
}

/** The name of the module, which a church may switch off. */
export const GIVING = 'giving'

/** Active, with the module switched on. */
const isOpen = ({ status, modules }: Church): boolean => status === 'active' && modules.includes(GIVING)

/** What the giving page needs of a church. */
interface GivingPage {
  language: Language
  church: Church
  active: ChurchProvider
  funds: OnlineFund[]
  campaigns: PublicCampaign[]
}

async function giving(parts: PublicRouteParts, church: Church, visitor: Visitor): Promise<PublicReply> {
  const { read, vault } = parts
  const { language } = visitor
  const active = await activeProvider(read, vault, church.id)
  const funds = await read.all<OnlineFund>(sql`select id, name, is_default from funds
    where church_id = ${church.id} and is_active and is_online order by is_default desc, name, id`)
  if (active === undefined || funds.length === 0) return nothing(visitor.unplaced)
  const campaigns = await openToAll(read, church, parts.clock.now())
  const place = { language, church, active, funds, campaigns }
  if (visitor.method === 'GET') return formPage(200, shown(place, presetForm(visitor.search)))
  const request = await visitor.request()
  return await submit(parts, place, readForm(formOf(request)), request)
}

const shown = ({ language, church, active, funds, campaigns }: GivingPage, typed: Typed): FormPage => ({
  language,
  church,
  funds,
  campaigns,
  typed,
  isTest: active.is_test,
})

const takenBy = ({ provider: { name }, is_test }: ChurchProvider): TakenBy => ({ name, is_test })

const NOT_BEGUN = msg(
  'The payment could not be started with the payment provider. You have not been charged. Please try again in a moment.',
)
const FULL = msg(
  'Too many gifts were started from your connection in the last hour without being paid. You have not been charged. Please try again later, or from another connection.',
)
const BEGUN_BEFORE = msg('The payment you started earlier did not go through, so nothing was given. You can try again.')

async function submit(
  parts: PublicRouteParts,
  place: GivingPage,
  typed: Typed,
  request: PublicRequest,
): Promise<PublicReply> {
  const { language, church, active, funds } = place
  const { say } = language
  const checked = checkForm(language, typed, church, active.provider, funds, parts.clock.now())
  // Whoever has done the work that was asked was counted when it was.
  const hasWorked =
    'form' in checked && isAnswered(parts.vault, subjectOf(church, checked.form), typed, parts.clock.now())
  if (!hasWorked) await request.admitForm()
  if ('mistakes' in checked) return formPage(422, { ...shown(place, typed), mistakes: checked.mistakes })
  const giver = giverOf(parts, { church, language, form: checked.form, typed, ip: request.ip })
  const begun = await parts.take(beginOnlineGift, church, { provider: takenBy(active), form: checked.form, giver })
  if (begun === 'full') return formPage(429, { ...shown(place, typed), trouble: FULL })
  if (begun === 'confirm') return confirmPage(language, church)
  if (begun === undefined) {
    return formPage(422, { ...shown(place, typed), mistakes: { fund: say('It takes no gifts at the moment.') } })
  }
  if ('challenge' in begun) return challengePage(language, church, typed, begun.challenge)
  return begun.again ? await comeBack(parts, place, typed, begun.gift) : await lead(parts, place, typed, begun.gift)
}

/** What a challenge is for. */
const subjectOf = ({ id }: Church, form: GiftForm): string => `${id}/${formDigest(form)}`

/** What somebody sent. */
interface GiverForm {
  form: GiftForm
  typed: Typed
  ip: string
}

/** Whoever sends the form: by their address, and what they answered where something was asked. */
function giverOf(
  { vault, clock, tellsApart }: PublicRouteParts,
  { church, language, form, typed, ip }: Pick<GivingPage, 'church' | 'language'> & GiverForm,
): Giver {
  const subject = subjectOf(church, form)
  return {
    sender: tellsApart ? vault.sign('giver address', `${church.id}/${addressSubject(ip)}`) : null,
    language: language.locale,
    challenge(demand) {
      const verdict = judge(vault, { subject, ...typed }, demand, clock.now())
      if (verdict.kind === 'answered') return undefined
      return verdict.kind === 'waiting' ? verdict.challenge : issue(vault, subject, demand, clock.now())
    },
  }
}

const again = (place: GivingPage, typed: Typed, status: number, trouble: string): PublicReply =>
  formPage(status, { ...shown(place, freshForm(typed)), trouble })

async function lead(parts: GivingParts, place: GivingPage, typed: Typed, gift: BegunGift): Promise<PublicReply> {
  const { url, mistakes } = await startCheckout(parts, place.church, place.active, gift)
  if (url !== undefined) return leadTo(parts, url)
  if (mistakes !== undefined) return formPage(422, { ...shown(place, freshForm(typed)), mistakes })
  return again(place, typed, 503, NOT_BEGUN)
}

/** The same form was sent before. */
async function comeBack(parts: GivingParts, place: GivingPage, typed: Typed, begun: BegunGift): Promise<PublicReply> {
  const { church, active } = place
  const gift = await lookAgain(parts, church, await awaitCheckout(parts.read, church, begun))
  const outcome = outcomeOf(gift)
  if (outcome === 'failed' || outcome === 'expired') return again(place, typed, 409, BEGUN_BEFORE)
  if (outcome !== 'pending') return seeOther(thanksPath(church, gift))
  if (gift.checkout_url !== null) return leadTo(parts, gift.checkout_url)
  const mayRepeat = active.provider.repeatable && active.provider.name === gift.provider
  if (isUnbegun(gift) && mayRepeat) return await lead(parts, place, typed, gift)
  return again(place, typed, 503, NOT_BEGUN)
}

/** A page of ours keeps the name by which the browser knows us: policies of the form's page speak of that. */
function leadTo({ baseUrl }: GivingParts, url: string): PublicReply {
  return seeOther(url.startsWith(`${baseUrl()}/`) ? url.slice(baseUrl().length) : url)
}

const thanksPath = ({ slug }: Church, { reference }: BegunGift): string => `/give/${slug}/thanks/${reference}`

const REFERENCE = /^gift-[0-9a-f]{32}$/

const giftOf = async ({ read }: GivingParts, church: Church, reference: string): Promise<BegunGift | undefined> =>
  REFERENCE.test(reference) ? await findGift(read, church.id, reference) : undefined

async function thanks(
  parts: GivingParts,
  church: Church,
  reference: string,
  { search, language, unplaced }: Visitor,
): Promise<PublicReply> {
  const gift = await giftOf(parts, church, reference)
  if (gift === undefined) return nothing(unplaced)
  const now = gift.status === 'pending' ? await askedNow(parts, church, gift) : await lookAgain(parts, church, gift)
  return thanksPage(language, church, now, { isOpen: isOpen(church), looks: Number(search.get('look')) || 0 })
}

async function askedNow(parts: GivingParts, church: Church, gift: BegunGift): Promise<BegunGift> {
  await askNow(parts, church, gift)
  return (await findGift(parts.read, church.id, gift.reference)) ?? gift
}

/** A gift that came to nothing as far as we know may have been paid since: only then is its giver told to begin anew. */
const lookAgain = async (parts: GivingParts, church: Church, gift: BegunGift): Promise<BegunGift> =>
  isUnpaid(gift) && gift.checkout_url !== null ? await askedNow(parts, church, gift) : gift

const isUnpaid = ({ status, error }: BegunGift): boolean =>
  status === 'expired' || (status === 'failed' && error !== AMOUNT_MISMATCH)

/** The checkout of the development provider, only for a church that has it set and a gift that was begun with it. */
async function testCheckout(
  parts: GivingParts,
  church: Church,
  reference: string,
  visitor: Visitor,
): Promise<PublicReply> {
  const { read, vault, take } = parts
  const gift = await giftOf(parts, church, reference)
  const set = await churchProvider(read, vault, church.id, development.name)
  if (gift?.provider !== development.name || !set?.active) return nothing(visitor.unplaced)
  if (gift.status !== 'pending') return seeOther(thanksPath(church, gift))
  if (visitor.method === 'GET') return testPage(visitor.language, church, gift)
  await visitor.admitForm()
  const { amount, currency } = gift
  const method = development.name
  const payment_id = `test-${reference}`
  const pays = formOf(await visitor.request()).get('outcome') === 'pay'
  const state: PaymentState = pays
    ? { status: 'succeeded', payment_id, amount, currency, fee: null, method, paid_at: null, is_test: true }
    : { status: 'failed', error: 'declined', method }
  await take(settleGift, church, { provider: method, reference, state })
  return seeOther(thanksPath(church, gift))
}
