/** What the console does with gifts, funds and exchange rates, beyond the API. */
import { checkSight } from '../../resource/list.ts'
import { operation } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { contributions } from './contributions.ts'
import { createFund } from './create-fund.ts'
import { setRate } from './exchange-rates.ts'
import { voidContribution } from './void-gift.ts'

const voidOperation = operation({
  name: 'contributions.void',
  fields: { id: field.ref().required(), reason: field.text(500).required() },
  stepUp: true,
  async run({ database }, caller, { id = 0, reason }) {
    await checkSight(database.read, contributions, caller, id)
    return await voidContribution(database, caller.church, id, reason)
  },
})

const createFundOperation = operation({
  name: 'funds.create',
  fields: { name: field.text().required(), kind: field.text(40).settable(), is_default: field.boolean().settable() },
  stepUp: false,
  target: ({ name = '' }) => name,
  run: async ({ database }, { church }, { name = '', kind, is_default }) =>
    JSON.stringify(
      await createFund(database, church, {
        name,
        ...(kind !== undefined && { kind }),
        is_default: is_default ?? false,
      }),
    ),
})

const setRateOperation = operation({
  name: 'rates.set',
  fields: {
    currency: field.currency().required(),
    rate: field.text(30).required(),
    valid_from: field.date().settable(),
  },
  stepUp: false,
  target: ({ currency = '' }) => currency,
  detail: ({ rate, valid_from }) => ({ rate, valid_from }),
  run: async ({ database, clock }, { church }, { currency = '', rate = '', valid_from }) =>
    JSON.stringify(await setRate(database, church, { currency, rate, valid_from }, clock.now())),
})

export const givingOperations = [voidOperation, createFundOperation, setRateOperation]
