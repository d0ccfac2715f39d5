/** The name of the product, with its mark. */
import { Group, Text } from '@mantine/core'
import { t } from '../texts/t.ts'

export function Mark() {
  return (
    <Group gap="xs" wrap="nowrap">
      {/* As in /icon.svg, without a request of its own. */}
      <svg viewBox="0 0 32 32" width={24} height={24} aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#3b5bdb" />
        <path d="M16 6v20M10 13h12" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
      </svg>
      <Text fw={650}>{t('Sexton')}</Text>
    </Group>
  )
}
