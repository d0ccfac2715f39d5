/** What people of the console do with a pledge: they change it, say who it is, whose gifts count, remind of it, cancel it. */
import { idArray, type TextRow, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { type ActionContext, action } from '../../resource/action.ts'
import { canSee } from '../../resource/caller.ts'
import { Json } from '../../resource/json.ts'
import { lookUpReferences } from '../../resource/references.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import type { Values } from '../../resource/rows.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { visibleTo } from '../people/visible-person.ts'
import { pledgeChanges, pledgeFields, pledgePrinter } from './fields.ts'
import { addGivers, dropGivers, freeGivers, taken } from './givers.ts'
import { pledgeRow, retally } from './make-pledge.ts'
import { pledges } from './pledges.ts'
import { inBase, TOO_LARGE } from './rates.ts'
import { type Reminded, remindNoMore, remindOf } from './remind-behind.ts'

type Pledge = RecordOf<typeof pledgeFields>

const { column } = pledgePrinter
const may = within(FINANCE)
const id = field.ref().required()
const ACTIVE = { status: ['active'] }

/** Sets what differs, keeps the totals, and shows the pledge as it is then. */
async function set(
  tx: Tx,
  { caller }: ActionContext,
  before: TextRow,
  values: Values<typeof pledgeFields> & { cancelled_at?: string },
): Promise<Json<Pledge>> {
  const church = caller.church.id
  const { cancelled_at, ...fields } = values
  const changed = await changeRow(tx, { name: 'pledges', printer: pledgePrinter }, church, before, fields)
  if (changed !== before) await retally(tx, church, before, changed)
  const row = await pledgeRow(tx, church, sql`t.id = ${column(before, 'id')}`)
  return new Json<Pledge>(pledgePrinter.print(row))
}

/** The record changed, though none of its own columns did: readers of changes are told. */
async function touch(tx: Tx, church: number, row: TextRow): Promise<void> {
  await tx.run(sql`update pledges set updated_at = ${tx.now}::timestamptz
    where church_id = ${church} and id = ${column(row, 'id')}`)
  await retally(tx, church, row, row)
}

export const updatePledge = action({
  name: 'pledges.update',
  logged: 'Changed a pledge',
  done: 'Pledge changed.',
  may,
  fields: { id, ...pledgeChanges },
  on: pledges,
  when: ACTIVE,
  detail: ({ amount, frequency }) => ({ amount, frequency }),
  async check(_db, { caller }, { branch_id }, problems) {
    if (branch_id !== undefined && !canSee(caller, branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  },
  async run(tx, context, { id: _id, ...sent }, _prepared, before) {
    const amount = sent.amount ?? Number(column(before, 'amount'))
    const { church } = context.caller
    const amount_base = inBase(amount, column(before, 'currency') ?? '', church, column(before, 'rate') ?? '')
    if (amount_base === undefined) throw new ApiError('validation_failed', { errors: { amount: TOO_LARGE } })
    if (sent.amount !== undefined) context.note({ detail: { currency: column(before, 'currency') } })
    return await set(tx, context, before, { ...sent, amount_base })
  },
})

const whose = { person_id: pledgeFields.person_id, family_id: pledgeFields.family_id }

/** Whoever had a link until now has none any more, and what waits to be said is not said. */
async function endLinks(tx: Tx, church: number, pledge: number): Promise<void> {
  await remindNoMore(tx, church, pledge)
  await tx.run(sql`update pledges set link_version = link_version + 1 where church_id = ${church} and id = ${pledge}`)
}

/** For what came by the public page: the name that was typed becomes somebody on record, and their gifts count. */
export const linkPledge = action({
  name: 'pledges.link',
  label: 'Say who it is',
  logged: 'Said whose pledge it is',
  asks: 'Who pledged?',
  done: 'Gifts of whoever you named count towards this pledge now.',
  may,
  fields: { id, ...whose },
  on: pledges,
  when: ACTIVE,
  offered: ACTIVE,
  detail: ({ person_id = null, family_id = null }) => ({ person_id, family_id }),
  async check(db, { caller, house }, sent, problems) {
    const { person_id, family_id } = sent
    if (Boolean(person_id) === Boolean(family_id) && !problems.has('person_id') && !problems.has('family_id'))
      problems.add('person_id', because('or family_id is required: a pledge is of one of them'))
    await lookUpReferences(db, { caller, house }, whose, sent, problems)
  },
  async run(tx, context, sent, _prepared, before) {
    const { caller, house } = context
    const church = caller.church.id
    const found = await lookUpReferences(tx, { caller, house }, whose, sent, new Problems())
    const pledger = { person_id: found.get('person_id')?.id ?? null, family_id: found.get('family_id')?.id ?? null }
    const of = { id: sent.id, campaign_id: Number(column(before, 'campaign_id')) }
    const { free, allTaken } = await freeGivers(tx, church, of.campaign_id, pledger, of.id)
    if (allTaken) throw new ApiError('validation_failed', { errors: taken(pledger) })
    await dropGivers(tx, church, of.id)
    await addGivers(tx, church, of, free)
    await endLinks(tx, church, of.id)
    await touch(tx, church, before)
    return await set(tx, context, before, pledger)
  },
})

/** Most people whose gifts count towards one pledge. */
const MOST_GIVERS = 50

/** Its dialog is made by hand: it shows who they are. */
export const setGivers = action({
  name: 'pledges.set_givers',
  logged: 'Changed whose gifts count towards a pledge',
  done: 'Gifts of these people count towards this pledge now.',
  may,
  fields: { id, person_ids: field.idList(MOST_GIVERS).required().label('Whose gifts count') },
  on: pledges,
  when: ACTIVE,
  detail: ({ person_ids }) => ({ person_ids }),
  async run(tx, context, { id: pledge, person_ids }, _prepared, before) {
    const { caller } = context
    const church = caller.church.id
    const campaign_id = Number(column(before, 'campaign_id'))
    const wanted = [...new Set(person_ids)]
    const seen = await tx.all<{ id: number; taken: boolean }>(sql`select id, exists (select 1 from pledge_givers as g
        where g.church_id = ${church} and g.campaign_id = ${campaign_id} and g.person_id = people.id and g.pledge_id <> ${pledge}) as taken
      from people where church_id = ${church} and id = any(${idArray(wanted)}) and not removed and ${visibleTo(caller)}`)
    const problems = new Problems()
    if (seen.length < wanted.length) problems.add('person_ids', because('names somebody whom you cannot use'))
    else if (seen.some(({ taken }) => taken))
      problems.add('person_ids', because('names somebody whose gifts count towards another pledge of this campaign'))
    problems.throwIfAny()
    const dropped = await tx.first(sql`select 1 from pledge_givers where church_id = ${church} and pledge_id = ${pledge}
      and person_id <> all(${idArray(wanted)})
      and person_id in (select id from people where church_id = ${church} and ${visibleTo(caller)}) limit 1`)
    // Those whom who asks does not see stay: they were not among what was shown.
    await tx.run(sql`delete from pledge_givers where church_id = ${church} and pledge_id = ${pledge}
      and person_id in (select id from people where church_id = ${church} and ${visibleTo(caller)})`)
    await addGivers(tx, church, { id: pledge, campaign_id }, wanted)
    // Whoever is of it no more has no link to it any more.
    if (dropped !== undefined) await endLinks(tx, church, pledge)
    await touch(tx, church, before)
    return await set(tx, context, before, {})
  },
})

/** What a pledge is set to that is cancelled. Gifts that were given stay in the books and count towards none. */
export async function cancelRow(tx: Tx, church: number, before: TextRow): Promise<void> {
  const pledge = Number(column(before, 'id'))
  if (column(before, 'status') === 'cancelled') return
  await dropGivers(tx, church, pledge)
  await remindNoMore(tx, church, pledge)
  await tx.run(sql`update pledges set status = 'cancelled', cancelled_at = ${tx.now}::timestamptz,
    link_version = link_version + 1, updated_at = ${tx.now}::timestamptz where church_id = ${church} and id = ${pledge}`)
  await retally(tx, church, before, await pledgeRow(tx, church, sql`t.id = ${pledge}`))
}

export const cancelPledge = action({
  name: 'pledges.cancel',
  label: 'call off|Cancel',
  logged: 'Cancelled a pledge',
  confirm:
    'Nobody is expected to give it any more. Gifts that were given stay in the books. It cannot be taken back: record a new pledge instead.',
  submit: 'Cancel the pledge',
  done: 'Pledge cancelled.',
  may,
  fields: { id },
  on: pledges,
  offered: ACTIVE,
  async run(tx, { caller }, { id: pledge }, _prepared, before) {
    await cancelRow(tx, caller.church.id, before)
    return new Json<Pledge>(pledgePrinter.print(await pledgeRow(tx, caller.church.id, sql`t.id = ${pledge}`)))
  },
})

export const remindPledge = action({
  name: 'pledges.remind',
  label: 'Remind',
  logged: 'Reminded of a pledge',
  confirm:
    'Whoever gives towards it gets an email that names the campaign and no amount, with a link to their own page.',
  submit: 'Remind',
  done: 'They will be reminded within the hour.',
  may,
  fields: { id },
  on: pledges,
  when: ACTIVE,
  offered: { ...ACTIVE, fulfilled: ['false'] },
  async run(tx, { caller: { church }, clock }, { id: pledge }, _prepared, before): Promise<Reminded> {
    const campaign = await tx.first<{ name: string }>(sql`select name from pledge_campaigns
      where church_id = ${church.id} and id = ${column(before, 'campaign_id')}`)
    const became = await remindOf(tx, church, campaign?.name ?? '', [pledge], clock.now())
    if (became.unreachable > 0) {
      throw new ApiError('wrong_state', {
        message: because(
          'Nobody can be reminded of it: there is no email address on record, or they want no reminders.',
        ),
      })
    }
    if (became.already > 0)
      throw new ApiError('wrong_state', { message: because('They were reminded of it today already.') })
    return became
  },
})
