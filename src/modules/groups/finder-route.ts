/** The groups that a church shows, and the form by which somebody asks to join: GET and POST of /groups/SLUG, without a key. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { every, raw, type Sql, sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { wholeNumber } from '../../lib/digits.ts'
import { BEGUN, startField, startProblem } from '../../links/form-start.ts'
import { formOf, type PublicReply, type PublicRoute, seeOther, type Visitor } from '../../public-routes/public-route.ts'
import { checkBody } from '../../resource/body.ts'
import type { Church } from '../../resource/caller.ts'
import type { ServiceParts } from '../../resource/module.ts'
import { contains } from '../../resource/search.ts'
import { step } from '../../resource/step.ts'
import { findChurch } from '../church/churches.ts'
import { THEMSELVES } from '../people/history.ts'
import { type Asking, askToJoin } from './ask-to-join.ts'
import { OLDEST, slugOf } from './fields.ts'
import {
  type FormTexts,
  finderPage,
  type GroupPage,
  groupPage,
  nothing,
  type ShownGroup,
  TRAP,
  thanksPage,
  type Wanted,
} from './finder-pages.ts'
import { checkWho } from './join-requests.ts'
import { LISTED } from './public-groups.ts'
import { requestFields, requestPrinter } from './request-fields.ts'
import { RULE_DAYS, type RuleDay } from './usual-rule.ts'
import type { UsualTime } from './usual-words.ts'
import { requestLink, SENT, withdrawalUntil } from './withdraw-route.ts'

type FinderParts = Pick<ServiceParts, 'read' | 'take' | 'vault' | 'clock'>

/** Groups on one page of the list. */
const PAGE = 100
/** The last page that is looked for: no church has so many groups. */
const LAST_PAGE = 1_000

/** Longest search, in characters. */
const LONGEST_SEARCH = 100

/** The public pages of groups. */
export function finderRoute(parts: FinderParts): PublicRoute {
  return {
    root: '/groups',
    forPeople: true,
    async answer(anybody) {
      const [slug = '', name, page, ...more] = anybody.path
      const isSlug = more.length === 0 && /^[a-z0-9-]{1,64}$/.test(slug)
      const church = isSlug ? await findChurch(parts, slug) : undefined
      if (church === undefined || !isOpen(church)) return nothing(anybody.unplaced)
      const visitor = anybody.at(church)
      const { language, method, search } = visitor
      if (name === undefined) {
        if (method !== 'GET') return nothing(visitor.unplaced)
        const wanted = wantedIn(search)
        return finderPage(language, church, wanted, await listed(parts, church, wanted))
      }
      const id = Number(/-([1-9]\d{0,14})$/.exec(name)?.[1] ?? 0)
      const group = id === 0 ? undefined : await oneListed(parts.read, church, id, parts.clock.now())
      if (group === undefined) return nothing(visitor.unplaced)
      if (page === 'thanks' && method === 'GET') return thanksPage(language, church, group)
      if (page !== undefined) return nothing(visitor.unplaced)
      if (method === 'GET') return groupPage(200, { language, church, group, typed: {}, start: startOf(parts, group) })
      return await ask(parts, visitor, church, group)
    },
  }
}

const isOpen = ({ status, modules }: Church): boolean => status === 'active' && modules.includes('groups')

/** What is searched for. */
function wantedIn(search: URLSearchParams): Wanted {
  const [text, day] = [(search.get('q') ?? '').trim().slice(0, LONGEST_SEARCH), search.get('day')]
  const age = wholeNumber(search.get('age') ?? '', OLDEST)
  const page = /^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0]
  return {
    text,
    day: RULE_DAYS.find(one => one === day) ?? '',
    age: age ?? null,
    page: Math.min(Number(page ?? 1), LAST_PAGE),
  }
}

/** Tells the form of a group from all others. */
const formOfGroup = ({ id }: ShownGroup): string => `groups/${id}`

const startOf = ({ vault, clock }: FinderParts, group: ShownGroup) => startField(vault, formOfGroup(group), clock.now())

const SHOWN =
  raw(`id, name, kind, description, joining, age_from, age_to, case when place_public then place end as place,
  capacity is not null and member_count >= capacity as is_full`)

/**
 * With when they usually meet: of the schedules of each that go on, the oldest.
 * @param page which of the list, from 1 on; one more than fit on it are read, which tells whether it goes on
 */
async function shownGroups(read: Db, church: number, day: string, which: Sql, page = 1): Promise<ShownGroup[]> {
  const groups = await read.all<Omit<ShownGroup, 'usual'>>(
    sql`select ${SHOWN} from groups where church_id = ${church} and ${LISTED} and ${which}
      order by name, id limit ${PAGE + 1} offset ${(page - 1) * PAGE}`,
  )
  const times = await read.all<UsualTime & { group_id: number }>(
    sql`select s.group_id, s.rrule, s.starts_on::text as starts_on, s.local_time,
      (select min(m.held_on)::text from meetings as m where m.church_id = ${church} and m.schedule_id = s.id
        and m.held_on >= ${day}::date and m.status <> 'cancelled') as next
    from (select distinct on (s.group_id) s.id, s.group_id, s.rrule, s.starts_on, s.local_time from schedules as s
      where s.church_id = ${church} and s.group_id = any(${idArray(groups.map(({ id }) => id))}) and ${goesOn(church, day)}
      order by s.group_id, s.id) as s`,
  )
  const timeOf = new Map(times.map(({ group_id, ...time }) => [group_id, time]))
  return groups.map(group => ({ ...group, usual: timeOf.get(group.id) ?? null }))
}

/** Of `schedules as s` those that are not over; of those that are counted the calendar tells it. */
const goesOn = (
  church: number,
  day: string,
): Sql => sql`s.status = 'active' and (s.until is null or s.until >= ${day}::date)
  and (s.rrule is not null or s.starts_on >= ${day}::date)
  and (s.rrule is null or s.rrule !~ 'COUNT=' or exists (select 1 from meetings as m where m.church_id = ${church}
    and m.schedule_id = s.id and m.held_on >= ${day}::date and m.status <> 'cancelled'))`

/** Those that are listed, by name; the place is searched where it is shown. */
async function listed(
  { read, clock }: FinderParts,
  { id: church, timezone }: Church,
  { text, day, age, page }: Wanted,
): Promise<{ groups: ShownGroup[]; goesOn: boolean }> {
  const now = today(clock.now(), timezone)
  const place = sql`place_public and ${contains(raw("folded(coalesce(place, ''))"), text)}`
  const named = text === '' ? [] : [sql`(${contains(raw('search'), text)} or ${place})`]
  const onDay = day === '' ? [] : [meetsOn(church, day, now)]
  const ofAge =
    age === null ? [] : [sql`(age_from is null or age_from <= ${age}) and (age_to is null or age_to >= ${age})`]
  const found = await shownGroups(read, church, now, every([sql`true`, ...named, ...onDay, ...ofAge]), page)
  return { groups: found.slice(0, PAGE), goesOn: found.length > PAGE }
}

/**
 * Groups with a schedule that names a day of the week; of a schedule that names none, such as each day or the fifteenth of each
 * month, the calendar tells the days.
 */
const meetsOn = (church: number, day: RuleDay, now: string): Sql => sql`id in (select s.group_id from schedules as s
  where s.church_id = ${church} and s.group_id is not null and ${goesOn(church, now)}
    and case when s.rrule ~ 'BYDAY=' then s.rrule ~ ${`BYDAY=([-0-9A-Z]+,)*[-0-9]*${day}`}
      else exists (select 1 from meetings as m where m.church_id = ${church} and m.schedule_id = s.id
        and m.held_on >= ${now}::date and m.status <> 'cancelled'
        and extract(isodow from m.held_on) = ${RULE_DAYS.indexOf(day) + 1}::integer) end)`

const oneListed = async (
  read: Db,
  { id: church, timezone }: Church,
  id: number,
  now: Date,
): Promise<ShownGroup | undefined> => (await shownGroups(read, church, today(now, timezone), sql`id = ${id}`))[0]

/** Forms of one group that are taken in an hour, by whomever they are sent. */
const MOST_AN_HOUR = 200

/**
 * A request that was taken, by its id. `waits`: the same one was there already, and whoever sends the form now may be somebody
 * else. None where the group is shown no more, or very many ask just now.
 */
type Taken = number | 'waits' | 'nothing' | 'many'

/** @throws ApiError `validation_failed` where the group takes no requests by now */
const askByForm = step({
  name: 'groups.ask_to_join',
  by: 'giver',
  async run(tx, { church, clock }, asking: Asking): Promise<Taken> {
    if ((await oneListed(tx, church, asking.group_id, clock.now())) === undefined) return 'nothing'
    if (await areMany(tx, church.id, asking.group_id)) return 'many'
    const { row, found } = await askToJoin(tx, church, asking, {
      by: THEMSELVES,
      source: 'form',
      seesMembers: false,
      now: clock.now(),
    })
    return found ? 'waits' : Number(requestPrinter.column(row, 'id'))
  },
})

async function areMany(tx: Tx, church: number, group: number): Promise<boolean> {
  const found = await tx.first<{ n: number }>(sql`select count(*)::int as n from join_requests
    where church_id = ${church} and group_id = ${group} and source = 'form'
      and created_at > ${tx.now}::timestamptz - interval '1 hour'`)
  return (found?.n ?? 0) >= MOST_AN_HOUR
}

const { name, email, phone, message } = requestFields
const FORM = { name, email, phone, message }

async function ask(parts: FinderParts, visitor: Visitor, church: Church, group: ShownGroup): Promise<PublicReply> {
  const { language } = visitor
  const request = await visitor.request()
  const sent = formOf(request)
  const typed = Object.fromEntries(Object.keys(FORM).map(one => [one, sent.get(one) ?? ''])) as FormTexts
  const thanks = seeOther(`/groups/${church.slug}/${slugOf(group.id, group.name)}/thanks`)
  await request.admitForm()
  // People do not see this field; what fills it in is thanked like everybody, and kept nowhere.
  if (sent.get(TRAP)) return thanks
  const { input, problems } = checkBody(
    FORM,
    { form: new Map([...sent].map(([key, value]) => [key, [value]])) },
    false,
    church,
  )
  checkWho(input, problems)
  const shown: GroupPage = { language, church, group, typed, start: startOf(parts, group) }
  if (problems.any) return groupPage(422, { ...shown, wrong: wrongIn(problems) })
  const again = startProblem(parts.vault, formOfGroup(group), sent.get(BEGUN), parts.clock.now())
  if (again !== undefined) return groupPage(422, { ...shown, again })
  try {
    const taken = await parts.take(askByForm, church, { ...input, group_id: group.id })
    if (taken === 'nothing') return nothing(visitor.unplaced)
    if (taken === 'many') return groupPage(429, { ...shown, again: 'many' })
    // The link withdraws a request: it is for who made it, and not for who knows their name and address.
    if (taken === 'waits') return thanks
    const link = await requestLink.give(
      parts.read,
      parts.vault,
      { church: church.id, record: taken },
      withdrawalUntil(parts.clock.now()),
    )
    return link === undefined ? thanks : seeOther(`${link.path}?${SENT}`)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') {
      return groupPage(422, { ...shown, group: { ...group, joining: 'closed' } })
    }
    throw error
  }
}

const wrongIn = ({ errors }: Problems): readonly (keyof FormTexts)[] =>
  (Object.keys(FORM) as (keyof FormTexts)[]).filter(one => one in errors)
