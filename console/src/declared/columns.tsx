/** The columns of a list, from the fields that it shows. */
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type AnyRecord, fieldsNamed, type ShownField, type ShownResource } from '../house/house.ts'
import type { Column } from '../lists/columns.ts'
import { t } from '../texts/t.ts'
import type { Marks } from './extra-parts.ts'
import { type Called, FieldValue, isEmpty, STATUS } from './field-value.tsx'

/** Columns that stand right of the others on a phone. */
const ASIDE = ['choice', 'moment', 'date', 'amount']

/** Kinds of values that look alike: where a list has several of one, none says by itself what it is. */
const ALIKE = [['amount'], ['date', 'moment']]

/** Kinds of values that are badges. */
const BADGES = ['switch', 'choice']

/** The field that tells of a record that was removed and is still shown. */
const REMOVED = 'deleted_at'

/** Whether a value needs its name on a phone: a number does, and each of several days or amounts. */
const needsName = ({ kind, counts }: ShownField, all: readonly ShownField[]): boolean =>
  (kind === 'number' && counts === null) ||
  ALIKE.some(alike => alike.includes(kind) && all.filter(one => alike.includes(one.kind)).length > 1)

const isAside = ({ kind, counts }: ShownField): boolean => ASIDE.includes(kind) || counts !== null

/** The names of all fields that a list shows. @param names of columns */
export const namesShown = ({ beside }: ShownResource, names: readonly string[]): string[] =>
  names.flatMap(name => [name, ...(beside[name] ?? [])])

/** What the columns of a list are drawn with. */
interface Drawing {
  resource: ShownResource
  called: Called
  marks: Marks
}

/** @param names of fields; those that the resource declares, unless said */
export function columnsOf(drawing: Drawing, names = drawing.resource.columns): Column<AnyRecord>[] {
  const { resource } = drawing
  const fields = fieldsNamed(resource, names)
  return fields.map((field, at): Column<AnyRecord> => {
    const { name, label, kind, counts } = field
    const key = resource.sortedBy[name] ?? name
    const [up, down] = [key, `-${key}`].map(one => (resource.sorts.includes(one) ? one : undefined))
    return {
      header: label,
      cell: record => cellOf(drawing, field, record, at === 0),
      ...partsOf(drawing, field, at === 0),
      ...(at > 0 &&
        !resource.wide?.includes(name) && {
          phone: isAside(field) ? 'aside' : 'below',
          named: resource.named.includes(name) || needsName(field, fields),
        }),
      ...(((kind === 'number' && counts === null) || kind === 'amount') && { align: 'end' }),
      ...((kind === 'moment' || kind === 'date' || kind === 'amount' || kind === 'phone') && { nowrap: true }),
      ...(up !== undefined && { sort: { up, ...(down !== undefined && { down }) } }),
      ...((resource.wide?.includes(name) ?? at > 4) && { wide: true }),
    }
  })
}

function cellOf({ resource, called, marks }: Drawing, field: ShownField, record: AnyRecord, first: boolean): ReactNode {
  const { name } = field
  if (!first && field.or === null && isEmpty(record[name])) return null
  const otherwise = first ? (resource.unnamed ?? t('No. {number}', { number: record.id })) : undefined
  const value = <FieldValue field={field} record={record} called={called} brief otherwise={otherwise} />
  const mark = name === STATUS && marks(record)
  return mark ? (
    <Group gap="xs" justify="flex-start">
      {value}
      {mark}
    </Group>
  ) : (
    value
  )
}

/** What stands with a column: badges beside it, other fields on a second line. */
function partsOf({ resource, called }: Drawing, { name }: ShownField, first: boolean): Partial<Column<AnyRecord>> {
  const fields = fieldsNamed(resource, resource.beside[name] ?? [])
  const values = (record: AnyRecord, badges: boolean): ReactNode[] =>
    fields
      .filter(field => BADGES.includes(field.kind) === badges && isTold(resource, field, record))
      .map(field => <FieldValue key={field.name} field={field} record={record} called={called} brief />)
  const [badges, others] = [true, false].map(wanted => fields.some(({ kind }) => BADGES.includes(kind) === wanted))
  const removable = first && resource.fields.some(field => field.name === REMOVED)
  return {
    ...((badges || removable) && {
      beside: record => {
        const shown = [
          ...values(record, true),
          ...(removable && !isEmpty(record[REMOVED]) ? [<Removed key={REMOVED} />] : []),
        ]
        return shown.length > 0 && shown
      },
    }),
    ...(others && {
      below: record => {
        const shown = values(record, false)
        return shown.length > 0 && shown
      },
    }),
  }
}

/** Whether a badge tells anything: what all records of a list are, unless another is asked for, goes without saying. */
export function isTold({ filters }: ShownResource, { name, kind, off }: ShownField, record: AnyRecord): boolean {
  const value = record[name]
  if (kind === 'switch') return value === (off === null)
  return !isEmpty(value) && filters.find(filter => filter.name === name)?.usual !== value
}

const Removed = () => (
  <Text span size="xs" c="dimmed">
    {t('(removed)')}
  </Text>
)
