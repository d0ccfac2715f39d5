/** What the link in a reminder leads to: the page of one pledge. GET and HEAD only show; POST says that no more reminders are wanted. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Frequency } from '../../lib/periods.ts'
import { type LinkParts, linkRoute } from '../../links/link-route.ts'
import type { LinkChurch, LinkedRecord } from '../../links/signed-link.ts'
import { html, page } from '../../public-routes/page.ts'
import { type PublicReply, type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import { amountIn, dateIn, shareIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { givingAddress } from '../online-giving/campaigns-to-pledge.ts'
import { pledgeLink } from './link.ts'
import { FREQUENCY_WORDS } from './pledge-form.ts'
import { givenOf, percentOf } from './progress-sql.ts'
import { remindNoMore } from './remind-behind.ts'

interface PledgeParts extends LinkParts {
  take: TakeStep
}

/** A pledge, as its link shows it. */
interface LinkedPledge {
  campaign: string
  description: string | null
  ends_on: string
  amount: number
  currency: string
  given: number
  frequency: Frequency | null
  pledged_on: string
  no_reminders: boolean
  fund_id: number
}

/** The route of the links. */
export const pledgeLinkRoute = (parts: PledgeParts): PublicRoute =>
  linkRoute(pledgeLink, parts, {
    find: pledgeOf,
    async show({ language }, pledge, { of }) {
      const giving = pledge.given < pledge.amount ? await givingAddress(parts.read, of, pledge) : undefined
      return pledgePage(language, of, pledge, giving)
    },
    async act(_visitor, _form, _pledge, link) {
      await parts.take(wantNoReminders, link.of, link)
      return seeOther(link.path)
    },
  })

/** Of one that is cancelled there is nothing to show. */
async function pledgeOf(read: Db, { church, record }: LinkedRecord): Promise<LinkedPledge | undefined> {
  return await read.first<LinkedPledge>(sql`select k.name as campaign, k.description, k.ends_on::text as ends_on, t.amount,
      t.currency, ${givenOf(church)} as given, t.frequency, t.pledged_on::text as pledged_on, t.no_reminders, k.fund_id
    from pledges as t join pledge_campaigns as k on k.church_id = ${church} and k.id = t.campaign_id
    where t.church_id = ${church} and t.id = ${record} and t.status = 'active'`)
}

/** Sent once more it changes nothing. */
const wantNoReminders = step<LinkedRecord, void, LinkChurch>({
  name: 'pledges.want_no_reminders',
  by: 'giver',
  async run(tx, { church }, link) {
    const held = await tx.run(sql`update pledges set no_reminders = true, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${link.record} and not no_reminders and ${pledgeLink.holds(link)}`)
    if (held > 0) await remindNoMore(tx, church.id, link.record)
  },
})

/** @param giving where gifts towards it are made; undefined where none are due, or taken online */
function pledgePage(
  language: Language,
  church: LinkChurch,
  pledge: LinkedPledge,
  giving: string | undefined,
): PublicReply {
  const { say } = language
  const { campaign, description, ends_on, amount, currency, given, frequency, no_reminders } = pledge
  const left = Math.max(amount - given, 0)
  const money = (minor: number): string => amountIn(language, minor, currency)
  const share = shareIn(language, percentOf(amount, given) / 100)
  const title = say('Your pledge to {campaign}', { campaign })
  const content = html`<p class="small">${church.name}</p>
<h1>${title}</h1>
${description !== null && html`<p>${description}</p>`}
<dl>
<dt>${say('Pledged')}</dt><dd>${money(amount)} (${currency})</dd>
<dt>${say('In parts')}</dt><dd>${say(frequency === null ? FREQUENCY_WORDS.once : FREQUENCY_WORDS[frequency])}</dd>
<dt>${say('Given so far')}</dt><dd>${money(given)} (${share})</dd>
<dt>${say('Still to give')}</dt><dd>${money(left)}</dd>
<dt>${say('Last day')}</dt><dd>${dateIn(language, ends_on)}</dd>
</dl>
<p role="status">${left === 0 ? say('All of it is given. Thank you!') : say('Thank you. Gifts count once {church} has recorded them.', { church: church.name })}</p>
${giving !== undefined && html`<p><a class="button" href="${giving}">${say('Give towards it now')}</a></p>`}
${
  no_reminders
    ? html`<p>${say('You get no more reminders of this pledge.')}</p>`
    : html`<form method="post"><button class="quiet">${say('Send me no more reminders of this pledge')}</button></form>`
}`
  return page(language, 200, title, content)
}
