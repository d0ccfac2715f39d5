/** What the console does with gifts, funds and exchange rates, beyond the API. */
import { personOf } from '../../resource/caller.ts'
import { checkVisible } from '../../resource/list.ts'
import { operation } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { contributionView } from './contribution-view.ts'
import { contributions } from './contributions.ts'
import { createFund } from './create-fund.ts'
import { setRate } from './exchange-rates.ts'
import { personGivingView } from './person-giving-view.ts'
import { ratesView } from './rates-view.ts'
import { fundChanges, updateFund } from './update-fund.ts'
import { voidContribution } from './void-gift.ts'

const voidOperation = operation({
  name: 'contributions.void',
  fields: { id: field.ref().required(), reason: field.text(500).required() },
  stepUp: true,
  async run({ database }, caller, { id = 0, reason }) {
    await checkVisible(database.read, contributions, caller, id)
    return await voidContribution(database, caller.church, id, reason, personOf(caller).name)
  },
})

const createFundOperation = operation({
  name: 'funds.create',
  fields: { name: field.line().required(), kind: field.text(40).settable(), is_default: field.boolean().settable() },
  stepUp: false,
  target: ({ name = '' }) => name,
  async run({ database }, caller, { name = '', kind, is_default = false }) {
    return JSON.stringify(
      await createFund(database, caller.church, { name, ...(kind !== undefined && { kind }), is_default }),
    )
  },
})

const updateFundOperation = operation({
  name: 'funds.update',
  fields: { id: field.ref().required(), ...fundChanges },
  stepUp: false,
  detail: ({ kind, is_online, is_default, is_active }) => ({ kind, is_online, is_default, is_active }),
  async run({ database }, caller, { id = 0, ...change }) {
    return await updateFund(database, caller.church, id, change)
  },
})

// All are checked by setRate, so that every wrong one is named at once.
const setRateOperation = operation({
  name: 'rates.set',
  fields: {
    currency: field.text().nullable().settable(),
    rate: field.text().nullable().settable(),
    valid_from: field.text().nullable().settable(),
  },
  stepUp: false,
  target: ({ currency }) => currency ?? '',
  detail: ({ rate, valid_from }) => ({ rate, valid_from }),
  async run({ database, clock }, caller, { currency, rate, valid_from }) {
    const input = { currency: currency ?? '', rate: rate ?? '', valid_from: valid_from ?? undefined }
    return JSON.stringify(await setRate(database, caller.church, input, clock.now()))
  },
})

export const givingOperations = [voidOperation, createFundOperation, updateFundOperation, setRateOperation]
export const givingViews = [contributionView, personGivingView, ratesView]
