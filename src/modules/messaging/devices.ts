/** Devices that take push messages. Registering one is its owner's opt-in; one that its service calls gone is forgotten. */
import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { printTimestamp } from '../../lib/calendar.ts'
import { isPlainText } from '../../lib/json.ts'
import type { Church } from '../../resource/caller.ts'
import { subscriptionFault } from './providers/webpush.ts'

export const DEVICE_KINDS = ['webpush', 'fcm', 'development'] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

export interface NewDevice {
  person_id: number
  kind: DeviceKind
  /** A push subscription as JSON text for `webpush`, a registration token for `fcm`. */
  address: string
  name?: string | undefined
}

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

/**
 * Registers a device; one that is known already becomes this person's. A phone records `nativeapp.device_registered`.
 * @throws ApiError `validation_failed`
 */
export async function addDevice(
  database: Database,
  church: Church,
  { person_id, kind, address, name }: NewDevice,
): Promise<Device> {
  const problems = new Problems()
  const long = address.trim() === '' || address.length > MOST_CHARACTERS
  const fault = kind === 'webpush' ? subscriptionFault(address.trim()) : undefined
  if (long) problems.add('address', `must be 1 to ${MOST_CHARACTERS} characters`)
  else if (fault !== undefined) problems.add('address', fault)
  if (name !== undefined && (name.length > LONGEST_NAME || !isPlainText(name))) {
    problems.add('name', `must be at most ${LONGEST_NAME} plain characters`)
  }
  return await database.write(church.id, async tx => {
    const known = await tx.first(sql`select 1 from people
      where church_id = ${church.id} and id = ${person_id} and not removed`)
    if (known === undefined) problems.add('person_id', 'names no person of this church')
    problems.throwIfAny()
    const owned = await tx.all(sql`select 1 from devices
      where church_id = ${church.id} and person_id = ${person_id} limit ${MOST_DEVICES}`)
    if (owned.length === MOST_DEVICES) problems.add('person_id', `has ${MOST_DEVICES} devices; remove one first`)
    problems.throwIfAny()
    const hash = createHash('sha256').update(`${kind}\n${address.trim()}`).digest()
    const device = await tx.first<Device>(sql`
      insert into devices (church_id, person_id, kind, address, address_hash, name, created_at)
      values (${church.id}, ${person_id}, ${kind}, ${address.trim()}, ${hash}, ${name ?? null}, ${tx.now}::timestamptz)
      on conflict (church_id, address_hash) do update set person_id = excluded.person_id,
        name = coalesce(excluded.name, devices.name) returning ${COLUMNS}`)
    if (device === undefined) throw new Error('The device was not stored.')
    const made = shown(device)
    if (kind === 'fcm') await record(tx, church, 'nativeapp.device_registered', JSON.stringify(made))
    return made
  })
}

const shown = (device: Device): Device => ({ ...device, created_at: printTimestamp(device.created_at) })

/** The devices of a church, or of one person. */
export async function listDevices(database: Database, church: Church, person?: number): Promise<Device[]> {
  const devices = await database.read.all<Device>(sql`select ${COLUMNS} from devices
    where church_id = ${church.id} and (${person ?? null}::bigint is null or person_id = ${person ?? null}) order by id`)
  return devices.map(shown)
}

/** @throws ApiError `not_found` */
export async function removeDevice(database: Database, church: Church, id: number): Promise<void> {
  const removed = await database.write(church.id, tx =>
    tx.run(sql`delete from devices where church_id = ${church.id} and id = ${id}`),
  )
  if (removed === 0) throw new ApiError('not_found', { message: `This church has no device ${id}.` })
}
