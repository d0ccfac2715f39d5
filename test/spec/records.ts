/**
 * The tables of the spec's section "Resources and their fields", as data: name and type of each field, in the spec's
 * order. Where the spec gives several names in one row, they follow one another.
 */

/** Type words: as in the spec; `|null` for "or null". */
export type FieldType =
  | 'integer'
  | 'integer|null'
  | 'string'
  | 'string|null'
  | 'boolean'
  | 'date'
  | 'date|null'
  | 'timestamp'
  | 'timestamp|null'
  | 'object'
  | 'array'

/** A record: its fields, and those that only single records have. */
export interface RecordTable {
  fields: [name: string, type: FieldType][]
  onlyAlone?: readonly string[]
  /** What was added to them since (spec, Versioning, rule 2; decisions, Fields that were added): behind the others. */
  added?: [name: string, type: FieldType][]
}

export const PERSON_STATES = [
  'first_timer',
  'visitor',
  'new_convert',
  'regular',
  'member',
  'worker',
  'leader',
  'inactive',
  'transferred',
  'deceased',
]

export const CONTRIBUTION_METHODS = [
  'cash',
  'bank_transfer',
  'pos',
  'online',
  'ach',
  'cheque',
  'ussd',
  'mobile_money',
  'text',
  'in_kind',
  'other',
]

const Person: RecordTable = {
  fields: [
    ['id', 'integer'],
    ['member_no', 'string'],
    ['title', 'string|null'],
    ['first_name', 'string'],
    ['middle_name', 'string|null'],
    ['last_name', 'string|null'],
    ['full_name', 'string'],
    ['gender', 'string|null'],
    ['dob', 'date|null'],
    ['marital_status', 'string|null'],
    ['anniversary', 'date|null'],
    ['email', 'string|null'],
    ['phone', 'string|null'],
    ['phone2', 'string|null'],
    ['whatsapp', 'string|null'],
    ['address', 'string|null'],
    ['city', 'string|null'],
    ['state', 'string|null'],
    ['country', 'string'],
    ['postal_code', 'string|null'],
    ['occupation', 'string|null'],
    ['employer', 'string|null'],
    ['status', 'string'],
    ['branch_id', 'integer'],
    ['family_id', 'integer|null'],
    ['family_role', 'string|null'],
    ['membership_date', 'date|null'],
    ['baptism_date', 'date|null'],
    ['salvation_date', 'date|null'],
    ['first_visit_date', 'date|null'],
    ['source', 'string'],
    ['sms_opt_in', 'boolean'],
    ['email_opt_in', 'boolean'],
    ['whatsapp_opt_in', 'boolean'],
    ['photo_url', 'string|null'],
    ['custom', 'object'],
    ['created_at', 'timestamp'],
    ['updated_at', 'timestamp'],
    ['deleted_at', 'timestamp|null'],
  ],
  added: [['language', 'string|null']],
}

const Family: RecordTable = {
  fields: [
    ['id', 'integer'],
    ['name', 'string'],
    ['address', 'string|null'],
    ['phone', 'string|null'],
    ['branch_id', 'integer'],
    ['member_count', 'integer'],
    ['created_at', 'timestamp'],
    ['updated_at', 'timestamp|null'],
    ['members', 'array'],
  ],
  onlyAlone: ['members'],
}

const Branch: RecordTable = {
  fields: [
    ['id', 'integer'],
    ['parent_id', 'integer|null'],
    ['depth', 'integer'],
    ['name', 'string'],
    ['code', 'string|null'],
    ['is_hq', 'boolean'],
    ['level', 'string'],
    ['pastor_name', 'string|null'],
    ['email', 'string|null'],
    ['phone', 'string|null'],
    ['address', 'string|null'],
    ['city', 'string|null'],
    ['state', 'string|null'],
    ['country', 'string'],
    ['currency', 'string'],
    ['timezone', 'string'],
    ['status', 'string'],
    ['created_at', 'timestamp'],
    ['updated_at', 'timestamp|null'],
  ],
}

const Fund: RecordTable = {
  fields: [
    ['id', 'integer'],
    ['name', 'string'],
    ['slug', 'string'],
    ['description', 'string|null'],
    ['kind', 'string'],
    ['target_amount', 'integer|null'],
    ['currency', 'string'],
    ['is_online', 'boolean'],
    ['is_deductible', 'boolean'],
    ['is_default', 'boolean'],
    ['is_active', 'boolean'],
    ['created_at', 'timestamp'],
    ['updated_at', 'timestamp|null'],
  ],
}

const Contribution: RecordTable = {
  fields: [
    ['id', 'integer'],
    ['person_id', 'integer|null'],
    ['fund_id', 'integer'],
    ['fund_name', 'string'],
    ['branch_id', 'integer'],
    ['amount', 'integer'],
    ['currency', 'string'],
    ['amount_display', 'string'],
    ['amount_base', 'integer'],
    ['method', 'string'],
    ['given_on', 'date'],
    ['reference', 'string|null'],
    ['note', 'string|null'],
    ['source', 'string'],
    ['payment_id', 'string|null'],
    // Decision 0028.
    ['batch_id', 'integer|null'],
    // Decision 0030.
    ['recurring_id', 'integer|null'],
    ['donor_name', 'string|null'],
    ['donor_email', 'string|null'],
    ['donor_phone', 'string|null'],
    ['is_anonymous', 'boolean'],
    ['status', 'string'],
    ['created_at', 'timestamp'],
    ['updated_at', 'timestamp'],
  ],
}

const Message: RecordTable = {
  fields: [
    ['id', 'integer'],
    ['channel', 'string'],
    ['person_id', 'integer|null'],
    ['to', 'string'],
    ['subject', 'string|null'],
    ['body', 'string'],
    ['status', 'string'],
    ['units', 'integer'],
    ['error', 'string|null'],
    ['source', 'string'],
    ['sent_at', 'timestamp|null'],
    ['delivered_at', 'timestamp|null'],
    ['created_at', 'timestamp'],
  ],
}

/** By the name of the resource. */
export const RECORDS: Record<string, RecordTable> = {
  people: Person,
  families: Family,
  branches: Branch,
  funds: Fund,
  contributions: Contribution,
  messages: Message,
}

/** "Their record fields: not shown". */
export const RECORDS_NOT_SHOWN = ['prayer_requests', 'gifts', 'sermons']

export const FAMILY_MEMBER: [name: string, type: FieldType][] = [
  ['id', 'integer'],
  ['first_name', 'string'],
  ['last_name', 'string|null'],
  ['family_role', 'string|null'],
  ['status', 'string'],
]

/** The key-check resource. */
export const KEY_CHECK: Record<'church' | 'key' | 'resources', [name: string, type: FieldType][]> = {
  church: [
    ['id', 'integer'],
    ['name', 'string'],
    ['slug', 'string'],
    ['country', 'string'],
    ['currency', 'string'],
    ['timezone', 'string'],
  ],
  key: [
    ['id', 'integer'],
    ['name', 'string'],
    ['prefix', 'string'],
    ['scopes', 'array'],
    ['branch_id', 'integer|null'],
    ['created_at', 'timestamp'],
  ],
  resources: [
    ['name', 'string'],
    ['url', 'string'],
    ['allowed', 'array'],
    ['module', 'string'],
  ],
}

export const LIST_META: [name: string, type: FieldType][] = [
  ['page', 'integer'],
  ['per_page', 'integer'],
  ['total', 'integer'],
  ['total_pages', 'integer'],
  ['has_more', 'boolean'],
  // Decisions, Requests, `cursor`.
  ['next_cursor', 'string|null'],
]

/** Decisions, Requests, `cursor`: of lists that can be asked for changes. */
export const CHANGES_META: [name: string, type: FieldType][] = [['as_of', 'timestamp']]

/** Contributions list only. */
export const SUM_META: [name: string, type: FieldType][] = [
  ['sum_amount_base', 'integer'],
  ['base_currency', 'string'],
]

const FORMS: Record<string, (value: unknown) => boolean> = {
  integer: value => Number.isSafeInteger(value),
  string: value => typeof value === 'string',
  boolean: value => typeof value === 'boolean',
  date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  timestamp: value => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value),
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
}

/** True when a value of an answer has the type of the table. */
export function hasType(value: unknown, type: FieldType): boolean {
  const [form = '', orNull] = type.split('|')
  return value === null ? orNull === 'null' : FORMS[form]?.(value) === true
}
