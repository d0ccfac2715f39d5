/** Custom fields: rows of name and value. */
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import type { PersonForm } from './person-values.ts'

export function CustomFields({ form }: { form: PersonForm }) {
  const rows = form.values.custom
  return (
    <Section title={t('Other details')}>
      <Stack gap="xs">
        {rows.length === 0 && <Text c="dimmed">{t('Add your own fields for anything else worth knowing.')}</Text>}
        {rows.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its name may be empty or typed just now
          <Group key={index} align="end" wrap="nowrap">
            <TextInput label={t('Name')} flex={1} maxLength={60} {...form.getInputProps(`custom.${index}.name`)} />
            <TextInput label={t('Value')} flex={2} {...form.getInputProps(`custom.${index}.value`)} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={`Remove ${rows[index]?.name || t('this field')}`}
              onClick={() => form.removeListItem('custom', index)}
            >
              <Icon name="close" />
            </ActionIcon>
          </Group>
        ))}
        {form.errors.custom && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors.custom}
          </Text>
        )}
        <Group>
          <Button size="xs" variant="default" onClick={() => form.insertListItem('custom', { name: '', value: '' })}>
            {t('Add a field')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
