/** What a leader's link leads to. GET and HEAD only show; POST hands in (decisions, Groups). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { plainAmount } from '../../lib/plain-amount.ts'
import { type LinkParts, linkRoute, type OpenedLink } from '../../links/link-route.ts'
import type { LinkChurch, LinkedRecord } from '../../links/signed-link.ts'
import { type PublicReply, type PublicRoute, seeOther, type Visitor } from '../../public-routes/public-route.ts'
import { step, type TakeStep } from '../../resource/step.ts'
import type { Vault } from '../../vault.ts'
import { branchesBelow } from '../church/branch-tree.ts'
import { LINK } from '../meetings/agent.ts'
import { heldOf, lockMeeting, meetingPrinter } from '../meetings/meeting-row.ts'
import { OPENS_BEFORE_MS } from '../meetings/moments.ts'
import { countedByReport } from './attendance.ts'
import { reportPrinter } from './fields.ts'
import { handIn } from './hand-in.ts'
import { REPORT_LINK } from './link.ts'
import { type FilledForm, type LinkedReport, MOST_LISTED, reportPage, TYPED } from './link-page.ts'
import { type ReadForm, readReportForm } from './read-form.ts'
import { isCancelledByOthers, reportOf } from './report-row.ts'
import { rollOf } from './roll.ts'

interface RouteParts extends LinkParts {
  take: TakeStep
}

/** Parameters of the page after a form: it was handed in, kept for later, or somebody was quicker. */
const [DONE, SAVED, LATE] = ['done', 'saved', 'late']

/** The route of the links. */
export const reportRoute = (parts: RouteParts): PublicRoute =>
  linkRoute(REPORT_LINK, parts, {
    guide: 'groups-and-classes#reports',
    find: (read, link) => linkedReport(read, link, parts.clock.now(), link.of),
    show({ language, search }, report) {
      const { say } = language
      if (search.has(DONE ?? ''))
        return reportPage(language, report, { text: say('Thank you. The report is handed in.') })
      if (search.has(SAVED ?? '')) return reportPage(language, report, { text: say('Saved. It is not handed in yet.') })
      if (search.has(LATE ?? '')) {
        return reportPage(language, report, { text: say('Somebody else was quicker. This is what stands by now.') })
      }
      return reportPage(language, report)
    },
    act: (visitor, form, report, link) => act(parts, visitor, form, report, link),
  })

/** Does what a form asks for. */
async function act(
  parts: RouteParts,
  visitor: Visitor,
  form: URLSearchParams,
  report: LinkedReport,
  link: OpenedLink,
): Promise<PublicReply> {
  const { language } = visitor
  const { say } = language
  const read = readReportForm(language, form, report)
  if (read.wrong !== undefined) {
    return reportPage(language, report, { text: say('Please check what is marked.'), wrong: read.wrong }, read.filled)
  }
  const done = await parts.take(handInStep, link.of, { link, read, vault: parts.vault, report }).catch(refusalOf)
  // Read anew by another request: a reload sends nothing once more.
  if (done === 'late') return seeOther(`${link.path}?${LATE}`)
  if (done === 'gone') return seeOther(link.path)
  // Somebody saved between the look and the form: it is read once more, against what they wrote.
  if (done === 'moved') {
    const now = await linkedReport(parts.read, link, parts.clock.now(), link.of)
    return now === undefined ? seeOther(link.path) : await act(parts, visitor, form, now, link)
  }
  if (done === 'in_books') {
    const wrong = { offering: say('This offering is in the books already. Ask the church office to change it.') }
    return reportPage(language, report, { text: say('Please check what is marked.'), wrong }, read.filled)
  }
  return seeOther(`${link.path}?${read.status === 'draft' ? SAVED : DONE}`)
}

/** What became of a form. */
type Done = 'done' | 'late' | 'gone' | 'in_books' | 'moved'

function refusalOf(error: unknown): Done {
  if (error instanceof ApiError && error.code === 'wrong_state') return 'late'
  if (error instanceof ApiError && error.errors?.offering !== undefined) return 'in_books'
  throw error
}

/** The report of a meeting of a group, as its page shows it; undefined for a meeting of no group. */
async function linkedReport(
  read: Db,
  { church, record, within }: LinkedRecord,
  now: Date,
  of: LinkChurch,
): Promise<LinkedReport | undefined> {
  const [meeting] = await read.text(
    sql`select ${meetingPrinter.columns} from meetings as t where church_id = ${church} and id = ${record}`,
  )
  const { group_id = null, held_on } = meeting === undefined ? {} : heldOf(meeting)
  if (meeting === undefined || group_id === null) return undefined
  const [group, roll, stored, counted, cancelled, seen] = await Promise.all([
    read.first<{ name: string }>(sql`select name from groups where church_id = ${church} and id = ${group_id}`),
    rollOf(read, church, { group: group_id, meeting: record, held_on: held_on ?? '' }),
    reportOf(read, church, record),
    countedByReport(read, church, record),
    isCancelledByOthers(read, church, record),
    within === undefined ? undefined : branchesBelow(read, church, within),
  ])
  // Who made the link hands out no names that they may not see themselves; what is on record of the others stays.
  const named = seen === undefined ? roll : roll.filter(({ branch_id }) => seen.includes(branch_id))
  const members = named.slice(0, MOST_LISTED)
  const value = (name: Parameters<typeof reportPrinter.column>[1]): string | null =>
    stored === undefined ? null : reportPrinter.column(stored.row, name)
  const begins = Date.parse(meetingPrinter.column(meeting, 'starts_at') ?? '') - OPENS_BEFORE_MS
  const currency = value('currency') ?? of.currency
  const offering = value('offering') === null ? null : Number(value('offering'))
  const filled = filledBy(value, members, {
    present: counted === null ? '' : String(counted),
    offering: offering === null ? '' : plainAmount(offering, currency, of.country),
  })
  return {
    group: group?.name ?? '',
    held_on: held_on ?? '',
    local_time: meetingPrinter.column(meeting, 'local_time') ?? '',
    currency,
    country: of.country,
    state:
      value('status') === 'submitted'
        ? 'submitted'
        : cancelled
          ? 'cancelled'
          : begins > now.getTime()
            ? 'ahead'
            : 'open',
    named,
    members,
    others: roll.length - named.length,
    has_more: named.length > members.length,
    filled,
    present: value('present') === null ? null : Number(value('present')),
    returned_because: value('returned_because'),
    has_care_note: stored?.care_note != null,
    care_note_version: stored?.care_note_version ?? 0,
    offering,
  }
}

/** The form with what was entered before. */
function filledBy(
  value: (name: Parameters<typeof reportPrinter.column>[1]) => string | null,
  members: LinkedReport['members'],
  figures: { present: string; offering: string },
): FilledForm {
  const number = (name: 'visitors' | 'first_timers' | 'decisions'): string => value(name) ?? ''
  const came = new Set(members.filter(({ state }) => state === 'present').map(({ person_id }) => person_id))
  return {
    came,
    opened: { shown: new Set(members.map(({ person_id }) => person_id)), was: came },
    not_held: value('held') === 'f',
    typed: {
      visitors: number('visitors'),
      first_timers: number('first_timers'),
      decisions: number('decisions'),
      ...figures,
      topic: value('topic') ?? '',
      note: value('note') ?? '',
      care_note: '',
      not_held_reason: value('not_held_reason') ?? '',
    },
  }
}

interface Said {
  link: LinkedRecord
  read: ReadForm
  vault: Vault
  /** Against which the form was read. */
  report: LinkedReport
}

const isSameText = (one: LinkedReport, other: LinkedReport): boolean =>
  one.care_note_version === other.care_note_version &&
  TYPED.every(name => one.filled.typed[name] === other.filled.typed[name])

/** Hands in what a form says, while the link holds. */
const handInStep = step<Said, Done, LinkChurch>({
  name: 'group_reports.submit',
  by: 'worker',
  async run(tx, { church, clock }, { link, read, vault, report }) {
    const meeting = await lockMeeting(tx, church.id, link.record, REPORT_LINK.holds(link))
    if (meeting === undefined) return 'gone'
    const now = await linkedReport(tx, link, clock.now(), church)
    if (now === undefined) return 'gone'
    if (now.state !== 'submitted' && !isSameText(now, report)) return 'moved'
    const { said, came, care_note, status } = read
    const { currency } = report
    const care = care_note === null ? undefined : { vault, note: care_note, version: report.care_note_version }
    const handing = { said: { ...said, currency }, came, care, status, source: 'link', by: LINK, leads: true } as const
    await handIn(tx, church, meeting, handing, clock.now())
    return 'done'
  },
})
