/** The second factors of somebody's own account: passkeys added, named and taken away, the authenticator app taken away. */
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { action, view } from '../resource/action.ts'
import { type Caller, personOf } from '../resource/caller.ts'
import { ROLES, within } from '../resource/roles.ts'
import * as field from '../resource/types.ts'
import {
  countPasskeys,
  keepChallenge,
  keepPasskey,
  MOST_PASSKEYS,
  madePasskey,
  optionsToAdd,
  siteOf,
  takeChallenge,
} from '../sign-in/passkeys.ts'
import { firstRecoveryCodes, noteFactors, removeApp } from '../sign-in/second-factor.ts'
import { endOthers } from '../sign-in/sign-in-watch.ts'
import { because } from '../texts/because.ts'

/** A passkey, as its owner sees it. */
export interface ShownPasskey {
  id: string
  name: string
  /** Whether a password manager keeps it, too, so that it outlasts the device. */
  backed_up: boolean
  created_at: string
  used_at: string | null
}

/** A passkey that was added. */
interface AddedPasskey {
  id: string
  /** Recovery codes, where these are the first; null where there are some. */
  codes: string[] | null
}

const LONGEST_NAME = 60
const LONGEST_ID = 1_400
const LONGEST_ANSWER = 20_000

const id = () => field.text(LONGEST_ID).required()

const idOf = (caller: Caller): string => personOf(caller).id

const may = within(ROLES)

export const passkeysView = view({
  name: 'passkeys',
  may,
  fields: {},
  ofAccount: true,
  async run({ read }, caller) {
    const found = await read.all<ShownPasskey>(sql`select id, name, backed_up, created_at, used_at from passkeys
      where user_id = ${idOf(caller)} order by created_at, id`)
    return found.map(one => ({
      ...one,
      created_at: printTimestamp(one.created_at),
      used_at: one.used_at === null ? null : printTimestamp(one.used_at),
    }))
  },
})

/** What the browser needs to make a passkey. */
export const beginPasskey = action({
  name: 'passkeys.begin',
  may,
  fields: {},
  stepUp: true,
  ofAccount: true,
  unlogged: true,
  async prepare({ read, baseUrl }, caller) {
    const user = await read.first<{ id: string; name: string; email: string }>(
      sql`select id, name, email from users where id = ${idOf(caller)}`,
    )
    if (user === undefined) throw new ApiError('not_found')
    return await optionsToAdd(read, siteOf(baseUrl()), user)
  },
  async run(tx, { caller }, _input, options) {
    await keepChallenge(tx, 'add', options.challenge, idOf(caller))
    return options
  },
})

export const addPasskey = action({
  name: 'passkeys.add',
  logged: 'Added a passkey',
  may,
  fields: {
    name: field.line(LONGEST_NAME).required(),
    answer: field.text(LONGEST_ANSWER).required().doc('What the browser made, as JSON'),
  },
  stepUp: true,
  ofAccount: true,
  target: ({ name }) => name,
  prepare: ({ read, baseUrl }, caller, { answer }) =>
    madePasskey(read, siteOf(baseUrl()), idOf(caller), parsed(answer)),
  async run(tx, { caller, vault, note }, { name }, made): Promise<AddedPasskey> {
    const user = idOf(caller)
    if (made === undefined || !(await takeChallenge(tx, 'add', made.challenge, user))) {
      throw wrong('answer', because('is not what was asked for, or took too long; try again'))
    }
    if ((await countPasskeys(tx, user)) >= MOST_PASSKEYS) {
      throw wrong(
        'name',
        because('is one too many: you have {most} passkeys already, so remove one first', { most: MOST_PASSKEYS }),
      )
    }
    const codes = await firstRecoveryCodes(tx, vault, user)
    if (!(await keepPasskey(tx, user, name, made))) throw wrong('answer', because('is a passkey of yours already'))
    await noteFactors(tx, user)
    await endOthers(tx, user, { session: personOf(caller).session })
    // Of all their churches, as the factor is.
    note({ everywhere: true })
    return { id: made.id, codes }
  },
  async finish({ tellAccount }, caller, _input, added) {
    await tellAccount(idOf(caller), 'passkeys.add')
    return added
  },
})

export const renamePasskey = action({
  name: 'passkeys.rename',
  logged: 'Renamed a passkey',
  may,
  fields: { id: id(), name: field.line(LONGEST_NAME).required() },
  ofAccount: true,
  target: ({ name }) => name,
  async run(tx, { caller }, { id, name }) {
    const renamed = await tx.run(sql`update passkeys set name = ${name} where user_id = ${idOf(caller)} and id = ${id}`)
    if (renamed === 0) throw new ApiError('not_found')
    return { id, name }
  },
})

export const removePasskey = action({
  name: 'passkeys.remove',
  logged: 'Removed a passkey',
  may,
  fields: { id: id() },
  stepUp: true,
  ofAccount: true,
  target: () => '',
  async run(tx, { caller, note }, { id }) {
    const user = idOf(caller)
    const [removed] = await tx.all<{ name: string }>(
      sql`delete from passkeys where user_id = ${user} and id = ${id} returning name`,
    )
    if (removed === undefined) throw new ApiError('not_found')
    await noteFactors(tx, user)
    await endOthers(tx, user, { session: personOf(caller).session })
    note({ target: removed.name, everywhere: true })
    return { id }
  },
  async finish({ tellAccount }, caller, _input, removed) {
    await tellAccount(idOf(caller), 'passkeys.remove')
    return removed
  },
})

/** Takes the authenticator app away. Its name is that of the log's line from before there were passkeys. */
export const removeAuthenticator = action({
  name: 'second_factor.off',
  logged: 'Removed the authenticator app',
  may,
  fields: {},
  stepUp: true,
  ofAccount: true,
  target: () => '',
  async run(tx, { caller, vault, note }) {
    const user = idOf(caller)
    if (!(await removeApp(tx, vault, user))) throw new ApiError('not_found')
    await endOthers(tx, user, { session: personOf(caller).session })
    note({ everywhere: true })
    return {}
  },
  async finish({ tellAccount }, caller, _input, removed) {
    await tellAccount(idOf(caller), 'second_factor.off')
    return removed
  },
})

const wrong = (name: string, message: string): ApiError =>
  new ApiError('validation_failed', { errors: { [name]: message } })

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
