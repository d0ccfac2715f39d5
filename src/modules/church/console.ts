/** What the console does with branches and API keys. */
import { ApiError } from '../../errors.ts'
import { canSee } from '../../resource/caller.ts'
import { operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { createKey, listKeys, revokeKey } from './api-keys.ts'
import { createBranch } from './create-branch.ts'
import { SCOPES } from './scopes.ts'
import { CHURCH_OPERATIONS, CHURCH_VIEW } from './settings-console.ts'

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
  async run({ database }, { church }, { id = 0 }) {
    await revokeKey(database, church, id)
    return JSON.stringify({ id })
  },
})

const keysView = view({
  name: 'keys',
  fields: {},
  run: async ({ database }, { church }) => JSON.stringify(await listKeys(database, church.id)),
})

export const churchOperations = [createBranchOperation, createKeyOperation, revokeKeyOperation, ...CHURCH_OPERATIONS]
export const churchViews = [keysView, CHURCH_VIEW]
