/** What the console does with prayer requests, beyond the API. */
import { sql } from '../../db/sql.ts'
import { described, flag, oneOf } from '../../resource/filter.ts'
import { checkVisible } from '../../resource/list.ts'
import { newestFirst } from '../../resource/list-view.ts'
import { operation } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { LONGEST, STATUSES } from './fields.ts'
import { answerPrayer, closePrayer, prayFor } from './follow-up.ts'
import { prayerRequests } from './prayer-requests.ts'

const pray = operation({
  name: 'prayers.pray',
  fields: { id: field.ref().required() },
  stepUp: false,
  async run({ database }, caller, { id = 0 }) {
    await checkVisible(database.read, prayerRequests, caller, id)
    return await prayFor(database, caller.church, id)
  },
})

const answer = operation({
  name: 'prayers.answer',
  fields: { id: field.ref().required(), answer: field.text(LONGEST).required() },
  stepUp: false,
  async run({ database }, caller, { id = 0, answer: words = '' }) {
    await checkVisible(database.read, prayerRequests, caller, id)
    return await answerPrayer(database, caller.church, id, words)
  },
})

const close = operation({
  name: 'prayers.close',
  fields: { id: field.ref().required() },
  stepUp: false,
  async run({ database }, caller, { id = 0 }) {
    await checkVisible(database.read, prayerRequests, caller, id)
    return await closePrayer(database, caller.church, id)
  },
})

const status = described(
  'One status',
  oneOf(STATUSES, wanted => sql`status = ${wanted}`),
)
const urgent = described(
  '1 for those that are urgent',
  flag(wanted => (wanted ? sql`is_urgent` : undefined)),
)

export const careOperations = [pray, answer, close]
export const careViews = [newestFirst('prayers', prayerRequests, { status, urgent })]
