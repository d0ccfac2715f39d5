/** Devices that take push messages. Registering one is its owner's opt-in; one that its service calls gone is forgotten. */

import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { NOBODY } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { deviceRegistered } from './events.ts'
import { subscriptionFault } from './providers/webpush.ts'

export const DEVICE_KINDS = ['webpush', 'fcm', 'development'] as const
type DeviceKind = (typeof DEVICE_KINDS)[number]

/** A device as lists show it: its address is a secret between it and its push service. */
export interface Device {
  id: number
  person_id: number
  kind: DeviceKind
  name: string | null
  created_at: string
}

const MOST_CHARACTERS = 4_096
const LONGEST_NAME = 190
const MOST_DEVICES = 20
const COLUMNS = sql`id, person_id, kind, name, created_at`

/** Registers a device; one that is known already becomes this person's. A phone records `nativeapp.device_registered`. */
export const addDevice = action({
  name: 'devices.add',
  label: 'Register',
  may: NOBODY,
  fields: {
    person_id: field.ref().required(),
    kind: field.oneOf(DEVICE_KINDS).required(),
    address: field
      .text(MOST_CHARACTERS)
      .required()
      .doc('A push subscription as JSON text for webpush, a registration token for fcm'),
    name: field.text(LONGEST_NAME).nullable().settable(),
  },
  async check(db, { caller: { church } }, { person_id, kind, address }, problems) {
    const fault = kind === 'webpush' && address !== undefined ? subscriptionFault(address) : undefined
    if (fault !== undefined) problems.add('address', fault)
    const known = await db.first(sql`select 1 from people
      where church_id = ${church.id} and id = ${person_id} and not removed`)
    if (known === undefined) problems.add('person_id', 'names no person of this church')
    const owned = await db.all(sql`select 1 from devices
      where church_id = ${church.id} and person_id = ${person_id} limit ${MOST_DEVICES}`)
    if (owned.length === MOST_DEVICES) problems.add('person_id', `has ${MOST_DEVICES} devices; remove one first`)
  },
  async run(tx, { caller: { church } }, { person_id, kind, address, name = null }) {
    const hash = createHash('sha256').update(`${kind}\n${address}`).digest()
    const device = await tx.first<Device>(sql`
      insert into devices (church_id, person_id, kind, address, address_hash, name, created_at)
      values (${church.id}, ${person_id}, ${kind}, ${address}, ${hash}, ${name}, ${tx.now}::timestamptz)
      on conflict (church_id, address_hash) do update set person_id = excluded.person_id,
        name = coalesce(excluded.name, devices.name) returning ${COLUMNS}`)
    if (device === undefined) throw new Error('The device was not stored.')
    const made = shown(device)
    if (kind === 'fcm') await record(tx, church, deviceRegistered, JSON.stringify(made))
    return made
  },
})

const shown = (device: Device): Device => ({ ...device, created_at: printTimestamp(device.created_at) })

/** The devices of a church, or of one person. */
export async function listDevices(read: Db, church: Church, person?: number): Promise<Device[]> {
  const devices = await read.all<Device>(sql`select ${COLUMNS} from devices
    where church_id = ${church.id} and (${person ?? null}::bigint is null or person_id = ${person ?? null}) order by id`)
  return devices.map(shown)
}

/** Forgets a device. */
export const removeDevice = action({
  name: 'devices.remove',
  label: 'Forget',
  may: NOBODY,
  fields: { id: field.ref().required() },
  async run(tx, { caller: { church } }, { id }) {
    const removed = await tx.run(sql`delete from devices where church_id = ${church.id} and id = ${id}`)
    if (removed === 0) throw new ApiError('not_found', { message: `This church has no device ${id}.` })
    return { id }
  },
})
