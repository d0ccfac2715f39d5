/** Begins, changes, closes and reopens campaigns. Those of one fund never overlap, so that a gift counts once: judged under the fund's lock. */
import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { type ActionContext, action } from '../../resource/action.ts'
import { changes } from '../../resource/change.ts'
import { insertRow } from '../../resource/creation.ts'
import { Json } from '../../resource/json.ts'
import { lookUpReferences } from '../../resource/references.ts'
import type { RecordOf } from '../../resource/resource.ts'
import * as field from '../../resource/types.ts'
import { changeRow } from '../../resource/update.ts'
import { because } from '../../texts/because.ts'
import { campaignChanges, type campaignFields, campaignPrinter, newCampaign } from './campaign-fields.ts'
import { MAY_RUN_CAMPAIGNS, pledgeCampaigns } from './campaigns.ts'
import { inBase, noRate, rateOf, TOO_LARGE } from './rates.ts'
import { scheduleCampaign } from './remind-behind.ts'

const { column, print } = campaignPrinter
const TABLE = { name: 'pledge_campaigns', printer: campaignPrinter }

const shown = (text: string) => new Json<RecordOf<typeof campaignFields>>(text)

/** As much of a campaign as tells whether it lies in another's way. */
interface Span {
  fund_id: number
  starts_on: string
  ends_on: string
}

/** Names what makes a span none. */
function checkDays({ starts_on, ends_on }: Partial<Span>, problems: Problems): void {
  if (starts_on !== undefined && ends_on !== undefined && ends_on < starts_on)
    problems.add('ends_on', because('must not be before starts_on'))
}

/**
 * Holds the fund, and names the campaign that lies in the way: whoever comes second finds the first.
 * @throws ApiError `validation_failed`
 */
async function holdFund(tx: Tx, church: number, { fund_id, starts_on, ends_on }: Span, own?: number): Promise<void> {
  await tx.run(sql`select 1 from funds where church_id = ${church} and id = ${fund_id} for no key update`)
  const other = await tx.first<{ name: string }>(sql`select name from pledge_campaigns
    where church_id = ${church} and fund_id = ${fund_id} and id <> ${own ?? 0}
      and starts_on <= ${ends_on}::date and ends_on >= ${starts_on}::date order by starts_on limit 1`)
  const problems = new Problems()
  if (other !== undefined) {
    problems.add(
      'starts_on',
      because('overlaps {name}: campaigns of one fund may not, since a gift counts once', { name: other.name }),
    )
  }
  problems.throwIfAny()
}

/** The goal in the church currency, by the rate of today. @throws ApiError `validation_failed` */
async function goalIn(
  tx: Tx,
  { caller: { church }, clock }: ActionContext,
  goal: number | null,
  currency: string,
): Promise<number | null> {
  if (goal === null) return null
  const rate = await rateOf(tx, church, currency, today(clock.now(), church.timezone))
  const base = rate === undefined ? undefined : inBase(goal, currency, church, rate)
  const problems = new Problems()
  if (rate === undefined) problems.add('currency', noRate(church))
  else if (base === undefined) problems.add('goal_amount', TOO_LARGE)
  problems.throwIfAny()
  return base ?? null
}

export const createCampaign = action({
  name: 'pledge_campaigns.create',
  logged: 'Added a pledge campaign',
  may: MAY_RUN_CAMPAIGNS,
  fields: newCampaign,
  target: ({ name }) => name,
  detail: ({ fund_id, starts_on, ends_on }) => ({ fund_id, starts_on, ends_on }),
  async check(db, { caller, house }, sent, problems) {
    checkDays(sent, problems)
    await lookUpReferences(db, { caller, house }, newCampaign, sent, problems)
  },
  async run(tx, context, { goal_amount = null, currency, ...sent }) {
    const { church } = context.caller
    const own = currency ?? church.currency
    const goal_base = await goalIn(tx, context, goal_amount, own)
    await holdFund(tx, church.id, sent)
    const row = await insertRow(tx, TABLE, church.id, { ...sent, goal_amount, goal_base, currency: own })
    await scheduleCampaign(tx, church, Number(column(row, 'id')), context.clock.now())
    return shown(print(row))
  },
})

export const updateCampaign = action({
  name: 'pledge_campaigns.update',
  logged: 'Changed a pledge campaign',
  done: 'Campaign changed.',
  may: MAY_RUN_CAMPAIGNS,
  fields: { id: field.ref().required(), ...campaignChanges },
  on: pledgeCampaigns,
  detail: ({ starts_on, ends_on, is_public, reminds }) => ({ starts_on, ends_on, is_public, reminds }),
  async run(tx, context, { id, ...sent }, _prepared, before) {
    const { church } = context.caller
    const span = {
      fund_id: Number(column(before, 'fund_id')),
      starts_on: sent.starts_on ?? column(before, 'starts_on') ?? '',
      ends_on: sent.ends_on ?? column(before, 'ends_on') ?? '',
    }
    const problems = new Problems()
    checkDays(span, problems)
    problems.throwIfAny()
    await holdFund(tx, church.id, span, id)
    const { goal_amount: goal } = sent
    const isNew = goal !== undefined && String(goal) !== String(column(before, 'goal_amount'))
    const goal_base = isNew ? await goalIn(tx, context, goal, column(before, 'currency') ?? '') : undefined
    const row = await changeRow(tx, TABLE, church.id, before, { ...sent, goal_base })
    if (row !== before) await scheduleCampaign(tx, church, id, context.clock.now())
    return shown(print(row))
  },
})

/** It takes no more pledges and reminds nobody. Gifts count up to its last day all the same: what was promised is still given. */
export const closeCampaign = changes(pledgeCampaigns, 'close', {
  label: 'Close',
  logged: 'Closed a pledge campaign',
  confirm: 'It takes no more pledges, and nobody is reminded. Gifts still count up to its last day.',
  submit: 'Close the campaign',
  done: 'Campaign closed. Gifts count up to its last day.',
  may: MAY_RUN_CAMPAIGNS,
  offered: { status: ['open'] },
  set: ({ closed_at }, _input, now) => ({ status: 'closed', closed_at: closed_at ?? now }),
  also: (tx, { caller: { church }, clock }, printed) =>
    scheduleCampaign(tx, church, JSON.parse(printed).id, clock.now()),
})

export const reopenCampaign = changes(pledgeCampaigns, 'reopen', {
  label: 'Open again',
  logged: 'Opened a pledge campaign again',
  done: 'The campaign is open again.',
  may: MAY_RUN_CAMPAIGNS,
  offered: { status: ['closed'] },
  set: () => ({ status: 'open', closed_at: null }),
  also: (tx, { caller: { church }, clock }, printed) =>
    scheduleCampaign(tx, church, JSON.parse(printed).id, clock.now()),
})
