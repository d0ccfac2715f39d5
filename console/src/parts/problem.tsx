/** What went wrong, said beside the form and read out at once. */
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

export function Problem({ title, children }: { title?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <Alert color="red" role="alert" {...(title && { title })}>
      {children}
    </Alert>
  )
}
