/** What the API takes and answers. Written by `bin/console-types.ts`; do not edit. */

export interface Person {
  /** Unique id */
  id: number
  /** Given by the service; unique in the church */
  member_no: string
  /** Free text; usually Mr, Mrs, Miss, Dr, Pastor, Rev */
  title: string | null
  first_name: string
  middle_name: string | null
  last_name: string | null
  /** First, middle and last name */
  full_name: string
  /** Free text; usually male, female */
  gender: string | null
  dob: string | null
  /** Free text; usually single, married, widowed, divorced */
  marital_status: string | null
  anniversary: string | null
  email: string | null
  phone: string | null
  phone2: string | null
  whatsapp: string | null
  address: string | null
  city: string | null
  state: string | null
  /** Default: the church's */
  country: string
  postal_code: string | null
  occupation: string | null
  employer: string | null
  /** Default visitor */
  status: 'first_timer' | 'visitor' | 'new_convert' | 'regular' | 'member' | 'worker' | 'leader' | 'inactive' | 'transferred' | 'deceased'
  /** Default: the key's branch, else the head branch */
  branch_id: number
  family_id: number | null
  /** Free text; usually head, spouse, child, other */
  family_role: string | null
  membership_date: string | null
  baptism_date: string | null
  salvation_date: string | null
  first_visit_date: string | null
  /** Free text; usually invited, online, walk_in. Default api */
  source: string
  sms_opt_in: boolean
  email_opt_in: boolean
  whatsapp_opt_in: boolean
  photo_url: string | null
  /** Custom fields; on update merged key by key, a null value removes its key */
  custom: Record<string, unknown>
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface PersonPart {
  /** Unique id */
  id: number
  /** Given by the service; unique in the church */
  member_no?: string
  /** Free text; usually Mr, Mrs, Miss, Dr, Pastor, Rev */
  title?: string | null
  first_name?: string
  middle_name?: string | null
  last_name?: string | null
  /** First, middle and last name */
  full_name?: string
  /** Free text; usually male, female */
  gender?: string | null
  dob?: string | null
  /** Free text; usually single, married, widowed, divorced */
  marital_status?: string | null
  anniversary?: string | null
  email?: string | null
  phone?: string | null
  phone2?: string | null
  whatsapp?: string | null
  address?: string | null
  city?: string | null
  state?: string | null
  /** Default: the church's */
  country?: string
  postal_code?: string | null
  occupation?: string | null
  employer?: string | null
  /** Default visitor */
  status?: 'first_timer' | 'visitor' | 'new_convert' | 'regular' | 'member' | 'worker' | 'leader' | 'inactive' | 'transferred' | 'deceased'
  /** Default: the key's branch, else the head branch */
  branch_id?: number
  family_id?: number | null
  /** Free text; usually head, spouse, child, other */
  family_role?: string | null
  membership_date?: string | null
  baptism_date?: string | null
  salvation_date?: string | null
  first_visit_date?: string | null
  /** Free text; usually invited, online, walk_in. Default api */
  source?: string
  sms_opt_in?: boolean
  email_opt_in?: boolean
  whatsapp_opt_in?: boolean
  photo_url?: string | null
  /** Custom fields; on update merged key by key, a null value removes its key */
  custom?: Record<string, unknown>
  created_at?: string
  updated_at?: string
  deleted_at?: string | null
}

export interface PersonCreate {
  /** Free text; usually Mr, Mrs, Miss, Dr, Pastor, Rev */
  title?: string | null
  first_name: string
  middle_name?: string | null
  last_name?: string | null
  /** Free text; usually male, female */
  gender?: string | null
  dob?: string | null
  /** Free text; usually single, married, widowed, divorced */
  marital_status?: string | null
  anniversary?: string | null
  email?: string | null
  phone?: string | null
  phone2?: string | null
  whatsapp?: string | null
  address?: string | null
  city?: string | null
  state?: string | null
  /** Default: the church's */
  country?: string
  postal_code?: string | null
  occupation?: string | null
  employer?: string | null
  /** Default visitor */
  status?: 'first_timer' | 'visitor' | 'new_convert' | 'regular' | 'member' | 'worker' | 'leader' | 'inactive' | 'transferred' | 'deceased'
  /** Default: the key's branch, else the head branch */
  branch_id?: number
  family_id?: number | null
  /** Free text; usually head, spouse, child, other */
  family_role?: string | null
  membership_date?: string | null
  baptism_date?: string | null
  salvation_date?: string | null
  first_visit_date?: string | null
  /** Free text; usually invited, online, walk_in. Default api */
  source?: string
  sms_opt_in?: boolean
  email_opt_in?: boolean
  whatsapp_opt_in?: boolean
  photo_url?: string | null
  /** Custom fields; on update merged key by key, a null value removes its key */
  custom?: Record<string, unknown>
  /** true: when the e-mail or phone is already on record, that person is returned and none is created */
  dedupe?: boolean
}

export interface PersonUpdate {
  /** Free text; usually Mr, Mrs, Miss, Dr, Pastor, Rev */
  title?: string | null
  first_name?: string
  middle_name?: string | null
  last_name?: string | null
  /** Free text; usually male, female */
  gender?: string | null
  dob?: string | null
  /** Free text; usually single, married, widowed, divorced */
  marital_status?: string | null
  anniversary?: string | null
  email?: string | null
  phone?: string | null
  phone2?: string | null
  whatsapp?: string | null
  address?: string | null
  city?: string | null
  state?: string | null
  /** Default: the church's */
  country?: string
  postal_code?: string | null
  occupation?: string | null
  employer?: string | null
  /** Default visitor */
  status?: 'first_timer' | 'visitor' | 'new_convert' | 'regular' | 'member' | 'worker' | 'leader' | 'inactive' | 'transferred' | 'deceased'
  /** Default: the key's branch, else the head branch */
  branch_id?: number
  family_id?: number | null
  /** Free text; usually head, spouse, child, other */
  family_role?: string | null
  membership_date?: string | null
  baptism_date?: string | null
  salvation_date?: string | null
  first_visit_date?: string | null
  /** Free text; usually invited, online, walk_in. Default api */
  source?: string
  sms_opt_in?: boolean
  email_opt_in?: boolean
  whatsapp_opt_in?: boolean
  photo_url?: string | null
  /** Custom fields; on update merged key by key, a null value removes its key */
  custom?: Record<string, unknown>
}

export interface Family {
  /** Unique id */
  id: number
  name: string
  address: string | null
  phone: string | null
  /** Default: the key's branch, else the head branch */
  branch_id: number
  /** People in sight that are not removed */
  member_count: number
  created_at: string
  updated_at: string | null
  members: ({
    id: number
    first_name: string
    last_name: string | null
    family_role: string | null
    status: string
  })[]
}

export interface FamilyInList {
  /** Unique id */
  id: number
  name: string
  address: string | null
  phone: string | null
  /** Default: the key's branch, else the head branch */
  branch_id: number
  /** People in sight that are not removed */
  member_count: number
  created_at: string
  updated_at: string | null
}

export interface FamilyCreate {
  name: string
  address?: string | null
  phone?: string | null
  /** Default: the key's branch, else the head branch */
  branch_id?: number
}

export interface Branch {
  /** Unique id */
  id: number
  /** The branch above; null for the top */
  parent_id: number | null
  /** 0 for the top */
  depth: number
  name: string
  code: string | null
  /** The head branch */
  is_hq: boolean
  /** Usually branch, district, region or headquarters */
  level: string
  pastor_name: string | null
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  country: string
  currency: string
  timezone: string
  /** Usually active or closed */
  status: string
  created_at: string
  updated_at: string | null
}

export interface Fund {
  /** Unique id */
  id: number
  name: string
  slug: string
  description: string | null
  /** Usually general, tithe, offering, missions or building */
  kind: string
  /** In minor units of currency */
  target_amount: number | null
  currency: string
  /** Offered on giving pages */
  is_online: boolean
  /** Takes gifts that name no fund */
  is_default: boolean
  is_active: boolean
  created_at: string
  updated_at: string | null
}

export interface Contribution {
  /** Unique id */
  id: number
  person_id: number | null
  /** Default: the church's default fund */
  fund_id: number
  fund_name: string
  /** Default: the person's, else the key's, else the head branch */
  branch_id: number
  /** In minor units of currency */
  amount: number
  /** Default: the church's */
  currency: string
  amount_display: string
  /** In minor units of the church currency, by the rate of the day it was given */
  amount_base: number
  /** Default online */
  method: 'cash' | 'bank_transfer' | 'pos' | 'online' | 'ach' | 'cheque' | 'ussd' | 'mobile_money' | 'text' | 'in_kind' | 'other'
  /** Default: today in the church's time zone */
  given_on: string
  /** Unique among gifts recorded through the API */
  reference: string | null
  note: string | null
  /** manual, online, import, api, … */
  source: string
  /** The online payment it came from */
  payment_id: string | null
  donor_name: string | null
  donor_email: string | null
  donor_phone: string | null
  is_anonymous: boolean
  status: 'posted' | 'void'
  created_at: string
  updated_at: string
}

export interface ContributionPart {
  /** Unique id */
  id: number
  person_id?: number | null
  /** Default: the church's default fund */
  fund_id?: number
  fund_name?: string
  /** Default: the person's, else the key's, else the head branch */
  branch_id?: number
  /** In minor units of currency */
  amount?: number
  /** Default: the church's */
  currency?: string
  amount_display?: string
  /** In minor units of the church currency, by the rate of the day it was given */
  amount_base?: number
  /** Default online */
  method?: 'cash' | 'bank_transfer' | 'pos' | 'online' | 'ach' | 'cheque' | 'ussd' | 'mobile_money' | 'text' | 'in_kind' | 'other'
  /** Default: today in the church's time zone */
  given_on?: string
  /** Unique among gifts recorded through the API */
  reference?: string | null
  note?: string | null
  /** manual, online, import, api, … */
  source?: string
  /** The online payment it came from */
  payment_id?: string | null
  donor_name?: string | null
  donor_email?: string | null
  donor_phone?: string | null
  is_anonymous?: boolean
  status?: 'posted' | 'void'
  created_at?: string
  updated_at?: string
}

export interface ContributionCreate {
  person_id?: number | null
  /** Default: the church's default fund */
  fund_id?: number
  /** Default: the person's, else the key's, else the head branch */
  branch_id?: number
  /** In minor units of currency */
  amount: number
  /** Default: the church's */
  currency?: string
  /** Default online */
  method?: 'cash' | 'bank_transfer' | 'pos' | 'online' | 'ach' | 'cheque' | 'ussd' | 'mobile_money' | 'text' | 'in_kind' | 'other'
  /** Default: today in the church's time zone */
  given_on?: string
  /** Unique among gifts recorded through the API */
  reference?: string | null
  note?: string | null
  donor_name?: string | null
  donor_email?: string | null
  donor_phone?: string | null
  is_anonymous?: boolean
  /** true: without a person_id, the gift is that of the one person who has donor_email or donor_phone; see meta.person_match */
  match_person?: boolean
}

export interface Message {
  /** Unique id */
  id: number
  channel: 'sms' | 'email' | 'whatsapp' | 'voice' | 'push'
  person_id: number | null
  /** Phone number or address; for push, the devices */
  to: string
  subject: string | null
  /** As it was sent, merge tags replaced */
  body: string
  status: 'sent' | 'delivered' | 'failed' | 'skipped'
  /** SMS units charged */
  units: number
  /** A code such as no_provider; after a colon, what the provider said */
  error: string | null
  /** Where it came from: api, opt_out, followup, … */
  source: string
  sent_at: string | null
  delivered_at: string | null
  created_at: string
}

export interface MessageCreate {
  channel: 'sms' | 'email' | 'whatsapp' | 'push'
  /** One person */
  person_id?: number
  /** A raw phone number or e-mail address */
  to?: string
  /** Of an e-mail or push message; default the church's name */
  subject?: string | null
  /** The text, with merge tags: {first_name}, {last_name}, {full_name}, {title}, {member_no}, {email}, {phone}, {church_name}, {branch_name} */
  body: string
  /** Up to 100 people, each once */
  person_ids?: (number)[]
}

export interface Gift {
  /** Unique id */
  id: number
  /** Ours; the payment provider knows the payment by it */
  reference: string
  /** The one person on record whose e-mail it is; null until it is paid, and where none or several */
  person_id: number | null
  fund_id: number
  fund_name: string
  /** The person's once it is paid, else the head branch */
  branch_id: number
  /** In minor units of currency */
  amount: number
  currency: string
  amount_display: string
  /** What the provider keeps, in minor units of currency; null where it is not known */
  fee: number | null
  /** Where it was begun: web */
  channel: string
  /** stripe, paystack or development (a test: no money moved) */
  provider: string
  /** card, bank_transfer and so on, as the provider says */
  method: string | null
  status: 'pending' | 'succeeded' | 'failed' | 'expired'
  /** Why it failed: the provider's words, or a code such as amount_mismatch; unconfirmed where it may have been paid */
  error: string | null
  donor_name: string | null
  donor_email: string | null
  note: string | null
  is_anonymous: boolean
  /** The contribution it became; null until it succeeded */
  contribution_id: number | null
  /** When it succeeded, failed or expired */
  completed_at: string | null
  created_at: string
  updated_at: string
}

export interface PrayerRequest {
  /** Unique id */
  id: number
  /** Who asks, where they are on record; else name says who */
  person_id: number | null
  /** Who asks, where they are not on record */
  name: string | null
  email: string | null
  phone: string | null
  /** Default: the person's, else the key's, else the head branch */
  branch_id: number
  /** Free text; usually health, family, work, thanksgiving */
  category: string | null
  /** What to pray for */
  body: string
  /** Default false */
  is_urgent: boolean
  /** May be shown to others than those who pray for the church. Default false */
  is_public: boolean
  /** Who asks is not to be told to others; the record keeps it, for the pastor. Default false */
  is_anonymous: boolean
  /** open: nobody has prayed yet; praying; answered: answer says how; closed: no longer prayed for */
  status: 'open' | 'praying' | 'answered' | 'closed'
  /** How it was answered */
  answer: string | null
  /** When an answer was first recorded */
  answered_at: string | null
  /** How often somebody prayed */
  prayed_count: number
  /** Free text; usually website, app, card. Default api */
  source: string
  created_at: string
  updated_at: string
}

export interface PrayerRequestPart {
  /** Unique id */
  id: number
  /** Who asks, where they are on record; else name says who */
  person_id?: number | null
  /** Who asks, where they are not on record */
  name?: string | null
  email?: string | null
  phone?: string | null
  /** Default: the person's, else the key's, else the head branch */
  branch_id?: number
  /** Free text; usually health, family, work, thanksgiving */
  category?: string | null
  /** What to pray for */
  body?: string
  /** Default false */
  is_urgent?: boolean
  /** May be shown to others than those who pray for the church. Default false */
  is_public?: boolean
  /** Who asks is not to be told to others; the record keeps it, for the pastor. Default false */
  is_anonymous?: boolean
  /** open: nobody has prayed yet; praying; answered: answer says how; closed: no longer prayed for */
  status?: 'open' | 'praying' | 'answered' | 'closed'
  /** How it was answered */
  answer?: string | null
  /** When an answer was first recorded */
  answered_at?: string | null
  /** How often somebody prayed */
  prayed_count?: number
  /** Free text; usually website, app, card. Default api */
  source?: string
  created_at?: string
  updated_at?: string
}

export interface PrayerRequestCreate {
  /** Who asks, where they are on record; else name says who */
  person_id?: number | null
  /** Who asks, where they are not on record */
  name?: string | null
  email?: string | null
  phone?: string | null
  /** Default: the person's, else the key's, else the head branch */
  branch_id?: number
  /** Free text; usually health, family, work, thanksgiving */
  category?: string | null
  /** What to pray for */
  body: string
  /** Default false */
  is_urgent?: boolean
  /** May be shown to others than those who pray for the church. Default false */
  is_public?: boolean
  /** Who asks is not to be told to others; the record keeps it, for the pastor. Default false */
  is_anonymous?: boolean
  /** Free text; usually website, app, card. Default api */
  source?: string
}

export interface Sermon {
  /** Unique id */
  id: number
  title: string
  /** For addresses; unique in the church, made from the first title and kept */
  slug: string
  /** The series it belongs to */
  series: string | null
  speaker: string | null
  preached_on: string | null
  /** Such as John 3:16-21 */
  scripture: string | null
  description: string | null
  audio_url: string | null
  video_url: string | null
  /** Lists show both */
  status: 'draft' | 'published'
  /** Null for a draft */
  published_at: string | null
  /** The published studio sections: notes, questions, devotional */
  sections: ({
    kind: 'notes' | 'questions' | 'devotional'
    title: string | null
    body: string
    published_at: string
  })[]
  created_at: string
  /** Moves with its sections, too */
  updated_at: string
}

export interface SermonInList {
  /** Unique id */
  id: number
  title: string
  /** For addresses; unique in the church, made from the first title and kept */
  slug: string
  /** The series it belongs to */
  series: string | null
  speaker: string | null
  preached_on: string | null
  /** Such as John 3:16-21 */
  scripture: string | null
  description: string | null
  audio_url: string | null
  video_url: string | null
  /** Lists show both */
  status: 'draft' | 'published'
  /** Null for a draft */
  published_at: string | null
  created_at: string
  /** Moves with its sections, too */
  updated_at: string
}

export interface EventChurch {
  id: number
  slug: string
  name: string
}

export interface Error {
  ok: false
  /** Machine-readable code */
  error: string
  /** For people */
  message: string
  /** Field name to message; only on validation_failed */
  errors?: Record<string, unknown>
}

/** Every resource by its name. */
export interface Resources {
  people: {
    item: Person
    one: Person
    query: {
      /** One status or a comma-separated list */
      status?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** One household */
      family_id?: number
      /** Search name, e-mail or member number, without regard to case and diacritics */
      q?: string
      /** Exact e-mail match, without case */
      email?: string
      /** Exact phone match, any format */
      phone?: string
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      /** Added at or after this moment (ISO 8601) */
      created_since?: string
      /** 1 to include removed people */
      include_deleted?: '0' | '1'
      sort?: 'id' | '-id' | 'updated_at' | '-updated_at' | 'last_name'
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page */
      as_of: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: PersonCreate
    created: Person
    created_meta: {
      /** True when the person was on record: nobody was added */
      duplicate?: boolean
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
      /** Names that are not known and were ignored */
      ignored_fields?: (string)[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'people:read'
    }
    update: PersonUpdate
  }
  families: {
    item: FamilyInList
    one: Family
    query: {
      /** Search by name, without regard to case and diacritics */
      q?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page */
      as_of: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: FamilyCreate
    created: Family
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
      /** Names that are not known and were ignored */
      ignored_fields?: (string)[]
    }
    update: never
  }
  branches: {
    item: Branch
    one: never
    query: {
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: never
    created: never
    created_meta: never
    update: never
  }
  funds: {
    item: Fund
    one: never
    query: {
      /** 1 active funds only, 0 inactive only */
      active?: '0' | '1'
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: never
    created: never
    created_meta: never
    update: never
  }
  contributions: {
    item: Contribution
    one: Contribution
    query: {
      /** Given on or after this date */
      from?: string
      /** Given on or before this date */
      to?: string
      /** One fund */
      fund_id?: number
      /** One giver */
      person_id?: number
      /** How it was given */
      method?: 'cash' | 'bank_transfer' | 'pos' | 'online' | 'ach' | 'cheque' | 'ussd' | 'mobile_money' | 'text' | 'in_kind' | 'other'
      /** Where the record came from: manual, online, import, api and other values */
      source?: string
      /** posted, void, or all of them */
      status?: 'posted' | 'void' | 'all'
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'given_on' | '-given_on'
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page */
      as_of: string
      /** Total of every matching record, in minor units of the church currency */
      sum_amount_base: number
      /** Currency of the church */
      base_currency: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: ContributionCreate
    created: Contribution | ContributionPart
    created_meta: {
      /** With match_person: whether the giver was found. ambiguous: several have the e-mail or the phone, so it is nobody's */
      person_match?: 'matched' | 'none' | 'ambiguous'
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'contributions:read'
    }
    update: never
  }
  messages: {
    item: Message
    one: never
    query: {
      /** One channel */
      channel?: 'sms' | 'email' | 'whatsapp' | 'voice' | 'push'
      /** One state */
      status?: 'sent' | 'delivered' | 'failed' | 'skipped'
      /** One recipient */
      person_id?: number
      /** Where the message came from, for example api, followup */
      source?: string
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page */
      as_of: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: MessageCreate
    created: {
      id: number
      person_id: number | null
      status: 'sent' | 'delivered' | 'failed' | 'skipped'
      error: string | null
      channel: 'sms' | 'email' | 'whatsapp' | 'push'
    } | ({
      id: number
      person_id: number | null
      status: 'sent' | 'delivered' | 'failed' | 'skipped'
      error: string | null
      channel: 'sms' | 'email' | 'whatsapp' | 'push'
    })[]
    created_meta: {
      total: number
      sent: number
      failed: number
      skipped: number
    } | {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    update: never
  }
  gifts: {
    item: Gift
    one: Gift
    query: {
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page */
      as_of: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: never
    created: never
    created_meta: never
    update: never
  }
  prayer_requests: {
    item: PrayerRequest
    one: PrayerRequest
    query: {
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page */
      as_of: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: PrayerRequestCreate
    created: PrayerRequest | PrayerRequestPart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
      /** Names that are not known and were ignored */
      ignored_fields?: (string)[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'prayer_requests:read'
    }
    update: never
  }
  sermons: {
    item: SermonInList
    one: Sermon
    query: {
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      page?: number
      /** More than 100 is taken as 100 */
      per_page?: number
      /** A meta.next_cursor: goes on behind that page, with the same filters, sort and key; in place of page */
      cursor?: string
    }
    meta: {
      page: number
      per_page: number
      /** Count of matching records */
      total: number
      total_pages: number
      has_more: boolean
      /** Sent as cursor, with the same filters and sort, it goes on behind this page; null at the end */
      next_cursor: string | null
      /** The updated_since to go on with: every change before this moment is in the list, read from its first page on; behind a cursor that of the first page */
      as_of: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: (string)[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: Record<string, unknown>
    }
    create: never
    created: never
    created_meta: never
    update: never
  }
}
