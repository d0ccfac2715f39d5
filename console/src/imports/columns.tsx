/** What each column of the file holds, with samples of it beside. */
import { Box, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { ShownFile } from '../../../src/modules/import-files/shown.ts'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'

const CUSTOM = 'custom.'

export function Columns({ file, onSay }: { file: ShownFile; onSay(columns: Record<string, string>): void }) {
  const { columns, targets, custom } = file
  const labels = targets.map(({ name, label }) => ({ value: name, label: t(label) }))
  const sorted = labels.toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Section title={t('Columns')}>
      <Stack>
        {columns.map(({ title, samples, target }) => (
          <Group key={title} gap="md" align="flex-start" wrap="wrap">
            <NativeSelect
              label={title}
              value={target}
              data={[
                { value: '', label: t('Leave out') },
                ...(custom ? [{ value: customOf(title, target), label: t('Keep as a custom field') }] : []),
                ...sorted,
              ]}
              onChange={event => onSay({ [title]: event.currentTarget.value })}
              w={{ base: '100%', xs: 280 }}
            />
            <Box style={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
              <Text size="sm" c="dimmed">
                {t('In the file')}
              </Text>
              <Text size="sm">{samples.length > 0 ? samples.join(' · ') : t('Nothing')}</Text>
            </Box>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

const customOf = (title: string, target: string): string => (target.startsWith(CUSTOM) ? target : `${CUSTOM}${title}`)
