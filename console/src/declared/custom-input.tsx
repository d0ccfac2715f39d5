/** Asks for custom fields: rows of name and value. */
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'
import type { CustomRow } from './custom-rows.ts'
import type { Entry } from './entry.ts'

export function CustomInput({ name, entry: { values, errors, change } }: { name: string; entry: Entry }) {
  const rows = values[name] as CustomRow[]
  const set = (changed: CustomRow[]): void => change({ [name]: changed })
  const typed = (at: number, part: Partial<CustomRow>): void =>
    set(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <Stack gap="xs">
      {rows.length === 0 && <Text c="dimmed">{t('Add your own fields for anything else worth knowing.')}</Text>}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its name may be empty or typed just now
        <Group key={at} align="end" wrap="nowrap">
          <TextInput
            label={t('Name')}
            flex={1}
            maxLength={60}
            value={row.name}
            onChange={event => typed(at, { name: event.currentTarget.value })}
          />
          <TextInput
            label={t('Value')}
            flex={2}
            value={row.value}
            onChange={event => typed(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={row.name ? t('Remove {name}', { name: row.name }) : t('Remove this field')}
            onClick={() => set(rows.filter((_, index) => index !== at))}
          >
            <Icon name="close" />
          </ActionIcon>
        </Group>
      ))}
      {errors[name] && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors[name]}
        </Text>
      )}
      <Group>
        <Button size="xs" variant="default" onClick={() => set([...rows, { name: '', value: '' }])}>
          {t('Add a field')}
        </Button>
      </Group>
    </Stack>
  )
}
