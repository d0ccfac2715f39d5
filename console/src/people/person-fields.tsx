/** The fields of a person's form, in groups: what most people are asked for, and folded what few are. */
import {
  Autocomplete,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { useView } from '../api/use-offers.ts'
import { countryOptions } from '../formats/places.ts'
import { valueOfWord, wordOf } from '../formats/words.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { foldedOptions } from '../forms/folded-options.ts'
import { RecordPicker } from '../forms/record-picker.tsx'
import { Fold } from '../parts/fold.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { CustomFields } from './custom-fields.tsx'
import type { PersonForm, TextName } from './person-values.ts'
import { STATUSES } from './statuses.ts'

interface Field {
  name: TextName
  label: string
  type?: 'date' | 'email' | 'tel' | 'url'
  /** Usual words of the API, among others that may be typed; shown as people read them. */
  usual?: readonly string[]
  /** What is usually typed, as it stands. */
  typed?: readonly string[]
  required?: boolean
  maxLength?: number
}

const NAME: Field[] = [
  {
    name: 'title',
    label: t('form of address|Title'),
    typed: [t('Mr'), t('Mrs'), t('Miss'), t('Dr'), t('Pastor'), t('Rev')],
    maxLength: 40,
  },
  { name: 'first_name', label: t('First name'), required: true },
  { name: 'middle_name', label: t('Middle name') },
  { name: 'last_name', label: t('Last name') },
]

const CONTACT: Field[] = [
  { name: 'phone', label: t('Phone'), type: 'tel' },
  { name: 'email', label: t('Email'), type: 'email' },
]

const MORE_CONTACT: Field[] = [
  { name: 'phone2', label: t('Second phone'), type: 'tel' },
  { name: 'whatsapp', label: 'WhatsApp', type: 'tel' },
  { name: 'address', label: t('Address'), maxLength: 500 },
  { name: 'city', label: t('City') },
  { name: 'state', label: t('State') },
  { name: 'postal_code', label: t('Postal code'), maxLength: 40 },
]

const ROLE: Field[] = [
  { name: 'family_role', label: t('Role in the family'), usual: ['head', 'spouse', 'child', 'other'], maxLength: 40 },
]

const PERSONAL: Field[] = [
  { name: 'gender', label: t('Gender'), usual: ['male', 'female'], maxLength: 40 },
  { name: 'dob', label: t('Date of birth'), type: 'date' },
]

const DATES: Field[] = [
  { name: 'first_visit_date', label: t('First visit'), type: 'date' },
  { name: 'salvation_date', label: t('Salvation'), type: 'date' },
  { name: 'baptism_date', label: t('Baptism'), type: 'date' },
  { name: 'membership_date', label: t('Membership'), type: 'date' },
  { name: 'source', label: t('Source'), usual: ['invited', 'online', 'walk_in'], maxLength: 40 },
]

const MORE_PERSONAL: Field[] = [
  {
    name: 'marital_status',
    label: t('Marital status'),
    usual: ['single', 'married', 'widowed', 'divorced'],
    maxLength: 40,
  },
  { name: 'anniversary', label: t('Anniversary'), type: 'date' },
  { name: 'occupation', label: t('Occupation') },
  { name: 'employer', label: t('Employer') },
  { name: 'photo_url', label: t('Photo (web address)'), type: 'url', maxLength: 2000 },
]

function Texts({ form, fields }: { form: PersonForm; fields: readonly Field[] }) {
  return fields.map(({ name, usual, typed, maxLength = 190, ...rest }) => {
    const input = { ...rest, maxLength, ...form.getInputProps(name) }
    if (typed) return <Autocomplete key={name} {...input} data={[...typed]} autoComplete="off" />
    if (!usual) return <TextInput key={name} {...input} />
    // What is kept is the word of the API; what is read and typed is the word of the reader's language.
    return (
      <Autocomplete
        key={name}
        {...input}
        data={usual.map(wordOf)}
        filter={foldedOptions}
        autoComplete="off"
        value={usual.includes(form.values[name]) ? wordOf(form.values[name]) : form.values[name]}
        onChange={text => form.setFieldValue(name, valueOfWord(usual, text))}
      />
    )
  })
}

const COLS = { base: 1, xs: 2 }

/** A folded group, open where one of its fields has something or is wrong. */
function Folded({
  title,
  form,
  fields,
  children,
}: {
  title: string
  form: PersonForm
  fields: readonly Field[]
  children?: ReactNode
}) {
  return (
    <Fold
      title={title}
      filled={fields.some(({ name }) => form.values[name] !== '')}
      failing={fields.some(({ name }) => form.errors[name] !== undefined)}
    >
      <SimpleGrid cols={COLS}>
        <Texts form={form} fields={fields} />
        {children}
      </SimpleGrid>
    </Fold>
  )
}

export function PersonFields({ form, unsetBranch }: { form: PersonForm; unsetBranch?: string }) {
  const { may } = useMembership()
  return (
    <Stack>
      <Section title={t('Name')}>
        <SimpleGrid cols={COLS}>
          <Texts form={form} fields={NAME} />
          <Texts form={form} fields={PERSONAL} />
        </SimpleGrid>
      </Section>
      <Section title={t('Contact')}>
        <SimpleGrid cols={COLS}>
          <Texts form={form} fields={CONTACT} />
        </SimpleGrid>
        <Consents form={form} />
      </Section>
      <Section title={t('Church')}>
        <SimpleGrid cols={COLS}>
          <NativeSelect
            label={t('Status')}
            data={STATUSES.map(value => ({ value, label: wordOf(value) }))}
            {...form.getInputProps('status')}
          />
          <BranchField {...form.getInputProps('branch_id')} unset={unsetBranch} />
          {may('families:read') && (
            <RecordPicker
              resource="families"
              label={t('Family')}
              value={form.values.family_id}
              error={form.errors.family_id}
              onChange={picked => form.setFieldValue('family_id', picked?.id ?? null)}
            />
          )}
          <Texts form={form} fields={ROLE} />
        </SimpleGrid>
      </Section>
      <Folded title={t('Address and more numbers')} form={form} fields={MORE_CONTACT}>
        <CountryField form={form} />
      </Folded>
      <Folded title={t('Dates with the church')} form={form} fields={DATES} />
      <Folded title={t('Marriage and work')} form={form} fields={MORE_PERSONAL} />
      <CustomFields form={form} />
    </Stack>
  )
}

function CountryField({ form }: { form: PersonForm }) {
  const countries = useView('countries')
  const { country } = form.values
  const known = countries.data ?? []
  const codes = country === '' || known.some(({ code }) => code === country) ? known : [...known, { code: country }]
  return (
    <Select
      label={t('Country')}
      searchable
      allowDeselect={false}
      filter={foldedOptions}
      data={countryOptions(codes)}
      {...form.getInputProps('country')}
    />
  )
}

function Consents({ form }: { form: PersonForm }) {
  return (
    <Fieldset variant="unstyled" legend={t('Wants messages by')} mt="md">
      <Group mt="xs">
        {(['sms', 'email', 'whatsapp'] as const).map(channel => (
          <Checkbox
            key={channel}
            label={wordOf(channel)}
            {...form.getInputProps(`${channel}_opt_in`, { type: 'checkbox' })}
          />
        ))}
      </Group>
    </Fieldset>
  )
}
