/** Writing to many from the console: what a message will do, beginning it, stopping it, and how far it is. */
import type { Clock } from '../../lib/clock.ts'
import { action, view } from '../../resource/action.ts'
import { STAFF, within } from '../../resource/roles.ts'
import { inParts, tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { MOST_IN_BATCH } from './audience.ts'
import {
  type BatchEntry,
  type BatchReceiver,
  findBatch,
  listBatches,
  receiversOf,
  stopBatch,
  wholeBatches,
} from './batches.ts'
import { beginBatch } from './begin-batch.ts'
import { MOST_SUBJECT } from './draft.ts'
import { previewBatch } from './preview.ts'
import { SEND_CHANNELS } from './provider.ts'

/** Longest filter of an audience, in characters. */
const MOST_FILTER = 2_000
/** Messages that are in memory at once while a file is made. */
const FILE_BATCH = 500
/** What a page shows at once. */
const [BATCHES_SHOWN, RECEIVERS_SHOWN] = [50, 100]

const may = within(STAFF)

const writing = {
  channel: field.oneOf(SEND_CHANNELS).required(),
  subject: field.text(MOST_SUBJECT).nullable().settable(),
  body: field.text(10_000).required(),
  person_ids: field.idList(MOST_IN_BATCH).settable(),
  filter: field.text(MOST_FILTER).nullable().settable(),
}

/** A filter that demands nothing is everybody. */
const audienceOf = ({ person_ids, filter }: { person_ids?: number[]; filter?: string | null }, { now }: Clock) => ({
  person_ids,
  filter: filter === null ? '' : filter,
  now: now(),
})

export const preview = view({
  name: 'messages.preview',
  may,
  posted: true,
  fields: writing,
  run: ({ read, clock }, caller, { channel, subject, body, ...audience }) =>
    previewBatch(read, caller, audienceOf(audience, clock), { channel, subject, body }),
})

export const sendTo = action({
  name: 'messages.send_to',
  logged: 'Sent a group message',
  may,
  fields: { key: field.text(120).required(), expected: field.integer().required(), ...writing },
  target: ({ channel }) => channel,
  detail: ({ person_ids }) => ({ audience: person_ids === undefined ? 'filter' : 'people' }),
  run: (tx, { caller, clock }, { key, expected, channel, subject, body, ...audience }) =>
    beginBatch(tx, caller, { key, audience: audienceOf(audience, clock), expected }, { channel, subject, body }),
})

export const stop = action({
  name: 'messages.stop',
  logged: 'Stopped a group message',
  may,
  fields: { id: field.ref().required() },
  async run(tx, { caller }, { id }) {
    await stopBatch(tx, caller, id)
    return { id }
  },
})

export const batch = view({
  name: 'message_batch',
  may,
  fields: { id: field.ref().required() },
  run: ({ read }, caller, { id }) => findBatch(read, caller, id),
})

export const batches = view({
  name: 'message_batches',
  may,
  fields: { before: field.ref().settable().doc('The id of the last one that was seen, for the page after it') },
  run: ({ read }, caller, { before }) => listBatches(read, caller, { most: BATCHES_SHOWN, last: before }),
})

export const batchesFile = tableFile({
  name: 'message_batches_file',
  may,
  fields: {},
  called: 'group-messages',
  columns: {
    created_at: (one: BatchEntry) => one.created_at,
    user_name: one => one.user_name,
    channel: one => one.channel,
    subject: one => one.subject,
    body: one => one.body,
    total: one => one.total,
    finished_at: one => one.finished_at,
    stopped_at: one => one.stopped_at,
  },
  rows: ({ read }, caller) =>
    inParts(FILE_BATCH, last => wholeBatches(read, caller, { most: FILE_BATCH, last: last?.id })),
})

export const batchReceivers = view({
  name: 'message_batch_receivers',
  may,
  fields: {
    id: field.ref().required(),
    after: field.ref().settable().doc('The id of the last one that was seen, for the page after it'),
  },
  run: ({ read }, caller, { id, after }) => receiversOf(read, caller, id, { most: RECEIVERS_SHOWN, last: after }),
})

export const batchReceiversFile = tableFile({
  name: 'message_batch_receivers_file',
  may,
  fields: { id: field.ref().required() },
  called: 'receivers',
  columns: {
    person_id: (one: BatchReceiver) => one.id,
    name: one => one.name,
    status: one => one.status,
    error: one => one.error,
  },
  rows: ({ read }, caller, { id }) =>
    inParts(FILE_BATCH, last => receiversOf(read, caller, id, { most: FILE_BATCH, last: last?.id })),
})
