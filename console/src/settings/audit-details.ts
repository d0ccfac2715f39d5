/** What the audit log kept of an act, in words: `Role: Viewer`, `Branch: North`. */
import { LOGGED_DETAILS, type LoggedDetail } from '../../../src/texts/logged-details.ts'
import { phrasesOf, type RecordWords } from '../../../src/texts/resource-phrases.ts'
import { day, moment, timeOfDay } from '../formats/dates.ts'
import { languageName } from '../formats/language-names.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import { countryName } from '../formats/places.ts'
import { count, stateWord, wordOf } from '../formats/words.ts'
import { filterWords } from '../messages/audience-words.ts'
import { t } from '../texts/t.ts'
import { scopesListed } from './scopes.ts'

/** What details are told with. */
export interface Telling {
  timezone: string
  /** What a record is called; undefined for one that is not in sight, or not any more. */
  name(resource: string, id: number): string | undefined
  /** The resource that the records of fields with a name belong to. */
  to(field: string, operation: string): string | undefined
  /** What the records of a resource are called, several of them. */
  records(resource: string): string | undefined
  /** What a module is called that may be switched on and off. */
  module(name: string): string | undefined
  /** What a setting of a provider is called. */
  setting(name: string): string | undefined
  /** What a record is called whose state is told, in English, by the name of the act. */
  of(operation: string): string | null
}

type Detail = Readonly<Record<string, unknown>>

/** An act, as far as its details depend on it. */
interface Act {
  /** Its name in the log. */
  operation: string
  detail: Detail
}

const DETAILS: Readonly<Record<string, LoggedDetail>> = LOGGED_DETAILS

/** `person_ids` and `person_id_before` are as `person_id` is. */
const oneOf = (name: string): string => name.replace(/_before$/, '').replace(/_ids$/, '_id')

const each = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Which records details name, by resource. */
export function recordsNamed(acts: readonly Act[], to: Telling['to']): Map<string, number[]> {
  const found = new Map<string, number[]>()
  const add = (resource: string | undefined, id: unknown): void => {
    if (resource !== undefined && Number(id) > 0) found.set(resource, [...(found.get(resource) ?? []), Number(id)])
  }
  for (const { operation, detail } of acts) {
    for (const [name, value] of Object.entries(detail)) {
      const as = DETAILS[name]?.as
      if (as === 'record') for (const id of each(value)) add(to(oneOf(name), operation), id)
      if (as === 'account') for (const { fund_id } of each(value) as BookedOn[]) add('funds', fund_id)
      if (as === 'filter') {
        const filter = new URLSearchParams(String(value))
        add('branches', filter.get('branch_id'))
        add('families', filter.get('family_id'))
      }
    }
  }
  return found
}

/** Each detail with its label. */
export const detailWords = ({ operation, detail }: Act, telling: Telling): string[] =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const text = printed(name, value, { operation, detail, telling })
      const label = DETAILS[name]?.label
      // Lines of releases before may have names that nothing keeps any more, such as those of the records they count.
      return t('{name}: {text}', { name: label ? t(label) : (telling.records(name) ?? wordOf(name)), text })
    })

interface Around extends Act {
  telling: Telling
}

function printed(name: string, value: unknown, around: Around): string {
  const { as, words, in: currency } = DETAILS[name] ?? {}
  if (Array.isArray(value)) {
    if (value.length === 0) return t('Nothing')
    if (as === 'scopes') return scopesListed(value.map(String))
    return listed(value.map(one => printed(name, one, around)))
  }
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (currency !== undefined) return amountWords(value, around.detail[currency])
  if (as === 'record') return recordWords(name, Number(value), around)
  const word = words?.[String(value)]
  return word === undefined ? valueWords(as, value, around) : t(word)
}

function recordWords(name: string, id: number, { operation, telling }: Around): string {
  const to = telling.to(oneOf(name), operation)
  return (to && telling.name(to, id)) ?? t('No. {number}', { number: String(id) })
}

/** Minor units. */
const amountWords = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string' ? money(amount, currency) : String(amount)

const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d\d:\d\d$/

function valueWords(as: LoggedDetail['as'], value: unknown, { operation, telling }: Around): string {
  const text = asItIs(value)
  switch (as) {
    case 'word':
      return wordOf(text)
    case 'state':
      return stateWord(text, telling.of(operation))
    case 'number':
      return typeof value === 'number' ? count(value) : text
    case 'day':
      return DAY.test(text) ? day(text) : text
    case 'moment':
      return momentWords(text, telling)
    case 'time':
      return TIME.test(text) ? timeOfDay(text) : text
    case 'bytes':
      return t('{size, number} kB', { size: Math.ceil(Number(value) / 1_000) })
    case 'language':
      return languageName(text)
    case 'country':
      return countryName(text)
    case 'module':
      return telling.module(text) ?? wordOf(text)
    case 'setting':
      return telling.setting(text) ?? text
    case 'filter':
      return filterWords(text, telling.name) || t('Everyone on the people list')
    case 'account':
      return accountWords(value as BookedOn, telling)
    case 'counts':
      return typeof value === 'string' ? value : countWords(value as RecordWords & { count: number })
    default:
      return text
  }
}

const asItIs = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A day, or a moment of it, as whoever asked wrote it. */
function momentWords(text: string, { timezone }: Telling): string {
  if (DAY.test(text)) return day(text)
  return Number.isNaN(Date.parse(text)) ? text : moment(text, timezone)
}

const countWords = (records: RecordWords & { count: number }): string =>
  t(phrasesOf(records).counted, { count: records.count })

/** What the journal books, and the account that it books it on. */
interface BookedOn {
  method?: string | null
  fund_id?: number | null
  purpose?: string | null
  code?: string | null
}

function accountWords({ method, fund_id, purpose, code }: BookedOn, { name }: Telling): string {
  const word = method ?? purpose
  const booked = word == null ? (name('funds', Number(fund_id)) ?? t('Fund')) : wordOf(word)
  return t('{name}: {text}', { name: booked, text: code ?? t('Nothing') })
}
