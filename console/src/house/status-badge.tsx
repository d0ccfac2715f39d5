/** A state as a word, in the colour that is declared of it. */
import { Badge } from '@mantine/core'
import { stateWord } from '../formats/words.ts'
import { useMembership } from '../session/membership.tsx'

interface StatusBadgeProps {
  status: string
  /** What the record is called, in English: its state agrees with it in other languages. */
  of?: string | null
  /** What is said, where no declaration names the state. */
  words?: string
}

export function StatusBadge({ status, of = null, words = stateWord(status, of) }: StatusBadgeProps) {
  return (
    <Badge
      variant="light"
      color={useMembership().tones[status] ?? 'gray'}
      tt="none"
      fw={500}
      className="badge-whole"
      c="var(--mantine-color-text)"
    >
      {words}
    </Badge>
  )
}
