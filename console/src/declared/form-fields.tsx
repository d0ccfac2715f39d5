/** The fields of a form: in their sections, and within each by what they are. */
import { SimpleGrid, Stack } from '@mantine/core'
import type { ShownField, ShownResource } from '../house/house.ts'
import { Fold } from '../parts/fold.tsx'
import { Section } from '../parts/section.tsx'
import type { Entry } from './entry.ts'
import { FieldInput } from './field-input.tsx'
import { isEmptyTyped, isLong } from './typed.ts'

interface FormFieldsProps {
  fields: readonly ShownField[]
  entry: Entry
  /** Whether the first takes the focus. */
  autoFocus?: boolean
  /** Whether they are in an order already: what is required needs no place of its own. */
  isOrdered?: boolean
}

type Rank = 'first' | 'short' | 'long' | 'switch'

const COLS = { base: 1, xs: 2 }

function rankOf(field: ShownField, isOrdered: boolean): Rank {
  if (!isOrdered && field.required && (field.kind === 'line' || isLong(field))) return 'first'
  if (field.kind === 'custom') return 'long'
  return isLong(field) ? 'long' : field.kind === 'switch' ? 'switch' : 'short'
}

/** What it is called or says comes first, then short fields side by side, other long texts, and switches at the end. */
export function FormFields({ fields, entry, autoFocus = false, isOrdered = false }: FormFieldsProps) {
  const ranks = (['first', 'short', 'long', 'switch'] as const).map(rank =>
    fields.filter(field => rankOf(field, isOrdered) === rank),
  )
  const front = ranks.flat()[0]
  const inputs = (some: readonly ShownField[] = []) =>
    some.map(field => (
      <FieldInput key={field.name} field={field} entry={entry} autoFocus={autoFocus && field === front} />
    ))
  const [first, short = [], long, switches] = ranks
  return (
    <Stack>
      {inputs(first)}
      {short.length > 0 && <SimpleGrid cols={COLS}>{inputs(short)}</SimpleGrid>}
      {inputs(long)}
      {inputs(switches)}
    </Stack>
  )
}

interface FormSectionsProps extends FormFieldsProps {
  resource: Pick<ShownResource, 'form'>
  /** Of a form that is not divided. */
  title: string
}

/** The sections that are declared, as far as the form has their fields; what none names stands in the first. */
export function FormSections({ resource: { form }, fields, entry, title }: FormSectionsProps) {
  const named = form?.flatMap(section => section.fields) ?? []
  const others = fields.filter(({ name }) => !named.includes(name))
  const sections = (form ?? [{ title, fields: [] }]).map(({ title, fields: names, ...rest }, at) => ({
    title,
    isFolded: 'folded' in rest && rest.folded === true,
    fields: [...names.flatMap(name => fields.find(field => field.name === name) ?? []), ...(at === 0 ? others : [])],
  }))
  return sections
    .filter(section => section.fields.length > 0)
    .map(({ title, isFolded, fields }) =>
      isFolded ? (
        <Fold
          key={title}
          title={title}
          // What every record has, such as its country, is nothing to unfold it for.
          filled={fields.some(({ name, nullable }) => nullable && !isEmptyTyped(entry.values[name]))}
          failing={fields.some(({ name }) => entry.errors[name] !== undefined)}
        >
          <FormFields fields={fields} entry={entry} isOrdered />
        </Fold>
      ) : (
        <Section key={title} title={title}>
          <FormFields fields={fields} entry={entry} isOrdered={form !== null} />
        </Section>
      ),
    )
}
