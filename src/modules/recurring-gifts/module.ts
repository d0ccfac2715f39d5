/** Recurring gifts, which go on and off with online giving. */
import { module } from '../../resource/module.ts'
import { GIVING } from '../online-giving/giving-route.ts'
import { cancelAction, pauseAction, resumeAction, retryRecurring, sendRecurringLink } from './actions.ts'
import { chargeDue } from './charge-worker.ts'
import { repeatInDemo } from './demo.ts'
import { recurringCancelled, recurringCreated } from './events.ts'
import { forgetUnconfirmed } from './forget-unconfirmed.ts'
import { giverRoute } from './giver-route.ts'
import { chargeHere, heldGifts, heldInArchive, holdGifts } from './hold.ts'
import { sealedTokens } from './mandates.ts'
import { mandateCopies, peopleOfRecurring } from './people-of-recurring.ts'
import { recurringDue } from './recurring-due.ts'
import { recurringGifts } from './recurring-gifts.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

export const recurringGiftsModule = module({
  name: 'recurring-gifts',
  switch: GIVING,
  title: 'Recurring gifts',
  group: 'Online giving',
  resources: [recurringGifts],
  actions: [retryRecurring, sendRecurringLink, pauseAction, resumeAction, cancelAction, chargeHere, holdGifts],
  views: [heldGifts],
  events: [recurringCreated, recurringCancelled],
  agenda: [recurringDue],
  namesPeople: peopleOfRecurring,
  copiesPeople: mandateCopies,
  demo: repeatInDemo,
  serve: parts => ({
    publicRoutes: [giverRoute(parts)],
    jobs: [
      { every: SECOND_MS, run: stop => chargeDue(parts, stop) },
      { every: HOUR_MS, run: () => forgetUnconfirmed(parts) },
    ],
  }),
  archive: {
    ...heldInArchive,
    sealed: [sealedTokens],
    arrives: {
      // Where the secrets stayed behind nothing can be charged by it: the giver is asked for another.
      mandates(row) {
        if (row.token === null) row.status = 'ended'
      },
    },
    sums: [{ table: 'recurring_gifts', by: ['fund_id', 'currency', 'status'], of: ['amount'] }],
  },
})
