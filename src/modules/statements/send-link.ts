/** Sends givers the link to their statement, by e-mail and as reminders are sent: no figures in it, and nothing attached. */
import type { Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { signedLink } from '../../links/signed-link.ts'
import type { Church } from '../../resource/caller.ts'
import { msg } from '../../texts/language.ts'
import { remind } from '../reminders/remind.ts'

/** Sent by the office; asks for a birthday. */
export const statementLink = signedLink({ kind: 'statement', table: 'statements' })
/** Asked for by the giver at the first one: mailed there and then, good for a quarter of an hour, asks for nothing. */
export const freshLink = signedLink({ kind: 'statementopen', table: 'statements' })

export const LINK_DAYS = 90
const DAY_MS = 86_400_000
const REMINDER = 'statement'

/** The language on record of the giver of a statement `t`; of a family, of the first of them as letters are addressed. */
export const languageOfGiver = (church: number): Sql => sql`(select p.language from people as p
  where p.church_id = ${church} and (p.id = t.person_id or t.person_id is null and p.id = any(t.people))
    and p.language is not null and not p.removed
  order by ${AS_ADDRESSED} limit 1)`

interface Sending {
  id: number
  link_version: number
  person: number
  kind: 'statement' | 'receipt'
}

/** The head before the spouse before the others of a family. */
const AS_ADDRESSED = sql`case when p.family_role = 'head' then 0 when p.family_role = 'spouse' then 1 else 2 end, p.id`

/**
 * Who gets the link: the giver; of a family the first of those whose gifts stand on it with an e-mail address, the head before the
 * spouse before the others, no child. Whoever has left the family, or come into it since, gets none.
 * People who were removed get none.
 */
const addressee = (
  church: number,
): Sql => sql`(select p.id from people as p where p.church_id = ${church} and not p.removed
  and p.email is not null and p.status <> 'deceased'
  and (p.id = t.person_id or p.id = any(t.people) and p.family_id = t.family_id and coalesce(p.family_role, '') <> 'child')
  order by ${AS_ADDRESSED} limit 1)`

/**
 * Sends links of statements that are valid. Sending again takes back the link before.
 * @param which condition over `statements as t`
 * @returns to how many: those without an address are left out
 */
export async function sendSome(tx: Tx, church: Church, which: Sql, most: number, now: Date): Promise<number> {
  const ready = await tx.all<Sending>(sql`
    with reached as (select t.id, ${addressee(church.id)} as person from statements as t
        where t.church_id = ${church.id} and t.status = 'issued' and ${which}),
      next as (select id, person from reached where person is not null order by id limit ${most})
    update statements as s set link_version = s.link_version + 1, tries = 0, sent_at = ${tx.now}::timestamptz,
      sent_person_id = next.person, updated_at = ${tx.now}::timestamptz
    from next where s.church_id = ${church.id} and s.id = next.id
    returning s.id, s.link_version, next.person, s.kind`)
  const expires = new Date(now.getTime() + LINK_DAYS * DAY_MS)
  for (const { id, link_version: version, person, kind } of ready.toSorted((a, b) => a.id - b.id)) {
    await remind(tx, church, now, {
      kind: REMINDER,
      subject: id,
      step: version,
      to: { person },
      title: {
        message: kind === 'receipt' ? msg('Your receipt from {church}') : msg('Your statement of giving from {church}'),
        values: { church: church.name },
      },
      text: {
        message: msg(
          'Thank you for giving. Your document is ready for you to open and save. You will be asked for your birthday, so that nobody else reads it.',
        ),
      },
      link: { of: statementLink, record: id, version, expires },
    })
  }
  return ready.length
}
