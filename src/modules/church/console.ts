/** What the console does with branches and API keys. */
import { ApiError } from '../../errors.ts'
import { canSee } from '../../resource/caller.ts'
import { operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { createKey, keyInSight, listKeys, revokeKey, type UsedKey } from './api-keys.ts'
import { createBranch } from './create-branch.ts'
import { SCOPES } from './scopes.ts'

const createBranchOperation = operation({
  name: 'branches.create',
  fields: { name: field.text().required(), parent_id: field.ref().settable() },
  stepUp: false,
  target: ({ name = '' }) => name,
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
  target: ({ name = '' }) => name,
  detail: ({ scopes, branch_id = null }) => ({ scopes, branch_id }),
  async run({ database }, caller, { name = '', scopes = [], branch_id }) {
    const limit = branch_id ?? caller.key.branch_id ?? undefined
    if (limit !== undefined && !canSee(caller, limit)) throw new ApiError('not_found')
    return JSON.stringify(await createKey(database, caller.church, { name, scopes, branch_id: limit }))
  },
})

const revokeKeyOperation = operation({
  name: 'keys.revoke',
  fields: { id: field.ref().required() },
  stepUp: true,
  async run({ database }, { church, visible }, { id = 0 }) {
    await revokeKey(database, church, id, visible)
    return JSON.stringify({ id })
  },
})

/** A key as the page shows it. */
export type KeyEntry = UsedKey

const keysView = view({
  name: 'keys',
  fields: {},
  async run({ database }, { church, visible }) {
    const keys: KeyEntry[] = await listKeys(database, church.id)
    return JSON.stringify(keys.filter(({ branch_id }) => keyInSight(branch_id, visible)))
  },
})

export const churchOperations = [createBranchOperation, createKeyOperation, revokeKeyOperation]
export const churchViews = [keysView]
