/** A person as the form has them, and what is sent of it. */
import type { UseFormReturnType } from '@mantine/form'
import type { Person, PersonCreate, PersonUpdate } from '../api-types.ts'
import { type CustomRow, customChanges, customRows } from '../declared/custom-rows.ts'
import { changesOf } from '../forms/draft.ts'

/** Fields that are typed as text, dates among them. */
export const TEXTS = [
  'title',
  'first_name',
  'middle_name',
  'last_name',
  'gender',
  'dob',
  'marital_status',
  'anniversary',
  'email',
  'phone',
  'phone2',
  'whatsapp',
  'address',
  'city',
  'state',
  'country',
  'postal_code',
  'occupation',
  'employer',
  'family_role',
  'membership_date',
  'baptism_date',
  'salvation_date',
  'first_visit_date',
  'source',
  'photo_url',
] as const

/** One of them. */
export type TextName = (typeof TEXTS)[number]

/** Texts are empty where nothing is on record. */
type PersonValues = Record<TextName, string> & {
  status: Person['status']
  branch_id: number | null
  family_id: number | null
  sms_opt_in: boolean
  email_opt_in: boolean
  whatsapp_opt_in: boolean
  custom: CustomRow[]
}

/** The form of a person, new or on record. */
export type PersonForm = UseFormReturnType<PersonValues>

/** What these fields are set to where they are left empty; the others become null. */
const NEVER_NULL: readonly string[] = ['first_name', 'country', 'source']

const texts = (value: (name: TextName) => string): Record<TextName, string> =>
  Object.fromEntries(TEXTS.map(name => [name, value(name)])) as Record<TextName, string>

/** What the form of a person on record begins with. */
export const valuesOf = (person: Person): PersonValues => ({
  ...texts(name => person[name] ?? ''),
  status: person.status,
  branch_id: person.branch_id,
  family_id: person.family_id,
  sms_opt_in: person.sms_opt_in,
  email_opt_in: person.email_opt_in,
  whatsapp_opt_in: person.whatsapp_opt_in,
  custom: customRows(person.custom),
})

/** What the form of a new person begins with. */
export const newValues = (country: string, family_id: number | null): PersonValues => ({
  ...texts(name => (name === 'country' ? country : '')),
  status: 'visitor',
  branch_id: null,
  family_id,
  sms_opt_in: true,
  email_opt_in: true,
  whatsapp_opt_in: true,
  custom: [],
})

/** What is sent to add a person: only what was filled in. */
export function creationOf(values: PersonValues, dedupe: boolean): PersonCreate {
  const { custom, first_name, ...others } = values
  const filled = Object.entries(others).filter(([, value]) => value !== '' && value !== null)
  const more = customChanges({}, custom)
  return { source: 'console', ...Object.fromEntries(filled), first_name, ...(more && { custom: more }), dedupe }
}

/**
 * What is sent to change a person: only what differs from what the form began with.
 * @param custom the person's custom fields as they are
 */
export function changeOf(base: PersonValues, values: PersonValues, custom: Record<string, unknown>): PersonUpdate {
  const { custom: rows, ...changed } = changesOf(base, values)
  const named = Object.entries(changed).map(([name, value]) => [
    name,
    value === '' && !NEVER_NULL.includes(name) ? null : value,
  ])
  const more = rows && customChanges(custom, rows)
  return { ...Object.fromEntries(named), ...(more && { custom: more }) }
}
