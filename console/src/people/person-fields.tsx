/** The fields of a person's form, in groups. */
import { Autocomplete, Checkbox, Fieldset, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { wordOf } from '../formats/words.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
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
  /** Usual words, among others that may be typed. */
  usual?: string[]
  autoComplete?: string
  required?: boolean
  maxLength?: number
}

const NAME: Field[] = [
  {
    name: 'title',
    label: t('Title'),
    usual: [t('Mr'), t('Mrs'), t('Miss'), t('Dr'), t('Pastor'), t('Rev')],
    maxLength: 40,
  },
  { name: 'first_name', label: t('First name'), required: true },
  { name: 'middle_name', label: t('Middle name') },
  { name: 'last_name', label: t('Last name') },
]

const CONTACT: Field[] = [
  { name: 'email', label: t('Email'), type: 'email' },
  { name: 'phone', label: t('Phone'), type: 'tel' },
  { name: 'phone2', label: t('Second phone'), type: 'tel' },
  { name: 'whatsapp', label: 'WhatsApp', type: 'tel' },
  { name: 'address', label: t('Address'), maxLength: 500 },
  { name: 'city', label: t('City') },
  { name: 'state', label: t('State') },
  { name: 'postal_code', label: t('Postal code'), maxLength: 40 },
  { name: 'country', label: t('Country (two letters)'), maxLength: 2 },
]

const CHURCH: Field[] = [
  { name: 'first_visit_date', label: t('First visit'), type: 'date' },
  { name: 'salvation_date', label: t('Salvation'), type: 'date' },
  { name: 'baptism_date', label: t('Baptism'), type: 'date' },
  { name: 'membership_date', label: t('Membership'), type: 'date' },
  { name: 'source', label: t('Source'), usual: ['invited', 'online', 'walk_in'], maxLength: 40 },
]

const PERSONAL: Field[] = [
  { name: 'gender', label: t('Gender'), usual: ['male', 'female'], maxLength: 40 },
  { name: 'dob', label: t('Date of birth'), type: 'date' },
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

const ROLES = ['head', 'spouse', 'child', 'other']

function Texts({ form, fields }: { form: PersonForm; fields: readonly Field[] }) {
  return fields.map(({ name, usual, maxLength = 190, ...rest }) =>
    usual ? (
      <Autocomplete
        key={name}
        {...rest}
        data={usual}
        maxLength={maxLength}
        autoComplete="off"
        {...form.getInputProps(name)}
      />
    ) : (
      <TextInput key={name} {...rest} maxLength={maxLength} {...form.getInputProps(name)} />
    ),
  )
}

const COLS = { base: 1, xs: 2 }

export function PersonFields({ form, unsetBranch }: { form: PersonForm; unsetBranch?: string }) {
  const { may } = useMembership()
  return (
    <Stack>
      <Section title={t('Name')}>
        <SimpleGrid cols={COLS}>
          <Texts form={form} fields={NAME} />
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
          <Autocomplete
            label={t('Role in the family')}
            data={ROLES}
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('family_role')}
          />
          <Texts form={form} fields={CHURCH} />
        </SimpleGrid>
      </Section>
      <Section title={t('Personal')}>
        <SimpleGrid cols={COLS}>
          <Texts form={form} fields={PERSONAL} />
        </SimpleGrid>
      </Section>
      <CustomFields form={form} />
    </Stack>
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
