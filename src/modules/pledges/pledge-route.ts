/** The public page of pledges: GET and POST of /pledge/SLUG/CAMPAIGN, without a key. Many at once are asked for work, as gifts are. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { addressSubject } from '../../lib/address-subject.ts'
import { today } from '../../lib/calendar.ts'
import {
  formOf,
  type PublicReply,
  type PublicRequest,
  type PublicRoute,
  seeOther,
  type Visitor,
} from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import type { ServiceParts } from '../../resource/module.ts'
import { step } from '../../resource/step.ts'
import { findChurch } from '../church/churches.ts'
import { givingAddress, isOpenToAll, openToAll, type PublicCampaign } from '../online-giving/campaigns-to-pledge.ts'
import { type Challenge, isAnswered, issue, judge } from '../online-giving/challenge.ts'
import { CROWD, type Demand, demandOf } from '../online-giving/crowd.ts'
import { soleMatch } from '../people/sole-match.ts'
import { EVERYBODY } from '../people/visible-person.ts'
import { freeGivers } from './givers.ts'
import { PLEDGES } from './link.ts'
import { makePledge } from './make-pledge.ts'
import { checkPledge, emptyPledge, type PagePledge, pledgeDigest, readPledge, type TypedPledge } from './pledge-form.ts'
import {
  campaignsPage,
  NO_RATE,
  nothing,
  PLEDGES_FULL,
  pledgeChallengePage,
  pledgeFormPage,
  thanksPage,
} from './pledge-pages.ts'
import { inBase, rateOf } from './rates.ts'

type RouteParts = Pick<ServiceParts, 'read' | 'take' | 'vault' | 'clock' | 'config'>

/** Where pledges of the page come from. */
const WEB = 'web'

/** The public pages of pledges. */
export function pledgeRoute(parts: RouteParts): PublicRoute {
  return {
    root: '/pledge',
    forPeople: true,
    async answer(anybody) {
      const [slug = '', id, page, ...more] = anybody.path
      const isPath = more.length === 0 && /^[a-z0-9-]{1,64}$/.test(slug) && (id === undefined || /^\d{1,15}$/.test(id))
      const church = isPath ? await findChurch(parts, slug) : undefined
      if (church === undefined || church.status !== 'active' || !church.modules.includes(PLEDGES))
        return nothing(anybody.unplaced)
      const visitor = anybody.at(church)
      const { language } = visitor
      const campaigns = await openToAll(parts.read, church, parts.clock.now())
      if (id === undefined) {
        const [only, ...others] = campaigns
        if (only === undefined || visitor.method !== 'GET') return nothing(visitor.unplaced)
        return others.length > 0 ? campaignsPage(language, church, campaigns) : seeOther(`/pledge/${slug}/${only.id}`)
      }
      const campaign = campaigns.find(one => one.id === Number(id))
      if (campaign === undefined) return nothing(visitor.unplaced)
      if (page === 'thanks' && visitor.method === 'GET') {
        const gives = { ...campaign, frequency: null }
        return thanksPage(language, church, campaign, await givingAddress(parts.read, church, gives))
      }
      if (page !== undefined) return nothing(visitor.unplaced)
      if (visitor.method === 'GET') {
        const typed = emptyPledge(visitor.search.get('frequency'))
        return pledgeFormPage(200, { language, church, campaign, typed })
      }
      return await submit(parts, { church, campaign }, await visitor.request(), visitor)
    },
  }
}

interface OfCampaign {
  church: Church
  campaign: PublicCampaign
}

async function submit(
  parts: RouteParts,
  { church, campaign }: OfCampaign,
  request: PublicRequest,
  { language, unplaced }: Visitor,
): Promise<PublicReply> {
  const typed = readPledge(formOf(request))
  const shown = { language, church, campaign, typed }
  const checked = checkPledge(language, typed, campaign, church.country)
  const now = parts.clock.now()
  // Whoever has done the work that was asked was counted when it was.
  const hasWorked = 'pledge' in checked && isAnswered(parts.vault, subjectOf(church, checked.pledge), typed, now)
  if (!hasWorked) await request.admitForm()
  if ('mistakes' in checked) return pledgeFormPage(422, { ...shown, mistakes: checked.mistakes })
  const asked = {
    pledge: checked.pledge,
    pledger: pledgerOf(parts, { church, pledge: checked.pledge, typed, ip: request.ip }),
  }
  const made = await takePledge(parts, church, asked)
  if (made === 'full') return pledgeFormPage(429, { ...shown, trouble: PLEDGES_FULL })
  if (made === 'no rate') return pledgeFormPage(503, { ...shown, trouble: NO_RATE })
  if (made === 'closed') return nothing(unplaced)
  if (made !== 'made') return pledgeChallengePage(shown, made.challenge)
  return seeOther(`/pledge/${church.slug}/${campaign.id}/thanks`)
}

/** Where somebody else's pledge for the same person came in between, it is made again, and finds that. */
async function takePledge(parts: RouteParts, church: Church, asked: Asked): Promise<Outcome> {
  try {
    return await parts.take(pledgeOnPage, church, asked)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    return await parts.take(pledgeOnPage, church, asked)
  }
}

const subjectOf = ({ id }: Church, pledge: PagePledge): string => `${id}/pledge/${pledgeDigest(pledge)}`

/** Who pledges. */
interface PagePledger {
  /** Tells their address from others; null where addresses are not told apart. */
  sender: string | null
  /** What they have to do first; undefined where they have done it. */
  challenge(demand: Demand): Challenge | undefined
}

function pledgerOf(
  { vault, clock, config }: RouteParts,
  { church, pledge, typed, ip }: { church: Church; pledge: PagePledge; typed: TypedPledge; ip: string },
): PagePledger {
  const subject = subjectOf(church, pledge)
  const tellsApart = config.rateLimitIp > 0
  return {
    sender: tellsApart ? vault.sign('giver address', `${church.id}/${addressSubject(ip)}`) : null,
    challenge(demand) {
      const verdict = judge(vault, { subject, ...typed }, demand, clock.now())
      if (verdict.kind === 'answered') return undefined
      return verdict.kind === 'waiting' ? verdict.challenge : issue(vault, subject, demand, clock.now())
    },
  }
}

interface Asked {
  pledge: PagePledge
  pledger: PagePledger
}

type Outcome = 'made' | 'full' | 'closed' | 'no rate' | { challenge: Challenge }

const pledgeOnPage = step<Asked, Outcome>({
  name: 'pledges.by_page',
  by: 'giver',
  async run(tx, { church, clock }, { pledge, pledger }) {
    const form_id = pledgeDigest(pledge)
    const before = await tx.first(sql`select 1 from pledges where church_id = ${church.id} and form_id = ${form_id}`)
    if (before !== undefined) return 'made'
    const demand = await demandNow(tx, church.id, pledger.sender)
    if (demand === 'full') return demand
    const challenge = demand && pledger.challenge(demand)
    if (challenge !== undefined) return { challenge }
    const campaign = await tx.first<{ id: number; currency: string }>(sql`select id, currency from pledge_campaigns
      where church_id = ${church.id} and id = ${pledge.campaign} and ${isOpenToAll(church, clock.now())} for share`)
    if (campaign === undefined) return 'closed'
    const { currency } = campaign
    const pledged_on = today(clock.now(), church.timezone)
    const rate = await rateOf(tx, church, currency, pledged_on)
    const amount_base = rate === undefined ? undefined : inBase(pledge.amount, currency, church, rate)
    if (rate === undefined || amount_base === undefined) return 'no rate'
    const who = await whoIs(tx, church, pledge)
    const { amount, frequency, donor_name, donor_email, note } = pledge
    const made = { amount, frequency, donor_name, donor_email, note, currency, rate, amount_base, pledged_on, form_id }
    await makePledge(tx, church, { ...made, ...who, campaign_id: campaign.id, source: WEB, sender: pledger.sender })
    return 'made'
  },
})

/**
 * The one person on record whom the address means. Who has pledged in the campaign already is not told so, since anybody may
 * type an address: the office finds a second pledge that is nobody's yet, and decides.
 */
async function whoIs(
  tx: Tx,
  church: Church,
  { campaign, donor_email }: PagePledge,
): Promise<{ person_id: number | null; branch_id: number }> {
  const found = await tx.first<{ id: number | null; branch_id: number | null }>(
    soleMatch(church.id, { email: donor_email }, EVERYBODY),
  )
  const person_id = found?.id ?? null
  const nobody = { person_id: null, branch_id: found?.branch_id ?? church.hq_branch_id }
  if (person_id === null) return nobody
  const { allTaken } = await freeGivers(tx, church.id, campaign, { person_id })
  return allTaken ? nobody : { ...nobody, person_id }
}

/** Pledges of the page in the last hour tell what is asked of whoever makes another, by the measure of gifts. */
async function demandNow(tx: Tx, church: number, sender: string | null): Promise<Demand | 'full' | undefined> {
  const since = sql`${tx.now}::timestamptz - interval '1 hour'`
  const found = await tx.first<{ all: number; own: number }>(sql`select
    (select count(*) from (select 1 from pledges where church_id = ${church} and form_id is not null
      and created_at > ${since} limit ${MOST_COUNTED}) as made) as all,
    (select count(*) from pledges where church_id = ${church} and form_id is not null and created_at > ${since}
      and sender = ${sender}) as own`)
  const { all = 0, own = 0 } = found ?? {}
  return demandOf({ all, own, begun: own })
}

const MOST_COUNTED = CROWD * 64

/** Forgets which pledges came from one address: it is needed for an hour. Church by church, of those older than a day. */
export async function forgetPledgeSenders({ read, take }: Pick<RouteParts, 'read' | 'take'>): Promise<void> {
  const churches = await read.all<{ id: number }>(sql`select distinct church_id as id from pledges
    where sender is not null and created_at < now() - interval '1 day'`)
  for (const church of churches) await take(forgetSenders, church, undefined)
}

const forgetSenders = step({
  name: 'pledges.forget_senders',
  by: 'worker',
  unseen: true,
  run: (tx, { church }: { church: { id: number } }, _: undefined) =>
    tx.run(sql`update pledges set sender = null where church_id = ${church.id} and sender is not null
      and created_at < ${tx.now}::timestamptz - interval '1 day'`),
})
