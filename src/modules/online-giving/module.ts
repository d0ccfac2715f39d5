/** Giving: online gifts, which a church may switch on. */

import { sql } from '../../db/sql.ts'
import { module } from '../../resource/module.ts'
import { personOf } from '../../resource/person-reference.ts'
import { giveOnlineInDemo } from './demo.ts'
import { paymentsKept } from './forgetting.ts'
import { givingPage, testGifts } from './gift-views.ts'
import { gifts } from './gifts.ts'
import { GIVING } from './giving-route.ts'
import { acceptCharged, ruleOutPayment } from './judge-payment.ts'
import { sealedSecrets } from './payment-providers.ts'
import { providers, removeAccount, setAccount, testAccount } from './provider-actions.ts'
import { refundGift } from './refund-gift.ts'
import { refunds } from './refunds.ts'
import { refundsKept } from './refunds-forgetting.ts'
import { serveGifts } from './serve.ts'
import { giftReceived } from './settle.ts'

export const onlineGivingModule = module({
  name: 'online-giving',
  switch: GIVING,
  title: 'Online giving',
  about:
    'A public page where people give through your own payment provider, and pledges to campaigns. Switching it off closes the pages at once.',
  serve: serveGifts,
  resources: [gifts, refunds],
  actions: [refundGift, acceptCharged, ruleOutPayment, setAccount, removeAccount, testAccount],
  events: [giftReceived],
  views: [givingPage, testGifts, providers],
  namesPeople: { moved: [personOf(gifts, paymentsKept)] },
  copiesPeople: [refundsKept],
  demo: giveOnlineInDemo,
  archive: {
    sealed: [sealedSecrets],
    unsettled: [
      {
        one: 'payment that is pending',
        many: 'payments that are pending',
        means:
          'the provider tells their outcome to this installation. Wait until they are settled, or enter them by hand.',
        count: church => sql`select count(*)::int as n from gifts where church_id = ${church} and status = 'pending'`,
      },
      {
        one: 'refund under way',
        many: 'refunds under way',
        means: 'the provider tells their outcome to this installation. Wait until they are settled.',
        count: church =>
          sql`select count(*)::int as n from refunds where church_id = ${church} and status in ('requested', 'pending')`,
      },
    ],
    sums: [
      { table: 'gifts', by: ['fund_id', 'currency', 'status'], of: ['amount', 'refunded_amount'] },
      { table: 'refunds', by: ['currency', 'status'], of: ['amount'] },
    ],
  },
})
