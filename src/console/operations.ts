/** The operations of the console: what the API does not offer, each by the function that the command line uses, too. */

import { ApiError } from '../errors.ts'
import { createKey, revokeKey } from '../modules/church/api-keys.ts'
import { createBranch } from '../modules/church/create-branch.ts'
import { SCOPES } from '../modules/church/scopes.ts'
import { contributions } from '../modules/giving/contributions.ts'
import { createFund } from '../modules/giving/create-fund.ts'
import { setRate } from '../modules/giving/exchange-rates.ts'
import { voidContribution } from '../modules/giving/void-gift.ts'
import { mergePeople } from '../modules/people/merge.ts'
import { people } from '../modules/people/people.ts'
import { removePerson } from '../modules/people/remove.ts'
import { MOVES } from '../modules/people-moves.ts'
import { type Caller, canSee } from '../resource/caller.ts'
import { findOne } from '../resource/list.ts'
import type { Resource } from '../resource/resource.ts'
import * as field from '../resource/types.ts'
import { type Operation, operation, type Parts } from './operation.ts'
import { USER_OPERATIONS } from './users.ts'

const id = () => field.ref().required()

/** @throws ApiError `not_found` for a record that the member may not see */
async function checkSight({ database }: Parts, caller: Caller, resource: Resource, record: number): Promise<void> {
  if ((await findOne(database.read, resource, caller, record)) === undefined) throw new ApiError('not_found')
}

const removePersonOperation = operation({
  name: 'people.remove',
  fields: { id: id() },
  stepUp: false,
  async run(parts, caller, { id: person = 0 }) {
    await checkSight(parts, caller, people, person)
    return await removePerson(parts.database, caller.church, person)
  },
})

const mergePeopleOperation = operation({
  name: 'people.merge',
  fields: { keep: id(), remove: id() },
  stepUp: false,
  async run(parts, caller, { keep = 0, remove = 0 }) {
    for (const person of [keep, remove]) await checkSight(parts, caller, people, person)
    return await mergePeople(parts.database, caller.church, keep, remove, MOVES)
  },
})

const voidContributionOperation = operation({
  name: 'contributions.void',
  fields: { id: id(), reason: field.text(500).required() },
  stepUp: true,
  async run(parts, caller, { id: gift = 0, reason }) {
    await checkSight(parts, caller, contributions, gift)
    return await voidContribution(parts.database, caller.church, gift, reason)
  },
})

const createFundOperation = operation({
  name: 'funds.create',
  fields: { name: field.text().required(), kind: field.text(40).settable(), is_default: field.boolean().settable() },
  stepUp: false,
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
  run: async ({ database, clock }, { church }, { currency = '', rate = '', valid_from }) =>
    JSON.stringify(await setRate(database, church, { currency, rate, valid_from }, clock.now())),
})

const createBranchOperation = operation({
  name: 'branches.create',
  fields: { name: field.text().required(), parent_id: field.ref().settable() },
  stepUp: false,
  run: async ({ database }, { church }, { name = '', parent_id }) =>
    JSON.stringify(await createBranch(database, church, { name, ...(parent_id !== undefined && { parent_id }) })),
})

const createKeyOperation = operation({
  name: 'keys.create',
  fields: {
    name: field.text().required(),
    scopes: field.words(SCOPES).required(),
    branch_id: field.ref().settable(),
  },
  stepUp: true,
  async run({ database }, caller, { name = '', scopes = [], branch_id }) {
    const limit = branch_id ?? caller.key.branch_id ?? undefined
    if (limit !== undefined && !canSee(caller, limit)) throw new ApiError('not_found')
    return JSON.stringify(await createKey(database, caller.church, { name, scopes, branch_id: limit }))
  },
})

const revokeKeyOperation = operation({
  name: 'keys.revoke',
  fields: { id: id() },
  stepUp: true,
  async run({ database }, { church }, { id: key = 0 }) {
    await revokeKey(database, church, key)
    return JSON.stringify({ id: key })
  },
})

/** Every operation there is. */
export const OPERATIONS: readonly Operation[] = [
  ...USER_OPERATIONS,
  removePersonOperation,
  mergePeopleOperation,
  voidContributionOperation,
  createFundOperation,
  setRateOperation,
  createBranchOperation,
  createKeyOperation,
  revokeKeyOperation,
]
