/** A part of a form that is rarely filled in: folded until somebody opens it, or something in it has to be seen. */
import { Paper, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface FoldProps {
  title: string
  /** Whether it begins open: something is filled in. */
  filled: boolean
  /** Something in it is wrong: it is opened, whatever people did with it. */
  failing: boolean
  children: ReactNode
}

export function Fold({ title, filled, failing, children }: FoldProps) {
  const [open, setOpen] = useState(filled)
  return (
    <Paper component="section" withBorder>
      <details open={open || failing} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="fold">
          <Title order={2} display="inline">
            {title}
          </Title>
        </summary>
        <div className="folded">{children}</div>
      </details>
    </Paper>
  )
}
