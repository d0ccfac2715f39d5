/** The link of who asked to join a group: it says that the request was sent, and withdraws it. GET only shows; POST withdraws. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type LinkParts, linkRoute } from '../../links/link-route.ts'
import { type LinkedRecord, signedLink } from '../../links/signed-link.ts'
import { html, page } from '../../public-routes/page.ts'
import { type PublicReply, type PublicRoute, seeOther } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import { changeRow } from '../../resource/update.ts'
import type { Language } from '../../texts/language.ts'
import { holdGroup } from './add-members.ts'
import { requestPrinter } from './request-fields.ts'
import { untellLeaders } from './tell-leaders.ts'

/** Links that withdraw a request. */
export const requestLink = signedLink({ kind: 'request', table: 'join_requests', module: 'groups' })

/** Parameter of the page after the form was sent. */
export const SENT = 'sent'

const LASTS_MS = 90 * 86_400_000

/** Until when the link of a request leads somewhere. */
export const withdrawalUntil = (now: Date): Date => new Date(now.getTime() + LASTS_MS)

/** What the page shows. */
interface Asked {
  /** Null where it is hidden by now. */
  group: string | null
  church: string
  /** It waits for an answer. Which answer there was is not said here. */
  waits: boolean
  withdrawn: boolean
}

/** The route of the links. */
export const withdrawRoute = (parts: LinkParts & { take: TakeStep }): PublicRoute =>
  linkRoute(requestLink, parts, {
    find: askedOf,
    show: ({ language, search }, asked) => askedPage(language, asked, search.has(SENT)),
    async act(_visitor, _form, _asked, link) {
      await parts.take(withdraw, link.of, link)
      return seeOther(link.path)
    },
  })

const askedOf = (read: Db, { church, record }: LinkedRecord): Promise<Asked | undefined> =>
  read.first<Asked>(sql`select case when not g.hidden then g.name end as "group", c.name as church, r.status = 'pending' as waits,
      r.status = 'withdrawn' as withdrawn
    from join_requests as r join groups as g on g.church_id = ${church} and g.id = r.group_id
      join churches as c on c.id = ${church}
    where r.church_id = ${church} and r.id = ${record}`)

/** Withdraws a request that waits; one on which was decided stays as it is. */
const withdraw = step<LinkedRecord, void, Pick<Church, 'id'>>({
  name: 'join_requests.withdraw',
  by: 'giver',
  async run(tx, { church }, link) {
    const found = await tx.first<{ group_id: number }>(
      sql`select group_id from join_requests where church_id = ${church.id} and id = ${link.record}`,
    )
    if (found === undefined) return
    // The group before its requests, as where somebody decides.
    await holdGroup(tx, church.id, found.group_id)
    const [row] = await tx.text(sql`select ${requestPrinter.columnsIn(church.id)} from join_requests as t
      where church_id = ${church.id} and id = ${link.record} and status = 'pending' and ${requestLink.holds(link)}
      for no key update`)
    if (row === undefined) return
    await untellLeaders(tx, church.id, link.record)
    const values = { status: 'withdrawn', decided_at: tx.now, decided_by: requestPrinter.column(row, 'name') }
    await changeRow(tx, { name: 'join_requests', printer: requestPrinter }, church.id, row, values)
  },
})

/** What became of a request. Which answer there was is not said here. */
function wordsOf({ say }: Language, { group, church: name, waits, withdrawn }: Asked, justSent: boolean): string {
  if (group === null) return wordsUnnamed({ say }, { name, waits, withdrawn, justSent })
  if (withdrawn)
    return say('Your request to join {group} has been withdrawn. You can ask again at any time.', { group })
  if (!waits) {
    return say('Your request to join {group} has been answered. Please ask {name} if you have not heard of it.', {
      group,
      name,
    })
  }
  return justSent
    ? say('Your request to join {group} has been sent. Somebody of {name} will answer you.', { group, name })
    : say('Your request to join {group} waits for an answer.', { group })
}

/** The same of a group that is not named to everybody. */
function wordsUnnamed(
  { say }: Pick<Language, 'say'>,
  { name, waits, withdrawn, justSent }: { name: string; waits: boolean; withdrawn: boolean; justSent: boolean },
): string {
  if (withdrawn) return say('Your request to join a group of {name} has been withdrawn.', { name })
  if (!waits) {
    return say(
      'Your request to join a group of {name} has been answered. Please ask there if you have not heard of it.',
      {
        name,
      },
    )
  }
  return justSent
    ? say('Your request to join a group of {name} has been sent. Somebody will answer you.', { name })
    : say('Your request to join a group of {name} waits for an answer.', { name })
}

function askedPage(language: Language, asked: Asked, justSent: boolean): PublicReply {
  const { say } = language
  const { waits } = asked
  const title = justSent && waits ? say('Thank you') : say('Your request')
  const said = wordsOf(language, asked, justSent)
  const content = html`<h1>${title}</h1>
<p role="status">${said}</p>
${
  waits &&
  html`<form method="post"><button class="quiet">${say('Withdraw my request')}</button></form>
<p class="small">${say('Keep the address of this page if you may want to withdraw later.')}</p>`
}`
  return page(language, 200, title, content)
}
