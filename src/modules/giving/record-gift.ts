/** POST /contributions (spec, Contributions; decisions, Money). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { today } from '../../lib/calendar.ts'
import { parseRate } from '../../lib/money.ts'
import { canSee } from '../../resource/caller.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import { tally } from '../../resource/tally.ts'
import { defaultBranch, NO_SUCH_BRANCH } from '../church/sight.ts'
import { NO_SUCH_PERSON } from '../people/in-sight.ts'
import { baseAmount, EARLIEST, latest } from './base-amount.ts'
import { type ContributionInput, contributionFields, contributionPrinter } from './fields.ts'

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
    const gift = { ...input, ...settled(context, input, found), branch_id, source: 'api' }
    const row = await insertGift(tx, caller.church.id, gift)
    if (row === undefined) throw new ApiError('duplicate_reference')
    const id = Number(contributionPrinter.column(row, 'id'))
    const data = contributionPrinter.print(row)
    await Promise.all([
      tally(tx, caller.church.id, 'contributions', [
        { id, branch_id, status: 'posted', n: 1, amount: gift.amount_base },
      ]),
      record(tx, caller.church, 'contribution.recorded', data),
    ])
    return { status: 201, data, created: id }
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
    (select rate from exchange_rates where church_id = ${church.id} and currency = ${currency}
      and valid_from <= ${given_on}::date order by valid_from desc limit 1) as rate
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
  const amount_base = baseAmount(input.amount ?? 0, currency, context.caller.church.currency, rate)
  const problems = new Problems()
  if (amount_base === undefined) problems.add('amount', 'is too large in the church currency')
  problems.throwIfAny()
  return { given_on, currency, amount_base, person_id: found.person_id, fund_id: found.fund_id ?? 0 }
}

type Gift = ContributionInput & ReturnType<typeof settled> & { branch_id: number; source: string }

/** @returns the row as `contributionPrinter` expects it; undefined when the reference is already recorded */
async function insertGift(tx: Tx, church: number, gift: Gift) {
  const { note, reference, donor_name, donor_email, donor_phone } = gift
  const [row] = await tx.text(sql`insert into contributions as t (church_id, person_id, fund_id, branch_id, amount,
      currency, amount_base, method, given_on, reference, note, source, donor_name, donor_email, donor_phone,
      is_anonymous, created_at, updated_at)
    values (${church}, ${gift.person_id}, ${gift.fund_id}, ${gift.branch_id}, ${gift.amount}, ${gift.currency},
      ${gift.amount_base}, ${gift.method ?? 'online'}, ${gift.given_on}, ${reference ?? null}, ${note ?? null},
      ${gift.source}, ${donor_name ?? null}, ${donor_email ?? null}, ${donor_phone ?? null},
      ${gift.is_anonymous ?? false}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    on conflict (church_id, reference) where source = 'api' and reference is not null do nothing
    returning ${contributionPrinter.columns}`)
  return row
}
