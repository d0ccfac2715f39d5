/** POST /contributions (spec, Contributions; decisions, Money). */
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { parseRate } from '../../lib/money.ts'
import { type Caller, canSee, sourceOf } from '../../resource/caller.ts'
import type { Input, Sent } from '../../resource/field.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { defaultBranch, NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { soleMatch } from '../people/sole-match.ts'
import { NO_SUCH_PERSON, visibleTo } from '../people/visible-person.ts'
import { baseAmount, EARLIEST, latest } from './base-amount.ts'
import { envelopeOwner } from './envelope-owner.ts'
import { contributionFields } from './fields.ts'
import { type GiftMarks, NEXT_GIFT_ID, postContribution, rateOn } from './post-contribution.ts'
import { holdOpen, type TakingBatch, takingBatch } from './taking-batch.ts'

/** What the database says of the things a gift refers to. */
interface Found extends Omit<GiftMarks, 'fund_name'> {
  fund_id: number | null
  fund_name: string | null
  person_id: number | null
  person_branch_id: number | null
  /** How many people the donor's e-mail or phone can mean; null where that was not asked. */
  matches: number | null
  rate: string | null
  /** The batch that it goes into. */
  batch: TakingBatch | undefined
}

const createFields = {
  ...contributionFields,
  batch_id: contributionFields.batch_id
    .settable()
    .doc('An open batch that it is counted with. The day and, without a giver, the branch are then those of the batch'),
  envelope: field
    .line(80)
    .settable()
    .doc('The number of an envelope, in the place of a person_id: the giver is whoever had it on the day of the gift'),
  match_person: field
    .boolean()
    .settable()
    .doc(
      'true: without a person_id, the gift is that of the one person who has donor_email or donor_phone; see meta.person_match',
    ),
}

type CreateInput = Input<typeof createFields>
type GiftInput = Omit<CreateInput, 'match_person' | 'envelope'>
/** Of a body that may be wrong: whatever was sent. */
type SentGift = Sent<typeof createFields>

export const recordGift = write({
  fields: createFields,
  creates: true,
  unknown: 'refuse',
  doc: 'Records a gift',
  example: {
    amount: 150050,
    method: 'cash',
    reference: 'envelope-17',
    donor_email: 'ada@example.org',
    match_person: true,
  },
  meta: {
    person_match: {
      type: 'string',
      enum: ['matched', 'none', 'ambiguous'],
      description:
        "With match_person: whether the giver was found. ambiguous: several have the e-mail or the phone, so it is nobody's",
    },
  },
  lookedUp: ({ person_id, envelope, match_person }: CreateInput) => {
    if (typeof person_id === 'number') return ['branch_id']
    if (envelope !== undefined) return ['person_id', 'branch_id']
    return match_person ? ['person_id', 'branch_id', 'person_match'] : []
  },
  check: resolve,
  async run(
    tx: Tx,
    context: WriteContext,
    { match_person: _, envelope: __, ...input }: CreateInput,
    found: Found,
  ): Promise<Answer> {
    const { caller } = context
    if (found.batch !== undefined) await holdOpen(tx, caller, found.batch.id)
    const branch_id = input.branch_id ?? found.person_branch_id ?? found.batch?.branch_id ?? defaultBranch(caller)
    const { fund_name, ...rest } = settled(context, input, found)
    const gift = { ...input, ...rest, branch_id, source: sourceOf(caller) }
    const posted = await postContribution(tx, caller.church, gift, { id: found.id, fund_name })
    const meta = found.matches === null ? {} : { person_match: PERSON_MATCH[Math.min(found.matches, 2)] }
    return { status: 201, data: posted.data, created: posted.id, meta }
  },
})

/** By how many people there are; two stands for several. */
const PERSON_MATCH = ['none', 'matched', 'ambiguous'] as const

/** The day and the currency of a gift, defaults applied. */
function terms(
  { caller, clock }: WriteContext,
  input: SentGift,
  batch: TakingBatch | undefined,
): { given_on: string; currency: string } {
  const { timezone, currency } = caller.church
  const given_on = input.given_on ?? batch?.counted_on ?? today(clock.now(), timezone)
  return { given_on, currency: input.currency ?? currency }
}

/** Looks up what the gift refers to, all in one statement, and names everything that cannot be used. */
async function resolve(db: Db, context: WriteContext, input: SentGift, problems: Problems): Promise<Found> {
  const { caller, clock } = context
  const { church } = caller
  const { batch_id, method } = input
  const batch = batch_id == null ? undefined : await takingBatch(db, caller, { id: batch_id, method }, problems)
  const { given_on, currency } = terms(context, input, batch)
  const owner = await ownerOf(db, caller, input, given_on, problems)
  const last = latest(today(clock.now(), church.timezone))
  if (given_on < EARLIEST || given_on > last) {
    problems.add('given_on', because('must be from {earliest} to {last}, a year ahead', { earliest: EARLIEST, last }))
  }
  const row = await db.first<
    Omit<Found, 'batch'>
  >(sql`select ${NEXT_GIFT_ID} as id, fund.id as fund_id, fund.name as fund_name,
    giver.id as person_id, giver.branch_id as person_branch_id, giver.n as matches,
    ${rateOn(church.id, currency, given_on)} as rate
    from (select 1) as one
    left join lateral (select id, name from funds where church_id = ${church.id} and is_active
      and case when ${input.fund_id ?? null}::bigint is null then is_default else id = ${input.fund_id ?? null} end) as fund on true
    left join lateral (${giverOf(caller, { ...input, ...owner })}) as giver on true`)
  if (row === undefined) throw new Error('A statement without conditions returned no row.')
  const found = { ...row, batch }
  name(found, context, input, currency, problems)
  return found
}

/** Whose envelope it was, where one is named. */
async function ownerOf(
  db: Db,
  caller: Caller,
  { envelope, person_id, match_person }: SentGift,
  on: string,
  problems: Problems,
): Promise<{ person_id?: number }> {
  if (envelope === undefined || envelope === '') return {}
  if (person_id != null || match_person) problems.add('envelope', 'cannot stand beside person_id or match_person')
  const owner = await envelopeOwner(db, caller, envelope, on)
  if (owner?.person_id == null) problems.add('envelope', because("is nobody's on {on}", { on }))
  return owner?.person_id == null ? {} : { person_id: owner.person_id }
}

/** Whoever gave: the person that was named, following merges, or the one whom the donor's e-mail or phone means. */
function giverOf(caller: Caller, { person_id, match_person, donor_email, donor_phone }: SentGift): Sql {
  const { id } = caller.church
  if (match_person && typeof person_id !== 'number') {
    return soleMatch(id, { email: donor_email, phone: donor_phone }, visibleTo(caller))
  }
  return sql`select kept.id, kept.branch_id, null as n from people as sent
      join people as kept on kept.church_id = ${id} and kept.id = coalesce(sent.merged_into_id, sent.id)
    where sent.church_id = ${id} and sent.id = ${person_id ?? null} and not kept.removed`
}

function name(found: Found, { caller }: WriteContext, input: SentGift, currency: string, problems: Problems): void {
  if (found.fund_id === null) {
    problems.add(
      'fund_id',
      input.fund_id === undefined
        ? because('is required: the church has no default fund')
        : because('names no active fund'),
    )
  }
  const giverSeen = found.person_branch_id !== null && canSee(caller, found.person_branch_id)
  if (typeof input.person_id === 'number' && !giverSeen) problems.add('person_id', NO_SUCH_PERSON)
  if (input.branch_id !== undefined && !canSee(caller, input.branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  if (currency !== caller.church.currency && found.rate === null && !problems.has('given_on')) {
    problems.add(
      'currency',
      because('has no exchange rate to {currency} on that day', { currency: caller.church.currency }),
    )
  }
}

/**
 * What is fixed when the gift is recorded: day, currency, giver, fund, and the amount in the church currency.
 * @throws ApiError `validation_failed` when that amount is beyond JSON's exact integers
 */
function settled(context: WriteContext, { amount, ...input }: GiftInput, found: Found) {
  const { given_on, currency } = terms(context, input, found.batch)
  const { fund_id, fund_name } = found
  if (fund_id === null || fund_name === null) throw new Error('A gift without a fund has passed its check.')
  const rate = found.rate === null ? null : parseRate(found.rate)
  const amount_base = baseAmount(amount, currency, context.caller.church.currency, rate)
  if (amount_base === undefined) {
    throw new ApiError('validation_failed', { errors: { amount: because('is too large in the church currency') } })
  }
  return { given_on, amount, currency, amount_base, person_id: found.person_id, fund_id, fund_name }
}
