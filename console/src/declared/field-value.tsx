/** What a record says in one field, as people read it. */
import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Names, useNames } from '../api/use-names.ts'
import { useBranches, useFunds } from '../api/use-records.ts'
import { day, moment } from '../formats/dates.ts'
import { money } from '../formats/money.ts'
import { StatusBadge } from '../formats/status-badge.tsx'
import { wordOf } from '../formats/words.ts'
import type { AnyRecord, ShownField, ShownResource } from '../house/house.ts'
import { TextLink } from '../parts/text-link.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'

/** What other records are called that these name by their ids. */
export interface Called {
  name(to: string | null, id: number): string | undefined
}

/** @param records those that are shown, at most a page of a list */
export function useCalled({ fields }: ShownResource, records: readonly AnyRecord[]): Called {
  const refs = fields.filter(({ to }) => to === 'people').map(({ name }) => name)
  const people: Names = useNames(records.flatMap(record => refs.map(name => record[name] as number | null)))
  const [branches, funds] = [useBranches().data ?? [], useFunds().data ?? []]
  const short = new Map<string | null, readonly { id: number; name: string }[]>([
    ['branches', branches],
    ['funds', funds],
  ])
  return {
    name: (to, id) => (to === 'people' ? people.of(id) : short.get(to)?.find(one => one.id === id)?.name),
  }
}

interface FieldValueProps {
  field: ShownField
  record: AnyRecord
  called: Called
  /** In a list: long texts are cut, and a day is enough of a moment. */
  brief?: boolean
}

/** Resources without a page of each record. */
const WITHOUT_PAGE = ['branches', 'funds']

/** Nothing for what is empty. */
export function FieldValue({ field, record, called, brief = false }: FieldValueProps): ReactNode {
  const { church, may } = useMembership()
  const value = record[field.name]
  if (value === null || value === undefined || value === '') return null
  switch (field.kind) {
    case 'switch':
      return value === true ? <Yes field={field} brief={brief} /> : brief ? null : t('No')
    case 'choice':
      return field.name === 'status' ? <StatusBadge status={String(value)} /> : wordOf(String(value))
    case 'moment':
      return brief ? day(String(value).slice(0, 10)) : moment(String(value), church.timezone)
    case 'date':
      return day(String(value))
    case 'amount':
      return money(Number(value), String(record.currency ?? church.currency))
    case 'record': {
      const name = called.name(field.to, Number(value)) ?? t('No. {value}', { value: String(value) })
      const linked = !brief && field.to !== null && !WITHOUT_PAGE.includes(field.to) && may(`${field.to}:read`)
      return linked ? <TextLink to={`/${field.to}/${value}`}>{name}</TextLink> : name
    }
    case 'text':
      return brief ? <Cut text={String(value)} /> : <Text className="pre-line">{String(value)}</Text>
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

const Yes = ({ field, brief }: { field: ShownField; brief: boolean }) =>
  brief ? (
    <Badge variant="light" tt="none" c="var(--mantine-color-text)">
      {field.label}
    </Badge>
  ) : (
    t('Yes')
  )

const Cut = ({ text }: { text: string }) => (
  <Text span inherit lineClamp={2}>
    {text}
  </Text>
)
