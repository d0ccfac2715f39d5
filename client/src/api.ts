/** What the API takes and answers. Written by `npm run types`; do not edit. */

/** Why a request was refused; beside these `invalid_<parameter>`. */
export type ErrorCode =
  | 'bad_request'
  | 'invalid_json'
  | 'invalid_idempotency_key'
  | 'unauthorized'
  | 'invalid_api_key'
  | 'insufficient_scope'
  | 'forbidden_origin'
  | 'api_disabled'
  | 'church_inactive'
  | 'plan_limit_reached'
  | 'not_found'
  | 'unknown_resource'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'duplicate_reference'
  | 'no_places'
  | 'wrong_state'
  | 'idempotency_key_reused'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'send_failed'
  | 'recipient_skipped'
  | 'rate_limited'
  | 'headers_too_large'
  | 'resource_error'
  | 'service_unavailable'

/** Every resource by its name. */
export interface Resources {
  people: {
    item: Person
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Person
    one_query: {
      /** 1 to include removed people */
      include_deleted?: '0' | '1'
    }
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: PersonCreate
    created: Person | PersonPart
    created_meta: {
      /** True when the person was on record: nobody was added */
      duplicate?: boolean
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'people:read'
    }
    update: PersonUpdate
    updated: Person | PersonPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'people:read'
    }
  }
  families: {
    item: FamilyInList
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Family
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: FamilyCreate
    created: Family
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
    }
    update: never
    updated: never
    updated_meta: never
  }
  branches: {
    item: Branch
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: never
    one_query: never
    one_meta: never
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  child_details: {
    item: ChildDetails
    query: {
      /** Of one child */
      person_id?: number
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: ChildDetails
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: ChildDetailsCreate
    created: {
      id: number
      person_id?: number
    }
    created_meta:
      | {
          /** True when details of this child were there already: nothing was changed */
          duplicate?: boolean
        }
      | {
          /** Query parameters that are not known and were ignored */
          ignored_parameters?: string[]
          /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
          did_you_mean?: {
            [k: string]: string
          }
        }
    update: ChildDetailsUpdate
    updated: ChildDetails | ChildDetailsPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'child_details:read'
    }
  }
  funds: {
    item: Fund
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: never
    one_query: never
    one_meta: never
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  contributions: {
    item: Contribution
    query: {
      /** Given on or after this date */
      from?: string
      /** Given on or before this date */
      to?: string
      /** One fund */
      fund_id?: number
      /** One giver */
      person_id?: number
      /** Those of one batch */
      batch_id?: number
      /** How it was given */
      method?:
        | 'cash'
        | 'bank_transfer'
        | 'pos'
        | 'online'
        | 'ach'
        | 'cheque'
        | 'ussd'
        | 'mobile_money'
        | 'text'
        | 'in_kind'
        | 'other'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Contribution
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: ContributionCreate
    created: Contribution | ContributionPart
    created_meta: {
      /** With match_person: whether the giver was found. ambiguous: several have the e-mail or the phone, so it is nobody's */
      person_match?: 'matched' | 'none' | 'ambiguous'
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'contributions:read'
    }
    update: never
    updated: never
    updated_meta: never
  }
  batches: {
    item: BatchInList
    query: {
      /** One status */
      status?: 'open' | 'closed' | 'deposited' | 'discarded'
      /** One kind */
      kind?: 'counting' | 'payout'
      /** Counted on or after this date */
      from?: string
      /** Counted on or before this date */
      to?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'counted_on' | '-counted_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Batch
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: BatchCreate
    created: Batch
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
    }
    update: BatchUpdate
    updated: Batch | BatchPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'batches:read'
    }
  }
  envelopes: {
    item: Envelope
    query: {
      /** Valid on this day */
      on?: string
      /** One number */
      number?: number
      /** One series */
      series?: string
      /** Those of one person */
      person_id?: number
      /** Those of one family */
      family_id?: number
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'number' | '-number'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Envelope
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: EnvelopeCreate
    created: Envelope | EnvelopePart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'envelopes:read'
    }
    update: EnvelopeUpdate
    updated: Envelope | EnvelopePart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'envelopes:read'
    }
  }
  meetings: {
    item: Meeting
    query: {
      /** Of meetings on or after this date */
      from?: string
      /** Of meetings on or before this date */
      to?: string
      /** What it is */
      kind?: 'service' | 'class' | 'group' | 'event'
      /** One status or a comma-separated list */
      status?: string
      /** Those of one schedule */
      schedule_id?: number
      /** Those of one group */
      group_id?: number
      /** 1 for what groups hold, 0 for what the whole church holds */
      of_groups?: '0' | '1'
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'starts_at' | '-starts_at'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Meeting
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: MeetingCreate
    created: Meeting | MeetingPart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'meetings:read'
    }
    update: MeetingUpdate
    updated: Meeting | MeetingPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'meetings:read'
    }
  }
  attendances: {
    item: Attendance
    query: {
      /** One meeting */
      meeting_id?: number
      /** One person */
      person_id?: number
      /** One state or a comma-separated list */
      state?: string
      /** As what they came */
      role?: 'attendee' | 'helper' | 'leader' | 'visitor'
      /** 1 for those who were there for the first time */
      first_time?: '0' | '1'
      /** Of meetings on or after this date */
      from?: string
      /** Of meetings on or before this date */
      to?: string
      /** Of meetings of one group */
      group_id?: number
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'held_on' | '-held_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Attendance
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: AttendanceCreate
    created: (Attendance | Attendance[]) | (AttendancePart | AttendancePart[]) | Attendance | Attendance[]
    created_meta: {
      /** True when all of it was on record: nothing was changed */
      duplicate?: boolean
      /** With records: how many are new */
      created?: number
      /** With records: how many were on record and said otherwise */
      changed?: number
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'attendances:read'
    }
    update: never
    updated: never
    updated_meta: never
  }
  headcounts: {
    item: Headcount
    query: {
      /** One meeting */
      meeting_id?: number
      /** Of meetings on or after this date */
      from?: string
      /** Of meetings on or before this date */
      to?: string
      /** Of meetings of one group */
      group_id?: number
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'held_on' | '-held_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Headcount
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: HeadcountCreate
    created: (Headcount | Headcount[]) | (HeadcountPart | HeadcountPart[]) | Headcount | Headcount[]
    created_meta: {
      /** True when all of it was on record: nothing was changed */
      duplicate?: boolean
      /** With records: how many are new */
      created?: number
      /** With records: how many were on record and said otherwise */
      changed?: number
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'headcounts:read'
    }
    update: never
    updated: never
    updated_meta: never
  }
  schedules: {
    item: Schedule
    query: {
      /** What it makes */
      kind?: 'service' | 'class' | 'group' | 'event'
      /** One status */
      status?: 'active' | 'ended'
      /** Those of one group */
      group_id?: number
      /** 1 for what groups hold, 0 for what the whole church holds */
      of_groups?: '0' | '1'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Schedule
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: ScheduleCreate
    created: Schedule | SchedulePart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'schedules:read'
    }
    update: ScheduleUpdate
    updated: Schedule | SchedulePart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'schedules:read'
    }
  }
  imports: {
    item: Import
    query: {
      /** What was imported: the name of a resource */
      kind?: string
      /** One status */
      status?: 'completed' | 'undoing' | 'undone'
      /** Imported on or after this date, in UTC */
      from?: string
      /** Imported on or before this date, in UTC */
      to?: string
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Import
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  messages: {
    item: Message
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: never
    one_query: never
    one_meta: never
    create: MessageCreate
    created:
      | {
          id: number
          person_id: number | null
          status: 'sent' | 'delivered' | 'failed' | 'skipped'
          error: string | null
          channel: 'sms' | 'email' | 'whatsapp' | 'push'
        }
      | {
          id: number
          person_id: number | null
          status: 'sent' | 'delivered' | 'failed' | 'skipped'
          error: string | null
          channel: 'sms' | 'email' | 'whatsapp' | 'push'
        }[]
    created_meta:
      | {
          total: number
          sent: number
          failed: number
          skipped: number
        }
      | {
          /** Query parameters that are not known and were ignored */
          ignored_parameters?: string[]
          /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
          did_you_mean?: {
            [k: string]: string
          }
        }
    update: never
    updated: never
    updated_meta: never
  }
  tasks: {
    item: Task
    query: {
      /** One status */
      status?: 'open' | 'done' | 'dropped'
      /** One kind */
      kind?: 'call' | 'visit' | 'message' | 'other'
      /** 1 for open ones that were due before today */
      overdue?: '0' | '1'
      /** Assigned to one of the team */
      assignee_membership_id?: number
      /** Assigned to one person on record */
      assignee_person_id?: number
      /** About one person */
      person_id?: number
      /** Due on this day or before */
      due_to?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'due_on' | '-due_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Task
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: TaskCreate
    created: Task | TaskPart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'tasks:read'
    }
    update: TaskUpdate
    updated: Task | TaskPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'tasks:read'
    }
  }
  gifts: {
    item: Gift
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Gift
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  refunds: {
    item: Refund
    query: {
      /** Of one online gift */
      gift_id?: number
      /** Refunded on or after this date */
      from?: string
      /** Refunded on or before this date */
      to?: string
      /** One status */
      status?: 'requested' | 'pending' | 'succeeded' | 'failed'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Refund
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  pledge_campaigns: {
    item: PledgeCampaign
    query: {
      /** One status */
      status?: 'open' | 'closed'
      /** One fund */
      fund_id?: number
      /** 1 for those on the public page, 0 for others */
      public?: '0' | '1'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: PledgeCampaign
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  pledges: {
    item: PledgeInList
    query: {
      /** One campaign */
      campaign_id?: number
      /** Pledges that a person made */
      person_id?: number
      /** Pledges that a family made */
      family_id?: number
      /** One status */
      status?: 'active' | 'cancelled'
      /** Where the record came from: web, manual, import, api and other values */
      source?: string
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
      /** Total of every matching record, in minor units of the church currency */
      sum_amount_base: number
      /** Currency of the church */
      base_currency: string
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Pledge
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: PledgeCreate
    created: Pledge | PledgePart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'pledges:read'
    }
    update: never
    updated: never
    updated_meta: never
  }
  recurring_gifts: {
    item: RecurringGiftInList
    query: {
      /** Of one giver */
      person_id?: number
      /** To one fund */
      fund_id?: number
      /** One status */
      status?: 'pending' | 'active' | 'past_due' | 'paused' | 'cancelled' | 'completed'
      /** Whose next gift is on this day or later */
      next_from?: string
      /** Whose next gift is on this day or before */
      next_to?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'past_due_on' | 'next_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: RecurringGift
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  prayer_requests: {
    item: PrayerRequest
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: PrayerRequest
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: PrayerRequestCreate
    created: PrayerRequest | PrayerRequestPart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'prayer_requests:read'
    }
    update: never
    updated: never
    updated_meta: never
  }
  sermons: {
    item: SermonInList
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Sermon
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  groups: {
    item: Group
    query: {
      /** Search by name, without regard to case and diacritics */
      q?: string
      /** One kind */
      kind?: 'cell' | 'ministry' | 'team' | 'class' | 'other'
      /** This group and all below it */
      parent_id?: number
      /** All below this group, without itself */
      below?: number
      /** One status */
      status?: 'active' | 'paused' | 'closed'
      /** 1 for those that are shown to the public */
      listed?: '0' | '1'
      /** Active groups that report weekly and have no meeting, held or cancelled, in the week of this day, Monday to Sunday */
      without_meeting_in?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'name' | '-name' | 'member_count' | '-member_count'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Group
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: GroupCreate
    created: Group | GroupPart
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'groups:read'
    }
    update: GroupUpdate
    updated: Group | GroupPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'groups:read'
    }
  }
  group_members: {
    item: GroupMember
    query: {
      /** Of one group */
      group_id?: number
      /** Of one person */
      person_id?: number
      /** One role */
      role?: 'leader' | 'assistant' | 'member' | 'guest'
      /** One status */
      status?: 'active' | 'left'
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'joined_on' | '-joined_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: GroupMember
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: GroupMemberCreate
    created: (GroupMember | GroupMember[]) | (GroupMemberPart | GroupMemberPart[]) | GroupMember | GroupMember[]
    created_meta: {
      /** True when all of them were members already: nobody was added */
      duplicate?: boolean
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'group_members:read'
    }
    update: GroupMemberUpdate
    updated: GroupMember | GroupMemberPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'group_members:read'
    }
  }
  join_requests: {
    item: JoinRequest
    query: {
      /** Of one group */
      group_id?: number
      /** One status */
      status?: 'pending' | 'accepted' | 'declined' | 'withdrawn'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: JoinRequest
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: JoinRequestCreate
    created: JoinRequest | JoinRequestPart
    created_meta: {
      /** True when the same request waits already: none was added */
      duplicate?: boolean
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'join_requests:read'
    }
    update: JoinRequestUpdate
    updated: JoinRequest | JoinRequestPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'join_requests:read'
    }
  }
  school_classes: {
    item: SchoolClass
    query: {
      /** Search by name, without regard to case and diacritics */
      q?: string
      /** Of one school year */
      school_year_id?: number
      /** Of one grade, without regard to case */
      grade_from?: string
      /** One status */
      status?: 'active' | 'paused' | 'closed'
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'name' | '-name'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: SchoolClass
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  class_sessions: {
    item: ClassSession
    query: {
      /** Of one class */
      group_id?: number
      /** One status */
      status?: 'open' | 'closed' | 'discarded'
      /** Of meetings on or after this date */
      from?: string
      /** Of meetings on or before this date */
      to?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'held_on' | '-held_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: ClassSession
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: ClassSessionCreate
    created: ClassSession | ClassSessionPart
    created_meta: {
      /** True when it was there: nothing was changed */
      duplicate?: boolean
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'class_sessions:read'
    }
    update: ClassSessionUpdate
    updated: ClassSession | ClassSessionPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'class_sessions:read'
    }
  }
  school_years: {
    item: SchoolYear
    query: {
      /** One status */
      status?: 'planned' | 'current' | 'past'
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'starts_on' | '-starts_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: SchoolYear
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  group_posts: {
    item: GroupPosting
    query: {
      /** Of one group */
      group_id?: number
      /** For whom */
      audience?: 'members' | 'leaders'
      /** One status */
      status?: 'shown' | 'taken_down'
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: GroupPosting
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: GroupPostingCreate
    created: GroupPosting
    created_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
    }
    update: GroupPostingUpdate
    updated: GroupPosting | GroupPostingPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'group_posts:read'
    }
  }
  group_reports: {
    item: GroupReport
    query: {
      /** Of one group */
      group_id?: number
      /** Of this group and all below it */
      below?: number
      /** One status */
      status?: 'draft' | 'submitted' | 'returned'
      /** Of meetings on or after this date */
      from?: string
      /** Of meetings on or before this date */
      to?: string
      /** This branch and its sub-branches */
      branch_id?: number
      /** Changed at or after this moment (ISO 8601) */
      updated_since?: string
      sort?: 'id' | '-id' | 'held_on' | '-held_on'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: GroupReport
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: GroupReportCreate
    created: GroupReport | GroupReportPart
    created_meta: {
      /** True when it was on record: nothing was changed */
      duplicate?: boolean
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'group_reports:read'
    }
    update: GroupReportUpdate
    updated: GroupReport | GroupReportPart
    updated_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
      /** Names that are not known and were ignored */
      ignored_fields?: string[]
      /** The scope without which only the id of a record that was there before, and what was sent, is answered, and nothing that was looked up */
      full_record_needs?: 'group_reports:read'
    }
  }
  promotions: {
    item: Promotion
    query: {
      /** One status */
      status?: 'draft' | 'applied' | 'undone'
      /** From one school year */
      from_year_id?: number
      /** To one school year */
      to_year_id?: number
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Promotion
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
  statements: {
    item: StatementInList
    query: {
      /** The year of their last day */
      year?: number
      /** Of one person */
      person_id?: number
      /** Of one family */
      family_id?: number
      /** Statements of periods, or receipts */
      kind?: 'statement' | 'receipt'
      /** One status */
      status?: 'issued' | 'superseded'
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
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    one: Statement
    one_query: Record<string, never>
    one_meta: {
      /** Query parameters that are not known and were ignored */
      ignored_parameters?: string[]
      /** For names that were ignored: the nearest known one, where one is near; of a parameter that the body has as a field, that it belongs there */
      did_you_mean?: {
        [k: string]: string
      }
    }
    create: never
    created: never
    created_meta: never
    update: never
    updated: never
    updated_meta: never
  }
}
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
  status:
    | 'first_timer'
    | 'visitor'
    | 'new_convert'
    | 'regular'
    | 'member'
    | 'worker'
    | 'leader'
    | 'inactive'
    | 'transferred'
    | 'deceased'
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
  custom: {
    [k: string]: unknown
  }
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** The language in which they are written to (BCP 47); null for the church's */
  language: 'en' | 'ar' | 'es' | 'fr' | 'pt' | 'sw' | null
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
  status?:
    | 'first_timer'
    | 'visitor'
    | 'new_convert'
    | 'regular'
    | 'member'
    | 'worker'
    | 'leader'
    | 'inactive'
    | 'transferred'
    | 'deceased'
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
  custom?: {
    [k: string]: unknown
  }
  /** The language in which they are written to (BCP 47); null for the church's */
  language?: 'en' | 'ar' | 'es' | 'fr' | 'pt' | 'sw' | null
  /** true: when the e-mail or phone is already on record, that person is returned and none is created */
  dedupe?: boolean
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
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
  status?:
    | 'first_timer'
    | 'visitor'
    | 'new_convert'
    | 'regular'
    | 'member'
    | 'worker'
    | 'leader'
    | 'inactive'
    | 'transferred'
    | 'deceased'
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
  custom?: {
    [k: string]: unknown
  }
  created_at?: string
  updated_at?: string
  deleted_at?: string | null
  /** The language in which they are written to (BCP 47); null for the church's */
  language?: 'en' | 'ar' | 'es' | 'fr' | 'pt' | 'sw' | null
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
  status?:
    | 'first_timer'
    | 'visitor'
    | 'new_convert'
    | 'regular'
    | 'member'
    | 'worker'
    | 'leader'
    | 'inactive'
    | 'transferred'
    | 'deceased'
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
  custom?: {
    [k: string]: unknown
  }
  /** The language in which they are written to (BCP 47); null for the church's */
  language?: 'en' | 'ar' | 'es' | 'fr' | 'pt' | 'sw' | null
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
  members: {
    id: number
    first_name: string
    last_name: string | null
    family_role: string | null
    status: string
  }[]
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
export interface ChildDetails {
  /** Unique id */
  id: number
  person_id: number
  /** The child's */
  branch_id: number
  /** At school: usually one of the grades in the settings of the church, spelled as there */
  grade: string | null
  /** What whoever looks after the child has to know at a glance; it may stand on labels */
  label_note: string | null
  /** Whether the parents agree to photos; null where nobody asked */
  photo_ok: boolean | null
  emergency_name: string | null
  emergency_phone: string | null
  /** Whether there is one. It is written and read in the console alone */
  has_care_note: boolean
  created_at: string
  updated_at: string
}
export interface ChildDetailsCreate {
  person_id: number
  /** At school: usually one of the grades in the settings of the church, spelled as there */
  grade?: string | null
  /** What whoever looks after the child has to know at a glance; it may stand on labels */
  label_note?: string | null
  /** Whether the parents agree to photos; null where nobody asked */
  photo_ok?: boolean | null
  emergency_name?: string | null
  emergency_phone?: string | null
}
export interface ChildDetailsUpdate {
  /** At school: usually one of the grades in the settings of the church, spelled as there */
  grade?: string | null
  /** What whoever looks after the child has to know at a glance; it may stand on labels */
  label_note?: string | null
  /** Whether the parents agree to photos; null where nobody asked */
  photo_ok?: boolean | null
  emergency_name?: string | null
  emergency_phone?: string | null
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface ChildDetailsPart {
  /** Unique id */
  id: number
  person_id?: number
  /** The child's */
  branch_id?: number
  /** At school: usually one of the grades in the settings of the church, spelled as there */
  grade?: string | null
  /** What whoever looks after the child has to know at a glance; it may stand on labels */
  label_note?: string | null
  /** Whether the parents agree to photos; null where nobody asked */
  photo_ok?: boolean | null
  emergency_name?: string | null
  emergency_phone?: string | null
  /** Whether there is one. It is written and read in the console alone */
  has_care_note?: boolean
  created_at?: string
  updated_at?: string
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
  /** Statements of giving show gifts to other funds apart */
  is_deductible: boolean
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
  method:
    | 'cash'
    | 'bank_transfer'
    | 'pos'
    | 'online'
    | 'ach'
    | 'cheque'
    | 'ussd'
    | 'mobile_money'
    | 'text'
    | 'in_kind'
    | 'other'
  /** Default: today in the church's time zone */
  given_on: string
  /** Unique among gifts recorded through the API */
  reference: string | null
  note: string | null
  /** manual, online, import, api, group_report (an offering of a group), … */
  source: string
  /** The online payment it came from */
  payment_id: string | null
  /** The batch that it was counted in, or that its payment was paid out with */
  batch_id: number | null
  /** The recurring gift of which it pays a period */
  recurring_id: number | null
  donor_name: string | null
  donor_email: string | null
  donor_phone: string | null
  is_anonymous: boolean
  status: 'posted' | 'void'
  created_at: string
  updated_at: string
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
  method?:
    | 'cash'
    | 'bank_transfer'
    | 'pos'
    | 'online'
    | 'ach'
    | 'cheque'
    | 'ussd'
    | 'mobile_money'
    | 'text'
    | 'in_kind'
    | 'other'
  /** Default: today in the church's time zone */
  given_on?: string
  /** Unique among gifts recorded through the API */
  reference?: string | null
  note?: string | null
  /** An open batch that it is counted with. The day and, without a giver, the branch are then those of the batch */
  batch_id?: number | null
  donor_name?: string | null
  donor_email?: string | null
  donor_phone?: string | null
  is_anonymous?: boolean
  /** The number of an envelope, in the place of a person_id: the giver is whoever had it on the day of the gift */
  envelope?: string
  /** true: without a person_id, the gift is that of the one person who has donor_email or donor_phone; see meta.person_match */
  match_person?: boolean
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
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
  method?:
    | 'cash'
    | 'bank_transfer'
    | 'pos'
    | 'online'
    | 'ach'
    | 'cheque'
    | 'ussd'
    | 'mobile_money'
    | 'text'
    | 'in_kind'
    | 'other'
  /** Default: today in the church's time zone */
  given_on?: string
  /** Unique among gifts recorded through the API */
  reference?: string | null
  note?: string | null
  /** manual, online, import, api, group_report (an offering of a group), … */
  source?: string
  /** The online payment it came from */
  payment_id?: string | null
  /** The batch that it was counted in, or that its payment was paid out with */
  batch_id?: number | null
  /** The recurring gift of which it pays a period */
  recurring_id?: number | null
  donor_name?: string | null
  donor_email?: string | null
  donor_phone?: string | null
  is_anonymous?: boolean
  status?: 'posted' | 'void'
  created_at?: string
  updated_at?: string
}
export interface BatchInList {
  /** Unique id */
  id: number
  /** Of the deposit, without gaps; null until then */
  number: string | null
  name: string
  /** counting: what people counted; payout: what a provider of payments paid out */
  kind: 'counting' | 'payout'
  /** open: takes gifts; closed: counted and right; deposited: taken to the bank, and never changed; discarded: was empty */
  status: 'open' | 'closed' | 'deposited' | 'discarded'
  /** Default: the key's, else the head branch */
  branch_id: number
  /** Default: today in the church's time zone */
  counted_on: string
  /** Names of who counted: two at least, or it is not closed */
  counters: string[]
  /** How many gifts were counted */
  control_count: number | null
  /** What was counted, in each currency, in minor units */
  controls: {
    currency: string
    amount: number
  }[]
  /** Gifts in it. Null in lists, as all figures are, of a deposit whose figures are not those that were issued */
  count: number | null
  /** What they come to, in each currency, in minor units */
  totals:
    | {
        currency: string
        amount: number
      }[]
    | null
  /** In minor units of the church currency */
  amount_base: number | null
  /** What is in it less what was counted, where it differs; null before it was counted */
  variance: {
    count: number | null
    amounts: {
      currency: string
      amount: number
    }[]
  } | null
  variance_note: string | null
  closed_at: string | null
  closed_by: string | null
  deposit_ref: string | null
  deposited_on: string | null
  deposited_by: string | null
  /** Of a payout: the day on which the bank sent it back */
  payout_failed_on: string | null
  payout_failure: string | null
  created_at: string
  updated_at: string
}
export interface Batch {
  /** Unique id */
  id: number
  /** Of the deposit, without gaps; null until then */
  number: string | null
  name: string
  /** counting: what people counted; payout: what a provider of payments paid out */
  kind: 'counting' | 'payout'
  /** open: takes gifts; closed: counted and right; deposited: taken to the bank, and never changed; discarded: was empty */
  status: 'open' | 'closed' | 'deposited' | 'discarded'
  /** Default: the key's, else the head branch */
  branch_id: number
  /** Default: today in the church's time zone */
  counted_on: string
  /** Names of who counted: two at least, or it is not closed */
  counters: string[]
  /** How many gifts were counted */
  control_count: number | null
  /** What was counted, in each currency, in minor units */
  controls: {
    currency: string
    amount: number
  }[]
  /** Gifts in it. Null in lists, as all figures are, of a deposit whose figures are not those that were issued */
  count: number | null
  /** What they come to, in each currency, in minor units */
  totals:
    | {
        currency: string
        amount: number
      }[]
    | null
  /** In minor units of the church currency */
  amount_base: number | null
  /** What is in it less what was counted, where it differs; null before it was counted */
  variance: {
    count: number | null
    amounts: {
      currency: string
      amount: number
    }[]
  } | null
  by_fund: {
    fund_id: number
    fund_name: string
    currency: string
    count: number
    amount: number
  }[]
  /** amount_base is in minor units of the church currency, each gift by the rate of its day; what was deposited, or paid out, before this was told has none */
  by_method: {
    method:
      | 'cash'
      | 'bank_transfer'
      | 'pos'
      | 'online'
      | 'ach'
      | 'cheque'
      | 'ussd'
      | 'mobile_money'
      | 'text'
      | 'in_kind'
      | 'other'
    currency: string
    count: number
    amount: number
    amount_base?: number
  }[]
  /** Notes and coins; denomination in minor units */
  cash: {
    currency: string
    denomination: number
    pieces: number
  }[]
  variance_note: string | null
  closed_at: string | null
  closed_by: string | null
  deposit_ref: string | null
  deposited_on: string | null
  deposited_by: string | null
  /** SHA-256 of what was deposited, as it was computed */
  sha256: string | null
  /** Of a payout: what the provider says of it, in minor units of its currency. net is gross − fees + refunds + disputes + other, and what the bank got. missing: payments that no gift is of (100 at most; missing_count has all); elsewhere: gifts that were in another batch and stay there */
  payout: {
    provider: string
    reference: string
    currency: string
    gross: number
    fees: number
    refunds: number
    disputes: number
    other: number
    net: number
    net_base: number | null
    fees_base: number | null
    made_on: string
    arrives_on: string
    lines: number
    missing: {
      payment_id: string
      amount: number
      happened_on: string | null
    }[]
    missing_count: number
    elsewhere: {
      contribution_id: number
      batch_id: number
      amount: number
    }[]
  } | null
  /** Of a payout: the day on which the bank sent it back */
  payout_failed_on: string | null
  payout_failure: string | null
  /** What became of its gifts after it was deposited, or after a provider paid them out, each of a later day */
  adjustments: {
    contribution_id: number
    kind: 'bounced' | 'voided' | 'refunded'
    amount: number
    currency: string
    amount_base: number
    happened_on: string
    note: string | null
  }[]
  created_at: string
  updated_at: string
}
export interface BatchCreate {
  name: string
  /** Default: the key's, else the head branch */
  branch_id?: number
  /** Default: today in the church's time zone */
  counted_on?: string
  /** Names of who counted: two at least, or it is not closed */
  counters?: string[]
  /** How many gifts were counted */
  control_count?: number | null
  /**
   * What was counted, in each currency, in minor units. Closing asks that the gifts come to the same
   *
   * @minItems 0
   * @maxItems 20
   */
  controls?: {
    currency: string
    amount: number
  }[]
  /**
   * The notes and coins: closing asks that they come to the cash gifts
   *
   * @minItems 0
   * @maxItems 100
   */
  cash?: {
    currency: string
    /** What one is worth, in minor units */
    denomination: number
    pieces: number
  }[]
}
export interface BatchUpdate {
  name?: string
  /** Default: today in the church's time zone */
  counted_on?: string
  /** Names of who counted: two at least, or it is not closed */
  counters?: string[]
  /** How many gifts were counted */
  control_count?: number | null
  /**
   * What was counted, in each currency, in minor units. Closing asks that the gifts come to the same
   *
   * @minItems 0
   * @maxItems 20
   */
  controls?: {
    currency: string
    amount: number
  }[]
  /**
   * The notes and coins: closing asks that they come to the cash gifts
   *
   * @minItems 0
   * @maxItems 100
   */
  cash?: {
    currency: string
    /** What one is worth, in minor units */
    denomination: number
    pieces: number
  }[]
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface BatchPart {
  /** Unique id */
  id: number
  /** Of the deposit, without gaps; null until then */
  number?: string | null
  name?: string
  /** counting: what people counted; payout: what a provider of payments paid out */
  kind?: 'counting' | 'payout'
  /** open: takes gifts; closed: counted and right; deposited: taken to the bank, and never changed; discarded: was empty */
  status?: 'open' | 'closed' | 'deposited' | 'discarded'
  /** Default: the key's, else the head branch */
  branch_id?: number
  /** Default: today in the church's time zone */
  counted_on?: string
  /** Names of who counted: two at least, or it is not closed */
  counters?: string[]
  /** How many gifts were counted */
  control_count?: number | null
  /** What was counted, in each currency, in minor units */
  controls?: {
    currency: string
    amount: number
  }[]
  /** Gifts in it. Null in lists, as all figures are, of a deposit whose figures are not those that were issued */
  count?: number | null
  /** What they come to, in each currency, in minor units */
  totals?:
    | {
        currency: string
        amount: number
      }[]
    | null
  /** In minor units of the church currency */
  amount_base?: number | null
  /** What is in it less what was counted, where it differs; null before it was counted */
  variance?: {
    count: number | null
    amounts: {
      currency: string
      amount: number
    }[]
  } | null
  by_fund?: {
    fund_id: number
    fund_name: string
    currency: string
    count: number
    amount: number
  }[]
  /** amount_base is in minor units of the church currency, each gift by the rate of its day; what was deposited, or paid out, before this was told has none */
  by_method?: {
    method:
      | 'cash'
      | 'bank_transfer'
      | 'pos'
      | 'online'
      | 'ach'
      | 'cheque'
      | 'ussd'
      | 'mobile_money'
      | 'text'
      | 'in_kind'
      | 'other'
    currency: string
    count: number
    amount: number
    amount_base?: number
  }[]
  /** Notes and coins; denomination in minor units */
  cash?: {
    currency: string
    denomination: number
    pieces: number
  }[]
  variance_note?: string | null
  closed_at?: string | null
  closed_by?: string | null
  deposit_ref?: string | null
  deposited_on?: string | null
  deposited_by?: string | null
  /** SHA-256 of what was deposited, as it was computed */
  sha256?: string | null
  /** Of a payout: what the provider says of it, in minor units of its currency. net is gross − fees + refunds + disputes + other, and what the bank got. missing: payments that no gift is of (100 at most; missing_count has all); elsewhere: gifts that were in another batch and stay there */
  payout?: {
    provider: string
    reference: string
    currency: string
    gross: number
    fees: number
    refunds: number
    disputes: number
    other: number
    net: number
    net_base: number | null
    fees_base: number | null
    made_on: string
    arrives_on: string
    lines: number
    missing: {
      payment_id: string
      amount: number
      happened_on: string | null
    }[]
    missing_count: number
    elsewhere: {
      contribution_id: number
      batch_id: number
      amount: number
    }[]
  } | null
  /** Of a payout: the day on which the bank sent it back */
  payout_failed_on?: string | null
  payout_failure?: string | null
  /** What became of its gifts after it was deposited, or after a provider paid them out, each of a later day */
  adjustments?: {
    contribution_id: number
    kind: 'bounced' | 'voided' | 'refunded'
    amount: number
    currency: string
    amount_base: number
    happened_on: string
    note: string | null
  }[]
  created_at?: string
  updated_at?: string
}
export interface Envelope {
  /** Unique id */
  id: number
  series: string | null
  /** Default: the next one of the series */
  number: number
  person_id: number | null
  /** Or a family: the giver is its head */
  family_id: number | null
  /** Name of the person or family; null where their branch is out of sight */
  owner_name: string | null
  /** Default: that of the person, else the key's, else the head branch */
  branch_id: number
  /** Default: today in the church's time zone */
  valid_from: string
  /** The last day */
  valid_to: string | null
  created_at: string
  updated_at: string
}
export interface EnvelopeCreate {
  series?: string | null
  /** Default: the next one of the series */
  number?: number
  person_id?: number | null
  /** Or a family: the giver is its head */
  family_id?: number | null
  /** Default: that of the person, else the key's, else the head branch */
  branch_id?: number
  /** Default: today in the church's time zone */
  valid_from?: string
  /** The last day */
  valid_to?: string | null
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface EnvelopePart {
  /** Unique id */
  id: number
  series?: string | null
  /** Default: the next one of the series */
  number?: number
  person_id?: number | null
  /** Or a family: the giver is its head */
  family_id?: number | null
  /** Name of the person or family; null where their branch is out of sight */
  owner_name?: string | null
  /** Default: that of the person, else the key's, else the head branch */
  branch_id?: number
  /** Default: today in the church's time zone */
  valid_from?: string
  /** The last day */
  valid_to?: string | null
  created_at?: string
  updated_at?: string
}
export interface EnvelopeUpdate {
  /** The last day */
  valid_to?: string | null
}
export interface Meeting {
  /** Unique id */
  id: number
  name: string
  /** Default service; of a group group, or class for a class */
  kind: 'service' | 'class' | 'group' | 'event'
  /** Default: the key's, else the head branch. What a group holds is in the branch of the group */
  branch_id: number
  /** The group that holds it: whoever sees the group sees it. Null for what the whole church holds */
  group_id: number | null
  /** The schedule that made it */
  schedule_id: number | null
  /** When its schedule put it, by the clock on the wall; it stays where the meeting is moved. Null where no schedule made it, or where another of that day took its place */
  slot: string | null
  /** By the clock on the wall */
  held_on: string
  /** By the clock on the wall */
  local_time: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes: number
  /** Of the clock on the wall. Default: the branch's */
  timezone: string
  /** Computed from held_on, local_time and timezone */
  starts_at: string
  ends_at: string
  /** planned; open from an hour before it begins, or from its first mark or count; closed two hours after its end, or by hand: nothing more is recorded then; cancelled */
  status: 'planned' | 'open' | 'closed' | 'cancelled'
  /** counted where there are head counts, else named; null where nobody counted. Never their sum */
  total: number | null
  /** Which of the two total is */
  total_from: 'headcount' | 'named' | null
  /** Sum of its head counts; null where nobody counted */
  counted: number | null
  /** People who were marked present; null where no roll was taken */
  named: number | null
  /** How often its attendance was told (attendance.recorded) */
  revision: number
  closed_at: string | null
  reopened_at: string | null
  created_at: string
  updated_at: string
}
export interface MeetingCreate {
  name: string
  /** Default service; of a group group, or class for a class */
  kind?: 'service' | 'class' | 'group' | 'event'
  /** Default: the key's, else the head branch. What a group holds is in the branch of the group */
  branch_id?: number
  /** The group that holds it: whoever sees the group sees it. Null for what the whole church holds */
  group_id?: number | null
  /** By the clock on the wall */
  held_on: string
  /** By the clock on the wall */
  local_time: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes?: number
  /** Of the clock on the wall. Default: the branch's */
  timezone?: string
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface MeetingPart {
  /** Unique id */
  id: number
  name?: string
  /** Default service; of a group group, or class for a class */
  kind?: 'service' | 'class' | 'group' | 'event'
  /** Default: the key's, else the head branch. What a group holds is in the branch of the group */
  branch_id?: number
  /** The group that holds it: whoever sees the group sees it. Null for what the whole church holds */
  group_id?: number | null
  /** The schedule that made it */
  schedule_id?: number | null
  /** When its schedule put it, by the clock on the wall; it stays where the meeting is moved. Null where no schedule made it, or where another of that day took its place */
  slot?: string | null
  /** By the clock on the wall */
  held_on?: string
  /** By the clock on the wall */
  local_time?: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes?: number
  /** Of the clock on the wall. Default: the branch's */
  timezone?: string
  /** Computed from held_on, local_time and timezone */
  starts_at?: string
  ends_at?: string
  /** planned; open from an hour before it begins, or from its first mark or count; closed two hours after its end, or by hand: nothing more is recorded then; cancelled */
  status?: 'planned' | 'open' | 'closed' | 'cancelled'
  /** counted where there are head counts, else named; null where nobody counted. Never their sum */
  total?: number | null
  /** Which of the two total is */
  total_from?: 'headcount' | 'named' | null
  /** Sum of its head counts; null where nobody counted */
  counted?: number | null
  /** People who were marked present; null where no roll was taken */
  named?: number | null
  /** How often its attendance was told (attendance.recorded) */
  revision?: number
  closed_at?: string | null
  reopened_at?: string | null
  created_at?: string
  updated_at?: string
}
export interface MeetingUpdate {
  name?: string
  /** Default service; of a group group, or class for a class */
  kind?: 'service' | 'class' | 'group' | 'event'
  /** By the clock on the wall */
  held_on?: string
  /** By the clock on the wall */
  local_time?: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes?: number
  /** Of the clock on the wall. Default: the branch's */
  timezone?: string
  /** closed closes it and tells of it; cancelled cancels one of which nothing is recorded; open opens either again */
  status?: 'planned' | 'open' | 'closed' | 'cancelled'
}
export interface Attendance {
  /** Unique id */
  id: number
  meeting_id: number
  /** Who it is about; null for somebody who was forgotten */
  person_id: number | null
  /** present, absent, excused, or undone for a mark that is taken back. Default present */
  state: 'present' | 'absent' | 'excused' | 'undone'
  /** As what they came. Default attendee */
  role: 'attendee' | 'helper' | 'leader' | 'visitor'
  /** Whether it was their first time here. Default false */
  first_time: boolean
  note: string | null
  /** The meeting's */
  branch_id: number
  /** The meeting's */
  group_id: number | null
  /** The meeting's */
  held_on: string
  /** roll, report, api, import or link */
  source: string
  created_at: string
  updated_at: string
}
export interface AttendanceCreate {
  meeting_id: number
  /** Who it is about; or send records */
  person_id?: number
  /** present, absent, excused, or undone for a mark that is taken back. Default present */
  state?: 'present' | 'absent' | 'excused' | 'undone'
  /** As what they came. Default attendee */
  role?: 'attendee' | 'helper' | 'leader' | 'visitor'
  /** Whether it was their first time here. Default false */
  first_time?: boolean
  note?: string | null
  /**
   * Marks of several people, at most 500, in the place of person_id and what goes with it
   *
   * @minItems 1
   * @maxItems 500
   */
  records?: {
    /** Who it is about */
    person_id: number
    /** present, absent, excused, or undone for a mark that is taken back. Default present */
    state?: 'present' | 'absent' | 'excused' | 'undone'
    /** As what they came. Default attendee */
    role?: 'attendee' | 'helper' | 'leader' | 'visitor'
    /** Whether it was their first time here. Default false */
    first_time?: boolean
    note?: string | null
  }[]
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface AttendancePart {
  /** Unique id */
  id: number
  meeting_id?: number
  /** Who it is about; null for somebody who was forgotten */
  person_id?: number | null
  /** present, absent, excused, or undone for a mark that is taken back. Default present */
  state?: 'present' | 'absent' | 'excused' | 'undone'
  /** As what they came. Default attendee */
  role?: 'attendee' | 'helper' | 'leader' | 'visitor'
  /** Whether it was their first time here. Default false */
  first_time?: boolean
  note?: string | null
  /** The meeting's */
  branch_id?: number
  /** The meeting's */
  group_id?: number | null
  /** The meeting's */
  held_on?: string
  /** roll, report, api, import or link */
  source?: string
  created_at?: string
  updated_at?: string
}
export interface Headcount {
  /** Unique id */
  id: number
  meeting_id: number
  /** Whom was counted, without regard to case; usually one of the categories of the church */
  category: string
  /** 0 is a count; null takes one back: nobody counted */
  count: number | null
  counted_by: string | null
  /** The meeting's */
  branch_id: number
  /** The meeting's */
  group_id: number | null
  /** The meeting's */
  held_on: string
  /** roll, report, api, import or link */
  source: string
  created_at: string
  updated_at: string
}
export interface HeadcountCreate {
  meeting_id: number
  /** Whom was counted, without regard to case; or send records */
  category?: string
  /** 0 is a count; null takes one back: nobody counted */
  count?: number | null
  counted_by?: string | null
  /**
   * Counts of several categories, at most 40, in the place of category and count
   *
   * @minItems 1
   * @maxItems 40
   */
  records?: {
    /** Whom was counted, without regard to case; usually one of the categories of the church */
    category: string
    /** 0 is a count; null takes one back: nobody counted */
    count: number | null
  }[]
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface HeadcountPart {
  /** Unique id */
  id: number
  meeting_id?: number
  /** Whom was counted, without regard to case; usually one of the categories of the church */
  category?: string
  /** 0 is a count; null takes one back: nobody counted */
  count?: number | null
  counted_by?: string | null
  /** The meeting's */
  branch_id?: number
  /** The meeting's */
  group_id?: number | null
  /** The meeting's */
  held_on?: string
  /** roll, report, api, import or link */
  source?: string
  created_at?: string
  updated_at?: string
}
export interface Schedule {
  /** Unique id */
  id: number
  name: string
  /** Default service; of a group group, or class for a class */
  kind: 'service' | 'class' | 'group' | 'event'
  /** Default: the key's, else the head branch. What a group holds is in the branch of the group */
  branch_id: number
  /** The group that holds it: whoever sees the group sees it. Null for what the whole church holds */
  group_id: number | null
  /** No meeting comes before it */
  starts_on: string
  /** By the clock on the wall */
  local_time: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes: number
  /** Of the clock on the wall. Default: the branch's */
  timezone: string
  /** When it recurs (RFC 5545): at most once a day, without a time and UNTIL; null for once, on starts_on */
  rrule: string | null
  /** No meeting comes after it; null for no end */
  until: string | null
  /** active: meetings are made 60 days ahead; ended: none are made any more */
  status: 'active' | 'ended'
  created_at: string
  updated_at: string
}
export interface ScheduleCreate {
  name: string
  /** Default service; of a group group, or class for a class */
  kind?: 'service' | 'class' | 'group' | 'event'
  /** Default: the key's, else the head branch. What a group holds is in the branch of the group */
  branch_id?: number
  /** The group that holds it: whoever sees the group sees it. Null for what the whole church holds */
  group_id?: number | null
  /** No meeting comes before it */
  starts_on: string
  /** By the clock on the wall */
  local_time: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes?: number
  /** Of the clock on the wall. Default: the branch's */
  timezone?: string
  /** When it recurs (RFC 5545): at most once a day, without a time and UNTIL; null for once, on starts_on */
  rrule?: string | null
  /** No meeting comes after it; null for no end */
  until?: string | null
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface SchedulePart {
  /** Unique id */
  id: number
  name?: string
  /** Default service; of a group group, or class for a class */
  kind?: 'service' | 'class' | 'group' | 'event'
  /** Default: the key's, else the head branch. What a group holds is in the branch of the group */
  branch_id?: number
  /** The group that holds it: whoever sees the group sees it. Null for what the whole church holds */
  group_id?: number | null
  /** No meeting comes before it */
  starts_on?: string
  /** By the clock on the wall */
  local_time?: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes?: number
  /** Of the clock on the wall. Default: the branch's */
  timezone?: string
  /** When it recurs (RFC 5545): at most once a day, without a time and UNTIL; null for once, on starts_on */
  rrule?: string | null
  /** No meeting comes after it; null for no end */
  until?: string | null
  /** active: meetings are made 60 days ahead; ended: none are made any more */
  status?: 'active' | 'ended'
  created_at?: string
  updated_at?: string
}
export interface ScheduleUpdate {
  name?: string
  /** Default service; of a group group, or class for a class */
  kind?: 'service' | 'class' | 'group' | 'event'
  /** Default: the key's, else the head branch. What a group holds is in the branch of the group */
  branch_id?: number
  /** No meeting comes before it */
  starts_on?: string
  /** By the clock on the wall */
  local_time?: string
  /** How long it lasts, from 5 to 1,440. Default 90 */
  minutes?: number
  /** Of the clock on the wall. Default: the branch's */
  timezone?: string
  /** When it recurs (RFC 5545): at most once a day, without a time and UNTIL; null for once, on starts_on */
  rrule?: string | null
  /** No meeting comes after it; null for no end */
  until?: string | null
  /** ended ends it: its meetings to come that nobody has touched are cancelled; active starts it again */
  status?: 'active' | 'ended'
}
export interface Import {
  /** Unique id */
  id: number
  /** What was imported: the name of a resource */
  kind: string
  file_name: string
  /** completed; undoing: it is being taken back, which takes a while; undone: reversed and kept say how far */
  status: 'completed' | 'undoing' | 'undone'
  /** The branch that whoever imported is limited to; null for the whole church */
  branch_id: number | null
  /** Who imported: user, key or command_line */
  by_kind: 'user' | 'key' | 'command_line'
  /** Their name, where it is known */
  by_name: string | null
  /** Rows of the file */
  rows: number
  /** Records that it made */
  created: number
  /** Records that it changed */
  updated: number
  /** Rows left out because whom they name is, or may be, on record */
  skipped: number
  /** Rows left out because something in them is wrong */
  refused: number
  completed_at: string
  /** When the last record was taken back */
  undone_at: string | null
  undone_by_kind: 'user' | 'key' | 'command_line' | null
  undone_by_name: string | null
  /** Records that were taken back */
  reversed: number
  /** Records that were left: they were changed or used after the import */
  kept: number
  created_at: string
  updated_at: string
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
  /** Where it came from: api, opt_out, group_post, followup, … */
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
  /**
   * Up to 100 people, each once
   *
   * @minItems 1
   */
  person_ids?: number[]
}
export interface Task {
  /** Unique id */
  id: number
  title: string
  /** Default other */
  kind: 'call' | 'visit' | 'message' | 'other'
  person_id: number | null
  /** That person's name; null where their branch is out of sight */
  full_name: string | null
  /** Whoever of the team has to do it. Default: who adds it in the console, unless assignee_person_id is sent */
  assignee_membership_id: number | null
  /** Or somebody on record, who needs no sign-in: they get a link by e-mail */
  assignee_person_id: number | null
  /** The name of whoever has to do it */
  assignee_name: string | null
  /** Default: that of person_id, else the key's, else the head branch */
  branch_id: number
  /** By the church's time zone */
  due_on: string
  /** open; done; dropped: nobody is to do it any more */
  status: 'open' | 'done' | 'dropped'
  outcome: 'reached' | 'no_answer' | 'left_message' | 'visited' | 'not_interested' | null
  note: string | null
  done_at: string | null
  /** A name; link for whoever did it by their link */
  done_by: string | null
  /** What it is for, where a module made it, such as report; null for one by itself */
  subject_kind: string | null
  /** The record that it is for */
  subject_id: number | null
  created_at: string
  updated_at: string
}
export interface TaskCreate {
  title: string
  /** Default other */
  kind?: 'call' | 'visit' | 'message' | 'other'
  person_id?: number | null
  /** Whoever of the team has to do it. Default: who adds it in the console, unless assignee_person_id is sent */
  assignee_membership_id?: number | null
  /** Or somebody on record, who needs no sign-in: they get a link by e-mail */
  assignee_person_id?: number | null
  /** Default: that of person_id, else the key's, else the head branch */
  branch_id?: number
  /** By the church's time zone */
  due_on: string
  note?: string | null
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface TaskPart {
  /** Unique id */
  id: number
  title?: string
  /** Default other */
  kind?: 'call' | 'visit' | 'message' | 'other'
  person_id?: number | null
  /** That person's name; null where their branch is out of sight */
  full_name?: string | null
  /** Whoever of the team has to do it. Default: who adds it in the console, unless assignee_person_id is sent */
  assignee_membership_id?: number | null
  /** Or somebody on record, who needs no sign-in: they get a link by e-mail */
  assignee_person_id?: number | null
  /** The name of whoever has to do it */
  assignee_name?: string | null
  /** Default: that of person_id, else the key's, else the head branch */
  branch_id?: number
  /** By the church's time zone */
  due_on?: string
  /** open; done; dropped: nobody is to do it any more */
  status?: 'open' | 'done' | 'dropped'
  outcome?: 'reached' | 'no_answer' | 'left_message' | 'visited' | 'not_interested' | null
  note?: string | null
  done_at?: string | null
  /** A name; link for whoever did it by their link */
  done_by?: string | null
  /** What it is for, where a module made it, such as report; null for one by itself */
  subject_kind?: string | null
  /** The record that it is for */
  subject_id?: number | null
  created_at?: string
  updated_at?: string
}
export interface TaskUpdate {
  title?: string
  /** Default other */
  kind?: 'call' | 'visit' | 'message' | 'other'
  person_id?: number | null
  /** Whoever of the team has to do it. Default: who adds it in the console, unless assignee_person_id is sent */
  assignee_membership_id?: number | null
  /** Or somebody on record, who needs no sign-in: they get a link by e-mail */
  assignee_person_id?: number | null
  /** By the church's time zone */
  due_on?: string
  /** open; done; dropped: nobody is to do it any more */
  status?: 'open' | 'done' | 'dropped'
  outcome?: 'reached' | 'no_answer' | 'left_message' | 'visited' | 'not_interested' | null
  note?: string | null
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
  /** What was paid where that is not what was asked for, in minor units of charged_currency; null else */
  charged_amount: number | null
  /** The currency of charged_amount */
  charged_currency: string | null
  donor_name: string | null
  donor_email: string | null
  note: string | null
  is_anonymous: boolean
  /** The recurring gift that it is of; null for one by itself */
  recurring_id: number | null
  /** The day of the period of a recurring gift that it pays; null where another gift paid that before */
  due_on: string | null
  /** The contribution that it is in the books as; null until it succeeded. After a part went back, that of what is left */
  contribution_id: number | null
  /** What the provider calls the payment; null until one was made */
  payment_id: string | null
  /** What went back, or is on its way back, in minor units of currency */
  refunded_amount: number
  /** The giver's bank asks for the money back: open until that is won by the church, or lost. Of several: open while one is, and then lost where one was */
  dispute: 'open' | 'won' | 'lost' | null
  /** Until when the church has to answer an open dispute, at the provider; of several the first */
  respond_by: string | null
  /** When it succeeded, failed or expired */
  completed_at: string | null
  created_at: string
  updated_at: string
}
export interface Refund {
  /** Unique id */
  id: number
  gift_id: number
  /** That of the gift */
  branch_id: number
  /** What goes back, in minor units of currency */
  amount: number
  currency: string
  amount_display: string
  /** requested: the provider has not answered yet. pending: it is on its way. Only pending and succeeded count in the books; one that succeeded may still fail */
  status: 'requested' | 'pending' | 'succeeded' | 'failed'
  /** Where it began: here, in the provider's own dashboard, or by a dispute that was lost */
  source: 'console' | 'provider' | 'dispute'
  reason: string | null
  /** Who asked for it here */
  requested_by: string | null
  /** The day of the refund at the church; the gift keeps its own. Null until the provider has taken it */
  refunded_on: string | null
  provider: string
  provider_refund_id: string | null
  reference: string
  /** The provider's words; unconfirmed where nobody could say what became of it, nothing_left where so much of the gift had gone back at the provider meanwhile */
  error: string | null
  /** The contribution that it voided; null where a person had done so before */
  contribution_id: number | null
  /** The contribution of what was left, in its place; null where nothing was */
  rest_id: number | null
  /** When it succeeded or failed */
  completed_at: string | null
  created_at: string
  updated_at: string
}
export interface PledgeCampaign {
  /** Unique id */
  id: number
  name: string
  description: string | null
  fund_id: number
  fund_name: string
  /** In minor units of currency */
  goal_amount: number | null
  /** Of the goal, and of pledges that name none. Default: the church's */
  currency: string
  /** The goal in minor units of the church currency, by the rate of the day it was set */
  goal_base: number | null
  /** Gifts count from this day on */
  starts_on: string
  /** Gifts count up to this day */
  ends_on: string
  /** Offered on the public page of pledges. Default false */
  is_public: boolean
  /** Whether those who are behind are reminded each month. Default false */
  reminds: boolean
  /** closed: it takes no more pledges; gifts count up to its last day */
  status: 'open' | 'closed'
  closed_at: string | null
  created_at: string
  updated_at: string
}
export interface PledgeInList {
  /** Unique id */
  id: number
  campaign_id: number
  /** Who pledges; their gifts count. Or family_id; or donor_name, where they are not on record */
  person_id: number | null
  /** The family that pledges. Whose gifts count is settled when the pledge is made: a family that changes moves no figures */
  family_id: number | null
  /** Who pledges, where they are not on record: no gifts count until somebody says who it is */
  donor_name: string | null
  donor_email: string | null
  /** Default: that of person_id or family_id, else the key's, else the head branch */
  branch_id: number
  /** In minor units of currency */
  amount: number
  /** Default: the campaign's */
  currency: string
  amount_display: string
  /** Units of the church currency for one unit of currency on the day of the pledge; it never changes */
  rate: string
  /** In minor units of the church currency, by that rate */
  amount_base: number
  /** Default: today in the church's time zone */
  pledged_on: string
  /** How often a part of it is due; null: all of it on the last day of the campaign */
  frequency: 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly' | null
  note: string | null
  status: 'active' | 'cancelled'
  /** In minor units of currency: gifts of its givers to the fund within the days of the campaign. Those in another currency count at the kept rate */
  given: number
  /** In minor units of the church currency, each gift by the rate of its own day */
  given_base: number
  /** What is given of what was pledged, rounded down; above 100 where more is */
  percent: number
  /** True when all of it is given */
  fulfilled: boolean
  /** True where they said by their link that they want to be reminded of it no more */
  no_reminders: boolean
  reminded_at: string | null
  /** Free text; usually web (the public page), manual, import, api. Default api, or manual in the console */
  source: string
  created_at: string
  /** When the pledge was changed; gifts that are given do not move it */
  updated_at: string
}
export interface Pledge {
  /** Unique id */
  id: number
  campaign_id: number
  campaign: {
    id: number
    name: string
  }
  /** Who pledges; their gifts count. Or family_id; or donor_name, where they are not on record */
  person_id: number | null
  /** Null where nobody on record pledged, or their branch is out of sight */
  person: {
    id: number
    full_name: string
  } | null
  /** The family that pledges. Whose gifts count is settled when the pledge is made: a family that changes moves no figures */
  family_id: number | null
  /** Null where no family pledged, or its branch is out of sight */
  family: {
    id: number
    name: string
  } | null
  /** Who pledges, where they are not on record: no gifts count until somebody says who it is */
  donor_name: string | null
  donor_email: string | null
  /** Default: that of person_id or family_id, else the key's, else the head branch */
  branch_id: number
  /** In minor units of currency */
  amount: number
  /** Default: the campaign's */
  currency: string
  amount_display: string
  /** Units of the church currency for one unit of currency on the day of the pledge; it never changes */
  rate: string
  /** In minor units of the church currency, by that rate */
  amount_base: number
  /** Default: today in the church's time zone */
  pledged_on: string
  /** How often a part of it is due; null: all of it on the last day of the campaign */
  frequency: 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly' | null
  note: string | null
  status: 'active' | 'cancelled'
  /** In minor units of currency: gifts of its givers to the fund within the days of the campaign. Those in another currency count at the kept rate */
  given: number
  /** In minor units of the church currency, each gift by the rate of its own day */
  given_base: number
  /** What is given of what was pledged, rounded down; above 100 where more is */
  percent: number
  /** True when all of it is given */
  fulfilled: boolean
  /** True where they said by their link that they want to be reminded of it no more */
  no_reminders: boolean
  reminded_at: string | null
  /** Free text; usually web (the public page), manual, import, api. Default api, or manual in the console */
  source: string
  created_at: string
  /** When the pledge was changed; gifts that are given do not move it */
  updated_at: string
}
export interface PledgeCreate {
  campaign_id: number
  /** Who pledges; their gifts count. Or family_id; or donor_name, where they are not on record */
  person_id?: number | null
  /** The family that pledges. Whose gifts count is settled when the pledge is made: a family that changes moves no figures */
  family_id?: number | null
  /** Who pledges, where they are not on record: no gifts count until somebody says who it is */
  donor_name?: string | null
  donor_email?: string | null
  /** Default: that of person_id or family_id, else the key's, else the head branch */
  branch_id?: number
  /** In minor units of currency */
  amount: number
  /** Default: the campaign's */
  currency?: string
  /** Default: today in the church's time zone */
  pledged_on?: string
  /** How often a part of it is due; null: all of it on the last day of the campaign */
  frequency?: 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly' | null
  note?: string | null
  /** Free text; usually web (the public page), manual, import, api. Default api, or manual in the console */
  source?: string
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface PledgePart {
  /** Unique id */
  id: number
  campaign_id?: number
  campaign?: {
    id: number
    name: string
  }
  /** Who pledges; their gifts count. Or family_id; or donor_name, where they are not on record */
  person_id?: number | null
  /** Null where nobody on record pledged, or their branch is out of sight */
  person?: {
    id: number
    full_name: string
  } | null
  /** The family that pledges. Whose gifts count is settled when the pledge is made: a family that changes moves no figures */
  family_id?: number | null
  /** Null where no family pledged, or its branch is out of sight */
  family?: {
    id: number
    name: string
  } | null
  /** Who pledges, where they are not on record: no gifts count until somebody says who it is */
  donor_name?: string | null
  donor_email?: string | null
  /** Default: that of person_id or family_id, else the key's, else the head branch */
  branch_id?: number
  /** In minor units of currency */
  amount?: number
  /** Default: the campaign's */
  currency?: string
  amount_display?: string
  /** Units of the church currency for one unit of currency on the day of the pledge; it never changes */
  rate?: string
  /** In minor units of the church currency, by that rate */
  amount_base?: number
  /** Default: today in the church's time zone */
  pledged_on?: string
  /** How often a part of it is due; null: all of it on the last day of the campaign */
  frequency?: 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly' | null
  note?: string | null
  status?: 'active' | 'cancelled'
  /** In minor units of currency: gifts of its givers to the fund within the days of the campaign. Those in another currency count at the kept rate */
  given?: number
  /** In minor units of the church currency, each gift by the rate of its own day */
  given_base?: number
  /** What is given of what was pledged, rounded down; above 100 where more is */
  percent?: number
  /** True when all of it is given */
  fulfilled?: boolean
  /** True where they said by their link that they want to be reminded of it no more */
  no_reminders?: boolean
  reminded_at?: string | null
  /** Free text; usually web (the public page), manual, import, api. Default api, or manual in the console */
  source?: string
  created_at?: string
  /** When the pledge was changed; gifts that are given do not move it */
  updated_at?: string
}
export interface RecurringGiftInList {
  /** Unique id */
  id: number
  /** The one person on record whose e-mail it is; null until the first gift is paid, and where none or several */
  person_id: number | null
  donor_name: string | null
  donor_email: string | null
  is_anonymous: boolean
  fund_id: number
  fund_name: string
  /** The giver's, else the head branch */
  branch_id: number
  /** Of each gift, in minor units of currency */
  amount: number
  currency: string
  amount_display: string
  frequency: 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly'
  /** charge: the payment method that the giver left is charged; remind: the giver gets a link each time */
  mode: 'charge' | 'remind'
  /** pending: neither its first gift nor the address is confirmed yet; past_due: a period is not paid */
  status: 'pending' | 'active' | 'past_due' | 'paused' | 'cancelled' | 'completed'
  /** The day from which its periods count */
  anchor_on: string
  /** The day of the next period; null where none is to come */
  next_on: string | null
  /** No period falls due after this day */
  ends_on: string | null
  /** When it goes on by itself, where it is paused; null: until somebody says so */
  paused_until: string | null
  /** The day of the period that is not paid; null where all are */
  past_due_on: string | null
  /** It came with a backup or from another installation: nothing is charged here until somebody confirms it */
  held_at: string | null
  /** Why that period is not paid: the provider's words, or a code such as no_account, amount_mismatch or unconfirmed */
  problem: string | null
  method_kind: string | null
  method_brand: string | null
  method_last4: string | null
  method_expires_on: string | null
  /** The gift whose payment set it up */
  first_gift_id: number | null
  gifts_count: number
  /** In minor units of currency, less what was refunded */
  given_total: number
  /** giver, staff; provider: the giver told their bank to stop it; failures: two periods in a row were not paid */
  cancelled_by: 'giver' | 'staff' | 'failures' | 'provider' | null
  cancel_reason: string | null
  cancelled_at: string | null
  created_at: string
  updated_at: string
}
export interface RecurringGift {
  /** Unique id */
  id: number
  /** The one person on record whose e-mail it is; null until the first gift is paid, and where none or several */
  person_id: number | null
  /** Null where person_id is, or their branch is out of sight */
  person: {
    id: number
    full_name: string
  } | null
  donor_name: string | null
  donor_email: string | null
  is_anonymous: boolean
  fund_id: number
  fund_name: string
  /** The giver's, else the head branch */
  branch_id: number
  /** Of each gift, in minor units of currency */
  amount: number
  currency: string
  amount_display: string
  frequency: 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'yearly'
  /** charge: the payment method that the giver left is charged; remind: the giver gets a link each time */
  mode: 'charge' | 'remind'
  /** pending: neither its first gift nor the address is confirmed yet; past_due: a period is not paid */
  status: 'pending' | 'active' | 'past_due' | 'paused' | 'cancelled' | 'completed'
  /** The day from which its periods count */
  anchor_on: string
  /** The day of the next period; null where none is to come */
  next_on: string | null
  /** No period falls due after this day */
  ends_on: string | null
  /** When it goes on by itself, where it is paused; null: until somebody says so */
  paused_until: string | null
  /** The day of the period that is not paid; null where all are */
  past_due_on: string | null
  /** It came with a backup or from another installation: nothing is charged here until somebody confirms it */
  held_at: string | null
  /** Why that period is not paid: the provider's words, or a code such as no_account, amount_mismatch or unconfirmed */
  problem: string | null
  method_kind: string | null
  method_brand: string | null
  method_last4: string | null
  method_expires_on: string | null
  /** The gift whose payment set it up */
  first_gift_id: number | null
  gifts_count: number
  /** In minor units of currency, less what was refunded */
  given_total: number
  /** giver, staff; provider: the giver told their bank to stop it; failures: two periods in a row were not paid */
  cancelled_by: 'giver' | 'staff' | 'failures' | 'provider' | null
  cancel_reason: string | null
  cancelled_at: string | null
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
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
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
  sections: {
    kind: 'notes' | 'questions' | 'devotional'
    title: string | null
    body: string
    published_at: string
  }[]
  created_at: string
  /** Moves with its sections, too */
  updated_at: string
}
export interface Group {
  /** Unique id */
  id: number
  name: string
  /** cell, ministry, team, class, other */
  kind: 'cell' | 'ministry' | 'team' | 'class' | 'other'
  /** In the addresses of the public pages; its last part is the id, by which it is found */
  slug: string
  /** The group above it. At most 6 stand one above the other */
  parent_id: number | null
  /** Default: that of the group above it, else the key's, else the head branch */
  branch_id: number
  description: string | null
  /** open: who is on record joins at once; ask: a leader decides; closed: nobody can ask. Default ask */
  joining: 'open' | 'ask' | 'closed'
  /** Active members at most */
  capacity: number | null
  /** The youngest for whom it is, in years; for who looks for a group. It keeps nobody out */
  age_from: number | null
  /** The oldest for whom it is */
  age_to: number | null
  /** Where it meets */
  place: string | null
  /** Whether the place may be shown to the public. Default false */
  place_public: boolean
  /** When it usually meets: of its schedules that go on, the oldest. Null where it has none */
  schedule_id: number | null
  /** Whether it is shown to the public. Default false */
  is_listed: boolean
  /** Seen by its leaders and by administrators only; API keys never see one, so this is false */
  is_confidential: boolean
  /** weekly or none. Default none */
  reports: 'weekly' | 'none'
  /** Default active */
  status: 'active' | 'paused' | 'closed'
  /** Active members of any role */
  member_count: number
  /** Those of them who lead */
  leader_count: number
  created_at: string
  updated_at: string
}
export interface GroupCreate {
  name: string
  /** cell, ministry, team, class, other */
  kind: 'cell' | 'ministry' | 'team' | 'class' | 'other'
  /** The group above it. At most 6 stand one above the other */
  parent_id?: number | null
  /** Default: that of the group above it, else the key's, else the head branch */
  branch_id?: number
  description?: string | null
  /** open: who is on record joins at once; ask: a leader decides; closed: nobody can ask. Default ask */
  joining?: 'open' | 'ask' | 'closed'
  /** Active members at most */
  capacity?: number | null
  /** The youngest for whom it is, in years; for who looks for a group. It keeps nobody out */
  age_from?: number | null
  /** The oldest for whom it is */
  age_to?: number | null
  /** Where it meets */
  place?: string | null
  /** Whether the place may be shown to the public. Default false */
  place_public?: boolean
  /** Whether it is shown to the public. Default false */
  is_listed?: boolean
  /** weekly or none. Default none */
  reports?: 'weekly' | 'none'
  /** Default active */
  status?: 'active' | 'paused' | 'closed'
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface GroupPart {
  /** Unique id */
  id: number
  name?: string
  /** cell, ministry, team, class, other */
  kind?: 'cell' | 'ministry' | 'team' | 'class' | 'other'
  /** In the addresses of the public pages; its last part is the id, by which it is found */
  slug?: string
  /** The group above it. At most 6 stand one above the other */
  parent_id?: number | null
  /** Default: that of the group above it, else the key's, else the head branch */
  branch_id?: number
  description?: string | null
  /** open: who is on record joins at once; ask: a leader decides; closed: nobody can ask. Default ask */
  joining?: 'open' | 'ask' | 'closed'
  /** Active members at most */
  capacity?: number | null
  /** The youngest for whom it is, in years; for who looks for a group. It keeps nobody out */
  age_from?: number | null
  /** The oldest for whom it is */
  age_to?: number | null
  /** Where it meets */
  place?: string | null
  /** Whether the place may be shown to the public. Default false */
  place_public?: boolean
  /** When it usually meets: of its schedules that go on, the oldest. Null where it has none */
  schedule_id?: number | null
  /** Whether it is shown to the public. Default false */
  is_listed?: boolean
  /** Seen by its leaders and by administrators only; API keys never see one, so this is false */
  is_confidential?: boolean
  /** weekly or none. Default none */
  reports?: 'weekly' | 'none'
  /** Default active */
  status?: 'active' | 'paused' | 'closed'
  /** Active members of any role */
  member_count?: number
  /** Those of them who lead */
  leader_count?: number
  created_at?: string
  updated_at?: string
}
export interface GroupUpdate {
  name?: string
  /** cell, ministry, team, class, other */
  kind?: 'cell' | 'ministry' | 'team' | 'class' | 'other'
  /** The group above it. At most 6 stand one above the other */
  parent_id?: number | null
  /** Default: that of the group above it, else the key's, else the head branch */
  branch_id?: number
  description?: string | null
  /** open: who is on record joins at once; ask: a leader decides; closed: nobody can ask. Default ask */
  joining?: 'open' | 'ask' | 'closed'
  /** Active members at most */
  capacity?: number | null
  /** The youngest for whom it is, in years; for who looks for a group. It keeps nobody out */
  age_from?: number | null
  /** The oldest for whom it is */
  age_to?: number | null
  /** Where it meets */
  place?: string | null
  /** Whether the place may be shown to the public. Default false */
  place_public?: boolean
  /** Whether it is shown to the public. Default false */
  is_listed?: boolean
  /** weekly or none. Default none */
  reports?: 'weekly' | 'none'
  /** Default active */
  status?: 'active' | 'paused' | 'closed'
}
export interface GroupMember {
  /** Unique id */
  id: number
  group_id: number
  group_name: string
  /** One person; or send person_ids */
  person_id: number
  /** The person's name; null where their branch is out of sight */
  full_name: string | null
  /** That of the group */
  branch_id: number
  /** leader, assistant, member, guest. Default member */
  role: 'leader' | 'assistant' | 'member' | 'guest'
  /** active, or left: what ended stays in the list */
  status: 'active' | 'left'
  /** Default: today in the time zone of the group's branch */
  joined_on: string
  left_on: string | null
  left_reason: string | null
  /** console, api, request, open (the group takes everybody), import, promotion, command_line */
  source: string
  created_at: string
  updated_at: string
}
export interface GroupMemberCreate {
  group_id: number
  /** One person; or send person_ids */
  person_id?: number
  /**
   * Up to 500 people, each once
   *
   * @minItems 1
   */
  person_ids?: number[]
  /** leader, assistant, member, guest. Default member */
  role?: 'leader' | 'assistant' | 'member' | 'guest'
  /** Default: today in the time zone of the group's branch */
  joined_on?: string
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface GroupMemberPart {
  /** Unique id */
  id: number
  group_id?: number
  group_name?: string
  /** One person; or send person_ids */
  person_id?: number
  /** The person's name; null where their branch is out of sight */
  full_name?: string | null
  /** That of the group */
  branch_id?: number
  /** leader, assistant, member, guest. Default member */
  role?: 'leader' | 'assistant' | 'member' | 'guest'
  /** active, or left: what ended stays in the list */
  status?: 'active' | 'left'
  /** Default: today in the time zone of the group's branch */
  joined_on?: string
  left_on?: string | null
  left_reason?: string | null
  /** console, api, request, open (the group takes everybody), import, promotion, command_line */
  source?: string
  created_at?: string
  updated_at?: string
}
export interface GroupMemberUpdate {
  /** leader, assistant, member, guest. Default member */
  role?: 'leader' | 'assistant' | 'member' | 'guest'
  /** Default: today in the time zone of the group's branch */
  joined_on?: string
  /** left ends the membership; what ended stays ended: add the person again */
  status?: 'active' | 'left'
  /** The day it ended. Default: today in the time zone of the group's branch */
  left_on?: string | null
  left_reason?: string | null
  /** true: also where an active group has no other leader */
  confirmed?: boolean
}
export interface JoinRequest {
  /** Unique id */
  id: number
  group_id: number
  group_name: string
  /** That of the group */
  branch_id: number
  /** Who asks, where they are on record; else name, with email or phone */
  person_id: number | null
  /** Who asks, where they are not on record */
  name: string | null
  email: string | null
  phone: string | null
  message: string | null
  /** pending; accepted: they are a member; declined; withdrawn: they no longer wish to */
  status: 'pending' | 'accepted' | 'declined' | 'withdrawn'
  /** Name of the user or API key */
  decided_by: string | null
  decided_at: string | null
  /** Why it was declined or withdrawn */
  reason: string | null
  /** api, console, form */
  source: string
  created_at: string
  updated_at: string
}
export interface JoinRequestCreate {
  group_id: number
  /** Who asks, where they are on record; else name, with email or phone */
  person_id?: number | null
  /** Who asks, where they are not on record */
  name?: string | null
  email?: string | null
  phone?: string | null
  message?: string | null
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface JoinRequestPart {
  /** Unique id */
  id: number
  group_id?: number
  group_name?: string
  /** That of the group */
  branch_id?: number
  /** Who asks, where they are on record; else name, with email or phone */
  person_id?: number | null
  /** Who asks, where they are not on record */
  name?: string | null
  email?: string | null
  phone?: string | null
  message?: string | null
  /** pending; accepted: they are a member; declined; withdrawn: they no longer wish to */
  status?: 'pending' | 'accepted' | 'declined' | 'withdrawn'
  /** Name of the user or API key */
  decided_by?: string | null
  decided_at?: string | null
  /** Why it was declined or withdrawn */
  reason?: string | null
  /** api, console, form */
  source?: string
  created_at?: string
  updated_at?: string
}
export interface JoinRequestUpdate {
  /** pending; accepted: they are a member; declined; withdrawn: they no longer wish to */
  status?: 'pending' | 'accepted' | 'declined' | 'withdrawn'
  /** Why it was declined or withdrawn */
  reason?: string | null
}
export interface SchoolClass {
  /** That of its group */
  id: number
  /** The group that the class is: the same id */
  group_id: number
  name: string
  /** Default: that of the group above it, else the key's, else the head branch */
  branch_id: number
  /** Default: the current one; null for a group of kind class that was never given one */
  school_year_id: number | null
  grade_from: string | null
  grade_to: string | null
  /** The class that its pupils move up to */
  next_group_id: number | null
  /** The group above it. At most 6 stand one above the other */
  parent_id: number | null
  /** Where it meets */
  place: string | null
  /** Active members at most */
  capacity: number | null
  /** Of its group: active, paused, closed */
  status: 'active' | 'paused' | 'closed'
  /** Active members of its group, teachers too */
  member_count: number
  /** Those of them who lead */
  leader_count: number
  created_at: string
  updated_at: string
}
export interface ClassSession {
  /** Unique id */
  id: number
  /** The group that the class is */
  group_id: number
  class_name: string
  /** The meeting that it is: its attendances are the roll */
  meeting_id: number
  /** The meeting's */
  branch_id: number
  /** The meeting's. Default: today where the class is; not a day to come */
  held_on: string
  lesson: string | null
  memory_verse: string | null
  /** Visitors who are not on record, beside those on the roll. Default 0 */
  visitor_count: number
  /** In minor units; a figure, no gift: it counts in no statement */
  offering: number | null
  /** The church's, where there is an offering */
  currency: string | null
  note: string | null
  /** On the roll as present, teachers and visitors among them, as it is now */
  present: number
  /** On the roll as absent, as it is now */
  absent: number
  /** open; closed: everybody whom nobody marked is absent then; or discarded: it was opened by mistake */
  status: 'open' | 'closed' | 'discarded'
  /** How often it was closed (school.attendance_closed) */
  revision: number
  closed_by: string | null
  closed_at: string | null
  created_at: string
  updated_at: string
}
export interface ClassSessionCreate {
  /** The group that the class is */
  group_id: number
  /** The meeting's. Default: today where the class is; not a day to come */
  held_on?: string
  lesson?: string | null
  memory_verse?: string | null
  /** Visitors who are not on record, beside those on the roll. Default 0 */
  visitor_count?: number
  /** In minor units; a figure, no gift: it counts in no statement */
  offering?: number | null
  note?: string | null
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface ClassSessionPart {
  /** Unique id */
  id: number
  /** The group that the class is */
  group_id?: number
  class_name?: string
  /** The meeting that it is: its attendances are the roll */
  meeting_id?: number
  /** The meeting's */
  branch_id?: number
  /** The meeting's. Default: today where the class is; not a day to come */
  held_on?: string
  lesson?: string | null
  memory_verse?: string | null
  /** Visitors who are not on record, beside those on the roll. Default 0 */
  visitor_count?: number
  /** In minor units; a figure, no gift: it counts in no statement */
  offering?: number | null
  /** The church's, where there is an offering */
  currency?: string | null
  note?: string | null
  /** On the roll as present, teachers and visitors among them, as it is now */
  present?: number
  /** On the roll as absent, as it is now */
  absent?: number
  /** open; closed: everybody whom nobody marked is absent then; or discarded: it was opened by mistake */
  status?: 'open' | 'closed' | 'discarded'
  /** How often it was closed (school.attendance_closed) */
  revision?: number
  closed_by?: string | null
  closed_at?: string | null
  created_at?: string
  updated_at?: string
}
export interface ClassSessionUpdate {
  lesson?: string | null
  memory_verse?: string | null
  /** Visitors who are not on record, beside those on the roll. Default 0 */
  visitor_count?: number
  /** In minor units; a figure, no gift: it counts in no statement */
  offering?: number | null
  note?: string | null
  /** closed closes it, open opens it again; discarded puts one away on which nothing is */
  status?: 'open' | 'closed' | 'discarded'
}
export interface SchoolYear {
  /** Unique id */
  id: number
  /** Each name once */
  name: string
  starts_on: string
  ends_on: string
  /** planned, current or past; at most one is current */
  status: 'planned' | 'current' | 'past'
  created_at: string
  updated_at: string
}
export interface GroupPosting {
  /** Unique id */
  id: number
  group_id: number
  group_name: string
  /** That of the group */
  branch_id: number
  /** user: somebody of the console; key: an API key; command_line; person: somebody on record, in whose name it was posted */
  author_kind: 'user' | 'key' | 'command_line' | 'person'
  /** A leader or assistant of the group in whose name it is posted; default: whoever posts it */
  person_id: number | null
  /** Name of the user, of the API key or of the person; null where that is out of sight */
  author_name: string | null
  /** The text, with the merge tags of messages; they are filled in for each who gets it */
  body: string
  /** members; leaders: leaders and assistants alone. Default members */
  audience: 'members' | 'leaders'
  /** Each who can be reached by one of these gets it by that. Without any it is shown and sent to nobody */
  channels: ('sms' | 'email' | 'whatsapp' | 'push')[]
  /** People who could be reached by at least one of the channels when it was posted */
  recipients: number
  /** shown, or taken_down */
  status: 'shown' | 'taken_down'
  taken_down_at: string | null
  /** Name of the user or API key */
  taken_down_by: string | null
  reason: string | null
  created_at: string
  updated_at: string
}
export interface GroupPostingCreate {
  group_id: number
  /** A leader or assistant of the group in whose name it is posted; default: whoever posts it */
  person_id?: number | null
  /** The text, with the merge tags of messages; they are filled in for each who gets it */
  body: string
  /** members; leaders: leaders and assistants alone. Default members */
  audience?: 'members' | 'leaders'
  /**
   * Each who can be reached by one of these gets it by that. Without any it is shown and sent to nobody
   *
   * @minItems 1
   */
  channels?: ('sms' | 'email' | 'whatsapp' | 'push')[]
}
export interface GroupPostingUpdate {
  /** shown, or taken_down */
  status?: 'shown' | 'taken_down'
  reason?: string | null
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface GroupPostingPart {
  /** Unique id */
  id: number
  group_id?: number
  group_name?: string
  /** That of the group */
  branch_id?: number
  /** user: somebody of the console; key: an API key; command_line; person: somebody on record, in whose name it was posted */
  author_kind?: 'user' | 'key' | 'command_line' | 'person'
  /** A leader or assistant of the group in whose name it is posted; default: whoever posts it */
  person_id?: number | null
  /** Name of the user, of the API key or of the person; null where that is out of sight */
  author_name?: string | null
  /** The text, with the merge tags of messages; they are filled in for each who gets it */
  body?: string
  /** members; leaders: leaders and assistants alone. Default members */
  audience?: 'members' | 'leaders'
  /** Each who can be reached by one of these gets it by that. Without any it is shown and sent to nobody */
  channels?: ('sms' | 'email' | 'whatsapp' | 'push')[]
  /** People who could be reached by at least one of the channels when it was posted */
  recipients?: number
  /** shown, or taken_down */
  status?: 'shown' | 'taken_down'
  taken_down_at?: string | null
  /** Name of the user or API key */
  taken_down_by?: string | null
  reason?: string | null
  created_at?: string
  updated_at?: string
}
export interface GroupReport {
  /** Unique id */
  id: number
  group_id: number
  group_name: string
  meeting_id: number
  /** The meeting's */
  branch_id: number
  /** The meeting's */
  held_on: string
  /** draft; submitted: it is handed in; returned: the leader is to look at it again, see returned_because */
  status: 'draft' | 'submitted' | 'returned'
  /** false: the group did not meet. Default true */
  held: boolean
  not_held_reason: string | null
  /** How many of the group came, as the report said; follows from came_ids where that is sent */
  present: number | null
  /** How many of the group did not come */
  absent: number | null
  /** How many came who are not of the group. Default 0 */
  visitors: number
  /** How many of them came for the first time. Default 0 */
  first_timers: number
  /** How many decided to follow Christ. Default 0 */
  decisions: number
  /** In minor units of currency; null for none */
  offering: number | null
  /** Default: the church's */
  currency: string
  /** The gift as which the offering was taken into the books; null before. One that is void may be taken again */
  contribution_id: number | null
  topic: string | null
  note: string | null
  /** How often it was handed in: a later one replaces what came before */
  revision: number
  /** link, console, api, command_line or import */
  source: string
  /** Name of the user or API key; null by link */
  submitted_by: string | null
  submitted_at: string | null
  /** Name of the user or API key */
  reviewed_by: string | null
  reviewed_at: string | null
  returned_because: string | null
  created_at: string
  updated_at: string
}
export interface GroupReportCreate {
  /** A meeting of a group; or send group_id with held_on */
  meeting_id?: number
  /** With held_on: the meeting that the group held on that day. Where none is on record, and the day has come, it is made */
  group_id?: number
  held_on?: string
  /** false: the group did not meet. Default true */
  held?: boolean
  not_held_reason?: string | null
  /** How many came who are not of the group. Default 0 */
  visitors?: number
  /** How many of them came for the first time. Default 0 */
  first_timers?: number
  /** How many decided to follow Christ. Default 0 */
  decisions?: number
  /** In minor units of currency; null for none */
  offering?: number | null
  /** Default: the church's */
  currency?: string
  topic?: string | null
  note?: string | null
  /** How many of the group came, as the report said; follows from came_ids where that is sent */
  present?: number | null
  /**
   * Who came; all other members of that day are absent. Without it nobody is named, and present may say how many
   *
   * @minItems 1
   */
  came_ids?: number[]
  /** draft or submitted. Default submitted */
  status?: 'draft' | 'submitted'
}
/** What a key that may write and not read is answered of a record, or of what was looked up for it */
export interface GroupReportPart {
  /** Unique id */
  id: number
  group_id?: number
  group_name?: string
  meeting_id?: number
  /** The meeting's */
  branch_id?: number
  /** The meeting's */
  held_on?: string
  /** draft; submitted: it is handed in; returned: the leader is to look at it again, see returned_because */
  status?: 'draft' | 'submitted' | 'returned'
  /** false: the group did not meet. Default true */
  held?: boolean
  not_held_reason?: string | null
  /** How many of the group came, as the report said; follows from came_ids where that is sent */
  present?: number | null
  /** How many of the group did not come */
  absent?: number | null
  /** How many came who are not of the group. Default 0 */
  visitors?: number
  /** How many of them came for the first time. Default 0 */
  first_timers?: number
  /** How many decided to follow Christ. Default 0 */
  decisions?: number
  /** In minor units of currency; null for none */
  offering?: number | null
  /** Default: the church's */
  currency?: string
  /** The gift as which the offering was taken into the books; null before. One that is void may be taken again */
  contribution_id?: number | null
  topic?: string | null
  note?: string | null
  /** How often it was handed in: a later one replaces what came before */
  revision?: number
  /** link, console, api, command_line or import */
  source?: string
  /** Name of the user or API key; null by link */
  submitted_by?: string | null
  submitted_at?: string | null
  /** Name of the user or API key */
  reviewed_by?: string | null
  reviewed_at?: string | null
  returned_because?: string | null
  created_at?: string
  updated_at?: string
}
export interface GroupReportUpdate {
  /** false: the group did not meet. Default true */
  held?: boolean
  not_held_reason?: string | null
  /** How many came who are not of the group. Default 0 */
  visitors?: number
  /** How many of them came for the first time. Default 0 */
  first_timers?: number
  /** How many decided to follow Christ. Default 0 */
  decisions?: number
  /** In minor units of currency; null for none */
  offering?: number | null
  /** Default: the church's */
  currency?: string
  topic?: string | null
  note?: string | null
  /** How many of the group came, as the report said; follows from came_ids where that is sent */
  present?: number | null
  /**
   * Who came; all other members of that day are absent. Without it nobody is named, and present may say how many
   *
   * @minItems 1
   */
  came_ids?: number[]
  /** submitted hands it in; returned opens it again */
  status?: 'submitted' | 'returned'
  /** With the status returned: what is to be looked at again */
  returned_because?: string | null
}
export interface Promotion {
  /** Unique id */
  id: number
  from_year_id: number
  from_year: string
  to_year_id: number
  to_year: string
  /** draft: nothing has changed yet; applied: pupils moved up; undone: they are back, but for those who were kept */
  status: 'draft' | 'applied' | 'undone'
  /** Raised by each change of the draft; whoever applies it may say which of them they have seen */
  revision: number
  /** Pupils who go to another class, or went */
  moved: number
  /** Pupils who leave the Sunday school after its last class */
  graduated: number
  /** Pupils who stay in their class */
  stayed: number
  /** Pupils who leave it for another reason */
  left: number
  /** Pupils whose class was another by the time it was applied: nothing was done */
  skipped: number
  /** Pupils who went back when it was undone */
  reverted: number
  /** Pupils who did not, since somebody had moved or changed them */
  kept: number
  /** Set when it is applied; null for none */
  graduate_status: string | null
  /** Added when it is applied; null for none */
  graduate_tag: string | null
  applied_by: string | null
  applied_at: string | null
  undone_by: string | null
  undone_at: string | null
  created_at: string
  updated_at: string
}
export interface StatementInList {
  /** Unique id */
  id: number
  /** Without gaps in each year, for each kind */
  number: string
  /** statement: of a period; receipt: of one gift */
  kind: 'statement' | 'receipt'
  version: number
  /** superseded: a later version says what holds; what this one says is kept as it was issued */
  status: 'issued' | 'superseded'
  /** As it stands on the statement */
  giver: string
  /** Null on the statement of a family */
  person_id: number | null
  /** Null on the statement of one person */
  family_id: number | null
  /** The gift of a receipt */
  contribution_id: number | null
  /** The smallest branch that has the giver and every gift: whoever does not see all of it does not see it */
  branch_id: number
  /** Of its last day */
  year: number
  from_on: string
  to_on: string
  /** Of base_total: the currency of the church */
  currency: string
  /** Of all gifts of money, in minor units of currency, by the rates of their days; goods are not in it */
  base_total: number
  total_display: string
  /** How many stand on it */
  gifts: number
  /** A gift of its giver and its days was recorded, voided or changed since: a new version may say something else */
  changed: boolean
  supersedes_id: number | null
  superseded_by_id: number | null
  issued_on: string
  issued_by: string | null
  sent_at: string | null
  /** By its giver, through the link */
  opened_at: string | null
  opened: number
  created_at: string
  updated_at: string
}
export interface Statement {
  /** Unique id */
  id: number
  /** Without gaps in each year, for each kind */
  number: string
  /** statement: of a period; receipt: of one gift */
  kind: 'statement' | 'receipt'
  version: number
  /** superseded: a later version says what holds; what this one says is kept as it was issued */
  status: 'issued' | 'superseded'
  /** As it stands on the statement */
  giver: string
  /** Null on the statement of a family */
  person_id: number | null
  /** Null on the statement of one person */
  family_id: number | null
  /** The gift of a receipt */
  contribution_id: number | null
  /** The smallest branch that has the giver and every gift: whoever does not see all of it does not see it */
  branch_id: number
  /** Of its last day */
  year: number
  from_on: string
  to_on: string
  /** Of base_total: the currency of the church */
  currency: string
  /** Of all gifts of money, in minor units of currency, by the rates of their days; goods are not in it */
  base_total: number
  total_display: string
  /** How many stand on it */
  gifts: number
  /** A gift of its giver and its days was recorded, voided or changed since: a new version may say something else */
  changed: boolean
  supersedes_id: number | null
  superseded_by_id: number | null
  issued_on: string
  issued_by: string | null
  sent_at: string | null
  /** By its giver, through the link */
  opened_at: string | null
  opened: number
  /** Of the UTF-8 of figures, as it is printed */
  sha256: string
  figures: {
    form: 1 | 2
    kind: 'statement' | 'receipt'
    number: string
    version: number
    supersedes: string[]
    issued_on: string
    church: {
      name: string
      address: string | null
      contact: string | null
    }
    giver: {
      name: string
      address: string | null
      place: string | null
    }
    from: string
    to: string
    currency: string
    note: string | null
    deductible: {
      lines: {
        /** In minor units */
        id: number
        on: string
        fund: string
        method: string
        /** In minor units */
        amount: number
        currency: string
        /** In minor units */
        base: number
        giver?: string
      }[]
      totals: {
        currency: string
        /** In minor units */
        amount: number
        gifts: number
      }[]
    }
    other: {
      lines: {
        /** In minor units */
        id: number
        on: string
        fund: string
        method: string
        /** In minor units */
        amount: number
        currency: string
        /** In minor units */
        base: number
        giver?: string
      }[]
      totals: {
        currency: string
        /** In minor units */
        amount: number
        gifts: number
      }[]
    }
    goods: {
      id: number
      on: string
      fund: string
      what: string | null
      giver?: string
    }[]
    /** Given: up to the last day of the statement. Missing where form is 1 */
    pledges?: {
      campaign: string
      from: string
      to: string
      /** In minor units */
      amount: number
      currency: string
      /** In minor units */
      given: number
    }[]
    base: {
      /** In minor units */
      total: number
      /** In minor units */
      deductible: number
      /** In minor units */
      other: number
    }
  }
  created_at: string
  updated_at: string
}
export interface EventChurch {
  id: number
  slug: string
  name: string
}
export interface EventPerson {
  id: number
  full_name: string
}
export interface EventActor {
  /** person: they themselves */
  kind: 'user' | 'key' | 'station' | 'link' | 'command_line' | 'clock' | 'person'
  /** Of the user or the API key */
  name: string | null
}
export interface EventMeeting {
  id: number
  kind: string
  name: string
  branch_id: number
  starts_at: string
}
/** What endpoints receive, by the name of the event. */
export interface Events {
  ping: {
    /** The same when the event is sent again */
    id: string
    event: 'ping'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      /** For people */
      message: string
      endpoint_id: number
    }
  }
  'person.created': {
    /** The same when the event is sent again */
    id: string
    event: 'person.created'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Person
  }
  'person.updated': {
    /** The same when the event is sent again */
    id: string
    event: 'person.updated'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Person
    /** The old values of just the fields that changed */
    previous: Partial<Person>
  }
  'person.status_changed': {
    /** The same when the event is sent again */
    id: string
    event: 'person.status_changed'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Person
    previous: {
      status: string
    }
  }
  'person.deleted': {
    /** The same when the event is sent again */
    id: string
    event: 'person.deleted'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Person
  }
  'person.merged': {
    /** The same when the event is sent again */
    id: string
    event: 'person.merged'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Person
    previous: Person
  }
  'contribution.recorded': {
    /** The same when the event is sent again */
    id: string
    event: 'contribution.recorded'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Contribution
  }
  'contribution.voided': {
    /** The same when the event is sent again */
    id: string
    event: 'contribution.voided'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Contribution
  }
  'message.sent': {
    /** The same when the event is sent again */
    id: string
    event: 'message.sent'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Message
  }
  'payment.succeeded': {
    /** The same when the event is sent again */
    id: string
    event: 'payment.succeeded'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      /** Such as stripe or paystack; development is a test: no money moved */
      provider: string
      /** The provider's name of the payment */
      payment_id: string | null
      /** Ours; the provider knows the payment by it */
      reference: string
      status: 'succeeded' | 'failed'
      /** In minor units of currency */
      amount: number
      currency: string
      /** What the provider keeps, in minor units of currency */
      fee: number | null
      /** As the provider says: card, bank_transfer, … */
      method: string | null
      /** Why it failed */
      error: string | null
      purpose: 'gift'
      gift_id: number
      /** The recurring gift of which it pays a period */
      recurring_id: number | null
      contribution_id: number | null
      person_id: number | null
    }
  }
  'payment.failed': {
    /** The same when the event is sent again */
    id: string
    event: 'payment.failed'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      /** Such as stripe or paystack; development is a test: no money moved */
      provider: string
      /** The provider's name of the payment */
      payment_id: string | null
      /** Ours; the provider knows the payment by it */
      reference: string
      status: 'succeeded' | 'failed'
      /** In minor units of currency */
      amount: number
      currency: string
      /** What the provider keeps, in minor units of currency */
      fee: number | null
      /** As the provider says: card, bank_transfer, … */
      method: string | null
      /** Why it failed */
      error: string | null
      purpose: 'gift'
      gift_id: number
      /** The recurring gift of which it pays a period */
      recurring_id: number | null
      contribution_id: number | null
      person_id: number | null
    }
  }
  'attendance.recorded': {
    /** The same when the event is sent again */
    id: string
    event: 'attendance.recorded'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      meeting: EventMeeting
      /** Counts up: a later one of the same meeting replaces what came before */
      revision: number
      /** Sum of the head counts, else people by name; never both together */
      total: number | null
      total_from: 'headcount' | 'named' | null
      headcounts: {
        category: string
        count: number
      }[]
      named: {
        present: number
        absent: number
        excused: number
        helpers: number
        visitors: number
        first_time: number
      }
      /** Whether the meeting is closed */
      closed: boolean
      /** roll, link, report, api, import or clock */
      source: string
      recorded_by: EventActor
      recorded_at: string
    }
  }
  'user.invited': {
    /** The same when the event is sent again */
    id: string
    event: 'user.invited'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      id: number
      email: string
      role: 'owner' | 'administrator' | 'finance' | 'staff' | 'viewer' | 'helper'
      /** The branch they are limited to */
      branch_id: number | null
      /** Who invited them; null for the command line */
      invited_by: string | null
      expires_at: string
    }
  }
  'people.imported': {
    /** The same when the event is sent again */
    id: string
    event: 'people.imported'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      /** What was imported: the name of a resource */
      kind: 'people'
      /** Rows that were imported */
      imported: number
      /** Rows that were left out because something in them is wrong */
      refused: number
      /** Rows that were left out because whom they name is, or may be, on record */
      skipped: number
    }
  }
  'person.merging': {
    /** The same when the event is sent again */
    id: string
    event: 'person.merging'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Person
    previous: Person
  }
  'imports.completed': {
    /** The same when the event is sent again */
    id: string
    event: 'imports.completed'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      /** The import, as it is listed */
      import_id: number
      /** What was imported: the name of a resource */
      kind: string
      /** Rows that were imported */
      imported: number
      /** Rows that were left out because something in them is wrong */
      refused: number
      /** Rows that were left out because whom they name is, or may be, on record */
      skipped: number
    }
  }
  'imports.undone': {
    /** The same when the event is sent again */
    id: string
    event: 'imports.undone'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      import_id: number
      /** What was imported: the name of a resource */
      kind: string
      file_name: string
      /** Rows of the file */
      rows: number
      /** Records that were taken back */
      reversed: number
      /** Records that stay: they were changed or used after the import */
      kept: number
      undone_by: EventActor
      imported_at: string
      undone_at: string
    }
  }
  'api.key_created': {
    /** The same when the event is sent again */
    id: string
    event: 'api.key_created'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      id: number
      name: string
      /** Leading characters of the key */
      prefix: string
      scopes: string[]
      /** The branch it is limited to */
      branch_id: number | null
      /** Origins of web pages that may use it from a browser */
      origins: string[]
      created_at: string
    }
  }
  'api.key_revoked': {
    /** The same when the event is sent again */
    id: string
    event: 'api.key_revoked'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      id: number
      name: string
      /** Leading characters of the key */
      prefix: string
      revoked_at: string
    }
  }
  'api.webhook_gone': {
    /** The same when the event is sent again */
    id: string
    event: 'api.webhook_gone'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      endpoint_id: number
      url: string
      description: string | null
      status: 'paused'
      paused_at: string
    }
  }
  'care.prayer_request_created': {
    /** The same when the event is sent again */
    id: string
    event: 'care.prayer_request_created'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: PrayerRequest
  }
  'giving.gift_received': {
    /** The same when the event is sent again */
    id: string
    event: 'giving.gift_received'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Gift
  }
  'giving.pledge_created': {
    /** The same when the event is sent again */
    id: string
    event: 'giving.pledge_created'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Pledge
  }
  'giving.recurring_created': {
    /** The same when the event is sent again */
    id: string
    event: 'giving.recurring_created'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: RecurringGift
  }
  'giving.recurring_cancelled': {
    /** The same when the event is sent again */
    id: string
    event: 'giving.recurring_cancelled'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: RecurringGift
  }
  'giving.batch_deposited': {
    /** The same when the event is sent again */
    id: string
    event: 'giving.batch_deposited'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Batch
  }
  'media.sermon_published': {
    /** The same when the event is sent again */
    id: string
    event: 'media.sermon_published'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Sermon
  }
  'media.sermon_deleted': {
    /** The same when the event is sent again */
    id: string
    event: 'media.sermon_deleted'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: Sermon
  }
  'media.studio_published': {
    /** The same when the event is sent again */
    id: string
    event: 'media.studio_published'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      sermon: {
        id: number
        slug: string
        title: string
        status: 'draft' | 'published'
      }
      section: {
        kind: 'notes' | 'questions' | 'devotional'
        title: string | null
        body: string
        published_at: string
      }
    }
  }
  'media.studio_unpublished': {
    /** The same when the event is sent again */
    id: string
    event: 'media.studio_unpublished'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      sermon: {
        id: number
        slug: string
        title: string
        status: 'draft' | 'published'
      }
      section: {
        kind: 'notes' | 'questions' | 'devotional'
        title: string | null
      }
    }
  }
  'messaging.inbox_received': {
    /** The same when the event is sent again */
    id: string
    event: 'messaging.inbox_received'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      id: number
      channel: 'sms' | 'whatsapp'
      from: string
      to: string
      /** Who on record has the address */
      person_id: number | null
      body: string
      received_at: string
    }
  }
  'messaging.unsubscribed': {
    /** The same when the event is sent again */
    id: string
    event: 'messaging.unsubscribed'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      channel: 'sms' | 'whatsapp' | 'email'
      address: string
      /** Who on record has the address */
      person_id: number | null
      by: 'reply' | 'link'
      /** The word that was answered */
      keyword: string | null
      unsubscribed_at: string
    }
  }
  'person.tag_added': {
    /** The same when the event is sent again */
    id: string
    event: 'person.tag_added'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      person: Person
      tag: string
    }
  }
  'person.tag_removed': {
    /** The same when the event is sent again */
    id: string
    event: 'person.tag_removed'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      person: Person
      tag: string
    }
  }
  'nativeapp.device_registered': {
    /** The same when the event is sent again */
    id: string
    event: 'nativeapp.device_registered'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      id: number
      person_id: number
      kind: 'fcm'
      name: string | null
      created_at: string
    }
  }
  'school.attendance_closed': {
    /** The same when the event is sent again */
    id: string
    event: 'school.attendance_closed'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      session: {
        id: number
        meeting_id: number
        held_on: string
        lesson: string | null
        /** Counts up each time that it is closed: a later one replaces what came before */
        revision: number
      }
      class: {
        id: number
        name: string
        branch_id: number
        grade_from: string | null
      }
      /** Of the roll, helpers and visitors among them */
      present: number
      absent: number
      excused: number
      /** Those of the roll, and those who are not on record */
      visitors: number
      helpers: number
      /** In minor units; a figure, no gift */
      offering: number | null
      currency: string | null
      closed_by: EventActor
      closed_at: string
    }
  }
  'school.promotion_applied': {
    /** The same when the event is sent again */
    id: string
    event: 'school.promotion_applied'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      promotion: {
        id: number
        from_year: string
        to_year: string
      }
      /** Pupils who went to another class */
      moved: number
      /** Pupils who left after the last class */
      graduated: number
      /** Pupils who stayed in their class */
      stayed: number
      /** Pupils who left for another reason */
      left: number
      /** Pupils of whom nothing was done, since they had changed class */
      skipped: number
      applied_by: EventActor
      applied_at: string
    }
  }
  'dashboard.setup_step_done': {
    /** The same when the event is sent again */
    id: string
    event: 'dashboard.setup_step_done'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      step: string
      title: string
      /** Put aside by hand instead of done */
      skipped: boolean
      /** How many steps are done or skipped, this one with them */
      done: number
      total: number
    }
  }
  'dashboard.setup_completed': {
    /** The same when the event is sent again */
    id: string
    event: 'dashboard.setup_completed'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      total: number
      /** How many steps were skipped */
      skipped: number
      completed_at: string
    }
  }
  'groups.join_requested': {
    /** The same when the event is sent again */
    id: string
    event: 'groups.join_requested'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      /** Unique id */
      id: number
      group_id: number
      group_name: string
      /** That of the group */
      branch_id: number
      /** Who asks, where they are on record; else name, with email or phone */
      person_id: number | null
      /** Who asks, where they are not on record */
      name: string | null
      email: string | null
      phone: string | null
      message: string | null
      /** pending; accepted: they are a member; declined; withdrawn: they no longer wish to */
      status: 'pending' | 'accepted' | 'declined' | 'withdrawn'
      /** Name of the user or API key */
      decided_by: string | null
      decided_at: string | null
      /** Why it was declined or withdrawn */
      reason: string | null
      /** api, console, form */
      source: string
      created_at: string
      updated_at: string
      group: {
        id: number
        name: string
        kind: 'cell' | 'ministry' | 'team' | 'class' | 'other'
      }
    }
  }
  'groups.member_added': {
    /** The same when the event is sent again */
    id: string
    event: 'groups.member_added'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      /** Of the membership */
      id: number
      group: {
        id: number
        name: string
        kind: 'cell' | 'ministry' | 'team' | 'class' | 'other'
        branch_id: number
      }
      person: EventPerson
      role: 'leader' | 'assistant' | 'member' | 'guest'
      joined_on: string
      source: 'console' | 'api' | 'request' | 'open' | 'import' | 'command_line'
      added_by: EventActor
    }
  }
  'groups.members_bulk_added': {
    /** The same when the event is sent again */
    id: string
    event: 'groups.members_bulk_added'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      group: {
        id: number
        name: string
        kind: 'cell' | 'ministry' | 'team' | 'class' | 'other'
        branch_id: number
      }
      /** How many were added */
      count: number
      /** How many of those named were members already */
      already: number
      /** Of those who were added; at most 500 */
      person_ids: number[]
      /** How many were added beside those of person_ids */
      more: number
      source: 'console' | 'api' | 'request' | 'open' | 'import' | 'command_line'
      added_by: EventActor
    }
  }
  'groups.message_posted': {
    /** The same when the event is sent again */
    id: string
    event: 'groups.message_posted'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      id: number
      group: {
        id: number
        name: string
        kind: 'cell' | 'ministry' | 'team' | 'class' | 'other'
        branch_id: number
      }
      author: {
        kind: 'user' | 'key' | 'command_line' | 'person'
        /** Of the person or the API key; null for others */
        id: number | null
        name: string | null
      }
      body: string
      audience: 'members' | 'leaders'
      /** Empty where it was shown alone */
      channels: ('sms' | 'email' | 'whatsapp' | 'push')[]
      /** People who could be reached by at least one channel */
      recipients: number
      posted_at: string
    }
  }
  'groups.report_submitted': {
    /** The same when the event is sent again */
    id: string
    event: 'groups.report_submitted'
    created_at: string
    api_version: 'v1'
    church: EventChurch
    data: {
      id: number
      group: {
        id: number
        name: string
        kind: 'cell' | 'ministry' | 'team' | 'class' | 'other'
        branch_id: number
      }
      meeting: EventMeeting
      /** Counts up: a later one replaces what came before */
      revision: number
      /** false: the group did not meet */
      held: boolean
      /** Of the group */
      present: number
      /** Of the group */
      absent: number
      visitors: number
      first_timers: number
      decisions: number
      /** In minor units of currency */
      offering: number | null
      currency: string
      submitted_by: EventActor
      submitted_at: string
    }
  }
}
/** What a key is and may do. */
export interface KeyCheck {
  church: {
    id: number
    name: string
    slug: string
    country: string
    currency: string
    timezone: string
  }
  key: {
    id: number
    name: string
    /** Leading characters of the key */
    prefix: string
    scopes: string[]
    /** The branch it is limited to */
    branch_id: number | null
    created_at: string
  }
  resources: {
    name: string
    url: string
    allowed: ('read' | 'write')[]
    module: string
  }[]
}

/** The operations that each resource has. */
export const OPERATIONS = {
  people: ['list', 'get', 'create', 'update'],
  families: ['list', 'get', 'create'],
  branches: ['list'],
  child_details: ['list', 'get', 'create', 'update'],
  funds: ['list'],
  contributions: ['list', 'get', 'create'],
  batches: ['list', 'get', 'create', 'update'],
  envelopes: ['list', 'get', 'create', 'update'],
  meetings: ['list', 'get', 'create', 'update'],
  attendances: ['list', 'get', 'create'],
  headcounts: ['list', 'get', 'create'],
  schedules: ['list', 'get', 'create', 'update'],
  imports: ['list', 'get'],
  messages: ['list', 'create'],
  tasks: ['list', 'get', 'create', 'update'],
  gifts: ['list', 'get'],
  refunds: ['list', 'get'],
  pledge_campaigns: ['list', 'get'],
  pledges: ['list', 'get', 'create'],
  recurring_gifts: ['list', 'get'],
  prayer_requests: ['list', 'get', 'create'],
  sermons: ['list', 'get'],
  groups: ['list', 'get', 'create', 'update'],
  group_members: ['list', 'get', 'create', 'update'],
  join_requests: ['list', 'get', 'create', 'update'],
  school_classes: ['list', 'get'],
  class_sessions: ['list', 'get', 'create', 'update'],
  school_years: ['list', 'get'],
  group_posts: ['list', 'get', 'create', 'update'],
  group_reports: ['list', 'get', 'create', 'update'],
  promotions: ['list', 'get'],
  statements: ['list', 'get'],
} as const
