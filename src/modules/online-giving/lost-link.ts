/**
 * The page for givers who lost the link to their recurring gift: /give/SLUG/manage. Whoever asks gets the same answer; the link goes
 * to the address on record, and to nobody else.
 */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { formOf, type PublicReply, type Visitor } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { step } from '../../resource/step.ts'
import * as field from '../../resource/types.ts'
import { msg } from '../../texts/language.ts'
import { type Written, writeToGiver } from './begin-recurring.ts'
import { lostForm, lostSent } from './lost-link-pages.ts'
import type { GivingParts } from './parts.ts'

/** A giver is written to once in so long, whoever asks and however often. */
const MINUTES_BETWEEN = 60
/** Of one address: more are the church's to send. */
const MOST_SENT = 5

const EMAIL = field.email().spec.schema

/** Shows the form, and sends what it asks for. */
export async function lostLink(parts: GivingParts, church: Church, visitor: Visitor): Promise<PublicReply> {
  const { language } = visitor
  if (visitor.method === 'GET') return lostForm(language, church)
  const request = await visitor.request()
  await request.admitForm()
  const typed = formOf(request).get('email') ?? ''
  const checked = EMAIL.safeParse(typed)
  if (!checked.success || checked.data === '') return lostForm(language, church, typed)
  await parts.take(sendLostLinks, church, { email: String(checked.data) })
  return lostSent(language, church)
}

/** Writes to the address, where recurring gifts of it go on. Of what was found nobody is told. */
const sendLostLinks = step({
  name: 'recurring_gifts.send_lost_links',
  by: 'giver',
  async run(tx, { church, clock }, { email }: { email: string }): Promise<void> {
    const now = clock.now()
    for (const one of await findDue(tx, church.id, email, now)) {
      await tx.run(sql`update recurring_gifts set link_sent_at = ${now.toISOString()}::timestamptz
        where church_id = ${church.id} and id = ${one.id}`)
      await writeToGiver(tx, church, now, one, {
        subject: { message: msg('The link to your recurring gift to {church}'), values: { church: church.name } },
        text: {
          message: msg(
            'Somebody, we hope it was you, asked for the link to your recurring gift to {church}. With it you can see how it stands, change it, pause it or stop it. Keep it to yourself. If you did not ask, you need not do anything.',
          ),
          values: { church: church.name },
        },
      })
    }
  },
})

/** Locked in one order, so that two who ask at once send one message. */
const findDue = (tx: Tx, church: number, email: string, now: Date): Promise<Written[]> =>
  tx.all<Written>(sql`select id, person_id, branch_id, donor_email, link_version, language from recurring_gifts
    where church_id = ${church} and lower(donor_email) = lower(${email}) and status in ('active', 'past_due', 'paused')
      and (link_sent_at is null
        or link_sent_at <= ${now.toISOString()}::timestamptz - ${MINUTES_BETWEEN} * interval '1 minute')
    order by id desc limit ${MOST_SENT} for no key update`)
