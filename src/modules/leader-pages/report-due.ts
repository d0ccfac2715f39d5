/** Reports that the leader of a group still has to hand in: their page leads to them. */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { KeptLink } from '../../links/kept-link.ts'
import type { ServiceParts } from '../../resource/module.ts'
import { dayIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { endOfLink, REPORT_LINK } from '../group-reports/link.ts'
import type { PageLink } from './page.ts'

/** Of meetings so many days ago: as long as the link of a report is good. */
const BACK_DAYS = 7
/** As many as a page leads to. */
const MOST = 3

interface Missing {
  meeting: number
  version: number
  held_on: string
  ends_at: string
}

/** Meetings without a report, and those whose report was sent back, the latest first; nothing for who does not lead the group. */
export async function reportsDueOf(
  { read, vault, clock }: Pick<ServiceParts, 'read' | 'vault' | 'clock'>,
  link: KeptLink,
  language: Language,
): Promise<PageLink[]> {
  const church = link.of.id
  return (await missingOf(read, link, clock.now())).map(({ meeting, version, held_on, ends_at }) => {
    // Whom the maker of this link may not see, the report does not name either.
    const named = { church, record: meeting, version, ...(link.within !== null && { within: link.within }) }
    const { path } = REPORT_LINK.address(vault, named, endOfLink(new Date(ends_at)))
    return { text: language.say('Hand in the report of {day}', { day: dayIn(language, held_on) }), path }
  })
}

const missingOf = (read: Db, { of: { id: church }, subject, person }: KeptLink, now: Date): Promise<Missing[]> =>
  read.all<Missing>(sql`select m.id as meeting, m.report_link_version as version, m.held_on, m.ends_at
    from meetings as m
      join groups as g on g.church_id = ${church} and g.id = m.group_id and g.reports = 'weekly' and g.status = 'active'
      join group_members as l on l.church_id = ${church} and l.group_id = g.id and l.person_id = ${person}
        and l.status = 'active' and l.role in ('leader', 'assistant')
      left join group_reports as r on r.church_id = ${church} and r.meeting_id = m.id
    where m.church_id = ${church} and m.group_id = ${subject} and m.status <> 'cancelled'
      and m.ends_at <= ${now.toISOString()}::timestamptz
      and m.ends_at > ${now.toISOString()}::timestamptz - ${BACK_DAYS}::integer * interval '1 day'
      and (r.status is null or r.status in ('draft', 'returned'))
    order by m.ends_at desc, m.id desc limit ${MOST}`)
