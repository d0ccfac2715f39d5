/** POST /contributions (spec, Contributions; decisions, Money). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, type Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { parseRate } from '../../lib/money.ts'
import { canSee, sourceOf } from '../../resource/caller.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import { defaultBranch, NO_SUCH_BRANCH } from '../church/sight.ts'
import { NO_SUCH_PERSON } from '../people/in-sight.ts'
import { baseAmount, EARLIEST, latest } from './base-amount.ts'
import { type ContributionInput, contributionFields } from './fields.ts'
import { postContribution, rateOn } from './post-contribution.ts'

/** What the database says of the things a gift refers to. */
interface Found {
  fund_id: number | null
  person_id: number | null
  person_branch_id: number | null
  rate: string | null
}

export const create = write({
  fields: contributionFields,
  creates: true,
  unknown: 'refuse',
  doc: 'Records a gift',
  check: resolve,
  async run(tx: Tx, context: WriteContext, input: ContributionInput, found: Found): Promise<Answer> {
    const { caller } = context
    const branch_id = input.branch_id ?? found.person_branch_id ?? defaultBranch(caller)
    const gift = { ...input, ...settled(context, input, found), branch_id, source: sourceOf(caller) }
    const posted = await postContribution(tx, caller.church, gift)
    if (posted === undefined) throw new ApiError('duplicate_reference')
    return { status: 201, data: posted.data, created: posted.id }
  },
})

/** The day and the currency of a gift, defaults applied. */
function terms({ caller, clock }: WriteContext, input: ContributionInput): { given_on: string; currency: string } {
  const { timezone, currency } = caller.church
  return { given_on: input.given_on ?? today(clock.now(), timezone), currency: input.currency ?? currency }
}

/** Looks up what the gift refers to, all in one statement, and names everything that cannot be used. */
async function resolve(db: Db, context: WriteContext, input: ContributionInput, problems: Problems): Promise<Found> {
  const { caller, clock } = context
  const { church } = caller
  const { given_on, currency } = terms(context, input)
  const last = latest(today(clock.now(), church.timezone))
  if (given_on < EARLIEST || given_on > last) {
    problems.add('given_on', `must be from ${EARLIEST} to ${last}, a year ahead`)
  }
  const person = input.person_id ?? null
  const found = await db.first<Found>(sql`select
    (select id from funds where church_id = ${church.id} and is_active
      and case when ${input.fund_id ?? null}::bigint is null then is_default else id = ${input.fund_id ?? null} end)
      as fund_id,
    giver.id as person_id, giver.branch_id as person_branch_id,
    ${rateOn(church.id, currency, given_on)} as rate
    from (select 1) as one left join lateral (
      select kept.id, kept.branch_id from people as sent
        join people as kept on kept.church_id = sent.church_id and kept.id = coalesce(sent.merged_into_id, sent.id)
      where sent.church_id = ${church.id} and sent.id = ${person} and not kept.removed) as giver on true`)
  if (found === undefined) throw new Error('A statement without conditions returned no row.')
  name(found, context, input, currency, problems)
  return found
}

function name(
  found: Found,
  { caller }: WriteContext,
  input: ContributionInput,
  currency: string,
  problems: Problems,
): void {
  if (found.fund_id === null) {
    problems.add(
      'fund_id',
      input.fund_id === undefined ? 'is required: the church has no default fund' : 'names no active fund',
    )
  }
  const giverSeen = found.person_branch_id !== null && canSee(caller, found.person_branch_id)
  if (typeof input.person_id === 'number' && !giverSeen) problems.add('person_id', NO_SUCH_PERSON)
  if (input.branch_id !== undefined && !canSee(caller, input.branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  if (currency !== caller.church.currency && found.rate === null && !problems.has('given_on')) {
    problems.add('currency', `has no exchange rate to ${caller.church.currency} on that day`)
  }
}

/**
 * What is fixed when the gift is recorded: day, currency, giver, fund, and the amount in the church currency.
 * @throws ApiError `validation_failed` when that amount is beyond JSON's exact integers
 */
function settled(context: WriteContext, input: ContributionInput, found: Found) {
  const { given_on, currency } = terms(context, input)
  const rate = found.rate === null ? null : parseRate(found.rate)
  const amount = input.amount ?? 0
  const amount_base = baseAmount(amount, currency, context.caller.church.currency, rate)
  if (amount_base === undefined) {
    throw new ApiError('validation_failed', { errors: { amount: 'is too large in the church currency' } })
  }
  return { given_on, amount, currency, amount_base, person_id: found.person_id, fund_id: found.fund_id ?? 0 }
}
