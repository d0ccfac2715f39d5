/** What the console does with branches and API keys. */
import { ApiError, Problems } from '../../errors.ts'
import { canSee } from '../../resource/caller.ts'
import { operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { createKey, keyVisible, listKeys, revokeKey, type UsedKey } from './api-keys.ts'
import { createBranch } from './create-branch.ts'
import { removeBranch } from './remove-branch.ts'
import { SCOPES } from './scopes.ts'
import { CHURCH_OPERATIONS, CHURCH_VIEW } from './settings-console.ts'
import { branchChanges, updateBranch } from './update-branch.ts'
import { defaultBranch, NO_SUCH_BRANCH } from './visible-branch.ts'

const createBranchOperation = operation({
  name: 'branches.create',
  fields: { name: field.line().required(), parent_id: field.ref().settable(), level: field.text(40).settable() },
  stepUp: false,
  target: ({ name = '' }) => name,
  async run({ database }, caller, { name = '', parent_id = defaultBranch(caller), level }) {
    const problems = new Problems()
    if (!canSee(caller, parent_id)) problems.add('parent_id', NO_SUCH_BRANCH)
    problems.throwIfAny()
    return JSON.stringify(await createBranch(database, caller.church, { name, parent_id, level }))
  },
})

const updateBranchOperation = operation({
  name: 'branches.update',
  fields: { id: field.ref().required(), ...branchChanges },
  stepUp: false,
  detail: ({ parent_id, status }) => ({ parent_id, status }),
  run: ({ database }, { church, branch_id }, { id = 0, ...change }) =>
    updateBranch(database, church, id, change, branch_id),
})

const removeBranchOperation = operation({
  name: 'branches.remove',
  fields: { id: field.ref().required() },
  stepUp: false,
  async run({ database }, { church, branch_id }, { id = 0 }) {
    await removeBranch(database, church, id, branch_id)
    return JSON.stringify({ id })
  },
})

const createKeyOperation = operation({
  name: 'keys.create',
  fields: {
    name: field.line().required(),
    scopes: field.enumList(SCOPES).required(),
    branch_id: field.ref().settable(),
    origins: field.texts(20).settable(),
  },
  stepUp: true,
  target: ({ name = '' }) => name,
  detail: ({ scopes, branch_id = null, origins }) => ({ scopes, branch_id, origins }),
  async run({ database, note }, caller, { name = '', scopes = [], branch_id, origins }) {
    const limit = branch_id ?? caller.branch_id ?? undefined
    if (limit !== undefined && !canSee(caller, limit)) throw new ApiError('not_found')
    const noted = ({ id, prefix }: { id: number; prefix: string }): void => note({ detail: { id, prefix } })
    const input = { name, scopes, branch_id: limit, origins }
    return JSON.stringify(await createKey(database, caller.church, input, noted))
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
    return JSON.stringify(keys.filter(({ branch_id }) => keyVisible(branch_id, visible)))
  },
})

export const churchOperations = [
  createBranchOperation,
  updateBranchOperation,
  removeBranchOperation,
  createKeyOperation,
  revokeKeyOperation,
  ...CHURCH_OPERATIONS,
]
export const churchViews = [keysView, CHURCH_VIEW]
