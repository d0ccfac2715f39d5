/** The fields of a person and their values, as people read them. */
import type { Branch, Person } from '../api-types.ts'
import { valueText } from '../declared/custom-rows.ts'
import { day } from '../formats/dates.ts'
import { languageName } from '../formats/language-names.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

const LABELS: Record<string, string> = {
  branch_id: t('Branch'),
  family_id: t('Family'),
  family_role: t('Role in the family'),
  phone2: t('Second phone'),
  anniversary: t('Anniversary'),
  sms_opt_in: t('Wants SMS'),
  email_opt_in: t('Wants email'),
  whatsapp_opt_in: t('Wants WhatsApp'),
  photo_url: t('Photo'),
  title: t('form of address|Title'),
}

/** `branch_id` is Branch, `custom.tribe` is tribe. */
export const fieldLabel = (name: string): string => LABELS[name] ?? (customName(name) || wordOf(name))

const customName = (name: string): string => (name.startsWith('custom.') ? name.slice('custom.'.length) : '')

const WORDS = ['status', 'gender', 'marital_status', 'family_role', 'source']

/** A value of a field in words; empty where there is none. @param branches those that are in sight */
export function fieldValue(name: string, value: unknown, branches: readonly Branch[] = []): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (name === 'branch_id') return branches.find(({ id }) => id === value)?.name ?? t('Another branch')
  if (name === 'family_id') return t('Family {id}', { id: String(value) })
  if (typeof value !== 'string') return valueText(value)
  if (name === 'language') return languageName(value)
  if (WORDS.includes(name)) return wordOf(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
}

/** Who is meant, among those of one name. */
export const numbered = ({ full_name, member_no }: Pick<Person, 'full_name' | 'member_no'>): string =>
  t('{full_name}, no. {member_no}', { full_name, member_no })

/** Every field that two records of one person are compared by, in their order; custom fields one by one. */
export function comparedFields(person: Person): Map<string, unknown> {
  const { id, full_name, custom, created_at, updated_at, deleted_at, ...fields } = person
  return new Map([
    ...Object.entries(fields),
    ...Object.entries(custom).map(([name, value]) => [`custom.${name}`, value] as const),
  ])
}
