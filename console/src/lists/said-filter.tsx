/** A filter as it stands above a printed list: its name and its value, nothing where it demands nothing. */
import { Text } from '@mantine/core'
import { rich } from '../texts/t.ts'

export function SaidFilter({ label, value }: { label: string; value: string | undefined }) {
  if (!value) return null
  return (
    <Text size="sm" span me="md">
      {rich('<b>{label}:</b> {value}', { label, value, b: text => <b>{text}</b> })}
    </Text>
  )
}
