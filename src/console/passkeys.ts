/** The second factors of somebody's own account: passkeys added, named and taken away, the authenticator app taken away. */
import { NO_CHURCH } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { printTimestamp } from '../lib/calendar.ts'
import { type Caller, personOf } from '../resource/caller.ts'
import { operation, view } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { addPasskey, countPasskeys, MOST_PASSKEYS, madePasskey, optionsToAdd, siteOf } from '../sign-in/passkeys.ts'
import { firstRecoveryCodes, noteFactors, removeApp } from '../sign-in/second-factor.ts'
import { endOthers } from '../sign-in/sign-in-watch.ts'

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
export interface AddedPasskey {
  id: string
  /** Recovery codes, where these are the first; null where there are some. */
  codes: string[] | null
}

const LONGEST_NAME = 60
const LONGEST_ID = 1_400
const LONGEST_ANSWER = 20_000

const id = () => field.text(LONGEST_ID).required()

const idOf = (caller: Caller): string => personOf(caller).id

export const PASSKEYS_VIEW = view({
  name: 'passkeys',
  fields: {},
  ofAccount: true,
  async run({ database }, caller) {
    const found =
      await database.read.all<ShownPasskey>(sql`select id, name, backed_up, created_at, used_at from passkeys
      where user_id = ${idOf(caller)} order by created_at, id`)
    const shown = found.map(one => ({
      ...one,
      created_at: printTimestamp(one.created_at),
      used_at: one.used_at === null ? null : printTimestamp(one.used_at),
    }))
    return JSON.stringify(shown)
  },
})

/** What the browser needs to make a passkey. */
const begin = operation({
  name: 'passkeys.begin',
  fields: {},
  stepUp: true,
  ofAccount: true,
  reads: true,
  async run({ database, baseUrl }, caller) {
    const user = await database.read.first<{ id: string; name: string; email: string }>(
      sql`select id, name, email from users where id = ${idOf(caller)}`,
    )
    if (user === undefined) throw new ApiError('not_found')
    return JSON.stringify(await optionsToAdd(database, siteOf(baseUrl()), user))
  },
})

const add = operation({
  name: 'passkeys.add',
  fields: {
    name: field.line(LONGEST_NAME).required(),
    answer: field.text(LONGEST_ANSWER).required().doc('What the browser made, as JSON'),
  },
  stepUp: true,
  ofAccount: true,
  target: ({ name = '' }) => name,
  async run({ database, vault, baseUrl, note, tellAccount }, caller, { name = '', answer = '' }) {
    const user = idOf(caller)
    const made = await madePasskey(database, siteOf(baseUrl()), user, parsed(answer))
    if (made === undefined) throw wrong('answer', 'is not what was asked for, or took too long; try again')
    // Of all their churches, as the factor is.
    note({ everywhere: true })
    const codes = await database.write(caller.church.id, async tx => {
      if ((await countPasskeys(tx, user)) >= MOST_PASSKEYS) {
        throw wrong('name', `is one too many: you have ${MOST_PASSKEYS} passkeys already, so remove one first`)
      }
      const codes = await firstRecoveryCodes(tx, vault, user)
      if (!(await addPasskey(tx, user, name, made))) throw wrong('answer', 'is a passkey of yours already')
      await noteFactors(tx, user)
      await endOthers(tx, user, { session: personOf(caller).session })
      return codes
    })
    await tellAccount(user, 'passkeys.add')
    const added: AddedPasskey = { id: made.id, codes }
    return JSON.stringify(added)
  },
})

const rename = operation({
  name: 'passkeys.rename',
  fields: { id: id(), name: field.line(LONGEST_NAME).required() },
  stepUp: false,
  ofAccount: true,
  target: ({ name = '' }) => name,
  async run({ database }, caller, { id = '', name = '' }) {
    const renamed = await database.write(NO_CHURCH, tx =>
      tx.run(sql`update passkeys set name = ${name} where user_id = ${idOf(caller)} and id = ${id}`),
    )
    if (renamed === 0) throw new ApiError('not_found')
    return JSON.stringify({ id, name })
  },
})

const remove = operation({
  name: 'passkeys.remove',
  fields: { id: id() },
  stepUp: true,
  ofAccount: true,
  target: () => '',
  async run({ database, note, tellAccount }, caller, { id = '' }) {
    const user = idOf(caller)
    await database.write(caller.church.id, async tx => {
      const [removed] = await tx.all<{ name: string }>(
        sql`delete from passkeys where user_id = ${user} and id = ${id} returning name`,
      )
      if (removed === undefined) throw new ApiError('not_found')
      await noteFactors(tx, user)
      await endOthers(tx, user, { session: personOf(caller).session })
      note({ target: removed.name, everywhere: true })
    })
    await tellAccount(user, 'passkeys.remove')
    return JSON.stringify({ id })
  },
})

/** Takes the authenticator app away. Its name is that of the log's line from before there were passkeys. */
const switchOff = operation({
  name: 'second_factor.off',
  fields: {},
  stepUp: true,
  ofAccount: true,
  target: () => '',
  async run({ database, vault, note, tellAccount }, caller) {
    const user = idOf(caller)
    note({ everywhere: true })
    await database.write(caller.church.id, async tx => {
      if (!(await removeApp(tx, vault, user))) throw new ApiError('not_found')
      await endOthers(tx, user, { session: personOf(caller).session })
    })
    await tellAccount(user, 'second_factor.off')
    return '{}'
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

export const PASSKEY_OPERATIONS = [begin, add, rename, remove, switchOff]
