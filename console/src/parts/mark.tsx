/** The name of the product, with its mark. */
import { Group, Text } from '@mantine/core'
import { t } from '../texts/t.ts'

export function Mark() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src="/icon.svg" alt="" width={24} height={24} />
      <Text fw={650}>{t('Sexton')}</Text>
    </Group>
  )
}
