/** Pledges and their list; POST /pledges (decision 0029). */
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { type Caller, sourceOf } from '../../resource/caller.ts'
import type { Input, Sent } from '../../resource/field.ts'
import { belongingTo, branch, changedSince, described, id, oneOf, tallied, word } from '../../resource/filter.ts'
import { lookUpReferences } from '../../resource/references.ts'
import { type Answer, type Referred, resource, type WriteContext, write } from '../../resource/resource.ts'
import { FINANCE } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'
import { defaultBranch } from '../church/visible-branch.ts'
import { EARLIEST, latest } from '../contributions/base-amount.ts'
import { PLEDGE_STATUSES, pledgeFields } from './fields.ts'
import { freeGivers, taken } from './givers.ts'
import { CLOSED, holdOpen, makePledge } from './make-pledge.ts'
import { inBase, noRate, rateOf, TOO_LARGE } from './rates.ts'

type SentPledge = Sent<typeof pledgeFields>
type PledgeInput = Input<typeof pledgeFields>

/** What the check found. */
interface Found {
  named: ReadonlyMap<string, Referred>
  currency: string
  rate: string | undefined
}

/** A pledge is one person's or one family's; or of somebody of whom only the name is known. */
function checkWho(input: SentPledge, problems: Problems): void {
  const { person_id, family_id, donor_name } = input
  if (person_id && family_id)
    problems.add('family_id', because('does not go with person_id: a pledge is of one of them'))
  const isSaid = person_id || family_id || donor_name
  if (isSaid || ['person_id', 'family_id', 'donor_name'].some(name => problems.has(name))) return
  problems.add('person_id', because('is required, or family_id, or donor_name'))
}

async function check(db: Db, context: WriteContext, input: SentPledge, problems: Problems): Promise<Found> {
  const { caller, clock } = context
  const { church } = caller
  checkWho(input, problems)
  const day = input.pledged_on ?? today(clock.now(), church.timezone)
  const last = latest(today(clock.now(), church.timezone))
  if (day < EARLIEST || day > last)
    problems.add('pledged_on', because('must be from {earliest} to {last}, a year ahead', { earliest: EARLIEST, last }))
  const named = await lookUpReferences(db, context, pledgeFields, input, problems)
  const campaign = named.get('campaign_id')
  const terms =
    campaign &&
    (await db.first<{ status: string; currency: string }>(
      sql`select status, currency from pledge_campaigns where church_id = ${church.id} and id = ${campaign.id}`,
    ))
  if (terms !== undefined && terms.status !== 'open') problems.add('campaign_id', CLOSED)
  const currency = input.currency ?? terms?.currency ?? church.currency
  const rate = await rateOf(db, church, currency, day)
  if (rate === undefined && !problems.has('pledged_on')) problems.add('currency', noRate(church))
  if (
    rate !== undefined &&
    typeof input.amount === 'number' &&
    inBase(input.amount, currency, church, rate) === undefined
  )
    problems.add('amount', TOO_LARGE)
  if (campaign !== undefined) await checkGivers(db, caller, campaign.id, { input, named }, problems)
  return { named, currency, rate }
}

/** Whoever pledges twice in a campaign is named here already, where it is not overtaken. */
async function checkGivers(
  db: Db,
  { church }: Caller,
  campaign: number,
  { input, named }: { input: SentPledge; named: Found['named'] },
  problems: Problems,
): Promise<void> {
  const pledger = { person_id: named.get('person_id')?.id, family_id: named.get('family_id')?.id }
  if (input.person_id && input.family_id) return
  const { allTaken } = await freeGivers(db, church.id, campaign, pledger)
  if (allTaken) for (const [name, problem] of Object.entries(taken(pledger))) problems.add(name, problem)
}

async function create(tx: Tx, { caller, clock }: WriteContext, input: PledgeInput, found: Found): Promise<Answer> {
  const { church } = caller
  const { named, currency, rate = '1' } = found
  const idOf = (name: string): number | null => named.get(name)?.id ?? null
  const of = named.get('person_id') ?? named.get('family_id')
  const campaign_id = named.get('campaign_id')?.id ?? input.campaign_id
  await holdOpen(tx, church.id, campaign_id)
  const made = await makePledge(tx, church, {
    ...input,
    campaign_id,
    person_id: idOf('person_id'),
    family_id: idOf('family_id'),
    branch_id: idOf('branch_id') ?? of?.branch_id ?? defaultBranch(caller),
    currency,
    rate,
    amount_base: inBase(input.amount, currency, church, rate) ?? 0,
    pledged_on: input.pledged_on ?? today(clock.now(), church.timezone),
    source: input.source ?? sourceOf(caller),
  })
  if (made === undefined) throw new Error('A pledge that came by no form was made before.')
  return { status: 201, data: made.data, created: made.id }
}

/** Rows of a file that name somebody whom another row names in the same campaign. */
async function judgeTogether(_db: Db, _context: WriteContext, rows: readonly PledgeInput[]) {
  const wrong = new Map<number, Problems>()
  const known = new Set<string>()
  for (const [at, { campaign_id, person_id, family_id }] of rows.entries()) {
    const [field, value] = person_id ? (['person_id', person_id] as const) : (['family_id', family_id] as const)
    if (!value) continue
    const key = `${campaign_id} ${field} ${value}`
    if (known.has(key)) {
      const problems = new Problems()
      problems.add(field, because('has pledged in this campaign in a row above'))
      wrong.set(at, problems)
    }
    known.add(key)
  }
  return wrong
}

export const pledges = resource({
  name: 'pledges',
  explained: {
    says: 'What people promised to give to a campaign. Their gifts count towards it by themselves.',
    chapter: 'entering-gifts',
  },
  singular: 'Pledge',
  words: { one: 'pledge', many: 'pledges', added: 'Recorded a pledge' },
  may: { read: FINANCE, write: FINANCE },
  icon: 'heart',
  command: 'pledge',
  title: 'amount',
  page: [
    {
      title: 'Pledge',
      fields: ['campaign_id', 'person_id', 'family_id', 'donor_name', 'donor_email', 'pledged_on', 'frequency', 'note'],
    },
    { title: 'Progress', fields: ['given', 'given_base', 'percent', 'reminded_at', 'no_reminders'] },
    { title: 'More', fields: ['amount_base', 'rate', 'branch_id', 'source', 'created_at', 'updated_at', 'id'] },
  ],
  limitTo: 'branch_id',
  fields: pledgeFields,
  list: {
    columns: ['person_id', 'campaign_id', 'amount', 'given', 'percent', 'frequency', 'status'],
    terminal: [
      'campaign_id',
      'person_id',
      'family_id',
      'donor_name',
      'amount_display',
      'percent',
      'frequency',
      'status',
    ],
    filters: {
      campaign_id: described(
        'One campaign',
        id(campaign => sql`campaign_id = ${campaign}`),
      ),
      person_id: described('Pledges that a person made', belongingTo('people', 'person_id')),
      family_id: described('Pledges that a family made', belongingTo('families', 'family_id')),
      status: tallied(
        described(
          'One status',
          oneOf(PLEDGE_STATUSES, wanted => sql`status = ${wanted}`),
        ),
      ),
      source: described(
        'Where the record came from: web, manual, import, api and other values',
        word(source => sql`source = ${source}`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    sum: { name: 'sum_amount_base', column: 'amount_base' },
    meta: ({ church }) => ({ base_currency: church.currency }),
    metaSchema: { base_currency: { type: 'string', description: 'Currency of the church', examples: ['NGN'] } },
    tallies: true,
    doc: 'Pledges with how far they have come, and the sum of every matching pledge in the church currency',
  },
  one: { doc: 'One pledge' },
  create: write({
    fields: pledgeFields,
    creates: true,
    declared: true,
    unknown: 'ignore',
    doc: 'Records a pledge',
    example: { campaign_id: 1, person_id: 1, amount: 120000, frequency: 'monthly' },
    lookedUp: ({ person_id, family_id }) =>
      typeof person_id === 'number' || typeof family_id === 'number' ? ['branch_id'] : [],
    check,
    judgeTogether,
    run: create,
  }),
  import: {
    brings: { status: ['active'] },
    aliases: {
      pledge: 'amount',
      pledge_amount: 'amount',
      date: 'pledged_on',
      pledge_date: 'pledged_on',
      notes: 'note',
    },
  },
})
