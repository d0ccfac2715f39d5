/**
 * What the audit log keeps of acts: every name that a detail may have, what pages call it and how they print its value. An
 * action that keeps a detail of another name does not pass the type check.
 */
import { msg } from './language.ts'

/** How the value of a detail, or each of several, is printed. What has none of these is somebody's own text, a name or an address. */
type Printed =
  /** A word of the API, such as a role. */
  | 'word'
  /** A state of what was acted upon. */
  | 'state'
  | 'number'
  /** `YYYY-MM-DD`. */
  | 'day'
  /** ISO 8601. */
  | 'moment'
  /** `HH:MM`. */
  | 'time'
  | 'bytes'
  | 'language'
  | 'country'
  /** A module that a church may switch on. */
  | 'module'
  /** Of a key, such as `people:write`. */
  | 'scopes'
  /** Of a provider's account. */
  | 'setting'
  /** Parameters of the list of people. */
  | 'filter'
  /** Of the journal: what is booked, and the account. */
  | 'account'
  /** Numbers of records by resource. */
  | 'counts'
  /** The id of a record: of the resource that fields of the same name lead to. */
  | 'record'

/** A detail, as pages show it. */
export interface LoggedDetail {
  label: string
  as?: Printed
  /** Minor units; the detail that has their currency. */
  in?: string
  /** What its words are called, where no declaration has them as values of a field. */
  words?: Readonly<Record<string, string>>
}

const listedDetails = <Name extends string>(details: Record<Name, LoggedDetail>) => details

/** By the names that the log has. Lines of the log stay for good, and so do the names here. */
export const LOGGED_DETAILS = listedDetails({
  accounts: { label: msg('Accounts'), as: 'account' },
  action: { label: msg('Action'), as: 'word' },
  amount: { label: msg('Amount'), in: 'currency' },
  api_enabled: { label: msg('API') },
  asked: { label: msg('Amount asked for'), in: 'asked_currency' },
  asked_currency: { label: msg('Currency asked for') },
  audience: {
    label: msg('Sent to'),
    words: { filter: msg('Everyone who matches a filter'), people: msg('People who were chosen') },
  },
  branch_id: { label: msg('Branch'), as: 'record' },
  branch_id_before: { label: msg('Branch before'), as: 'record' },
  bytes: { label: msg('Size'), as: 'bytes' },
  categories: { label: msg('Categories') },
  count: { label: msg('How many'), as: 'number' },
  counter: { label: msg('Counted by') },
  country: { label: msg('Country'), as: 'country' },
  currency: { label: msg('Currency') },
  day: { label: msg('Day'), as: 'word' },
  discard: { label: msg('What was held is discarded') },
  ends_on: { label: msg('Last day'), as: 'day' },
  events: { label: msg('Events') },
  expected: { label: msg('Amount'), in: 'currency' },
  family_id: { label: msg('Family'), as: 'record' },
  file: { label: msg('Number of the file') },
  file_name: { label: msg('File') },
  filter: { label: msg('Everyone who matches'), as: 'filter' },
  frequency: { label: msg('How often'), as: 'word' },
  from: { label: msg('From'), as: 'day' },
  fund_id: { label: msg('Fund'), as: 'record' },
  given_out: { label: msg('Envelopes given out'), as: 'number' },
  grades: { label: msg('Grades') },
  graduated: { label: msg('how many|Graduated'), as: 'number' },
  hours: { label: msg('Hours that the old secret still holds'), as: 'number' },
  id: { label: msg('Number') },
  imported: { label: msg('Imported'), as: 'number' },
  is_active: { label: msg('Active') },
  is_default: { label: msg('Default') },
  is_deductible: { label: msg('Deductible') },
  is_online: { label: msg('Online') },
  is_public: { label: msg('Public') },
  kind: { label: msg('Kind'), as: 'word' },
  language: { label: msg('Language'), as: 'language' },
  languages: { label: msg('Languages of the public pages'), as: 'language' },
  left: { label: msg('how many|Left'), as: 'number' },
  local_time: { label: msg('Time'), as: 'time' },
  membership_id: { label: msg('Number of the membership') },
  modules: { label: msg('Modules'), as: 'module' },
  moved: { label: msg('how many|Moved up'), as: 'number' },
  name: { label: msg('Name') },
  name_before: { label: msg('Name before') },
  number: { label: msg('Number') },
  often: { label: msg('How often'), as: 'word' },
  origins: { label: msg('Websites that may use it') },
  outcome: { label: msg('Outcome'), as: 'word' },
  parent_id: { label: msg('Branch above'), as: 'record' },
  person_id: { label: msg('Person'), as: 'record' },
  person_ids: { label: msg('People'), as: 'record' },
  prefix: { label: msg('Begins with') },
  rate: { label: msg('of exchange|Rate') },
  reminds: { label: msg('Reminders') },
  removed: { label: msg('Removed'), as: 'counts' },
  reverted: { label: msg('how many|Undone'), as: 'number' },
  role: { label: msg('Role'), as: 'word' },
  role_before: { label: msg('Role before'), as: 'word' },
  roles: { label: msg('Roles'), as: 'word' },
  same: { label: msg('Nothing had changed') },
  scopes: { label: msg('What it may do'), as: 'scopes' },
  settings: { label: msg('Settings'), as: 'setting' },
  since: { label: msg('Since'), as: 'moment' },
  skipped: { label: msg('how many|Skipped'), as: 'number' },
  starts_on: { label: msg('First day'), as: 'day' },
  status: { label: msg('Status'), as: 'state' },
  stayed: { label: msg('how many|Stayed'), as: 'number' },
  supersedes: { label: msg('Replaces') },
  timezone: { label: msg('Time zone') },
  to: { label: msg('To'), as: 'day' },
  url: { label: msg('Address') },
  valid_from: { label: msg('Valid from'), as: 'day' },
  with: { label: msg('Signed in with'), words: { passkey: msg('Passkey') } },
  year: { label: msg('Year') },
})

/** Any name that a detail may have. */
type LoggedName = keyof typeof LOGGED_DETAILS

/** What is kept of an act. */
export type Logged = { readonly [Name in LoggedName]?: unknown }

/** What a declaration keeps, if each of its names is one that pages have a label of. */
export type OnlyLogged<Kept> = { readonly [Name in Exclude<keyof Kept, LoggedName>]: never }
