/** Prayer requests (spec, Module resources; decisions, Care). */
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { specified } from '../../events/specified.ts'
import { changes } from '../../resource/change.ts'
import { creates } from '../../resource/creation.ts'
import type { Sent } from '../../resource/field.ts'
import { changedSince, consoleOnly, described, flag, oneOf, tallied } from '../../resource/filter.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { STAFF, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'

/** What becomes of a prayer request (decisions, Care). */
const STATUSES = ['open', 'praying', 'answered', 'closed'] as const

/** Longest body and answer, in characters. */
export const LONGEST = 5_000

/** Told to receivers, with the request as the API shows it. */
export const prayerRequestCreated = specified('care.prayer_request_created', 'PrayerRequest')

const fields = {
  id: field.id(),
  person_id: field
    .ref('people')
    .nullable()
    .settable()
    .label('a person|From', 'Or write a name, if they are not on record')
    .doc('Who asks, where they are on record; else name says who'),
  name: field.line().nullable().settable().example('Ada').doc('Who asks, where they are not on record'),
  email: field.email().nullable().settable(),
  phone: field.phone().nullable().settable(),
  branch_id: field
    .ref('branches')
    .settable()
    .label('Branch', "The person's branch, unless you choose one")
    .doc("Default: the person's, else the key's, else the head branch"),
  category: field
    .text(40)
    .nullable()
    .settable()
    .usual('health', 'family', 'work', 'thanksgiving')
    .doc('Free text; usually health, family, work, thanksgiving'),
  body: field
    .text(LONGEST)
    .required()
    .label('What to pray for')
    .example('For my mother, who is ill')
    .doc('What to pray for'),
  is_urgent: field.boolean().settable().label('Urgent').doc('Default false'),
  is_public: field
    .boolean()
    .settable()
    .label('May be shared', 'Beyond the prayer team')
    .doc('May be shown to others than those who pray for the church. Default false'),
  is_anonymous: field
    .boolean()
    .settable()
    .label('Anonymous', 'Do not tell others who asked')
    .doc('Who asks is not to be told to others; the record keeps it, for the pastor. Default false'),
  status: field
    .oneOf(STATUSES)
    .tones({ open: 'teal', praying: 'blue', answered: 'teal' })
    .doc('open: nobody has prayed yet; praying; answered: answer says how; closed: no longer prayed for'),
  answer: field.text(LONGEST).nullable().doc('How it was answered'),
  answered_at: field.timestamp().nullable().label('when|Answered').doc('When an answer was first recorded'),
  prayed_count: field.integer(0).label('Prayers').doc('How often somebody prayed'),
  source: field
    .text(40)
    .settable()
    .unasked()
    .usual('website', 'app', 'card', 'api')
    .example('website')
    .doc('Free text; usually website, app, card. Default api'),
  created_at: field.timestamp().label('Asked'),
  updated_at: field.timestamp().label('Changed'),
}

const ASKING = ['person_id', 'name', 'is_anonymous']

/** Who asks is told, or is not to be. */
function checkAsking({ person_id, name, is_anonymous }: Sent<typeof fields>, problems: Problems): void {
  // What was sent and cannot be read may have been meant to tell who asks.
  if (is_anonymous || person_id || name || ASKING.some(field => problems.has(field))) return
  problems.add('person_id', because('is required, or name, unless is_anonymous is true'))
  problems.add('name', because('is required, or person_id, unless is_anonymous is true'))
}

export const prayerRequests = resource({
  name: 'prayer_requests',
  explained: {
    says: 'What people asked to be prayed for, from the website or entered here. Close one when it was answered.',
    chapter: 'groups-and-classes#tasks-and-prayer-requests',
  },
  singular: 'PrayerRequest',
  words: { one: 'prayer request', many: 'prayer requests' },
  may: { read: STAFF, write: STAFF },
  icon: 'heart',
  canWait: true,
  command: 'prayer',
  limitTo: 'branch_id',
  fields,
  list: {
    columns: ['created_at', 'status', 'is_urgent', 'prayed_count', 'name', 'body'],
    filters: {
      updated_since: changedSince(sql`updated_at`),
      status: consoleOnly(
        tallied(
          described(
            'One status',
            oneOf(STATUSES, wanted => sql`status = ${wanted}`),
          ),
        ),
      ),
      urgent: consoleOnly(
        described(
          '1 for those that are urgent',
          flag(wanted => (wanted ? sql`is_urgent` : undefined)),
        ),
      ),
    },
    sorts: [],
    tallies: 'marked',
    doc: 'Prayer requests of any status, oldest first',
  },
  one: { doc: 'One prayer request' },
  import: { brings: { status: ['open', 'praying'] } },
  create: creates(fields, (): Resource<typeof fields> => prayerRequests, {
    doc: 'Records a prayer request',
    example: { name: 'Ada', body: 'For my mother, who is ill', source: 'website' },
    branchOf: 'person_id',
    check: checkAsking,
    also: (tx, { church }, data) => record(tx, church, prayerRequestCreated, data),
  }),
})

const may = within(STAFF)

export const pray = changes(prayerRequests, 'pray', {
  label: 'I prayed',
  logged: 'Prayed for a request',
  done: 'Thank you. Your prayer was counted.',
  may,
  when: { status: ['open', 'praying', 'answered'] },
  set: () => sql`prayed_count = prayed_count + 1, status = case when status = 'open' then 'praying' else status end`,
})

/** Another answer replaces the first and leaves `answered_at`. */
export const answer = changes(prayerRequests, 'answer', {
  label: 'Mark as answered',
  logged: 'Marked a prayer as answered',
  asks: 'How was it answered?',
  done: 'Answer saved.',
  may,
  fields: { answer: field.text(LONGEST).required().example('She is well again') },
  set: ({ answered_at }, { answer }, now) => ({ status: 'answered', answer, answered_at: answered_at ?? now }),
})

/** What a request is set to that ends. */
export const CLOSED = { status: 'closed' } as const

/** Nobody prays for it any more; an answer stays. */
export const close = changes(prayerRequests, 'close', {
  label: 'Close',
  logged: 'Closed a prayer request',
  done: 'Prayer request closed.',
  may,
  set: () => CLOSED,
})
