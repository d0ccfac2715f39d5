/** What the console does with messages, beyond the API: writing to many, the inbox, SMS units. */
import { ApiError } from '../../errors.ts'
import { findOne } from '../../resource/list.ts'
import { newestFirst } from '../../resource/list-view.ts'
import { operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { MOST_IN_BATCH } from './audience.ts'
import { beginBatch, findBatch, listBatches, stopBatch } from './batches.ts'
import { MOST_SUBJECT } from './draft.ts'
import { listInboxFor } from './inbox.ts'
import { messages } from './messages.ts'
import { previewBatch } from './preview.ts'
import { SEND_CHANNELS } from './provider.ts'
import { MESSAGE_PROVIDER_OPERATIONS, MESSAGE_PROVIDERS_VIEW } from './provider-console.ts'
import { addUnits, showUnits } from './sms-units.ts'

/** Longest filter of an audience, in characters. */
const MOST_FILTER = 2_000

const writing = {
  channel: field.oneOf(SEND_CHANNELS).required(),
  subject: field.text(MOST_SUBJECT).nullable().settable(),
  body: field.text(10_000).required(),
  person_ids: field.idList(MOST_IN_BATCH).settable(),
  filter: field.text(MOST_FILTER).nullable().settable(),
}

/** A filter that demands nothing is everybody. */
const audienceOf = ({ person_ids, filter }: { person_ids?: number[]; filter?: string | null }) => ({
  person_ids,
  filter: filter === null ? '' : filter,
})

const preview = operation({
  name: 'messages.preview',
  fields: writing,
  stepUp: false,
  reads: true,
  async run({ database }, caller, { channel = 'sms', subject, body = '', ...audience }) {
    const found = await previewBatch(database.read, caller, audienceOf(audience), { channel, subject, body })
    return JSON.stringify(found)
  },
})

const sendTo = operation({
  name: 'messages.send_to',
  fields: { key: field.text(120).required(), expected: field.integer().required(), ...writing },
  stepUp: false,
  target: ({ channel = '' }) => channel,
  detail: ({ person_ids }) => ({ audience: person_ids === undefined ? 'filter' : 'people' }),
  async run({ database }, caller, { key = '', expected = 0, channel = 'sms', subject, body = '', ...audience }) {
    const asked = { key, audience: audienceOf(audience), expected }
    return JSON.stringify(await beginBatch(database, caller, asked, { channel, subject, body }))
  },
})

const stop = operation({
  name: 'messages.stop',
  fields: { id: field.ref().required() },
  stepUp: false,
  async run({ database }, caller, { id = 0 }) {
    await stopBatch(database, caller, id)
    return JSON.stringify({ id })
  },
})

const unitsAdd = operation({
  name: 'units.add',
  fields: { units: field.integer().required(), note: field.text(200).required() },
  stepUp: true,
  target: ({ units }) => String(units),
  async run({ database }, caller, { units = 0, note }) {
    return JSON.stringify({ balance: await addUnits(database, caller.church, units, note) })
  },
})

const messageView = view({
  name: 'message',
  fields: { id: field.ref().required() },
  async run({ database }, caller, { id = 0 }) {
    const row = await findOne(database.read, messages, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    return messages.alone.print(row)
  },
})

const batchView = view({
  name: 'message_batch',
  fields: { id: field.ref().required() },
  run: async ({ database }, caller, { id = 0 }) => JSON.stringify(await findBatch(database, caller, id)),
})

const batchesView = view({
  name: 'message_batches',
  fields: {},
  run: async ({ database }, caller) => JSON.stringify(await listBatches(database, caller)),
})

const inboxView = view({
  name: 'inbox',
  fields: { before: field.ref().settable() },
  run: async ({ database }, caller, { before }) => JSON.stringify(await listInboxFor(database, caller, before)),
})

const unitsView = view({
  name: 'units',
  fields: {},
  run: async ({ database }, caller) => JSON.stringify(await showUnits(database, caller)),
})

export const messagingOperations = [preview, sendTo, stop, unitsAdd, ...MESSAGE_PROVIDER_OPERATIONS]
export const messagingViews = [
  newestFirst('message_log', messages),
  messageView,
  batchView,
  batchesView,
  inboxView,
  unitsView,
  MESSAGE_PROVIDERS_VIEW,
]
