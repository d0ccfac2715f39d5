/** A state as a coloured word. */
import { Badge } from '@mantine/core'
import { wordOf } from './words.ts'

const COLOURS: Record<string, string> = {
  leader: 'violet',
  worker: 'indigo',
  member: 'blue',
  regular: 'cyan',
  new_convert: 'teal',
  first_timer: 'orange',
  visitor: 'yellow',
  void: 'red',
  failed: 'red',
  skipped: 'yellow',
  sent: 'blue',
  delivered: 'teal',
  praying: 'blue',
  answered: 'teal',
  published: 'teal',
  active: 'teal',
  open: 'teal',
  cancelled: 'red',
  succeeded: 'teal',
  pending: 'yellow',
  paused: 'yellow',
  retrying: 'orange',
}

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge
      variant="light"
      color={COLOURS[status] ?? 'gray'}
      tt="none"
      fw={500}
      miw="max-content"
      c="var(--mantine-color-text)"
    >
      {wordOf(status)}
    </Badge>
  )
}
