/** The fields of a person (spec, Person). */

import type { TextRow } from '../../db/database.ts'
import { custom } from '../../resource/custom.ts'
import type { Sent } from '../../resource/field.ts'
import { Json } from '../../resource/json.ts'
import { printer } from '../../resource/print.ts'
import type { FormSection, RecordOf } from '../../resource/resource.ts'
import * as field from '../../resource/types.ts'
import { languages } from '../../texts/names.ts'

/** Person states (spec, States). Any change between them is allowed (decisions, Status). */
export const STATUSES = [
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
] as const

/** Characters of the longest tag. */
export const LONGEST_TAG = 60

const word = (...usual: string[]) =>
  field
    .text(40)
    .nullable()
    .settable()
    .usual(...usual)
    .doc(`Free text; usually ${usual.join(', ')}`)
const day = () => field.date().nullable().settable().reaches('past')
const name = () => field.line().nullable().settable()
const wants = (label: string) => field.boolean().settable().begins(true).label(label).example(true)
const optionalText = (most?: number) => field.text(most).nullable().settable()

export const personFields = {
  id: field.id(),
  member_no: field
    .text(20)
    // Whoever an undone import had made is called by the number that they had, which somebody else may have by now.
    .column('case when t.removed then coalesce(t.freed_member_no, t.member_no) else t.member_no end')
    .label('Member no.')
    .example('000042')
    .doc('Given by the service; unique in the church'),
  title: field
    .line(40)
    .nullable()
    .settable()
    .label('form of address|Title')
    .offers('Mr', 'Mrs', 'Miss', 'Dr', 'Pastor', 'Rev')
    .doc('Free text; usually Mr, Mrs, Miss, Dr, Pastor, Rev'),
  first_name: field.line().required().example('Ada'),
  middle_name: name(),
  last_name: name().example('Obi'),
  full_name: field.line(600).label('Name').example('Ada Obi').doc('First, middle and last name'),
  gender: word('male', 'female').example('female'),
  dob: day().label('Date of birth').example('1990-02-28'),
  marital_status: word('single', 'married', 'widowed', 'divorced'),
  anniversary: day(),
  email: field.email().nullable().settable().example('ada@example.org'),
  phone: field.phone().nullable().settable().example('+2348031234567'),
  phone2: field.phone().nullable().settable().label('Second phone'),
  whatsapp: field.phone().nullable().settable().label('WhatsApp'),
  address: optionalText(500).short(),
  city: optionalText().example('Lagos'),
  state: optionalText().label('of a country|State'),
  country: field.country().settable().doc("Default: the church's"),
  postal_code: optionalText(40),
  occupation: optionalText(),
  employer: optionalText(),
  status: field
    .oneOf(STATUSES)
    .tones({
      first_timer: 'orange',
      visitor: 'yellow',
      new_convert: 'teal',
      regular: 'cyan',
      member: 'blue',
      worker: 'indigo',
      leader: 'violet',
    })
    .settable()
    .begins('visitor')
    .example('member')
    .doc('Default visitor'),
  branch_id: field
    .ref('branches')
    .settable()
    .label('Branch', 'Default branch')
    .doc("Default: the key's branch, else the head branch"),
  family_id: field.ref('families').nullable().settable(),
  family_role: word('head', 'spouse', 'child', 'other').label('Role in the family'),
  membership_date: day().example('2020-01-05'),
  baptism_date: day(),
  salvation_date: day(),
  first_visit_date: day(),
  source: field
    .text(40)
    .settable()
    .usual('invited', 'online', 'walk_in', 'import', 'api')
    .example('invited')
    .doc('Free text; usually invited, online, walk_in. Default api'),
  sms_opt_in: wants('Wants messages by SMS'),
  email_opt_in: wants('Wants messages by email'),
  whatsapp_opt_in: wants('Wants messages by WhatsApp'),
  photo_url: field.url().nullable().settable().label('Photo (web address)'),
  custom: custom().settable().example({ tribe: 'Judah' }),
  created_at: field.timestamp(),
  updated_at: field.timestamp().label('Changed'),
  deleted_at: field.timestamp().nullable(),
  // Added to the specification's fields, so behind them (decisions, Fields that were added).
  language: field
    .language(languages())
    .nullable()
    .settable()
    .label('Language', 'Messages and papers for them are in it')
    .doc("The language in which they are written to (BCP 47); null for the church's"),
}

/** How the form of a person is divided: what most people are asked for, and folded what few are. */
export const PERSON_FORM = [
  { title: 'Name', fields: ['title', 'first_name', 'middle_name', 'last_name', 'gender', 'dob'] },
  { title: 'Contact', fields: ['phone', 'email', 'language', 'sms_opt_in', 'email_opt_in', 'whatsapp_opt_in'] },
  { title: 'Church', fields: ['status', 'branch_id', 'family_id', 'family_role'] },
  {
    title: 'Address and more numbers',
    folded: true,
    fields: ['phone2', 'whatsapp', 'address', 'city', 'state', 'postal_code', 'country'],
  },
  {
    title: 'Dates with the church',
    folded: true,
    fields: ['first_visit_date', 'salvation_date', 'baptism_date', 'membership_date', 'source'],
  },
  {
    title: 'Marriage and work',
    folded: true,
    fields: ['marital_status', 'anniversary', 'occupation', 'employer', 'photo_url'],
  },
  { title: 'Other details', fields: ['custom'] },
] as const satisfies readonly FormSection[]

/** What is said of a person, all of it or some. */
export type PersonInput = Sent<typeof personFields>

/** Prints a person as the API and the events show them. */
export const personPrinter = printer(personFields, true)

/** A person as an action returns them. @param row as `personPrinter` expects it */
export const shownPerson = (row: TextRow): Json<RecordOf<typeof personFields>> => new Json(personPrinter.print(row))
