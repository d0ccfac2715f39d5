/** A state as a word, in the colour that is declared of it. */
import { Badge } from '@mantine/core'
import { wordOf } from '../formats/words.ts'
import { useTones } from './house.ts'

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge
      variant="light"
      color={useTones()[status] ?? 'gray'}
      tt="none"
      fw={500}
      miw="max-content"
      c="var(--mantine-color-text)"
    >
      {wordOf(status)}
    </Badge>
  )
}
