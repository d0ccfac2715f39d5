/** The events of what every church has: its people, its gifts, its imports, its keys and endpoints. */

import { type EventEntry, object, stated } from '../resource/event.ts'
import type { JsonSchema } from '../resource/field.ts'
import { BY } from './named.ts'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const
const count = { type: 'integer', minimum: 0 } as const
const moment = { type: 'string', format: 'date-time' } as const

const importReport = (kind: JsonSchema): Record<string, JsonSchema> => ({
  kind: { ...kind, description: 'What was imported: the name of a resource' },
  imported: { ...count, description: 'Rows that were imported' },
  refused: { ...count, description: 'Rows that were left out because something in them is wrong' },
  skipped: { ...count, description: 'Rows that were left out because whom they name is, or may be, on record' },
})

const key = { id: integer, name: text, prefix: { ...text, description: 'Leading characters of the key' } }

const PING = object({ message: { ...text, description: 'For people' }, endpoint_id: integer })

const KEY_CREATED = object({
  ...key,
  scopes: { type: 'array', items: text },
  branch_id: { type: ['integer', 'null'], description: 'The branch it is limited to' },
  origins: { type: 'array', items: text, description: 'Origins of web pages that may use it from a browser' },
  created_at: moment,
})

const WEBHOOK_GONE = object({
  endpoint_id: integer,
  url: text,
  description: { type: ['string', 'null'] },
  status: { const: 'paused' },
  paused_at: moment,
})

const PAYMENT = object({
  provider: { ...text, description: 'Such as stripe or paystack; development is a test: no money moved' },
  payment_id: { type: ['string', 'null'], description: "The provider's name of the payment" },
  reference: { ...text, description: 'Ours; the provider knows the payment by it' },
  status: { enum: ['succeeded', 'failed'] },
  amount: { ...integer, description: 'In minor units of currency' },
  currency: text,
  fee: { type: ['integer', 'null'], description: 'What the provider keeps, in minor units of currency' },
  method: { type: ['string', 'null'], description: 'As the provider says: card, bank_transfer, …' },
  error: { type: ['string', 'null'], description: 'Why it failed' },
  purpose: { const: 'gift' },
  gift_id: integer,
  recurring_id: { type: ['integer', 'null'], description: 'The recurring gift of which it pays a period' },
  contribution_id: { type: ['integer', 'null'] },
  person_id: { type: ['integer', 'null'] },
})

const USER_INVITED = object({
  id: integer,
  email: text,
  role: { enum: ['owner', 'administrator', 'finance', 'staff', 'viewer', 'helper'] },
  branch_id: { type: ['integer', 'null'], description: 'The branch they are limited to' },
  invited_by: { type: ['string', 'null'], description: 'Who invited them; null for the command line' },
  expires_at: moment,
})

const IMPORT_UNDONE = object({
  import_id: integer,
  kind: { ...text, description: 'What was imported: the name of a resource', examples: ['people'] },
  file_name: text,
  rows: { ...count, description: 'Rows of the file' },
  reversed: { ...count, description: 'Records that were taken back' },
  kept: { ...count, description: 'Records that stay: they were changed or used after the import' },
  undone_by: BY,
  imported_at: moment,
  undone_at: moment,
})

const CHANGED: JsonSchema = {
  type: 'object',
  minProperties: 1,
  description: 'The old values of just the fields that changed',
}

/** Events of modules that are always on, in the order in which a screen shows them. */
export const CORE_EVENTS = {
  ping: {
    module: 'core',
    title: 'Test event',
    when: 'only when a test event is requested',
    stated: true,
    data: PING,
    recorded: true,
  },
  'person.created': {
    module: 'core',
    title: 'Person created',
    when: 'a person was added',
    stated: true,
    data: 'Person',
    recorded: true,
  },
  'person.updated': {
    module: 'core',
    title: 'Person updated',
    when: "a person's details changed (previous has old values)",
    stated: true,
    data: 'Person',
    previous: CHANGED,
    recorded: true,
  },
  'person.status_changed': {
    module: 'core',
    title: 'Status changed',
    when: "a person's status changed",
    stated: true,
    data: 'Person',
    previous: object({ status: text }),
    recorded: true,
  },
  'person.deleted': {
    module: 'core',
    title: 'Person removed',
    when: 'a person was removed',
    stated: true,
    data: 'Person',
    recorded: true,
  },
  'person.merged': {
    module: 'core',
    title: 'People merged',
    when: 'two duplicate records were merged',
    stated: true,
    data: 'Person',
    previous: 'Person',
    recorded: true,
  },
  'contribution.recorded': {
    module: 'core',
    title: 'Gift recorded',
    when: 'a gift was recorded: online, manual, imported or via the API',
    stated: true,
    data: 'Contribution',
    recorded: true,
  },
  'contribution.voided': {
    module: 'core',
    title: 'Gift voided',
    when: 'a gift was voided',
    stated: true,
    data: 'Contribution',
    recorded: true,
  },
  'message.sent': {
    module: 'core',
    title: 'Message sent',
    when: 'an SMS, e-mail, WhatsApp, voice or push message was sent',
    stated: true,
    data: 'Message',
    recorded: true,
  },
  'payment.succeeded': {
    module: 'core',
    title: 'Payment succeeded',
    when: 'an online payment succeeded',
    stated: true,
    data: PAYMENT,
    recorded: true,
  },
  'payment.failed': {
    module: 'core',
    title: 'Payment failed',
    when: 'an online payment failed',
    stated: true,
    data: PAYMENT,
    recorded: true,
  },
  'attendance.recorded': stated('core', 'Attendance recorded', 'attendance for a service or meeting was recorded'),
  'user.invited': {
    module: 'core',
    title: 'Team member invited',
    when: 'a team member was invited',
    stated: true,
    data: USER_INVITED,
    recorded: true,
  },
  'people.imported': {
    module: 'people',
    title: 'People imported',
    when: 'people were imported from a file',
    stated: false,
    data: object(importReport({ enum: ['people'] })),
    recorded: true,
  },
  'person.merging': {
    module: 'people',
    title: 'People being merged',
    when: 'two duplicate records are about to be merged',
    stated: false,
    data: 'Person',
    previous: 'Person',
    recorded: true,
  },
  'imports.completed': {
    module: 'imports',
    title: 'Import completed',
    when: 'an import of records was completed',
    stated: false,
    data: object({
      import_id: { ...integer, description: 'The import, as it is listed' },
      ...importReport({ ...text, examples: ['people', 'contributions'] }),
    }),
    recorded: true,
  },
  'imports.undone': {
    module: 'imports',
    title: 'Import undone',
    when: 'an import was taken back',
    stated: false,
    data: IMPORT_UNDONE,
    recorded: true,
  },
  'api.key_created': {
    module: 'api',
    title: 'API key created',
    when: 'an API key was created (the key itself is never included)',
    stated: true,
    data: KEY_CREATED,
    recorded: true,
  },
  'api.key_revoked': {
    module: 'api',
    title: 'API key revoked',
    when: 'an API key was revoked',
    stated: true,
    data: object({ ...key, revoked_at: moment }),
    recorded: true,
  },
  'api.webhook_gone': {
    module: 'api',
    title: 'Webhook endpoint gone',
    when: 'an endpoint answered that it is gone (410) and was paused',
    stated: false,
    data: WEBHOOK_GONE,
    recorded: true,
  },
  'x.y': { module: 'api', title: 'Placeholder', when: null, stated: false, data: null, recorded: false },
} as const satisfies Record<string, EventEntry>
