/** Counting the offering and taking it to the bank, which every church does. */
import { extending } from '../../resource/extension-point.ts'
import { module } from '../../resource/module.ts'
import { enteredRates } from '../contributions/exchange-rates.ts'
import { correctedGifts } from '../contributions/what-follows.ts'
import { adjustDeposits } from './adjust.ts'
import { batches } from './batches.ts'
import { closeBatch, discardBatch, explainVariance, reopenBatch } from './close.ts'
import { batchCounts, countBatch } from './counts.ts'
import { depositsDue } from './damaged.ts'
import { countInDemo, depositNumbersAnew } from './demo.ts'
import { batchDeposited, depositBatch } from './deposit.ts'
import { putIntoBatch, takeOutOfBatch } from './move-gifts.ts'
import { payoutLines } from './payout-lines.ts'
import { batchSlip } from './slip.ts'
import { valuePayouts } from './value-payouts.ts'

export const batchesModule = module({
  name: 'batches',
  title: 'Counting and deposits',
  group: 'Giving',
  resources: [batches],
  atThumb: [{ label: 'to do|Count', path: '/batches', icon: 'done', may: countBatch.name, rank: 30 }],
  actions: [
    closeBatch,
    depositBatch,
    explainVariance,
    reopenBatch,
    discardBatch,
    countBatch,
    putIntoBatch,
    takeOutOfBatch,
  ],
  agenda: [depositsDue],
  views: [batchCounts, batchSlip, payoutLines],
  events: [batchDeposited],
  needs: [depositNumbersAnew],
  extends: [extending(correctedGifts, adjustDeposits), extending(enteredRates, valuePayouts)],
  demo: countInDemo,
  archive: {
    sums: [
      { table: 'batch_adjustments', by: ['kind', 'currency'], of: ['amount', 'amount_base'] },
      { table: 'payout_lines', by: ['kind'], of: ['amount', 'fee'] },
    ],
  },
})
