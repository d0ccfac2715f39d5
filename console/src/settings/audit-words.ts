/** What the audit log names, in words. */
import { day } from '../formats/dates.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'

/** What no action declares: signing in, and what belongs to it. */
const WORDS: Record<string, string> = {
  'session.begun': t('Signed in'),
  'session.failed': t('Wrong password at sign-in'),
  'session.second_step_failed': t('Wrong code at the second step'),
  'session.ended': t('Signed out'),
  'password.changed': t('Changed the password'),
  'password.reset': t('Reset the password by email'),
  'second_factor.on': t('Set up an authenticator app'),
  'second_factor.dropped': t('Two-step sign-in was removed: the email address was not confirmed'),
  'second_factor.new_codes': t('Created new recovery codes'),
  'user.joined': t('Joined'),
  'user.join_failed': t('Wrong password when joining'),
}

/** What people do, in words, by the names that the log has. */
export type ActWords = Readonly<Record<string, string>>

/** @param declared what the server's declarations call it */
export const wordsWith = (declared: ActWords = {}): ActWords => ({ ...WORDS, ...declared })

/** `people.archive`, which has no words of its own, is Archive (people). */
export function actWords(operation: string, words: ActWords): string {
  const [subject = '', act = ''] = operation.split('.')
  const plain = (text: string): string => text.replaceAll('_', ' ')
  return words[operation] ?? `${plain(act).charAt(0).toUpperCase()}${plain(act).slice(1)} (${plain(subject)})`
}

/** What can be filtered by. */
export const actsOf = (words: ActWords): { value: string; label: string }[] =>
  Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))

/** What the details of acts are called; those that are not here by the names that they have. */
const DETAILS: Readonly<Record<string, string>> = {
  accounts: t('Accounts'),
  action: t('Action'),
  amount: t('Amount'),
  branch_id: t('Branch'),
  branch_id_before: t('Branch before'),
  categories: t('Categories'),
  counter: t('Counted by'),
  country: t('Country'),
  currency: t('Currency'),
  day: t('Day'),
  events: t('Events'),
  family_id: t('Family'),
  file: t('File'),
  frequency: t('How often'),
  from: t('From'),
  fund_id: t('Fund'),
  gifts: t('Gifts'),
  grades: t('Grades'),
  id: t('Number'),
  imported: t('Imported'),
  is_active: t('Active'),
  is_default: t('Default'),
  is_deductible: t('Deductible'),
  is_online: t('Online'),
  is_public: t('Public'),
  kind: t('Kind'),
  language: t('Language'),
  local_time: t('Time'),
  meetings: t('Meetings'),
  modules: t('Modules'),
  name: t('Name'),
  name_before: t('Name before'),
  number: t('Number'),
  often: t('How often'),
  outcome: t('Outcome'),
  people: t('People'),
  person_id: t('Person'),
  person_ids: t('People'),
  role: t('Role'),
  role_before: t('Role before'),
  settings: t('Settings'),
  since: t('Since'),
  status: t('Status'),
  timezone: t('Time zone'),
  to: t('To'),
  url: t('Address'),
  year: t('Year'),
}

/** Details that are words of the API. */
const CHOICES = new Set(
  'action day frequency kind modules often outcome role role_before roles settings status'.split(' '),
)

const DAY = /^\d{4}-\d\d-\d\d$/

/** What was kept of an act: `Role: Viewer; Branch: 3`. */
export const detailWords = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const text = name === 'amount' ? amountWords(value, detail.currency) : valueWords(name, value)
      return t('{name}: {text}', { name: DETAILS[name] ?? name.replaceAll('_', ' '), text })
    })
    .join('; ')

/** Minor units. */
const amountWords = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string' ? money(amount, currency) : String(amount)

function valueWords(name: string, value: unknown): string {
  if (Array.isArray(value)) return listed(value.map(one => valueWords(name, one)))
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'object' && value !== null) return listed(Object.values(value).map(String))
  if (DAY.test(String(value))) return day(String(value))
  return CHOICES.has(name) ? wordOf(String(value)) : String(value)
}
