/** API keys: made, listed and revoked (spec, Authentication; decisions, Keys). Only a hash is stored. */
import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { keyHash, keyPrefix, newKey } from '../../lib/api-key.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { readOrigin } from '../../lib/origin.ts'
import { didYouMean } from '../../lib/text.ts'
import { action, view } from '../../resource/action.ts'
import { type Caller, type Church, canSee } from '../../resource/caller.ts'
import { ADMINISTRATORS, within } from '../../resource/roles.ts'
import { atOnce, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { followed, raiseAccountVersion } from './node-lease.ts'
import { takeHash } from './taken.ts'

interface NewKey {
  name: string
  /** Scopes, or the one word `all`. */
  scopes: readonly string[]
  branch_id?: number | undefined
  /** Addresses of websites whose pages may use it from a browser: their origins are taken. */
  origins?: readonly string[] | undefined
}

/** A key as lists show it. */
interface KeyRecord {
  id: number
  name: string
  prefix: string
  scopes: string[]
  branch_id: number | null
  origins: string[]
  created_at: string
  revoked_at: string | null
}

/** A key that was made. The key itself is in this only, never again. */
type CreatedKey = Omit<KeyRecord, 'revoked_at'> & { key: string }

/** A key as lists show it, with its last use; that is written now and then, so it may be a minute behind. */
export interface UsedKey extends KeyRecord {
  last_used_at: string | null
  last_used_ip: string | null
}

const may = within(ADMINISTRATORS)

/** Scopes and origins that a key may name. */
const [MOST_SCOPES, MOST_ORIGINS] = [200, 20]

/** When it is done, every node knows its origins. */
export const createKey = action({
  name: 'keys.create',
  logged: 'Created an API key',
  may,
  fields: {
    name: field.line().required(),
    scopes: field.texts(MOST_SCOPES, 1).required().doc('Scopes, or the one word all'),
    branch_id: field.ref('branches').settable().doc('Limits it to this branch and those below'),
    origins: field.texts(MOST_ORIGINS).settable().doc('Websites whose pages may use it from a browser'),
  },
  stepUp: true,
  target: ({ name }) => name,
  detail: ({ branch_id = null, origins }) => ({ branch_id, origins }),
  async run(tx, { caller, house, note }, { branch_id, ...input }) {
    const limit = branch_id ?? caller.branch_id ?? undefined
    if (caller.by.kind === 'person' && limit !== undefined && !canSee(caller, limit)) throw new ApiError('not_found')
    const { key, version } = await makeKey(tx, caller.church, { ...input, branch_id: limit }, house.scopes)
    note({ detail: { id: key.id, prefix: key.prefix, scopes: key.scopes } })
    return { shown: key, version }
  },
  finish: followed<CreatedKey>,
})

/**
 * Makes a key, in the caller's transaction.
 * @param known every scope that there is
 * @returns the key, and the version of the accounts that every node has to have seen, where it names origins
 * @throws ApiError `validation_failed` naming every wrong field, or `plan_limit_reached` when the church may have no more
 */
export async function makeKey(
  tx: Tx,
  church: Church,
  input: NewKey,
  known: readonly string[],
): Promise<{ key: CreatedKey; version: number | undefined }> {
  const { scopes, origins } = checkInput(input, known)
  const key = newKey(randomBytes)
  await checkKey(tx, church, input.branch_id)
  takeHash(tx, church.id, 'api_key', keyHash(key))
  const row = await tx.first<Omit<KeyRecord, 'revoked_at'>>(sql`
    insert into api_keys (church_id, name, hash, prefix, scopes, branch_id, origins, created_at)
    values (${church.id}, ${input.name}, ${keyHash(key)}, ${keyPrefix(key)}, ${scopes}::text[],
      ${input.branch_id ?? null}, ${origins}::text[], ${tx.now}::timestamptz)
    returning id, name, prefix, scopes, branch_id, origins, created_at`)
  if (row === undefined) throw new Error('The key was not inserted.')
  const made = { ...row, created_at: printTimestamp(row.created_at) }
  await record(tx, church, 'api.key_created', JSON.stringify(made))
  // Nodes remember which origins there are; of a key that nobody has used yet they remember nothing.
  return { key: { ...made, key }, version: origins.length > 0 ? await raiseAccountVersion(tx) : undefined }
}

/** @throws ApiError `validation_failed` for a branch the church does not have, `plan_limit_reached` */
async function checkKey(tx: Tx, { id }: Church, branch_id: number | undefined): Promise<void> {
  // Taken by each creation, and before counting: a statement that waited for it would count what was there before.
  const limit = await tx.first<{ keys: number | null; branch: boolean }>(sql`select key_limit as keys,
      exists (select 1 from branches where church_id = ${id} and id = ${branch_id ?? null}) as branch
    from churches where id = ${id} for no key update`)
  if (branch_id !== undefined && !limit?.branch) {
    const problems = new Problems()
    problems.add('branch_id', because('names no branch of this church'))
    problems.throwIfAny()
  }
  if (typeof limit?.keys !== 'number') return
  const found = await tx.first<{ keys: number }>(
    sql`select count(*)::int as keys from api_keys where church_id = ${id} and revoked_at is null`,
  )
  if ((found?.keys ?? 0) < limit.keys) return
  const message = because('This church may have {keys} keys. Revoke one first.', { keys: limit.keys })
  throw new ApiError('plan_limit_reached', { message })
}

/** Whether somebody who sees these branches sees a key: one without a limit is of the whole church. */
const keyVisible = (branch_id: number | null, visible: readonly number[] | null): boolean =>
  visible === null || (branch_id !== null && visible.includes(branch_id))

const HOW_TO_WRITE =
  "Write just the start of the website's address, such as https://www.example.org, without anything behind it"

/** What a key may do and where it may be used from. @throws ApiError `validation_failed` naming every wrong field */
function checkInput({ scopes, origins = [] }: NewKey, known: readonly string[]): Pick<KeyRecord, 'scopes' | 'origins'> {
  const problems = new Problems()
  const checked = { scopes: checkScopes(scopes, known, problems), origins: checkOrigins(origins, problems) }
  problems.throwIfAny()
  return checked
}

function checkScopes(scopes: readonly string[], known: readonly string[], problems: Problems): string[] {
  if (scopes.length === 1 && scopes[0] === 'all') return [...known]
  const stranger = scopes.find(scope => !known.includes(scope))
  if (scopes.length === 0) problems.add('scopes', because('name at least one, or all'))
  if (stranger !== undefined) problems.add('scopes', `"${stranger}" is not known${didYouMean(stranger, known)}`)
  return known.filter(scope => scopes.includes(scope))
}

function checkOrigins(texts: readonly string[], problems: Problems): string[] {
  const origins = texts.map(text => {
    const origin = readOrigin(text)
    if (origin === undefined)
      problems.add('origins', because('"{text}" cannot be used. {how}', { text, how: HOW_TO_WRITE }))
    return origin ?? ''
  })
  return [...new Set(origins)]
}

/** The keys of a church, revoked ones too, oldest first. */
export async function listKeys(db: Db, church: number): Promise<UsedKey[]> {
  const rows = await db.all<UsedKey>(sql`
    select k.id, k.name, k.prefix, k.scopes, k.branch_id, k.origins, k.created_at, k.revoked_at, u.used_at as last_used_at,
      u.ip as last_used_ip
    from api_keys k left join api_key_uses u on u.church_id = k.church_id and u.key_id = k.id
    where k.church_id = ${church} order by k.id`)
  const moment = (text: string | null): string | null => (text === null ? null : printTimestamp(text))
  return rows.map(row => ({
    ...row,
    created_at: printTimestamp(row.created_at),
    revoked_at: moment(row.revoked_at),
    last_used_at: moment(row.last_used_at),
  }))
}

/** When it is done, no node accepts the key any more. Revoking it again changes nothing. */
export const revokeKey = action({
  name: 'keys.revoke',
  logged: 'Revoked an API key',
  may,
  fields: { id: field.ref().required() },
  stepUp: true,
  async run(tx, { caller: { church, visible } }, { id }) {
    const row = await tx.first<{
      id: number
      name: string
      prefix: string
      branch_id: number | null
      before: string | null
    }>(sql`select id, name, prefix, branch_id, revoked_at as before from api_keys
      where church_id = ${church.id} and id = ${id} for update`)
    if (row === undefined || !keyVisible(row.branch_id, visible))
      throw new ApiError('not_found', { message: because('This church has no key {id}.', { id }) })
    if (row.before === null) {
      await tx.run(
        sql`update api_keys set revoked_at = ${tx.now}::timestamptz where church_id = ${church.id} and id = ${id}`,
      )
      const { before: _, branch_id: __, ...data } = row
      await record(tx, church, 'api.key_revoked', JSON.stringify({ ...data, revoked_at: printTimestamp(tx.now) }))
    }
    return { shown: { id }, version: await raiseAccountVersion(tx) }
  },
  finish: followed<{ id: number }>,
})

export const keysView = view({
  name: 'keys',
  may,
  fields: {},
  run: ({ read }, caller) => keysOf(read, caller),
})

const keysOf = async (read: Db, { church, visible }: Caller): Promise<UsedKey[]> =>
  (await listKeys(read, church.id)).filter(({ branch_id }) => keyVisible(branch_id, visible))

/** The keys as a CSV file: nothing of what opens the API but how a key begins. */
export const keysFile = tableFile({
  name: 'keys_file',
  may,
  fields: {},
  called: 'api-keys',
  columns: {
    name: (one: UsedKey) => one.name,
    prefix: one => one.prefix,
    scopes: one => one.scopes.join(', '),
    branch_id: one => one.branch_id,
    origins: one => one.origins.join(', '),
    created_at: one => one.created_at,
    last_used_at: one => one.last_used_at,
    last_used_ip: one => one.last_used_ip,
    revoked_at: one => one.revoked_at,
  },
  rows: ({ read }, caller) => atOnce(keysOf(read, caller)),
})
