/**
 * What the links to a statement lead to. The one that the office sends asks for a birthday, or mails another that needs none; a wrong
 * birthday counts, and the fifth ends the link. GET and HEAD only show.
 */
import { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { parseDate } from '../../lib/calendar.ts'
import { type LinkParts, linkRoute, type OpenedLink } from '../../links/link-route.ts'
import type { LinkChurch, LinkedRecord, SignedLink } from '../../links/signed-link.ts'
import { paperOf } from '../../paper/sheet.ts'
import type { PublicReply, PublicRoute, Visitor } from '../../public-routes/public-route.ts'
import type { Church } from '../../resource/caller.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import { languageFor } from '../../texts/spoken.ts'
import { findChurch } from '../church/churches.ts'
import { LINK_MARK } from '../messaging/personal-links.ts'
import { queueMessages } from '../messaging/queue.ts'
import type { Figures } from './figures.ts'
import { figuresIn, verifyAddress } from './files.ts'
import { askPage, MOST_TRIES, openPage } from './link-pages.ts'
import { freshLink, languageOfGiver, statementLink } from './send-link.ts'
import { statementsPdf } from './statement-paper.ts'

interface RouteParts extends LinkParts {
  take: TakeStep
  baseUrl(): string
}

const FRESH_MS = 15 * 60_000
/** Between two links that are mailed. */
const BETWEEN_MS = 5 * 60_000
const SOURCE = 'reminder'

/** What the page needs to know of who was written to. */
interface Asked {
  /** Whether a birthday can be asked for. */
  birthday: boolean
}

const addresseeOf = (read: Db, { church, record }: LinkedRecord): Promise<Asked | undefined> =>
  read.first<Asked>(sql`select p.dob is not null as birthday from statements as t
    join people as p on p.church_id = ${church} and p.id = t.sent_person_id
    where t.church_id = ${church} and t.id = ${record} and not p.removed`)

/** The link that the office sends. */
export const statementRoute = (parts: RouteParts): PublicRoute =>
  linkRoute(statementLink, parts, {
    find: (read, link) => addresseeOf(read, link),
    show: ({ language }, asked, { of }) => askPage(language, of, asked),
    async act(visitor, form, asked, link) {
      const { language } = visitor
      if (form.has('fresh')) {
        const church = await findChurch(parts, link.of.slug)
        const told =
          church && (await parts.take(mailFresh, church, { link, now: parts.clock.now(), read: language.locale }))
        return askPage(language, link.of, { ...asked, told })
      }
      const said = parseDate(form.get('birthday') ?? '')
      const opened = await parts.take(openStep, link.of, { link, of: statementLink, birthday: said ?? '' })
      if (typeof opened === 'string') return askPage(language, link.of, { ...asked, told: opened })
      return await pdfReply(parts, visitor, link, opened)
    },
  })

/** The link that its giver asked for a moment ago. */
export const freshRoute = (parts: RouteParts): PublicRoute =>
  linkRoute(freshLink, parts, {
    find: (read, link) => addresseeOf(read, link),
    show: ({ language }, _asked, { of }) => openPage(language, of),
    async act(visitor, _form, _asked, link) {
      const opened = await parts.take(openStep, link.of, { link, of: freshLink, birthday: null })
      if (typeof opened === 'string') return askPage(visitor.language, link.of, { birthday: false, told: opened })
      return await pdfReply(parts, visitor, link, opened)
    },
  })

interface Opening {
  link: LinkedRecord
  of: SignedLink
  /** What was said; null where none is asked for. */
  birthday: string | null
}

interface Stored {
  number: string
  figures: string
  sha256: string
  tries: number
  dob: string | null
}

/** Notes who opened it, or the wrong answer: both are on record before anything is shown. */
const openStep = step<Opening, Figures | 'wrong' | 'over', LinkChurch>({
  name: 'statements.open',
  by: 'giver',
  async run(tx, { church }, { link, of, birthday }) {
    const found = await tx.first<Stored>(sql`select t.number, t.figures, t.sha256, t.tries,
        (select p.dob::text from people as p where p.church_id = ${church.id} and p.id = t.sent_person_id) as dob
      from statements as t where t.church_id = ${church.id} and t.id = ${link.record} and ${of.holds(link)} for no key update`)
    if (found === undefined) return 'over'
    if (birthday !== null && (found.dob === null || found.dob !== birthday)) {
      const over = found.tries + 1 >= MOST_TRIES
      await tx.run(sql`update statements set tries = tries + 1, link_version = link_version + ${over ? 1 : 0},
          updated_at = ${tx.now}::timestamptz
        where church_id = ${church.id} and id = ${link.record}`)
      return over ? 'over' : 'wrong'
    }
    await tx.run(sql`update statements set tries = 0, opened = opened + 1,
        opened_at = coalesce(opened_at, ${tx.now}::timestamptz), updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and id = ${link.record}`)
    return figuresIn(found)
  },
})

async function pdfReply(
  { read, baseUrl }: RouteParts,
  visitor: Visitor,
  { of, church, record }: OpenedLink,
  figures: Figures,
): Promise<PublicReply> {
  const { country } = of
  const giver = await read.first<{ language: string | null }>(sql`select ${languageOfGiver(church)} as language
    from statements as t where t.church_id = ${church} and t.id = ${record}`)
  // Paper goes on to others: it is in the language that is on record, and in that of the browser where none is.
  const language = languageFor(of, giver?.language, visitor.language.locale)
  const pieces = statementsPdf(figures.number, [{ figures, language }], {
    language,
    paper: paperOf(country),
    verify: verifyAddress(baseUrl(), of.slug),
  })
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${figures.number}.pdf"`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
    stream: Readable.from(pieces),
  }
}

/** Mails the giver a link that needs no birthday: what their mailbox has by now, no link of before has. */
const mailFresh = step<{ link: LinkedRecord; now: Date; read: string }, 'mailed' | 'often' | 'over', Church>({
  name: 'statements.mail_fresh_link',
  by: 'giver',
  async run(tx, { church }, { link, now, read }) {
    const found = await tx.first<{
      fresh_at: string | null
      language: string | null
      person: number | null
      email: string | null
      branch_id: number
    }>(
      sql`select t.fresh_at, t.sent_person_id as person, t.branch_id,
          (select p.email from people as p where p.church_id = ${church.id} and p.id = t.sent_person_id and not p.removed) as email,
          (select p.language from people as p where p.church_id = ${church.id} and p.id = t.sent_person_id) as language
        from statements as t where t.church_id = ${church.id} and t.id = ${link.record} and ${statementLink.holds(link)}
        for no key update`,
    )
    if (found === undefined || found.email === null) return 'over'
    if (found.fresh_at !== null && Date.parse(found.fresh_at) + BETWEEN_MS > now.getTime()) return 'often'
    await tx.run(sql`update statements set fresh_at = ${now.toISOString()}::timestamptz
      where church_id = ${church.id} and id = ${link.record}`)
    const expires = new Date(now.getTime() + FRESH_MS).toISOString()
    const { say } = languageFor(church, found.language, read)
    const draft = {
      person_id: found.person,
      branch_id: found.branch_id,
      to: found.email,
      subject: say('Your giving: the link that you asked for'),
      body: `${say('You asked for this link a moment ago. It holds for a quarter of an hour.')}\n${LINK_MARK}`,
      links: [{ kind: freshLink.kind, record: link.record, version: link.version, expires }],
    }
    await queueMessages(tx, church, { channel: 'email', drafts: [draft], source: SOURCE, many: false })
    return 'mailed'
  },
})
