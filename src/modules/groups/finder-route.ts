/** The groups that a church shows, and the form by which somebody asks to join: GET and POST of /groups/SLUG, without a key. */
import type { Db } from '../../db/database.ts'
import { raw, sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { formOf, type PublicReply, type PublicRoute, seeOther, type Visitor } from '../../public-routes/public-route.ts'
import { checkBody } from '../../resource/body.ts'
import type { Church } from '../../resource/caller.ts'
import type { ServiceParts } from '../../resource/module.ts'
import { contains } from '../../resource/search.ts'
import { step } from '../../resource/step.ts'
import { findChurch } from '../church/churches.ts'
import { THEMSELVES } from '../people/history.ts'
import { type Asking, askToJoin } from './ask-to-join.ts'
import { slugOf } from './fields.ts'
import { type FormTexts, finderPage, groupPage, nothing, type ShownGroup, TRAP, thanksPage } from './finder-pages.ts'
import { checkWho } from './join-requests.ts'
import { requestFields } from './request-fields.ts'

type FinderParts = Pick<ServiceParts, 'read' | 'take'>

/** What is shown to everybody: nothing that is hidden, whatever else is said of it. */
const LISTED = raw(`is_listed and status = 'active' and not hidden`)

/** Groups on one page. */
const MOST_SHOWN = 200

/** Longest search, in characters. */
const LONGEST_SEARCH = 100

/** The public pages of groups. */
export function finderRoute(parts: FinderParts): PublicRoute {
  return {
    root: '/groups',
    forPeople: true,
    async answer(visitor) {
      const { language, method, search } = visitor
      const [slug = '', name, page, ...more] = visitor.path
      const isSlug = more.length === 0 && /^[a-z0-9-]{1,64}$/.test(slug)
      const church = isSlug ? await findChurch(parts, slug) : undefined
      if (church === undefined || !isOpen(church)) return nothing(language)
      if (name === undefined) {
        if (method !== 'GET') return nothing(language)
        const wanted = (search.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
        return finderPage(language, church, wanted, await listed(parts.read, church.id, wanted))
      }
      const id = Number(/-([1-9]\d{0,14})$/.exec(name)?.[1] ?? 0)
      const group = id === 0 ? undefined : await oneListed(parts.read, church.id, id)
      if (group === undefined) return nothing(language)
      if (page === 'thanks' && method === 'GET') return thanksPage(language, church, group)
      if (page !== undefined) return nothing(language)
      if (method === 'GET') return groupPage(200, { language, church, group, typed: {} })
      return await ask(parts, visitor, church, group)
    },
  }
}

const isOpen = ({ status, modules }: Church): boolean => status === 'active' && modules.includes('groups')

const SHOWN = raw(`id, name, kind, description, joining, case when place_public then place end as place,
  capacity is not null and member_count >= capacity as is_full`)

/** Those that are listed, by name; the place is searched where it is shown. */
const listed = (read: Db, church: number, wanted: string): Promise<ShownGroup[]> =>
  read.all<ShownGroup>(sql`select ${SHOWN} from groups where church_id = ${church} and ${LISTED}
    and ${wanted === '' ? sql`true` : sql`(${contains(raw('search'), wanted)} or place_public and ${contains(raw("folded(coalesce(place, ''))"), wanted)})`}
    order by name, id limit ${MOST_SHOWN}`)

const oneListed = (read: Db, church: number, id: number): Promise<ShownGroup | undefined> =>
  read.first<ShownGroup>(sql`select ${SHOWN} from groups where church_id = ${church} and id = ${id} and ${LISTED}`)

/** @throws ApiError `validation_failed` where the group takes no requests by now */
const askByForm = step({
  name: 'groups.ask_to_join',
  by: 'giver',
  async run(tx, { church }, asking: Asking): Promise<boolean> {
    if ((await oneListed(tx, church.id, asking.group_id)) === undefined) return false
    await askToJoin(tx, church, asking, { by: THEMSELVES, source: 'form' })
    return true
  },
})

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
  if (problems.any) return groupPage(422, { language, church, group, typed, wrong: wrongIn(problems) })
  try {
    if (!(await parts.take(askByForm, church, { ...input, group_id: group.id }))) return nothing(language)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') {
      return groupPage(422, { language, church, group: { ...group, joining: 'closed' }, typed })
    }
    throw error
  }
  return thanks
}

const wrongIn = ({ errors }: Problems): readonly (keyof FormTexts)[] =>
  (Object.keys(FORM) as (keyof FormTexts)[]).filter(one => one in errors)
