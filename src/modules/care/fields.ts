/** The fields of a prayer request (decisions, Care). */
import type { Input } from '../../resource/field.ts'
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'

/** What becomes of a prayer request (decisions, Care). */
export const STATUSES = ['open', 'praying', 'answered', 'closed'] as const

/** Longest body and answer, in characters. */
export const LONGEST = 5_000

export const prayerRequestFields = {
  id: field.id(),
  person_id: field.ref().nullable().settable().doc('Who asks, where they are on record; else name says who'),
  name: field.line().nullable().settable().example('Ada').doc('Who asks, where they are not on record'),
  email: field.email().nullable().settable(),
  phone: field.phone().nullable().settable(),
  branch_id: field.ref().settable().doc("Default: the person's, else the key's, else the head branch"),
  category: field.text(40).nullable().settable().doc('Free text; usually health, family, work, thanksgiving'),
  body: field.text(LONGEST).required().example('For my mother, who is ill').doc('What to pray for'),
  is_urgent: field.boolean().settable().doc('Default false'),
  is_public: field.boolean().settable().doc('May be shown to others than those who pray for the church. Default false'),
  is_anonymous: field
    .boolean()
    .settable()
    .doc('Who asks is not to be told to others; the record keeps it, for the pastor. Default false'),
  status: field
    .oneOf(STATUSES)
    .doc('open: nobody has prayed yet; praying; answered: answer says how; closed: no longer prayed for'),
  answer: field.text(LONGEST).nullable().doc('How it was answered'),
  answered_at: field.timestamp().nullable().doc('When an answer was first recorded'),
  prayed_count: field.integer(0).doc('How often somebody prayed'),
  source: field.text(40).settable().example('website').doc('Free text; usually website, app, card. Default api'),
  created_at: field.timestamp(),
  updated_at: field.timestamp(),
}

export type PrayerRequestInput = Input<typeof prayerRequestFields>

/** Prints a prayer request as the API and the events show it. */
export const prayerRequestPrinter = printer(prayerRequestFields, true)
