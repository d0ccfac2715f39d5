/** campaign progress: how far a campaign has come, and who is behind. The rest of the group is derived. */

import { exactAmount } from '../lib/money.ts'
import { type CampaignProgress, campaignView } from '../modules/pledges/campaign-view.ts'
import { readingOf } from '../resource/act.ts'
import type { ByHand } from './by-hand.ts'
import { action, table } from './command.ts'
import { callerIn, commandParts } from './doing.ts'
import { idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface ProgressOptions {
  church: string
  days?: number
}

export const byHand: ByHand = {
  instead: [],
  add(campaign, call) {
    action(
      campaign
        .command('progress')
        .description('how far a campaign has come, and who is behind, those who are latest first')
        .argument('<id>', 'the campaign', idOption)
        .option('--days <number>', 'who is more than so many days late is behind; 7, unless said', idOption)
        .requiredOption(...CHURCH)
        .addHelpText('after', '\nExample:\n  sexton campaign progress 3 --church grace'),
      call,
      async (open, id: number, { church, days }: ProgressOptions) => {
        const caller = await callerIn(open, await open.church(church))
        const reading = readingOf(await commandParts(open))
        const asked = { id, ...(days !== undefined && { days }) }
        const shown = (await campaignView.run(reading, caller, asked)) as CampaignProgress
        return { json: shown, text: progressText(shown) }
      },
    )
  },
}

function progressText(of: CampaignProgress): string {
  const {
    name,
    percent,
    currency,
    goal_base,
    pledged_base,
    given_base,
    other_base,
    pledges,
    fulfilled,
    behind,
    shown,
  } = of
  const money = (amount: number): string => exactAmount(amount, currency)
  const given = money(given_base + (other_base ?? 0))
  const whole = goal_base === null ? `${money(pledged_base)} pledged` : `a goal of ${money(goal_base)}`
  const lines = [
    `${name}: ${given} given of ${whole}, ${percent}%`,
    `${pledges} pledges of ${money(pledged_base)}, ${fulfilled} of them fulfilled; ${money(given_base)} given towards them`,
    behind === 0 ? 'Nobody is behind.' : `${behind} are behind:`,
  ]
  const rows = shown.map(one => [
    String(one.id),
    one.who,
    exactAmount(one.missing, one.currency),
    String(one.days_late),
    one.reminded_at?.slice(0, 10) ?? null,
  ])
  return [
    ...lines,
    ...(rows.length > 0 ? [table(['pledge', 'who', 'missing', 'days late', 'reminded'], rows)] : []),
  ].join('\n')
}
