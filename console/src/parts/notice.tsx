/** Something to know about what is shown. The colour is at its edge only, so that the words stay readable. */
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

interface NoticeProps {
  title: string
  colour: 'red' | 'orange' | 'yellow'
  mt?: string
  children: ReactNode
}

export function Notice({ title, colour, mt, children }: NoticeProps) {
  return (
    // It is there from the start: no alert, which would be read out at once.
    <Alert
      role="note"
      variant="default"
      title={title}
      style={{ borderLeft: `4px solid var(--mantine-color-${colour}-filled)` }}
      {...(mt && { mt })}
    >
      {children}
    </Alert>
  )
}
