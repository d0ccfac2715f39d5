/** What a record says in one field, as people read it. */
import { Anchor, Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { day, moment, timeOfDay, today } from '../formats/dates.ts'
import { languageName } from '../formats/language-names.ts'
import { listed } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import { countryName } from '../formats/places.ts'
import { recurrence } from '../formats/recurrence.ts'
import { stateWord } from '../formats/words.ts'
import { useCalledNames } from '../house/called-names.ts'
import { type AnyRecord, type ShownField, type ShownResource, useHouse } from '../house/house.ts'
import { StatusBadge } from '../house/status-badge.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { Written } from '../parts/written.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** What records say beside the values of their fields. */
export interface Called {
  /** What another record is called that these name by its id. */
  name(to: string | null, id: number): string | undefined
  /** Whether each record of a resource has a page. */
  hasPages(to: string): boolean
  /** The field of a name. */
  field(name: string): ShownField | undefined
}

/**
 * @param records those that are shown, at most a page of a list
 * @param names of the fields that are shown; all, unless said
 */
export function useCalled(
  { fields }: ShownResource,
  records: readonly AnyRecord[],
  names: readonly string[] = fields.map(({ name }) => name),
): Called {
  const house = useHouse() ?? []
  // What speaks for a field that says nothing may name a record, too.
  const spoken = fields.flatMap(({ name, or }) => (names.includes(name) && or !== null ? [or] : []))
  const nameOf = useCalledNames(to =>
    fields
      .filter(({ name, to: its }) => its === to && (names.includes(name) || spoken.includes(name)))
      .flatMap(({ name }) => records.flatMap(record => (record[name] as number) ?? [])),
  )
  return {
    field: name => fields.find(field => field.name === name),
    hasPages: to => house.some(({ name, hasPages }) => name === to && hasPages),
    name: (to, id) => (to === null ? undefined : nameOf(to, id)),
  }
}

interface FieldValueProps {
  field: ShownField
  record: AnyRecord
  called: Called
  /** In a list: long texts are cut, and a day is enough of a moment. */
  brief?: boolean
  /** What is shown in the place of what is empty. */
  otherwise?: string | undefined
}

/** The field that says what became of a record: a coloured word, beside the heading of its page. */
export const STATUS = 'status'

/** Whether a record says nothing in a field. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A list of names, such as who counted; what else has no form of its own is shown as the API has it. */
const asText = (value: unknown): string =>
  Array.isArray(value) && value.every(one => typeof one === 'string')
    ? listed(value)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** Whether records of a resource are called by a name, which stands in sentences. */
export const isNamed = ({ title, fields }: Pick<ShownResource, 'title' | 'fields'>): boolean =>
  fields.some(({ name, kind }) => name === title && kind === 'line')

/** What a record is called: its title, or else what its kind is. */
export function titleOf(resource: ShownResource, record: AnyRecord, { currency }: { currency: string }): string {
  const field = resource.fields.find(({ name }) => name === resource.title)
  const value = field && record[field.name]
  if (field === undefined || isEmpty(value)) return t(phrasesOf(resource).one)
  if (field.kind === 'amount') return money(Number(value), String(record.currency ?? currency))
  return knownWords(field, String(value)) ?? String(value)
}

/** What the language has words for: what people usually write, and what the service writes itself; undefined for other texts. */
function knownWords({ usual, writes = [], of }: ShownField, text: string): string | undefined {
  if (usual.includes(text)) return stateWord(text, of)
  return writes.includes(text) ? t(text) : undefined
}

/** Whether a field says something that another one may not have to say: what is off says nothing. */
const saysAnything = ({ name }: ShownField, record: AnyRecord): boolean =>
  !isEmpty(record[name]) && record[name] !== false

/** The field that is shown: in lists another one may speak for what is empty, or for a record that is out of sight. */
function speaking(props: FieldValueProps): ShownField {
  const { field, record, called, brief } = props
  if (brief !== true || field.or === null) return field
  const value = record[field.name]
  const says = field.to === null ? !isEmpty(value) : called.name(field.to, Number(value)) !== undefined
  const other = says ? undefined : called.field(field.or)
  if (other === undefined) return field
  const spoken = speaking({ ...props, field: other })
  // What its name is may not be known yet, or may not be in sight.
  return isEmpty(value) || saysAnything(spoken, record) ? spoken : field
}

/** How far something has come, of a hundred. */
const PERCENT = 'percent'

/** Amounts in the currency of the church are called so in every resource, whatever the currency of the record is. */
const isInBase = ({ name, kind }: ShownField): boolean => kind === 'number' && name.endsWith('_base')

/** A choice in words; a state as its badge. */
const chosen = ({ name, of }: ShownField, value: string): ReactNode =>
  name === STATUS ? <StatusBadge status={value} of={of} /> : stateWord(value, of)

export function FieldValue(props: FieldValueProps): ReactNode {
  const { church, sees } = useMembership()
  const { record, called, brief = false, otherwise = null } = props
  const field = speaking(props)
  const value = record[field.name]
  if (!saysAnything(field, record) && (isEmpty(value) || field !== props.field)) return otherwise
  switch (field.kind) {
    case 'switch':
      if (field !== props.field) return field.label
      return brief ? <Switched field={field} on={value === true} /> : value === true ? t('Yes') : t('No')
    case 'choice':
      return chosen(field, String(value))
    case 'moment':
      return brief ? day(today(church.timezone, new Date(String(value)))) : moment(String(value), church.timezone)
    case 'date':
      return day(String(value))
    case 'time':
      return timeOfDay(String(value))
    case 'rule':
      return recurrence(String(value))
    case 'amount':
      return <Amount amount={money(Number(value), String(record.currency ?? church.currency))} record={record} />
    case 'record': {
      const said = field.or === null ? undefined : record[field.or]
      const spoken = typeof said === 'string' && said !== '' ? said : undefined
      const name = called.name(field.to, Number(value)) ?? spoken ?? t('No. {number}', { number: String(value) })
      const linked = !brief && field.to !== null && called.hasPages(field.to) && sees(field.to)
      return linked ? <TextLink to={`/${field.to}/${value}`}>{name}</TextLink> : name
    }
    case 'language':
      return languageName(String(value))
    case 'country':
      return countryName(String(value))
    case 'url':
    case 'email':
    case 'phone':
      return brief ? <Cut text={String(value)} /> : <Outside kind={field.kind} address={String(value)} />
    case 'text': {
      const known = knownWords(field, String(value))
      if (known !== undefined) return known
      return brief ? <Cut text={String(value)} /> : <Text className="pre-line">{String(value)}</Text>
    }
    case 'number':
      if (field.counts !== null) return t(field.counts, { count: Number(value) })
      return isInBase(field) ? money(Number(value), church.currency) : asText(value)
    case 'line':
      return <Written text={knownWords(field, String(value)) ?? String(value)} />
    default:
      return field.name === PERCENT ? (
        t('{percent, number}%', { percent: Number(value) })
      ) : (
        <Written text={asText(value)} />
      )
  }
}

/** What is on, or where that goes without saying what is off. */
function Switched({ field: { label, off }, on }: { field: ShownField; on: boolean }) {
  if (on !== (off === null)) return null
  return (
    <Badge variant="light" tt="none" c="var(--mantine-color-text)" {...(off !== null && { color: 'gray' })}>
      {off ?? label}
    </Badge>
  )
}

/** What is void counts in no sum. */
const Amount = ({ amount, record }: { amount: string; record: AnyRecord }) =>
  record[STATUS] === 'void' ? (
    <Text span inherit td="line-through">
      {amount}
    </Text>
  ) : (
    amount
  )

/** Leads out of the console. Addresses that are not of the web are shown as text. */
function Outside({ kind, address }: { kind: 'url' | 'email' | 'phone'; address: string }) {
  if (kind === 'email') return <Anchor href={`mailto:${address}`}>{address}</Anchor>
  if (kind === 'phone') return <Anchor href={`tel:${address}`}>{address}</Anchor>
  if (!/^https?:\/\//i.test(address)) return address
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer">
      {new URL(address).hostname}
    </Anchor>
  )
}

const Cut = ({ text }: { text: string }) => (
  <Text span inherit lineClamp={2}>
    <Written text={text} />
  </Text>
)
