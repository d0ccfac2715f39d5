/** The fields of a person's form, in groups. */
import { Autocomplete, Checkbox, Fieldset, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { wordOf } from '../formats/words.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { RecordPicker } from '../forms/record-picker.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
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
  { name: 'title', label: 'Title', usual: ['Mr', 'Mrs', 'Miss', 'Dr', 'Pastor', 'Rev'], maxLength: 40 },
  { name: 'first_name', label: 'First name', required: true },
  { name: 'middle_name', label: 'Middle name' },
  { name: 'last_name', label: 'Last name' },
]

const CONTACT: Field[] = [
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'phone2', label: 'Second phone', type: 'tel' },
  { name: 'whatsapp', label: 'WhatsApp', type: 'tel' },
  { name: 'address', label: 'Address', maxLength: 500 },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'postal_code', label: 'Postal code', maxLength: 40 },
  { name: 'country', label: 'Country (two letters)', maxLength: 2 },
]

const CHURCH: Field[] = [
  { name: 'first_visit_date', label: 'First visit', type: 'date' },
  { name: 'salvation_date', label: 'Salvation', type: 'date' },
  { name: 'baptism_date', label: 'Baptism', type: 'date' },
  { name: 'membership_date', label: 'Membership', type: 'date' },
  { name: 'source', label: 'Source', usual: ['invited', 'online', 'walk_in'], maxLength: 40 },
]

const PERSONAL: Field[] = [
  { name: 'gender', label: 'Gender', usual: ['male', 'female'], maxLength: 40 },
  { name: 'dob', label: 'Date of birth', type: 'date' },
  {
    name: 'marital_status',
    label: 'Marital status',
    usual: ['single', 'married', 'widowed', 'divorced'],
    maxLength: 40,
  },
  { name: 'anniversary', label: 'Anniversary', type: 'date' },
  { name: 'occupation', label: 'Occupation' },
  { name: 'employer', label: 'Employer' },
  { name: 'photo_url', label: 'Photo (web address)', type: 'url', maxLength: 2000 },
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
      <Section title="Name">
        <SimpleGrid cols={COLS}>
          <Texts form={form} fields={NAME} />
        </SimpleGrid>
      </Section>
      <Section title="Contact">
        <SimpleGrid cols={COLS}>
          <Texts form={form} fields={CONTACT} />
        </SimpleGrid>
        <Consents form={form} />
      </Section>
      <Section title="Church">
        <SimpleGrid cols={COLS}>
          <NativeSelect
            label="Status"
            data={STATUSES.map(value => ({ value, label: wordOf(value) }))}
            {...form.getInputProps('status')}
          />
          <BranchField {...form.getInputProps('branch_id')} unset={unsetBranch} />
          {may('families:read') && (
            <RecordPicker
              resource="families"
              label="Family"
              value={form.values.family_id}
              error={form.errors.family_id}
              onChange={picked => form.setFieldValue('family_id', picked?.id ?? null)}
            />
          )}
          <Autocomplete
            label="Role in the family"
            data={ROLES}
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps('family_role')}
          />
          <Texts form={form} fields={CHURCH} />
        </SimpleGrid>
      </Section>
      <Section title="Personal">
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
    <Fieldset variant="unstyled" legend="Wants messages by" mt="md">
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
